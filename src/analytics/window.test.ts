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

const add = (grain: 'D' | 'M', first: string, last: string): RollupPart => ({ grain, takenAway: false, first, last });
const takeAway = (first: string, last: string): RollupPart => ({ grain: 'D', takenAway: true, first, last });

const PARTS: [string, Days, RollupPart[]][] = [
  [
    'today, the first of a month',
    { first: '2026-03-01', last: '2026-03-01' },
    [add('M', '2026-03-01', '2026-03-01'), takeAway('2026-03-02', '2026-03-31')],
  ],
  ['today, later in a month', { first: '2026-03-09', last: '2026-03-09' }, [add('D', '2026-03-09', '2026-03-09')]],
  ['some days of one month', { first: '2026-03-20', last: '2026-03-30' }, [add('D', '2026-03-20', '2026-03-30')]],
  [
    'most days of one month',
    { first: '2026-03-03', last: '2026-03-30' },
    [takeAway('2026-03-01', '2026-03-02'), add('M', '2026-03-01', '2026-03-01'), takeAway('2026-03-31', '2026-03-31')],
  ],
  ['a whole month', { first: '2026-03-01', last: '2026-03-31' }, [add('M', '2026-03-01', '2026-03-01')]],
  [
    'two broken months, little of the first',
    { first: '2026-03-31', last: '2026-04-29' },
    [add('D', '2026-03-31', '2026-03-31'), add('M', '2026-04-01', '2026-04-01'), takeAway('2026-04-30', '2026-04-30')],
  ],
  [
    'both edges broken, over a new year',
    { first: '2025-11-02', last: '2026-02-10' },
    [takeAway('2025-11-01', '2025-11-01'), add('M', '2025-11-01', '2026-02-01'), takeAway('2026-02-11', '2026-02-28')],
  ],
];

for (const [what, window, parts] of PARTS) {
  test(`roll-up parts of ${what}`, () => {
    assert.deepEqual(rollupParts(window), parts);
  });
}

/** How often each day is counted by the rows of the parts, a month's row read as all days of its month. */
function timesCounted(parts: readonly RollupPart[]): Map<string, number> {
  const times = new Map<string, number>();
  const count = ({ first, last }: Days, by: number) => {
    for (let day = first; day <= last; day = addDays(day, 1)) times.set(day, (times.get(day) ?? 0) + by);
  };
  for (const part of parts) {
    if (part.grain === 'D') count(part, part.takenAway ? -1 : 1);
    // A month's row is found by the month's first day, and by no other.
    else {
      for (let day = part.first; day <= part.last; day = addDays(day, 1)) {
        if (day.endsWith('-01')) count(monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7))), 1);
      }
    }
  }
  return times;
}

test('roll-up parts count each day of a window exactly once, and no other day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 730 }), (dayNumber, days) => {
      const window = windowOf(addDays('1971-12-31', dayNumber), days);
      const parts = rollupParts(window);
      const counted = [...timesCounted(parts)].filter(([, times]) => times !== 0);
      const once = Array.from({ length: days }, (_, i) => [addDays(window.first, i), 1]);
      assert.deepEqual(
        counted.toSorted(([left], [right]) => (left < right ? -1 : 1)),
        once,
      );
      // At most half a month of days is read that lies in the past.
      const past = parts.filter((part) => part.grain === 'D' && part.first <= window.last);
      assert.ok(past.length <= 1 && past.every((part) => part.last <= addDays(part.first, 15)));
    }),
    { numRuns: 300 },
  );
});
