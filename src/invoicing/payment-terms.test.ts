import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillIn, type Sentence } from '../platform/errors.ts';
import { lastDueDate, paidAtOnce, paymentTerms, termsProblems } from './payment-terms.ts';

const twice = [
  { dueDate: '2026-04-01', amount: '30' },
  { dueDate: '2026-05-01', amount: '20.5' },
];

const said = (problems: readonly Sentence[]): string => problems.map((problem) => fillIn(problem)).join('; ');

test('without terms an order is paid at once, or as a whole on its due day', () => {
  assert.deepEqual(paymentTerms(null, { due_date: null }, '53.5'), { method: 'CASH', instalments: [] });
  assert.deepEqual(paymentTerms({ method: 'DEBIT_CARD' }, { due_date: null }, '53.5'), {
    method: 'DEBIT_CARD',
    instalments: [],
  });
  const due = paymentTerms(undefined, { due_date: '2026-04-01' }, '53.5');
  assert.deepEqual(due.instalments, [{ dueDate: '2026-04-01', amount: '53.5' }]);
  assert.equal(paidAtOnce('53.5', due), '0');
});

test('instalments that are asked for stand before the due day of the order; the last one is the last day', () => {
  const terms = paymentTerms({ method: 'CASH', instalments: twice }, { due_date: '2026-03-01' }, '53.5');
  assert.equal(lastDueDate(terms), '2026-05-01');
  assert.equal(paidAtOnce('53.5', terms), '3');
  assert.deepEqual(termsProblems('53.5', terms), []);
  assert.equal(lastDueDate(paymentTerms({ instalments: [] }, { due_date: '2026-03-01' }, '53.5')), null);
});

for (const [what, instalments, problem] of [
  ['nothing', [{ dueDate: '2026-04-01', amount: '0' }], /Instalment 1 must be above 0/],
  ['less than nothing', [{ dueDate: '2026-04-01', amount: '-1' }], /Instalment 1 must be above 0/],
  ['a part of a cent', [{ dueDate: '2026-04-01', amount: '1.001' }], /at most 2 decimals/],
  ['the same day twice', [twice[0]!, { ...twice[1]!, dueDate: '2026-04-01' }], /Instalment 2 must be due after/],
  ['more than the total', [{ dueDate: '2026-04-01', amount: '53.51' }], /exceed the total of 53.5 by 0.01/],
  [
    'too many',
    Array.from({ length: 101 }, (_, day) => ({
      dueDate: new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10),
      amount: '0.1',
    })),
    /100 instalments at most/,
  ],
] as const) {
  test(`instalments of ${what} are refused`, () => {
    assert.match(said(termsProblems('53.5', { method: 'CASH', instalments })), problem);
  });
}

test('what is paid at once is not paid on credit', () => {
  const onCredit = (due_date: string | null) => paymentTerms({ method: 'CREDIT' }, { due_date }, '53.5');
  assert.match(said(termsProblems('53.5', onCredit(null))), /CREDIT pays nothing at once/);
  assert.match(said(termsProblems('53.5', { method: 'CREDIT', instalments: twice })), /CREDIT pays nothing at once/);
  assert.deepEqual(termsProblems('53.5', onCredit('2026-04-01')), []);
  assert.deepEqual(termsProblems('0', { method: 'CREDIT', instalments: [] }), []);
});

test('what costs nothing may be due', () => {
  assert.deepEqual(termsProblems('0', paymentTerms(null, { due_date: '2026-04-01' }, '0')), []);
});
