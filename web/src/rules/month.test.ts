import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthAfter, monthAsked } from './month.ts';

test('without a month the one that is to be declared next is asked', () => {
  for (const [today, year, month] of [
    ['2026-10-15', 2026, 9],
    ['2026-10-16', 2026, 10],
    ['2027-01-03', 2026, 12],
  ] as const)
    assert.deepEqual(monthAsked('', today), { year, month }, today);
});

test('a month is four digits and two', () => {
  assert.deepEqual(monthAsked('2026-02', '2026-10-15'), { year: 2026, month: 2 });
  for (const text of ['2026-13', '2026-00', '2026-1', '1969-12', 'new', '2026-02-01'])
    assert.equal(monthAsked(text, '2026-10-15'), undefined, text);
});

test('months follow each other over the turn of a year', () => {
  assert.deepEqual(
    [monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-03', 0)],
    ['2027-01', '2025-12', '2026-03'],
  );
});
