import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { add, compare, multiply } from '../platform/decimal.ts';
import { averageCost, averageCostWithout } from './average-cost.ts';

// [average before, on hand before, cost, received, average after]
const ROWS = [
  ['the first cost is the average', null, '0', '4.25', '10', '4.25'],
  ['goods of unknown cost take the first cost that is known', null, '90', '4.25', '10', '4.25'],
  ['a receipt weighs in by its quantity', '10', '30', '20', '10', '12.5'],
  ['a free receipt lowers the average', '10', '10', '0', '10', '5'],
  ['stock below zero weighs nothing', '10', '-5', '20', '1', '20'],
  ['an empty shelf weighs nothing', '10', '0', '20', '3', '20'],
  ['fractions of units count', '1', '0.5', '2', '0.5', '1.5'],
  ['six decimals, not more', '0', '2', '1', '1', '0.333333'],
  ['a tie goes to the even digit below', '0', '1', '0.000001', '1', '0'],
  ['a tie goes to the even digit above', '0', '1', '0.000003', '1', '0.000002'],
  ['what is beyond a tie goes up', '0', '999999', '0.500001', '1', '0.000001'],
] as const;

for (const [rule, average, onHand, cost, received, after] of ROWS) {
  test(rule, () => {
    assert.equal(averageCost({ averageCost: average, onHand }, cost, received), after);
  });
}

test('the average lies between the cheapest and the dearest', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => multiply(String(n), '0.001'));
  const quantity = fc.integer({ min: 1, max: 10 ** 6 }).map((n) => multiply(String(n), '0.01'));
  fc.assert(
    fc.property(amount, quantity, amount, quantity, (average, onHand, cost, received) => {
      const after = averageCost({ averageCost: average, onHand }, cost, received);
      const [least, most] = compare(average, cost) < 0 ? [average, cost] : [cost, average];
      assert.ok(compare(add(after, '0.000001'), least) >= 0 && compare(after, add(most, '0.000001')) <= 0);
    }),
  );
});

// [average before, on hand before, cost, taken back, average after]
const TAKEN_BACK = [
  ['what a receipt added is taken off again', '12.5', '40', '20', '10', '10'],
  ['goods without a cost have none afterwards', null, '10', '4', '10', null],
  ['an empty shelf keeps its average', '4.25', '10', '4.25', '10', '4.25'],
  ['below zero the average stays', '20', '5', '20', '10', '20'],
  ['what costs more than all is worth leaves the average', '7', '11', '9', '10', '7'],
  ['what costs exactly all that is there leaves nothing', '7', '9', '9', '7', '0'],
] as const;

for (const [rule, average, onHand, cost, takenBack, after] of TAKEN_BACK) {
  test(rule, () => {
    assert.equal(averageCostWithout({ averageCost: average, onHand }, cost, takenBack), after);
  });
}
