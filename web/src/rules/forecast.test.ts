// How the stock goes on, and what a reorder level means: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysToNothing, forecast, type ForecastFacts } from './forecast.ts';
import { levelEffect, suggestedLevel, type LevelEffect, type LevelFacts } from './level-effect.ts';

const SELLING: ForecastFacts = { available: 10, perDay: 2, deviation: 1, daysWithSales: 20, arrivals: [] };
const expected = (facts: Partial<ForecastFacts>, days = 6): number[] =>
  forecast({ ...SELLING, ...facts }, days).map((day) => day.expected);

const COURSES: [string, Partial<ForecastFacts>, number[]][] = [
  ['down to nothing, and no further', {}, [10, 8, 6, 4, 2, 0, 0]],
  ['goods come on their day', { arrivals: [{ inDays: 3, quantity: 5 }] }, [10, 8, 6, 9, 7, 5, 3]],
  ['goods that are late come tomorrow', { arrivals: [{ inDays: -4, quantity: 5 }] }, [10, 13, 11, 9, 7, 5, 3]],
  ['promised more than there is', { available: -3, arrivals: [{ inDays: 1, quantity: 5 }] }, [0, 3, 1, 0, 0, 0, 0]],
  ['nothing sells', { perDay: 0 }, []],
  ['more came back than was sold', { perDay: -1 }, []],
];

for (const [what, facts, course] of COURSES) {
  test(`forecast: ${what}`, () => assert.deepEqual(expected(facts), course));
}

test('forecast: the band is around the line, widens, and is not below nothing', () => {
  const course = forecast({ ...SELLING, available: 100, deviation: 3 }, 60);
  for (const [at, day] of course.entries()) {
    assert.ok(day.low! <= day.expected && day.expected <= day.high! && day.low! >= 0);
    if (at > 0 && day.low! > 0 && day.high! > 0) {
      assert.ok(day.high! - day.low! >= course[at - 1]!.high! - course[at - 1]!.low! - 1e-9, `day ${at}`);
    }
  }
});

test('forecast: of a slow item, which sold on few days, no band is drawn', () => {
  for (const day of forecast({ ...SELLING, daysWithSales: 7 }, 10)) assert.deepEqual(Object.keys(day), ['expected']);
  assert.equal(forecast({ ...SELLING, daysWithSales: 8 }, 10)[3]!.low! < 4, true);
});

test('forecast: on goods that are late the lower edge does not count', () => {
  const [, tomorrow] = forecast({ ...SELLING, arrivals: [{ inDays: 0, quantity: 100 }] }, 1);
  assert.ok(tomorrow!.low! < 10 && tomorrow!.high! > 100);
});

test('forecast: the day on which nothing is left', () => {
  assert.equal(daysToNothing(forecast(SELLING, 6)), 5);
  assert.equal(daysToNothing(forecast(SELLING, 4)), undefined);
  assert.equal(daysToNothing([]), undefined);
});

const ITEM: LevelFacts = {
  available: '100',
  incoming: '20',
  perDay: '10',
  deviation: '4',
  leadTime: 4,
  reorderQuantity: '60',
  averageCost: '2.5',
};

const EFFECTS: [string, string, Partial<LevelFacts>, LevelEffect][] = [
  ['in some days, with a reserve', '60', {}, { daysToOrder: 6, reserveDays: '2', moneyBound: '125' }],
  ['reached already', '130', {}, { daysToOrder: 0, reserveDays: '9', moneyBound: '300' }],
  ['too low for the lead time', '25', {}, { daysToOrder: 9, reserveDays: '-1.5', moneyBound: '75' }],
  ['without a cost', '60', { averageCost: null }, { daysToOrder: 6, reserveDays: '2', moneyBound: undefined }],
  ['nothing sells', '60', { perDay: '0' }, { daysToOrder: undefined, reserveDays: undefined, moneyBound: '225' }],
];

for (const [what, level, facts, effect] of EFFECTS) {
  test(`reorder level: ${what}`, () => assert.deepEqual(levelEffect(level, { ...ITEM, ...facts }), effect));
}

test('reorder level: what is suggested covers the lead time and a reserve', () => {
  assert.equal(suggestedLevel(ITEM), '54');
  assert.equal(suggestedLevel({ ...ITEM, deviation: '0' }), '40');
  assert.equal(suggestedLevel({ ...ITEM, perDay: '0' }), undefined);
});
