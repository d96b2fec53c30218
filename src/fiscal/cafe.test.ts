// Printed page of a document, as a table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cafeCodes, chosenCafe, type CafeChoice } from './cafe.ts';

const ROWS: [what: string, choices: (CafeChoice | null | undefined)[], codes: [format: number, delivery: number]][] = [
  ['nothing is said', [null, undefined], [3, 3]],
  ['the tenant has a till roll', [null, { format: 'TILL_ROLL' }], [2, 3]],
  [
    'the document says otherwise',
    [
      { format: 'NONE', delivery: 'NONE' },
      { format: 'TILL_ROLL', delivery: 'PAPER' },
    ],
    [1, 1],
  ],
  ['each says one of the two', [{ delivery: 'PAPER' }, { format: 'TILL_ROLL', delivery: null }], [2, 2]],
];

for (const [what, choices, [format, delivery]] of ROWS) {
  test(`the page where ${what}`, () => assert.deepEqual(cafeCodes(chosenCafe(...choices)), { format, delivery }));
}
