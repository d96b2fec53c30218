import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, monthOf, rollupParts, windowOf, type Days, type RollupPart } from './window.ts';

const WINDOWS = [
  ['2026-03-01', 1, '2026-03-01'],
  ['2026-03-01', 2, '2026-02-28'],
  ['2024-03-01', 2, '2024-02-29'],
  ['2026-11-21', 30, '2026-10-23'],
  ['2026-01-01', 730, '2024-01-03'],
] as const;

for (const [today, days, first] of WINDOWS) {
  test(`the ${days} days up to ${today} begin on ${first}`, () => {
    assert.deepEqual(windowOf(today, days), { first, last: today });
  });
}

const MONTHS = [
  [2026, 1, '2026-01-01', '2026-01-31'],
  [2024, 2, '2024-02-01', '2024-02-29'],
  [2026, 2, '2026-02-01', '2026-02-28'],
  [2026, 12, '2026-12-01', '2026-12-31'],
  [1970, 1, '1970-01-01', '1970-01-31'],
] as const;

for (const [year, month, first, last] of MONTHS) {
  test(`month ${month} of ${year} is ${first} to ${last}`, () => {
    assert.deepEqual(monthOf(year, month), { first, last });
  });
}

const PARTS: [string, Days, RollupPart[]][] = [
  [
    'days of one month',
    { first: '2026-03-02', last: '2026-03-30' },
    [{ grain: 'D', first: '2026-03-02', last: '2026-03-30' }],
  ],
  [
    'a whole month',
    { first: '2026-03-01', last: '2026-03-31' },
    [{ grain: 'M', first: '2026-03-01', last: '2026-03-31' }],
  ],
  [
    'two broken months',
    { first: '2026-03-02', last: '2026-04-29' },
    [{ grain: 'D', first: '2026-03-02', last: '2026-04-29' }],
  ],
  [
    'a month from its first day, and some of the next',
    { first: '2026-02-01', last: '2026-03-04' },
    [
      { grain: 'M', first: '2026-02-01', last: '2026-02-28' },
      { grain: 'D', first: '2026-03-01', last: '2026-03-04' },
    ],
  ],
  [
    'some days, then a month to its last day',
    { first: '2026-01-30', last: '2026-02-28' },
    [
      { grain: 'D', first: '2026-01-30', last: '2026-01-31' },
      { grain: 'M', first: '2026-02-01', last: '2026-02-28' },
    ],
  ],
  [
    'both edges broken, over a new year',
    { first: '2025-11-15', last: '2026-02-10' },
    [
      { grain: 'D', first: '2025-11-15', last: '2025-11-30' },
      { grain: 'M', first: '2025-12-01', last: '2026-01-31' },
      { grain: 'D', first: '2026-02-01', last: '2026-02-10' },
    ],
  ],
];

for (const [what, window, parts] of PARTS) {
  test(`roll-up parts of ${what}`, () => {
    assert.deepEqual(rollupParts(window), parts);
  });
}

/** The days that a part's rows sum up, month rows read as the months they stand for. */
function daysOf(part: RollupPart): string[] {
  const days: string[] = [];
  for (let day = part.first; day <= part.last; day = addDays(day, 1)) {
    if (part.grain === 'D') days.push(day);
    // A month row is found by its first day and stands for all days of the month, inside the window or not.
    else if (day.endsWith('-01')) {
      const month = monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
      for (let each = month.first; each <= month.last; each = addDays(each, 1)) days.push(each);
    }
  }
  return days;
}

test('roll-up parts cover each day of a window exactly once, and no other day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 730 }), (dayNumber, days) => {
      const window = windowOf(addDays('1971-12-31', dayNumber), days);
      const expected = Array.from({ length: days }, (_, i) => addDays(window.first, i));
      assert.deepEqual(rollupParts(window).flatMap(daysOf), expected);
    }),
    { numRuns: 300 },
  );
});
