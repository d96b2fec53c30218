import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retentionOn, type AskedRetention } from './retention.ts';

const client = { retention_code: null, receiver_type: 'CONTRIBUYENTE' } as const;
const state = { retention_code: null, receiver_type: 'GOBIERNO' } as const;
const usual = { ...client, retention_code: '4' };

const ROWS: [string, typeof usual | typeof client | typeof state, AskedRetention | null, string | null][] = [
  ['nothing is said', client, null, null],
  // Not every institution withholds: a sale to the State is as before unless the caller says so.
  ['nothing is said of the State', state, null, null],
  ['the client always does', usual, null, '4: 3.51'],
  ['the client always does, but not now', usual, { amount: '0' }, null],
  ['the client does otherwise now', usual, { code: '1' }, '1: 7.01'],
  ['nothing more is said', client, {}, null],
  ['the State does', state, {}, '2: 3.51'],
  ['the amount is said', state, { amount: '3.5' }, '2: 3.5'],
  ['under a code without a percentage', client, { code: '8', amount: '1.23' }, '8: 1.23'],
];

for (const [name, who, asked, expected] of ROWS) {
  test(`${name}: ${expected ?? 'nothing is withheld'}`, () => {
    const retention = retentionOn('7.01', who, asked);
    assert.equal(retention && `${retention.code}: ${retention.amount}`, expected);
  });
}

test('nothing is withheld of nothing', () => assert.equal(retentionOn('0', usual, null), null));

for (const [name, asked, problem] of [
  ['an unknown code', { code: '5' }, /retention.code must be one of 1, 2, 3, 4, 7, 8, not 5/],
  ['an amount under no code', { amount: '1' }, /retention.code must be one of/],
  ['a code that has no percentage, without an amount', { code: '8' }, /code 8 has no percentage/],
  ['more than the ITBMS', { code: '2', amount: '7.02' }, /at most the ITBMS of 7.01/],
  ['a part of a cent', { code: '2', amount: '1.001' }, /at most 2 decimals/],
  ['less than nothing', { code: '2', amount: '-1' }, /must not be below 0/],
] as const) {
  test(`${name} is refused`, () => assert.throws(() => retentionOn('7.01', client, asked), problem));
}
