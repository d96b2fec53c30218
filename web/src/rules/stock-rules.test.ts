// How an item stands and when to order it: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiry } from './expiry.ts';
import { reorderAdvice, type ReorderAdvice, type ReorderFacts } from './reorder-advice.ts';
import { stockHealth, type StockFacts, type StockHealth } from './stock-health.ts';

const STOCK: StockFacts = { available: '100', incoming: '0', reorderLevel: '20', leadTime: 5, daysOfCoverage: '50' };

const HEALTH: [string, Partial<StockFacts>, StockHealth][] = [
  ['plenty', {}, 'FINE'],
  ['nothing left', { available: '0' }, 'OUT'],
  ['promised more than there is', { available: '-2' }, 'OUT'],
  ['at the level', { available: '20' }, 'REORDER'],
  ['at the level, and more is coming', { available: '20', incoming: '1' }, 'COMING'],
  ['at the level, and nobody asked what is coming', { available: '20', incoming: undefined }, 'LOW'],
  ['a hair above the level', { available: '20.001' }, 'FINE'],
  ['no level, little left', { available: '1', reorderLevel: '0' }, 'FINE'],
  ['runs out before an order arrives', { daysOfCoverage: '5' }, 'SOON'],
  ['nothing sells', { daysOfCoverage: null }, 'IDLE'],
  ['nobody asked how it sells', { daysOfCoverage: undefined }, 'FINE'],
];

for (const [what, facts, expected] of HEALTH) {
  test(`stock health: ${what}`, () => assert.equal(stockHealth({ ...STOCK, ...facts }), expected));
}

const ITEM: ReorderFacts = {
  available: '100',
  incoming: '0',
  reorderLevel: '20',
  reorderQuantity: '60',
  averageCost: '2.505',
  dailyVelocity: '8',
};

const ADVICE: [string, Partial<ReorderFacts>, ReorderAdvice][] = [
  ['later, when the level is reached', {}, { when: 'LATER', inDays: 10, cost: '150.3' }],
  ['now, at the level', { available: '20' }, { when: 'NOW', cost: '150.3' }],
  ['nothing, since enough is coming', { available: '10', incoming: '60' }, { when: 'COMING' }],
  ['now, since too little is coming', { available: '10', incoming: '5' }, { when: 'NOW', cost: '150.3' }],
  ['at some time, when nothing sells', { dailyVelocity: '0' }, { when: 'LATER', inDays: undefined, cost: '150.3' }],
  ['without a cost, when none is known', { averageCost: '0', available: '1' }, { when: 'NOW', cost: undefined }],
  ['nothing, when nobody set a level', { reorderLevel: '0', reorderQuantity: '0' }, { when: 'UNSET' }],
];

for (const [what, facts, expected] of ADVICE) {
  test(`reorder: ${what}`, () => assert.deepEqual(reorderAdvice({ ...ITEM, ...facts }), expected));
}

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
