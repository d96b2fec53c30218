import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotaEnd } from './quota-end.ts';

const TODAY = '2026-03-01';
const TOLD = { total: 1000, windowDays: 30, at: '2026-03-01T12:00:00.000Z' };

for (const [left, used, until, ends] of [
  // 300 in 30 days are ten a day.
  [100, 300, null, '2026-03-11'],
  [105, 300, null, '2026-03-11'],
  [100, 0, null, null],
  [0, 0, null, TODAY],
  [0, 300, '2026-12-31', TODAY],
  [100, 300, '2026-03-05', '2026-03-05'],
  [100, 0, '2026-03-31', '2026-03-31'],
  [1_000_000, 1, null, null],
] as const) {
  test(`${left} left, ${used} in 30 days, until ${until}: ${ends}`, () =>
    assert.equal(quotaEnd({ ...TOLD, left, used, until }, TODAY), ends));
}
