import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { add, compare } from '../platform/decimal.ts';
import { balanceOf, invoiceStatus, type InvoiceFacts } from './invoice-status.ts';

const today = '2026-03-10';
const at = new Date('2026-03-10T15:00:00Z');
const fresh: InvoiceFacts = {
  total: '100',
  retention: '0',
  paid: '0',
  credited: '0',
  debited: '0',
  due_date: null,
  voided_at: null,
  canceled_at: null,
};

const ROWS: [string, Partial<InvoiceFacts>, string][] = [
  ['nothing happened', {}, 'UNPAID'],
  ['due tomorrow', { due_date: '2026-03-11' }, 'UNPAID'],
  ['due today', { due_date: '2026-03-10' }, 'UNPAID'],
  ['due yesterday', { due_date: '2026-03-09' }, 'PAST_DUE'],
  ['half paid', { paid: '50' }, 'PARTIALLY_PAID'],
  ['half paid and late', { paid: '50', due_date: '2026-03-09' }, 'PAST_DUE'],
  ['paid', { paid: '100' }, 'PAID'],
  ['paid and late', { paid: '100', due_date: '2026-03-09' }, 'PAID'],
  ['paid a cent too much', { paid: '100.01' }, 'OVERPAID'],
  ['credited in part', { credited: '30' }, 'PARTIALLY_CANCELED'],
  ['credited in part and late', { credited: '30', due_date: '2026-03-09' }, 'PAST_DUE'],
  ['credited in part, the rest paid', { credited: '30', paid: '70' }, 'PAID'],
  ['credited in part, some paid', { credited: '30', paid: '10' }, 'PARTIALLY_PAID'],
  ['paid, then credited in part', { credited: '30', paid: '100' }, 'OVERPAID'],
  ['credited whole', { credited: '100' }, 'CANCELED'],
  ['paid and credited whole', { credited: '100', paid: '100' }, 'CANCELED'],
  ['canceled internally', { canceled_at: at, paid: '10' }, 'CANCELED'],
  ['void', { voided_at: at, paid: '100', credited: '100' }, 'VOID'],
  ['void and canceled', { voided_at: at, canceled_at: at }, 'VOID'],
  ['all but what is withheld paid', { retention: '3.5', paid: '96.5' }, 'PAID'],
  ['paid with what is withheld', { retention: '3.5', paid: '100' }, 'OVERPAID'],
  ['withheld in part', { retention: '3.5' }, 'UNPAID'],
  ['all but what is withheld credited', { retention: '3.5', credited: '96.5' }, 'PAID'],
  ['more than that credited', { retention: '3.5', credited: '99' }, 'PAID'],
  ['withheld and credited whole', { retention: '3.5', credited: '100' }, 'CANCELED'],
  ['for nothing', { total: '0' }, 'UNPAID'],
  ['for nothing, paid', { total: '0', paid: '1' }, 'OVERPAID'],
  ['debited', { debited: '20' }, 'UNPAID'],
  ['paid, then debited', { debited: '20', paid: '100' }, 'PARTIALLY_PAID'],
  ['paid, then debited, and late', { debited: '20', paid: '100', due_date: '2026-03-09' }, 'PAST_DUE'],
  ['debited and paid as a whole', { debited: '20', paid: '120' }, 'PAID'],
  ['debited and paid a cent too much', { debited: '20', paid: '120.01' }, 'OVERPAID'],
  ['credited whole, then debited', { debited: '20', credited: '100' }, 'PARTIALLY_CANCELED'],
  ['credited whole and debited, the debit paid', { debited: '20', credited: '100', paid: '20' }, 'PAID'],
  ['credited by more than it was debited', { debited: '20', credited: '120' }, 'CANCELED'],
  ['canceled internally and debited', { debited: '20', canceled_at: at }, 'CANCELED'],
  ['void and debited', { debited: '20', voided_at: at }, 'VOID'],
  ['owed nothing', { is_owed: false, due_date: '2026-03-09' }, 'UNPAID'],
  ['for nothing, then debited', { total: '0', debited: '20' }, 'UNPAID'],
];

for (const [name, facts, status] of ROWS) {
  test(`${name}: ${status}`, () => assert.equal(invoiceStatus({ ...fresh, ...facts }, today), status));
}

test('a rejected invoice, on which nothing is owed any more, has the status of its debt', () => {
  for (const [paid, status] of [
    ['0', 'UNPAID'],
    ['100', 'PAID'],
  ] as const) {
    const rejected = { ...fresh, paid, holds_order: false };
    assert.equal(invoiceStatus(rejected, today), status);
    assert.equal(balanceOf(rejected), '0');
  }
});

const cents = fc.integer({ min: 0, max: 20_000 }).map((amount) => (amount / 100).toFixed(2));

test('the status agrees with the balance, whatever the facts', () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, cents, (total, paid, credited, debited, withheld) => {
      const retention = compare(withheld, total) < 0 ? withheld : '0';
      const facts = { ...fresh, total, retention, paid, credited, debited };
      const status = invoiceStatus(facts, today);
      if (['PAID', 'OVERPAID', 'CANCELED'].includes(status)) assert.equal(balanceOf(facts), '0');
      if (['PARTIALLY_PAID', 'PARTIALLY_CANCELED'].includes(status)) assert.notEqual(balanceOf(facts), '0');
    }),
  );
});

test('a debit note is owed like a larger invoice', () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, (total, paid, credited, debited) => {
      const apart = { ...fresh, total, paid, credited, debited };
      const larger = { ...fresh, total: add(total, debited), paid, credited };
      assert.equal(invoiceStatus(apart, today), invoiceStatus(larger, today));
      assert.equal(balanceOf(apart), balanceOf(larger));
    }),
  );
});
