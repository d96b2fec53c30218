import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelaySeconds, submissionStep } from './submission-step.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = new Date('2026-03-01T11:59:59Z');
const after = new Date('2026-03-01T12:00:01Z');
const fresh = { submission_state: 'PENDING', send_started_at: null, lease_until: null, submit_after: null } as const;

const ROWS = [
  ['the intent is committed and nothing left', fresh, 'SEND'],
  ['it waits for the PAC to come back', { ...fresh, submit_after: after }, 'EARLY'],
  ['the wait is over', { ...fresh, submit_after: before }, 'SEND'],
  ['another worker holds the lease', { ...fresh, send_started_at: before, lease_until: after }, 'BUSY'],
  ['the lease ran out after the mark', { ...fresh, send_started_at: before, lease_until: before }, 'LOST'],
  ['a mark without a lease', { ...fresh, send_started_at: before }, 'LOST'],
  ['unknown already', { ...fresh, submission_state: 'UNKNOWN', send_started_at: before }, 'SETTLED'],
  ['answered', { ...fresh, submission_state: 'DONE' }, 'SETTLED'],
  ['never to be sent', { ...fresh, submission_state: 'NOT_REQUIRED' }, 'SETTLED'],
] as const;

for (const [name, document, step] of ROWS) {
  test(`${name}: ${step}`, () => assert.equal(submissionStep(document, now), step));
}

test('the PAC is tried again after 1, 2, 4 … seconds, and at least once a minute', () => {
  assert.deepEqual([1, 2, 3, 6, 7, 50].map(retryDelaySeconds), [1, 2, 4, 32, 60, 60]);
});
