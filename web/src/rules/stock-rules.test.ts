// How an item stands and when to order it: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiry } from './expiry.ts';
import { reorderAdvice, type ReorderAdvice, type ReorderFacts } from './reorder-advice.ts';
import type { SoldItem } from './sale.ts';
import { mayGoBelowZero, stockAt, takenBy, type Level, type StockAt } from './stock-at.ts';
import { stockHealth, type StockFacts, type StockHealth } from './stock-health.ts';

const STOCK: StockFacts = { available: '100', incoming: '0', reorderLevel: '20', leadTime: 5, daysOfCoverage: '50' };

const HEALTH: [string, Partial<StockFacts>, StockHealth][] = [
  ['plenty', {}, 'FINE'],
  ['nothing left', { available: '0' }, 'OUT'],
  ['promised more than there is', { available: '-2' }, 'OUT'],
  ['at the level', { available: '20' }, 'REORDER'],
  ['at the level, and more is coming', { available: '20', incoming: '1' }, 'COMING'],
  ['a hair above the level', { available: '20.001' }, 'REORDER'],
  ['above the level for a day', { available: '22' }, 'FINE'],
  ['at the level, and it runs out before an order arrives', { available: '20', daysOfCoverage: '1' }, 'SOON'],
  ['no level, little left', { available: '1', reorderLevel: '0' }, 'FINE'],
  ['runs out before an order arrives', { daysOfCoverage: '5' }, 'SOON'],
  ['it ends tomorrow, although no lead time is set', { leadTime: 0, daysOfCoverage: '1' }, 'SOON'],
  ['it ends tomorrow, and no level is set', { reorderLevel: '0', leadTime: 0, daysOfCoverage: '0.4' }, 'SOON'],
  ['nothing sells', { daysOfCoverage: null }, 'IDLE'],
  [
    'demo, 161 of level 152 at 15.4 a day',
    { available: '161', reorderLevel: '152', leadTime: 4, daysOfCoverage: '10.45' },
    'REORDER',
  ],
  ['demo, 163 of level 162', { available: '163', reorderLevel: '162', daysOfCoverage: '20' }, 'REORDER'],
];

for (const [what, facts, expected] of HEALTH) {
  test(`stock health: ${what}`, () => assert.equal(stockHealth({ ...STOCK, ...facts }), expected));
}

const ITEM: ReorderFacts = { ...STOCK, daysOfCoverage: '12.5', reorderQuantity: '60', averageCost: '2.505' };

const ADVICE: [string, Partial<ReorderFacts>, ReorderAdvice][] = [
  ['later, when the level is reached', {}, { when: 'LATER', inDays: 10, cost: '150.3' }],
  ['now, at the level', { available: '20' }, { when: 'NOW', cost: '150.3' }],
  [
    'now, when the level is reached today',
    { available: '27', daysOfCoverage: '3.375', leadTime: 3 },
    { when: 'NOW', cost: '150.3' },
  ],
  ['now, when it runs out before an order arrives', { leadTime: 13 }, { when: 'NOW', cost: '150.3' }],
  ['nothing, since enough is coming', { available: '10', incoming: '60' }, { when: 'COMING' }],
  ['now, since too little is coming', { available: '10', incoming: '5' }, { when: 'NOW', cost: '150.3' }],
  ['nothing, since all that is there is on its way', { available: '0', incoming: '60' }, { when: 'COMING' }],
  ['at some time, when nothing sells', { daysOfCoverage: null }, { when: 'LATER', inDays: undefined, cost: '150.3' }],
  ['without a cost, when none is known', { averageCost: '0', available: '1' }, { when: 'NOW', cost: undefined }],
  ['nothing, when it is archived', { available: '0', isArchived: true }, { when: 'ARCHIVED' }],
  ['nothing, when no level is set', { reorderLevel: '0', reorderQuantity: '0' }, { when: 'UNSET' }],
];

for (const [what, facts, expected] of ADVICE) {
  test(`reorder: ${what}`, () => assert.deepEqual(reorderAdvice({ ...ITEM, ...facts }), expected));
}

test('what is called enough is never to be ordered within a day', () => {
  for (let available = 0; available < 60; available += 1) {
    for (const perDay of [0, 0.5, 3, 15.4]) {
      const daysOfCoverage = perDay === 0 ? null : String(available / perDay);
      const facts = { ...ITEM, available: String(available), daysOfCoverage };
      const advice = reorderAdvice(facts);
      const isEnough = ['FINE', 'IDLE'].includes(stockHealth(facts));
      assert.equal(advice.when === 'LATER', isEnough, JSON.stringify(facts));
      if (advice.when === 'LATER' && advice.inDays !== undefined) assert.ok(advice.inDays >= 1);
    }
  }
});

const TODAY = Date.parse('2026-11-21T15:00:00Z');
const EXPIRIES: [string | null, ReturnType<typeof expiry>][] = [
  [null, 'NONE'],
  ['2026-11-20', 'EXPIRED'],
  ['2026-11-21', 'SOON'],
  ['2026-12-04', 'SOON'],
  ['2026-12-06', 'FINE'],
];

for (const [date, expected] of EXPIRIES) {
  test(`a lot that is good until ${date}`, () => assert.equal(expiry(date, TODAY), expected));
}

const level = (locationId: string, available: string): Level => ({ locationId, available });

const PLACES: [string, Level[], StockAt][] = [
  ['some here', [level('here', '3'), level('far', '108')], { here: '3', elsewhere: [] }],
  ['never been here', [level('far', '108')], { here: '0', elsewhere: [level('far', '108')] }],
  ['none anywhere', [level('here', '0'), level('far', '0'), level('farther', '-1')], { here: '0', elsewhere: [] }],
  [
    'promised more than there is here',
    [level('here', '-2'), level('far', '1')],
    { here: '-2', elsewhere: [level('far', '1')] },
  ],
  [
    'none here, the most elsewhere first',
    [level('far', '9'), level('here', '0'), level('farther', '10.5')],
    { here: '0', elsewhere: [level('farther', '10.5'), level('far', '9')] },
  ],
];

for (const [what, levels, expected] of PLACES) {
  test(`stock at the location sold from: ${what}`, () => assert.deepEqual(stockAt(levels, 'here'), expected));
}

test('lines take of an item in its own unit, whatever unit they are sold in; what cannot be read takes nothing', () => {
  const item = (id: string) => ({ id, units: [{ unit: 'caja', factor: '12', price: null }] }) as unknown as SoldItem;
  const lines = [
    { item: item('one'), unit: 'caja', quantity: '2' },
    { item: item('one'), unit: undefined, quantity: '0.5' },
    { item: item('one'), unit: 'und', quantity: 'x' },
    { item: item('other'), quantity: '3' },
  ];
  assert.deepEqual(
    [...takenBy(lines)],
    [
      ['one', '24.5'],
      ['other', '3'],
    ],
  );
});

for (const [trackingMode, allowNegativeStock, sellsWithoutStock, expected] of [
  ['NONE', false, false, false],
  ['NONE', false, true, true],
  ['NONE', true, false, true],
  ['LOT', false, true, false],
  ['SERIAL', false, true, false],
  ['LOT', true, false, true],
] as const)
  test(`${trackingMode}, of the item ${allowNegativeStock}, of the company ${sellsWithoutStock}: below zero ${expected}`, () =>
    assert.equal(mayGoBelowZero({ trackingMode, allowNegativeStock }, sellsWithoutStock), expected));
