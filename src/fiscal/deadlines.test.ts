// Deadlines by a calendar on paper: the last day on which a document is credited is counted out in literal days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAge, nextDeclaration, voidHours } from './deadlines.ts';

const original = (day: string) => ({ number: 'FAC-1', day });

// 2026: 30 days of March after the first, 30, 31, 30, 31, 28 of August. 2028 has a 29th of February.
for (const [day, last, after] of [
  ['2026-03-01', '2026-08-28', '2026-08-29'],
  ['2026-07-05', '2027-01-01', '2027-01-02'],
  ['2027-12-31', '2028-06-28', '2028-06-29'],
  ['2026-12-31', '2027-06-29', '2027-06-30'],
] as const) {
  test(`what is of ${day} is credited until ${last}`, () => {
    assert.deepEqual(judgeAge(original(day), last), []);
    const [found, ...others] = judgeAge(original(day), after);
    assert.deepEqual([found?.severity, found?.mark, found?.field, others], ['WARNED', 'M', 'invoiceId', []]);
    assert.deepEqual(found?.problem.params, { number: 'FAC-1', day, days: 180, last });
  });
}

test('only what the PAC itself is known to hold to refuses', () => {
  assert.equal(judgeAge(original('2026-03-01'), '2026-08-29', 180)[0]?.severity, 'REFUSED');
  assert.equal(judgeAge(original('2026-03-01'), '2026-08-28', 180)[0], undefined);
  assert.equal(judgeAge(original('2026-03-01'), '2026-03-31', 30)[0], undefined);
  assert.equal(judgeAge(original('2026-03-01'), '2026-04-01', 30)[0]?.mark, 'H');
});

for (const [today, month, day] of [
  ['2026-11-26', '2026-11', '2026-12-15'],
  ['2026-12-15', '2026-11', '2026-12-15'],
  ['2026-12-16', '2026-12', '2027-01-15'],
  ['2027-01-01', '2026-12', '2027-01-15'],
  ['2028-02-29', '2028-02', '2028-03-15'],
] as const) {
  test(`on ${today} the month ${month} is declared next`, () => {
    assert.deepEqual(nextDeclaration(today), { month, day });
  });
}

test('a PAC may allow fewer hours for a void than the company has set, and never more', () => {
  assert.equal(voidHours({ voidWindowHours: 182 }, {}), 182);
  assert.equal(voidHours({ voidWindowHours: 182 }, { voidHours: 168 }), 168);
  assert.equal(voidHours({ voidWindowHours: 100 }, { voidHours: 168 }), 100);
});
