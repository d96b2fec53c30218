import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterCall, CLOSED, permission, type Breaker, type CallResult } from './breaker.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const failed: CallResult = { is: 'failed', cause: 'no answer' };

function after(...results: CallResult[]): Breaker {
  return results.reduce((breaker, result) => afterCall(breaker, result, now), CLOSED);
}

const MANY = Array<CallResult>(10).fill(failed);
const refused: CallResult = { is: 'refused', cause: 'HTTP 401' };

const ROWS: [string, Breaker, number, ReturnType<typeof permission>][] = [
  ['nothing has failed', CLOSED, 0, { may: 'pass' }],
  ['nine failures', after(...MANY.slice(1)), 0, { may: 'pass' }],
  ['an answer between failures', after(...MANY.slice(1), { is: 'answered' }, failed), 0, { may: 'pass' }],
  ['ten failures in a row', after(...MANY), 0, { may: 'wait', seconds: 1 }],
  ['ten failures, and a pause', after(...MANY), 1, { may: 'probe' }],
  ['still failing, so a longer pause', after(...MANY, failed, failed), 3, { may: 'wait', seconds: 1 }],
  ['failing for hours: a minute at most', after(...Array<CallResult>(50).fill(failed)), 60, { may: 'probe' }],
  ['it answers again', after(...MANY, { is: 'answered' }), 0, { may: 'pass' }],
  ['something answers again', after(...MANY, { is: 'unclear' }), 0, { may: 'pass' }],
  ['something answered between failures', after(...MANY.slice(1), { is: 'unclear' }, failed), 1, { may: 'probe' }],
  ['refused credentials', after(refused), 0, { may: 'probe' }],
  ['refused credentials, asked again', after(refused, refused), 0, { may: 'wait', seconds: 2 }],
  ['told to wait', after({ is: 'toldToWait', seconds: 30 }), 29, { may: 'wait', seconds: 1 }],
  ['told to wait, and waited', after({ is: 'toldToWait', seconds: 30 }), 30, { may: 'pass' }],
  ['the clock is set back', after(...MANY), -3600, { may: 'probe' }],
];

for (const [name, breaker, seconds, expected] of ROWS) {
  test(`${name}: ${expected.may}`, () => assert.deepEqual(permission(breaker, later(seconds)), expected));
}

test('failures that are far apart are not in a row', () => {
  let breaker = CLOSED;
  for (let minute = 0; minute < 30; minute += 1) breaker = afterCall(breaker, failed, later(61 * minute));
  assert.equal(breaker.state, 'CLOSED');
});

test('it remembers since when, and why', () => {
  const breaker = afterCall(after(...MANY), { is: 'failed', cause: 'connection refused' }, later(5));
  assert.deepEqual(
    { state: breaker.state, since: breaker.openSince, cause: breaker.cause, failures: breaker.failures },
    { state: 'OPEN', since: now, cause: 'connection refused', failures: 11 },
  );
});
