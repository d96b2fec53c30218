import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { add, compare, subtract } from '../platform/decimal.ts';
import { fillIn } from '../platform/errors.ts';
import { changeOf, keptParts, termsOfParts, type PaymentPart } from './payment-parts.ts';
import { termsProblems } from './payment-terms.ts';

const order = { due_date: null, issue_day: '2026-02-20' };
const part = (method: PaymentPart['method'], amount: string, more: Partial<PaymentPart> = {}) => ({
  method,
  amount,
  ...more,
});

const kept = (due: string, ...parts: PaymentPart[]) =>
  keptParts(due, termsOfParts(parts, order)).map(({ method, amount }) => `${method} ${amount}`);

test('change is given of the cash, of the last first', () => {
  assert.deepEqual(kept('18', part('CASH', '20')), ['CASH 18']);
  assert.deepEqual(kept('18', part('CASH', '10'), part('DEBIT_CARD', '5'), part('CASH', '5')), [
    'CASH 10',
    'DEBIT_CARD 5',
    'CASH 3',
  ]);
  assert.deepEqual(kept('18', part('CASH', '15'), part('CASH', '5'), part('CASH', '2')), ['CASH 15', 'CASH 3']);
  assert.equal(changeOf('18', termsOfParts([part('CASH', '20')], order)), '2');
});

test('CREDIT is due after its days, or on the due day of the order; parts of one day are one instalment', () => {
  const parts = [
    part('CREDIT', '30', { days: 30 }),
    part('CASH', '10'),
    part('CREDIT', '20'),
    part('CREDIT', '5', { days: 8 }),
  ];
  const terms = termsOfParts(parts, { ...order, due_date: '2026-02-28' });
  assert.deepEqual(terms.instalments, [
    { dueDate: '2026-02-28', amount: '25' },
    { dueDate: '2026-03-22', amount: '30' },
  ]);
  assert.deepEqual(terms.parts, [part('CASH', '10')]);
  assert.deepEqual(termsProblems('65', terms), []);
});

const said = (due: string, ...parts: PaymentPart[]) =>
  termsProblems(due, termsOfParts(parts, order))
    .map((problem) => fillIn(problem))
    .join('; ');

test('parts come to what is due, and only cash may exceed it', () => {
  assert.equal(said('20', part('DEBIT_CARD', '20')), '');
  assert.equal(said('20', part('DEBIT_CARD', '15'), part('CASH', '10')), '');
  assert.match(said('20', part('DEBIT_CARD', '19.99')), /0.01 less than the 20 that are due/);
  assert.match(said('20', part('DEBIT_CARD', '20.01')), /by 0.01, and only cash gives change/);
  assert.match(said('20', part('DEBIT_CARD', '25'), part('CASH', '4')), /by 9, and only cash gives change/);
});

for (const [what, parts, problem] of [
  ['nothing', [part('CASH', '0')], /payment.payments\[0\].amount must be above 0/],
  ['a part of a cent', [part('CASH', '1.001')], /at most 2 decimals/],
  ['cash in a month', [part('CASH', '1', { days: 30 })], /belongs to CREDIT alone/],
  ['credit without a day', [part('CASH', '1'), part('CREDIT', '1')], /payments\[1\].days is needed/],
  ['credit of yesterday', [part('CREDIT', '1', { days: -1 })], /between 0 and 3650 days/],
  ['a long reference', [part('CASH', '1', { reference: 'x'.repeat(201) })], /reference must be at most 200, not 201/],
  ['too many parts', Array.from({ length: 11 }, () => part('CASH', '1')), /must be at most 10/],
] as const) {
  test(`${what} is refused`, () => {
    assert.throws(() => termsOfParts(parts, order), problem);
  });
}

test('what stays in the till and what is on credit come to what is due, whatever is handed over', () => {
  const cents = fc.integer({ min: 1, max: 10_000 }).map((amount) => (amount / 100).toFixed(2));
  const aPart = fc.record({ method: fc.constantFrom('CASH', 'DEBIT_CARD', 'CREDIT'), amount: cents });
  fc.assert(
    fc.property(fc.array(aPart, { minLength: 1, maxLength: 10 }), cents, (parts, due) => {
      const terms = termsOfParts(parts, { ...order, due_date: '2026-03-01' });
      if (termsProblems(due, terms).length > 0) return;
      const staying = add('0', ...keptParts(due, terms).map(({ amount }) => amount));
      const onCredit = add('0', ...terms.instalments.map(({ amount }) => amount));
      assert.equal(compare(add(staying, onCredit), due), 0);
      const handed = add('0', ...parts.map(({ amount }) => amount));
      assert.equal(compare(subtract(handed, due), changeOf(due, terms)), 0);
    }),
  );
});
