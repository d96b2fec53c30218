import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentsOfDay, salesOfDay, type DayVerdict, type HourOfVerdict } from './day-figures.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const DAY = '2026-11-23';
const row = (verdict: DayVerdict, hour: number, base: string, more: Partial<HourOfVerdict> = {}): HourOfVerdict => ({
  ...{ day: DAY, hour, verdict, isSoFar: hour < 12, sales: 1, count: 1, base, total: base },
  ...more,
});

const ROWS: readonly HourOfVerdict[] = [
  row('AUTHORIZED', 0, '0.1'),
  row('AUTHORIZED', 23, '0.2'),
  // A credit note.
  row('WITH_PAC', 9, '-0.05', { sales: 0 }),
  row('UNKNOWN', 9, '1'),
  row('REJECTED', 9, '100'),
  row('VOIDED', 9, '100'),
  row('CANCELED', 9, '100'),
  row('INTERNAL', 9, '7', { day: '2026-11-16' }),
];

test('what came to nothing is no sale, and sums are exact', () => {
  const { hours, ...sales } = salesOfDay(DAY, ROWS);
  assert.deepEqual(sales, { ...{ day: DAY, base: '1.25', total: '1.25', count: 3, totalSoFar: '1.05' } });
  assert.deepEqual([hours.length, hours[0], hours[9], hours[12], hours[23]], [24, '0.1', '0.95', '0', '0.2']);
});

test('documents stand by verdict, without those that there are none of', () => {
  assertEach(documentsOfDay(DAY, ROWS), ({ verdict, count, total }) => [verdict, count, total], [
    ['AUTHORIZED', 2, '0.3'],
    ['WITH_PAC', 1, '-0.05'],
    ['UNKNOWN', 1, '1'],
    ['REJECTED', 1, '100'],
    ['VOIDED', 1, '100'],
    ['CANCELED', 1, '100'],
  ]);
});
