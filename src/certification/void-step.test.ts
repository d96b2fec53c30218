import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voidStep } from './void-step.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = new Date('2026-03-01T11:59:59Z');
const after = new Date('2026-03-01T12:00:01Z');
const asked = {
  void_state: 'ASKED',
  void_started_at: null,
  void_lease_until: null,
  void_after: null,
  legal_status: 'DGI_AUTHORIZED',
  document_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
} as const;

const ROWS = [
  ['asked for', asked, 'SEND'],
  ['asked for before anybody knows whether the PAC has it', { ...asked, legal_status: null }, 'WAIT'],
  ['authorized, and its id at the PAC is not known yet', { ...asked, document_id: null }, 'WAIT'],
  ['the PAC could not be reached', { ...asked, void_after: after }, 'WAIT'],
  ['the PAC may be tried again', { ...asked, void_after: before }, 'SEND'],
  ['being sent', { ...asked, void_started_at: before, void_lease_until: after }, 'BUSY'],
  ['its sender is gone', { ...asked, void_started_at: before, void_lease_until: before }, 'LOST'],
  ['no answer came', { ...asked, void_state: 'UNKNOWN', void_started_at: before }, 'ASK'],
  [
    'no answer came, and the PAC was asked a moment ago',
    { ...asked, void_state: 'UNKNOWN', void_after: after },
    'WAIT',
  ],
  ['done', { ...asked, void_state: 'DONE' }, 'SETTLED'],
  ['never asked for', { ...asked, void_state: null }, 'SETTLED'],
] as const;

for (const [name, document, step] of ROWS) {
  test(`${name}: ${step}`, () => assert.equal(voidStep(document, now), step));
}
