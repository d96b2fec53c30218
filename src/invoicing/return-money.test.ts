import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashFirst, freedBy, proposed, takeOf } from './return-money.ts';

const sale = { total: '100', retention: '0', credited: '0', debited: '0' };

for (const [what, invoice, credited, note, freed] of [
  ['all was paid', { paid: '100' }, '30', '30', '30'],
  ['nothing was paid', { paid: '0' }, '30', '30', '0'],
  ['a debt of 70 takes 50 of 50', { paid: '30' }, '50', '50', '0'],
  ['a debt of 20 takes 20 of 40', { paid: '30' }, '90', '40', '20'],
  ['what was paid too much before is no money of the note', { paid: '150' }, '10', '10', '10'],
  ['all was given back already', { paid: '0' }, '100', '40', '0'],
  ['ITBMS that the client withheld was not paid', { paid: '96.5', retention: '3.5' }, '100', '100', '96.5'],
  ['and stays withheld until all is credited', { paid: '96.5', retention: '3.5' }, '50', '50', '50'],
  ['a debit note is owed too', { paid: '100', debited: '10' }, '30', '30', '20'],
  ['an import owes nothing', { paid: '0', is_owed: false }, '30', '30', '0'],
] as const)
  test(`money of a return: ${what}`, () => {
    assert.equal(freedBy({ ...sale, ...invoice }, credited, note), freed);
  });

const PAYMENTS = [
  { id: 'a', method: 'DEBIT_CARD', amount: '10' },
  { id: 'b', method: 'CASH', amount: '4' },
  { id: 'c', method: 'CASH', amount: '3.5' },
] as const;

test('cash goes back first, and by each method no more than came by it', () => {
  assert.deepEqual(proposed(PAYMENTS, '9'), [
    { method: 'CASH', amount: '7.5', most: '7.5' },
    { method: 'DEBIT_CARD', amount: '1.5', most: '9' },
  ]);
  assert.deepEqual(proposed(PAYMENTS, '2'), [
    { method: 'CASH', amount: '2', most: '2' },
    { method: 'DEBIT_CARD', amount: '0', most: '2' },
  ]);
  const { taken, left, missing } = takeOf(cashFirst(PAYMENTS), '5', 'CASH');
  assert.deepEqual(
    [taken.map(({ id, amount }) => [id, amount]), left.map(({ amount }) => amount), missing],
    [
      [
        ['b', '4'],
        ['c', '1'],
      ],
      ['0', '2.5', '10'],
      '0',
    ],
  );
  assert.equal(takeOf(PAYMENTS, '11', 'DEBIT_CARD').missing, '1');
});
