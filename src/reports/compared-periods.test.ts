// Periods that are compared: at the ends of months, quarters, years and weeks, and in a leap year.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedPeriods, type Compared } from './compared-periods.ts';

const told = ({ from, to, isCut }: Compared) => `${from} ${to}${isCut ? ' cut' : ''}`;

const ROWS = [
  // Period, today: previous, last year.
  ['a month that is over', '2026-03-01', '2026-03-31', '2026-05-02', '2026-02-01 2026-02-28', '2025-03-01 2025-03-31'],
  [
    'February after one of 29 days',
    '2025-02-01',
    '2025-02-28',
    '2026-01-01',
    '2025-01-01 2025-01-31',
    '2024-02-01 2024-02-29',
  ],
  ['February of 29 days', '2024-02-01', '2024-02-29', '2026-01-01', '2024-01-01 2024-01-31', '2023-02-01 2023-02-28'],
  [
    'a month that runs',
    '2026-11-01',
    '2026-11-30',
    '2026-11-26',
    '2026-10-01 2026-10-26 cut',
    '2025-11-01 2025-11-26 cut',
  ],
  [
    'the 31st after a shorter month',
    '2026-03-01',
    '2026-03-31',
    '2026-03-31',
    '2026-02-01 2026-02-28',
    '2025-03-01 2025-03-31 cut',
  ],
  ['the leap day', '2024-02-01', '2024-02-29', '2024-02-29', '2024-01-01 2024-01-29 cut', '2023-02-01 2023-02-28'],
  ['January', '2026-01-01', '2026-01-31', '2026-01-05', '2025-12-01 2025-12-05 cut', '2025-01-01 2025-01-05 cut'],
  [
    'a quarter that runs',
    '2026-10-01',
    '2026-12-31',
    '2026-11-26',
    '2026-07-01 2026-08-26 cut',
    '2025-10-01 2025-11-26 cut',
  ],
  ['a year that is over', '2025-01-01', '2025-12-31', '2026-02-01', '2024-01-01 2024-12-31', '2024-01-01 2024-12-31'],
  ['today', '2026-11-26', '2026-11-26', '2026-11-26', '2026-11-25 2026-11-25 cut', '2025-11-27 2025-11-27 cut'],
  [
    'a week that runs',
    '2026-11-23',
    '2026-11-29',
    '2026-11-26',
    '2026-11-16 2026-11-19 cut',
    '2025-11-24 2025-11-27 cut',
  ],
  ['a week that is over', '2026-11-09', '2026-11-15', '2026-11-26', '2026-11-02 2026-11-08', '2025-11-10 2025-11-16'],
  ['ten days', '2026-03-05', '2026-03-14', '2026-11-26', '2026-02-23 2026-03-04', '2025-03-05 2025-03-14'],
  ['what is to come', '2026-12-01', '2026-12-31', '2026-11-26', '2026-11-01 2026-11-30', '2025-12-01 2025-12-31'],
] as const;

for (const [name, from, to, today, previous, lastYear] of ROWS)
  test(`${name} is compared with as much`, () => {
    const periods = comparedPeriods({ from, to }, today);
    assert.deepEqual([told(periods.previous), told(periods.lastYear)], [previous, lastYear]);
  });
