import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { add } from '../../platform/decimal.ts';
import { leastOpenings } from './opening-stock.ts';

function openingOf(changes: readonly string[], onHand?: string): string | undefined {
  const steps = changes.map((change) => ({ sku: 'A', change }));
  return leastOpenings(steps, new Map(onHand === undefined ? [] : [['A', onHand]])).get('A');
}

// what · changes in their order · on hand before · opening
const ROWS: [string, string[], string | undefined, string | undefined][] = [
  ['nothing moves', [], undefined, undefined],
  ['what goes out must have been there', ['-5'], undefined, '5'],
  ['all that goes out together', ['-5', '-2.5'], undefined, '7.5'],
  ['what comes back first need not have been there', ['3', '-5'], undefined, '2'],
  ['what comes back later helps nothing', ['-5', '5'], undefined, '5'],
  ['the lowest point counts', ['-1', '-4', '3', '-2', '1'], undefined, '5'],
  ['what is on hand need not be booked', ['-5'], '3', '2'],
  ['more than enough on hand', ['-5'], '8', undefined],
  ['a debt from before is paid too', ['-5'], '-2', '7'],
];

for (const [what, changes, onHand, opening] of ROWS) {
  test(what, () => assert.equal(openingOf(changes, onHand), opening));
}

test('items do not help each other', () => {
  const steps = [
    { sku: 'A', change: '5' },
    { sku: 'B', change: '-5' },
  ];
  assert.deepEqual([...leastOpenings(steps, new Map())], [['B', '5']]);
});

test('with the opening no balance is negative, and with less one is', () => {
  const changes = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(changes, fc.integer({ min: -5, max: 5 }), (changes, onHand) => {
      const opening = openingOf(changes.map(String), String(onHand)) ?? '0';
      let balance = add(String(onHand), opening);
      const balances = changes.map((change) => Number((balance = add(balance, String(change)))));
      assert.ok(Math.min(...balances) >= 0);
      if (opening !== '0') assert.equal(Math.min(...balances), 0);
    }),
  );
});

test('what was booked for the whole covers whatever part of it is left', () => {
  const changes = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(changes, fc.nat(20), (changes, written) => {
      const opening = openingOf(changes.map(String)) ?? '0';
      const now = add(opening, ...changes.slice(0, written).map(String));
      assert.equal(openingOf(changes.slice(written).map(String), now), undefined);
    }),
  );
});
