// Periods with a day, and their neighbours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodWith } from './period.ts';

for (const [kind, day, turns, from, to] of [
  ['DAY', '2024-02-29', 0, '2024-02-29', '2024-02-29'],
  ['DAY', '2024-03-01', -1, '2024-02-29', '2024-02-29'],
  ['WEEK', '2026-11-29', 0, '2026-11-23', '2026-11-29'],
  ['WEEK', '2026-01-01', -1, '2025-12-22', '2025-12-28'],
  ['MONTH', '2024-02-10', 0, '2024-02-01', '2024-02-29'],
  ['MONTH', '2026-01-31', -1, '2025-12-01', '2025-12-31'],
  ['QUARTER', '2026-11-26', 0, '2026-10-01', '2026-12-31'],
  ['QUARTER', '2026-02-01', -1, '2025-10-01', '2025-12-31'],
  ['YEAR', '1999-12-31', 0, '1999-01-01', '1999-12-31'],
  ['YEAR', '2026-06-01', 1, '2027-01-01', '2027-12-31'],
] as const)
  test(`${kind} of ${day}, ${turns} turns on`, () => assert.deepEqual(periodWith(kind, day, turns), { from, to }));
