import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestStep } from './request-step.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = new Date('2026-03-01T11:59:59Z');
const after = new Date('2026-03-01T12:00:01Z');
const fresh = { state: 'PENDING', started_at: null, lease_until: null, not_before: null } as const;
const unsent = { legal_status: null, document_id: null } as const;
const authorized = { legal_status: 'DGI_AUTHORIZED', document_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } as const;

const OF_BOTH = [
  ['the intent is committed and nothing left', fresh, 'SEND'],
  ['it waits for the PAC to come back', { ...fresh, not_before: after }, 'WAIT'],
  ['the wait is over', { ...fresh, not_before: before }, 'SEND'],
  ['another worker holds the lease', { ...fresh, started_at: before, lease_until: after }, 'BUSY'],
  ['the lease ran out after the mark', { ...fresh, started_at: before, lease_until: before }, 'LOST'],
  ['a mark without a lease', { ...fresh, started_at: before }, 'LOST'],
  ['answered', { ...fresh, state: 'DONE', started_at: before }, 'SETTLED'],
  ['taken back', { ...fresh, state: 'DROPPED' }, 'SETTLED'],
] as const;

for (const [name, request, step] of OF_BOTH) {
  test(`a submission: ${name}: ${step}`, () =>
    assert.equal(requestStep(unsent, { ...request, what: 'SUBMIT' }, now), step));
  test(`a void: ${name}: ${step}`, () =>
    assert.equal(requestStep(authorized, { ...request, what: 'VOID' }, now), step));
}

const lost = { ...fresh, state: 'UNKNOWN', started_at: before } as const;

const OF_ONE = [
  ['a submission without an answer', authorized, { ...lost, what: 'SUBMIT' }, 'SETTLED'],
  ['a void without an answer', authorized, { ...lost, what: 'VOID' }, 'ASK'],
  [
    'a void without an answer, asked about a moment ago',
    authorized,
    { ...lost, what: 'VOID', not_before: after },
    'WAIT',
  ],
  ['a void without an answer, without an id to ask for', unsent, { ...lost, what: 'VOID' }, 'WAIT'],
  [
    'a void before it is known whether the PAC has the document',
    { ...authorized, legal_status: null },
    { ...fresh, what: 'VOID' },
    'WAIT',
  ],
  [
    'a void of what is authorized, without its id at the PAC',
    { ...authorized, document_id: null },
    { ...fresh, what: 'VOID' },
    'WAIT',
  ],
  [
    'a void whose sender ended, of what is not authorized any more',
    { ...authorized, legal_status: 'DGI_REJECTED' },
    { ...fresh, what: 'VOID', started_at: before, lease_until: before },
    'LOST',
  ],
] as const;

for (const [name, document, request, step] of OF_ONE) {
  test(`${name}: ${step}`, () => assert.equal(requestStep(document, request, now), step));
}
