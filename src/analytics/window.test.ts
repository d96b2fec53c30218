import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays } from '../platform/days.ts';
import { monthOf, rollupParts, windowOf, type Days, type RollupPart } from './window.ts';

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

/** As `+M 2026-03-01..2026-03-31`. */
function spelled(parts: readonly RollupPart[]): string[] {
  return parts.map(({ grain, isSubtracted, first, last }) => `${isSubtracted ? '-' : '+'}${grain} ${first}..${last}`);
}

const PARTS: [string, Days, string[]][] = [
  ['one day', { first: '2026-03-01', last: '2026-03-01' }, ['+D 2026-03-01..2026-03-01']],
  ['some days of one month', { first: '2026-03-20', last: '2026-03-30' }, ['+D 2026-03-20..2026-03-30']],
  [
    'most days of one month',
    { first: '2026-03-03', last: '2026-03-30' },
    ['+M 2026-03-01..2026-03-31', '-D 2026-03-01..2026-03-02', '-D 2026-03-31..2026-03-31'],
  ],
  ['a whole month', { first: '2026-03-01', last: '2026-03-31' }, ['+M 2026-03-01..2026-03-31']],
  [
    'two broken months, little of the first',
    { first: '2026-03-31', last: '2026-04-29' },
    ['+D 2026-03-31..2026-03-31', '+M 2026-04-01..2026-04-30', '-D 2026-04-30..2026-04-30'],
  ],
  [
    'both edges broken, over a new year',
    { first: '2025-11-02', last: '2026-02-10' },
    ['+M 2025-11-01..2026-01-31', '-D 2025-11-01..2025-11-01', '+D 2026-02-01..2026-02-10'],
  ],
];

for (const [what, window, parts] of PARTS) {
  test(`roll-up parts of ${what}`, () => {
    assert.deepEqual(spelled(rollupParts(window, { M: 1, D: 1 })), parts);
  });
}

const PARTS_WITH_YEARS: [number, string, string[]][] = [
  [30, '2026-11-19', ['+D 2026-10-21..2026-11-19']],
  [
    730,
    '2026-11-19',
    [
      '+D 2024-11-20..2024-11-30',
      '+M 2024-12-01..2024-12-31',
      '+Y 2025-01-01..2026-12-31',
      '-D 2026-11-20..2026-11-30',
      '-M 2026-12-01..2026-12-31',
    ],
  ],
  [365, '2026-06-30', ['+M 2025-07-01..2026-06-30']],
  [365, '2026-12-31', ['+Y 2026-01-01..2026-12-31']],
];

for (const [days, today, parts] of PARTS_WITH_YEARS) {
  test(`roll-up parts of ${days} days up to ${today}, where there are years`, () => {
    assert.deepEqual(spelled(rollupParts(windowOf(today, days), { Y: 30, M: 10, D: 1 })), parts);
  });
}

const PARTS_WITH_HALVES: [number, string, string[]][] = [
  [15, '2026-11-30', ['+H 2026-11-16..2026-11-30']],
  [30, '2025-12-17', ['+H 2025-11-16..2025-12-15', '-D 2025-11-16..2025-11-17', '+D 2025-12-16..2025-12-17']],
  [30, '2026-11-19', ['+D 2026-10-21..2026-10-31', '+H 2026-11-01..2026-11-15', '+D 2026-11-16..2026-11-19']],
];

for (const [days, today, parts] of PARTS_WITH_HALVES) {
  test(`roll-up parts of ${days} days up to ${today}, where there are half months`, () => {
    assert.deepEqual(spelled(rollupParts(windowOf(today, days), { Y: 30, M: 10, H: 6, D: 1 })), parts);
  });
}

/** How often each day is counted by the rows of the parts; the row of a month or a year is found by its first day, and by no other. */
function timesCounted(parts: readonly RollupPart[]): Map<string, number> {
  const times = new Map<string, number>();
  const monthsAfter = (day: string, months: number): string =>
    monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + months).last;
  const ends = {
    D: (day: string) => day,
    S: (day: string) => (day.endsWith('-26') ? monthsAfter(day, 0) : addDays(day, 4)),
    H: (day: string) => (day.endsWith('-01') ? addDays(day, 14) : monthsAfter(day, 0)),
    M: (day: string) => monthsAfter(day, 0),
    Q: (day: string) => monthsAfter(day, 2),
    Y: (day: string) => `${day.slice(0, 4)}-12-31`,
  };
  const begins = {
    D: /./,
    S: /-(01|06|11|16|21|26)$/,
    H: /-(01|16)$/,
    M: /-01$/,
    Q: /-(01|04|07|10)-01$/,
    Y: /-01-01$/,
  };
  for (const { grain, isSubtracted, first, last } of parts) {
    for (let day = first; day <= last; day = addDays(day, 1)) {
      if (!begins[grain].test(day)) continue;
      for (let counted = day; counted <= ends[grain](day); counted = addDays(counted, 1)) {
        times.set(counted, (times.get(counted) ?? 0) + (isSubtracted ? -1 : 1));
      }
    }
  }
  return times;
}

for (const rows of [
  { M: 1, D: 1 },
  { Y: 30, M: 10, H: 6, D: 1 },
  { Y: 30, Q: 15, M: 10, H: 6, S: 3, D: 1 },
]) {
  test(`roll-up parts of ${Object.keys(rows).join(', ')} count each day of a window exactly once, and no other day`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 730 }), (dayNumber, days) => {
        const window = windowOf(addDays('1971-12-31', dayNumber), days);
        const parts = rollupParts(window, rows);
        const counted = [...timesCounted(parts)].filter(([, times]) => times !== 0);
        const once = Array.from({ length: days }, (_, i) => [addDays(window.first, i), 1]);
        assert.deepEqual(
          counted.toSorted(([left], [right]) => (left < right ? -1 : 1)),
          once,
        );
        // No more is read day by day than half of the broken month at each edge.
        const byDay = parts.filter((part) => part.grain === 'D');
        assert.ok([...timesCounted(byDay)].length <= 32, spelled(byDay).join());
      }),
      { numRuns: 300 },
    );
  });
}
