import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manyTogether, actPath, timeOf, type Need, type NeedKind } from './need.ts';

const NOW = Date.parse('2026-11-23T15:00:00Z');
const need = (more: Partial<Need>): Need => ({
  ...{ __typename: 'DayNeed' as const, id: 'one', name: 'FAC-1', about: null, documentKind: null, orderId: null },
  ...{ amount: null, since: null, deadline: null, day: null, reason: null, quantity: null },
  ...more,
});

const TIMES: [NeedKind, Partial<Need>, ReturnType<typeof timeOf>][] = [
  ['VOID_WINDOW', { deadline: '2026-11-23T17:00:00Z' }, { word: 'need.left', seconds: 7200, isUrgent: true }],
  ['VOID_WINDOW', { deadline: '2026-11-25T14:00:00Z' }, { word: 'need.left', seconds: 169_200, isUrgent: false }],
  // A deadline far away or over says less than how long it has waited.
  [
    'PARKED',
    { deadline: '2026-11-30T15:00:00Z', since: '2026-11-23T14:00:00Z' },
    { word: 'need.waits', seconds: 3600 },
  ],
  ['STOCK', { day: '2026-11-23' }, { word: 'need.endsToday', n: 0 }],
  ['STOCK', { day: '2026-11-26' }, { word: 'need.ends', n: 3 }],
  ['OVERDUE', { day: '2026-11-22' }, { word: 'need.overdue', n: 1 }],
  ['PURCHASE_LATE', { day: '2026-10-31' }, { word: 'need.late', n: 23 }],
  ['CREDIT_WINDOW', { day: '2026-11-28' }, { word: 'need.daysLeft', n: 5, isUrgent: false }],
  ['DECLARATION', { day: '2026-11-23' }, { word: 'need.lastDay', n: 0, isUrgent: true }],
  ['STOCK', {}, undefined],
];

for (const [kind, given, wanted] of TIMES)
  test(`${kind} with ${JSON.stringify(given)} is told as ${wanted?.word}`, () => {
    assert.deepEqual(timeOf(kind, need(given), NOW, '2026-11-23'), wanted);
  });

test('each button leads to where it is done', () => {
  const invoice = { documentKind: 'INVOICE', orderId: 'order' } as const;
  assert.equal(actPath('REJECTED', need(invoice)), '/orders/order');
  assert.equal(actPath('REJECTED', need({ documentKind: 'CREDIT_NOTE' })), '/credits/one');
  assert.equal(actPath('VOID_WINDOW', need(invoice)), '/invoices/one');
  assert.equal(actPath('CREDIT_WINDOW', need(invoice)), '/invoices/one');
  assert.equal(actPath('DECLARATION', need({ name: '2026-10' })), '/month/2026-10');
  assert.equal(actPath('CONTINGENCY_ENDS', need({})), '/settings/company');
  assert.equal(actPath('STOCK', need({})), '/purchasing/new?item=one');
  assert.equal(actPath('OVERDUE', need({})), '/clients/one');
  assert.equal(actPath('PURCHASE_LATE', need({})), '/purchasing/one');
});

test('what an imported past leaves by the thousand leads to where it is settled together', () => {
  assert.equal(manyTogether('STOCK', 100), undefined);
  assert.deepEqual(manyTogether('STOCK', 101), { kind: 'STOCK', to: '/settings/import?what=stock' });
  assert.equal(manyTogether('OVERDUE', 2438)?.to, '/invoices?isOpen=true');
  assert.equal(manyTogether('REJECTED', 5000), undefined);
});
