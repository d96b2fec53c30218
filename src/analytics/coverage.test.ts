import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { coverage, velocityInStock } from './coverage.ts';

const TODAY = '2026-11-21';

// what · units sold · window · available → velocity · coverage · stockout
const ROWS: [string, string, number, string, string, string | null, string | null][] = [
  ['nothing sold', '0', 30, '10', '0', null, null],
  ['more came back than went out', '-3', 30, '10', '0', null, null],
  ['one a day', '30', 30, '10', '1', '10', '2026-12-01'],
  ['nothing left', '30', 30, '0', '1', '0', TODAY],
  ['less than nothing left', '30', 30, '-5', '1', '0', TODAY],
  ['less than a day left', '30', 30, '0.999999', '1', '1', TODAY],
  ['the date follows whole days, not the rounded coverage', '30', 30, '9.999999', '1', '10', '2026-11-30'],
  ['coverage from the unrounded velocity', '1', 3, '2', '0.3333', '6', '2026-11-27'],
  ['a velocity that rounds to nothing still covers', '0.000001', 730, '0.000001', '0', '730', '2028-11-20'],
  ['a tie rounds down to even', '0.0005', 10, '0', '0', '0', TODAY],
  ['a tie rounds up to even', '0.0015', 10, '0', '0.0002', '0', TODAY],
  ['a hair above a tie is no tie', '0.003650000001', 73, '0', '0.0001', '0', TODAY],
  ['coverage: a tie rounds to even', '8', 1, '1.0004', '8', '0.125', TODAY],
  ['coverage: 0.00005 to even', '200000', 1, '10', '200000', '0', TODAY],
  ['coverage: 0.00015 to even', '200000', 1, '30', '200000', '0.0002', TODAY],
  ['decimals', '12.5', 7, '100.25', '1.7857', '56.14', '2027-01-16'],
  ['exactly 100 years', '1', 1, '36524', '1', '36524', '2126-11-21'],
  ['a day beyond 100 years', '1', 1, '36525', '1', '36525', null],
  ['far beyond 100 years', '0.000001', 1, '999999999999999', '0', '999999999999999000000', null],
];

for (const [what, unitsSold, windowDays, available, dailyVelocity, daysOfCoverage, projectedStockoutDate] of ROWS) {
  test(`coverage: ${what}`, () => {
    assert.deepEqual(coverage({ unitsSold, windowDays, available, today: TODAY }), {
      dailyVelocity,
      daysOfCoverage,
      projectedStockoutDate,
    });
  });
}

test('29 February looks ahead to a year that has none', () => {
  const ahead = (available: string) =>
    coverage({ unitsSold: '1', windowDays: 1, available, today: '2000-02-29' }).projectedStockoutDate;
  assert.equal(ahead('36524'), '2100-02-28');
  assert.equal(ahead('36525'), null);
});

// units sold · days with stock → velocity of those days
const IN_STOCK: [string, number, string | null][] = [
  ['30', 30, '1'],
  ['30', 10, '3'],
  ['10', 3, '3.3333'],
  ['0.00005', 1, '0'],
  ['0', 10, '0'],
  ['-4', 10, '0'],
  ['4', 0, null],
  ['0', 0, null],
];

for (const [unitsSold, days, velocity] of IN_STOCK) {
  test(`${unitsSold} units in ${days} days with stock are ${velocity} a day`, () => {
    assert.equal(velocityInStock(unitsSold, days), velocity);
  });
}

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, fraction]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(fraction + 1, '0');
    const whole = text.slice(0, text.length - fraction);
    return `${digits < 0n ? '-' : ''}${whole}${fraction > 0 ? `.${text.slice(-fraction)}` : ''}`;
  });

test('coverage is a number or nothing, whatever the sales and the stock', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 1, max: 730 }), decimal, (unitsSold, windowDays, available) => {
      const answer = coverage({ unitsSold, windowDays, available, today: TODAY });
      const plainNumber = /^\d+(\.\d{1,4})?$/;
      assert.match(answer.dailyVelocity, plainNumber);
      if (answer.daysOfCoverage === null) {
        assert.equal(answer.dailyVelocity, '0');
        assert.equal(answer.projectedStockoutDate, null);
        return;
      }
      assert.match(answer.daysOfCoverage, plainNumber);
      if (answer.projectedStockoutDate === null) assert.ok(Number(answer.daysOfCoverage) > 36_524);
      else assert.ok(answer.projectedStockoutDate >= TODAY && answer.projectedStockoutDate <= '2126-11-21');
    }),
    { numRuns: 500 },
  );
});
