// The past replayed: what must hold whatever happened, and a course that can be followed by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Big } from 'big.js';
import { outcome, replay, wantedInPast, type PastDay, type Policy, type ReplayDay } from './replay.ts';

/** The same numbers from the same seed. */
function chance(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

function course(seed: number): { opening: string; days: ReplayDay[]; policy: Policy } {
  const any = chance(seed);
  const days = Array.from({ length: 120 }, () => ({
    wanted: new Big(any(3) === 0 ? 0 : any(40)).div(any(2) === 0 ? 1 : 8),
    other: new Big(any(9) === 0 ? any(20) - 14 : 0),
  }));
  const policy = { leadTimeDays: any(15), reorderLevel: String(any(90)), reorderQuantity: String(any(60) / 2) };
  return { opening: String(any(100)), days, policy };
}

const total = (values: readonly Big[]): Big => values.reduce((sum, value) => sum.plus(value), new Big(0));
const plain = (values: readonly Big[]): string[] => values.map((value) => value.toFixed());

for (let seed = 1; seed <= 60; seed += 1) {
  const { opening, days, policy } = course(seed);

  test(`replay ${seed}: never below nothing, never more than was wanted, and the same every time`, () => {
    const flow = replay(opening, days, '1.3', policy);
    for (const [at, closing] of flow.closings.entries()) {
      assert.ok(closing.gte(0) && flow.sold[at]!.gte(0) && flow.sold[at]!.lte(flow.wanted[at]!));
      if (flow.sold[at]!.lt(flow.wanted[at]!)) assert.ok(closing.eq(0) || policy.leadTimeDays === 0);
    }
    assert.deepEqual(replay(opening, days, '1.3', policy), flow);
  });

  test(`replay ${seed}: units are neither made nor lost`, () => {
    // Without what would be taken from an empty shelf, so that all other movements happen whole.
    const gains = days.map(({ wanted, other }) => ({ wanted, other: other.gt(0) ? other : new Big(0) }));
    const { closings, sold } = replay(opening, gains, '1', { ...policy, reorderQuantity: '0' });
    const brought = total(gains.map(({ other }) => other)).plus(opening);
    assert.equal(brought.toFixed(), total(sold).plus(closings.at(-1)!).toFixed());
    const flow = replay(opening, gains, '1', policy);
    const bought = total(flow.sold).plus(flow.closings.at(-1)!).minus(brought);
    const isWhole = Number(policy.reorderQuantity) === 0 ? bought.eq(0) : bought.mod(policy.reorderQuantity).eq(0);
    assert.ok(isWhole && bought.gte(0), `${bought.toFixed()} came in orders of ${policy.reorderQuantity}`);
  });

  test(`replay ${seed}: who wants nothing is never refused, and neither is who buys from a full shelf`, () => {
    assert.equal(outcome(replay(opening, days, '0', policy), '3', '2').daysShort, 0);
    assert.equal(outcome(replay('100000', days, '1', policy), '3', '2').unitsNotSold, '0');
  });
}

test('a course by hand: the order comes when the lead time is over, and what was missing is not sold later', () => {
  const days = [3, 3, 3, 3, 3].map((wanted) => ({ wanted: new Big(wanted), other: new Big(0) }));
  const flow = replay('8', days, '1', { leadTimeDays: 2, reorderLevel: '5', reorderQuantity: '4' });
  assert.deepEqual(plain(flow.closings), ['5', '2', '3', '0', '1']);
  assert.deepEqual(plain(flow.sold), ['3', '3', '3', '3', '3']);
  const late = replay('8', days, '1', { leadTimeDays: 3, reorderLevel: '5', reorderQuantity: '4' });
  assert.deepEqual(plain(late.closings), ['5', '2', '0', '1', '0']);
  assert.deepEqual(plain(late.sold), ['3', '3', '2', '3', '1']);
  assert.deepEqual(outcome(late, '10', '6'), {
    daysShort: 2,
    unitsSold: '12',
    unitsNotSold: '3',
    moneyNotSold: '30',
    averageStock: '1.6',
    averageMoneyBound: '9.6',
    margin: '48',
    ordersPlaced: 3,
  });
  assert.equal(outcome(late, '10', '0').margin, null);
});

const PAST: [string, string, PastDay[], [string[], string[], string]][] = [
  [
    'a day without stock wants what the others do',
    '4',
    [
      { closing: '0', sold: '4', bought: '0' },
      { closing: '0', sold: '0', bought: '0' },
      { closing: '7', sold: '3', bought: '10' },
    ],
    [['4', '3.5', '3'], ['0', '0', '0'], '3.5'],
  ],
  [
    'what came back and what was counted are other movements',
    '10',
    [
      { closing: '12', sold: '-2', bought: '0' },
      { closing: '9', sold: '1', bought: '0' },
    ],
    [['0', '1'], ['2', '-2'], '0.5'],
  ],
  ['nothing ever there', '0', [{ closing: '0', sold: '0', bought: '0' }], [['0'], ['0'], '0']],
];

for (const [what, opening, past, [wanted, other, whenOut]] of PAST) {
  test(`wanted in the past: ${what}`, () => {
    const { days, wantedWhenOut } = wantedInPast(opening, past);
    assert.deepEqual(plain(days.map((day) => day.wanted)), wanted);
    assert.deepEqual(plain(days.map((day) => day.other)), other);
    assert.equal(wantedWhenOut, whenOut);
  });
}
