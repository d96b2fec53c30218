import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayOf, daysBetween, instantIn, parseWallTime } from './calendar.ts';

const READ: [string, string | undefined][] = [
  ['2010-12-09 20:01:00', '2010-12-09T20:01:00.000Z'],
  ['2010-12-09T20:01:02.5', '2010-12-09T20:01:02.500Z'],
  ['2010-12-09 20:01', '2010-12-09T20:01:00.000Z'],
  ['2010-12-09', '2010-12-09T00:00:00.000Z'],
  ['2012-02-29 00:00', '2012-02-29T00:00:00.000Z'],
  ['2010-02-29 00:00', undefined],
  ['2010-04-31', undefined],
  ['2010-13-01', undefined],
  ['2010-00-10', undefined],
  ['2010-12-09 24:00', undefined],
  ['2010-12-09 10:60', undefined],
  ['2010-12-09 10:00:00Z', undefined],
  ['2010-12-09 10:00:00+02:00', undefined],
  ['12/9/2010 10:00', undefined],
  ['9.12.2010', undefined],
  ['0010-12-09', undefined],
  ['', undefined],
];

for (const [text, time] of READ) {
  test(`${JSON.stringify(text)} is ${time === undefined ? 'no time' : time}`, () => {
    const read = parseWallTime(text);
    assert.equal(read === undefined ? undefined : new Date(read).toISOString(), time);
  });
}

// [zone, what clocks show, the instant]
const INSTANTS: [string, string, string, string][] = [
  ['no summer time', 'America/Panama', '2010-07-01 12:00', '2010-07-01T17:00:00.000Z'],
  ['winter', 'Europe/London', '2010-01-01 12:00', '2010-01-01T12:00:00.000Z'],
  ['summer', 'Europe/London', '2010-07-01 12:00', '2010-07-01T11:00:00.000Z'],
  ['the hour before clocks go forward', 'Europe/London', '2010-03-28 00:30', '2010-03-28T00:30:00.000Z'],
  ['an hour that was skipped', 'Europe/London', '2010-03-28 01:30', '2010-03-28T01:30:00.000Z'],
  ['the hour after that', 'Europe/London', '2010-03-28 02:30', '2010-03-28T01:30:00.000Z'],
  ['an hour that came twice', 'Europe/London', '2010-10-31 01:30', '2010-10-31T00:30:00.000Z'],
  ['the hour after that', 'Europe/London', '2010-10-31 02:30', '2010-10-31T02:30:00.000Z'],
  ['a midnight that was skipped', 'America/Sao_Paulo', '2017-10-15 00:30', '2017-10-15T03:30:00.000Z'],
  [
    'half hours, and clocks that go the other way',
    'Australia/Adelaide',
    '2024-01-15 12:00',
    '2024-01-15T01:30:00.000Z',
  ],
  ['milliseconds stay', 'Asia/Kathmandu', '2024-01-15 12:00:00.123', '2024-01-15T06:15:00.123Z'],
];

for (const [what, zone, shown, instant] of INSTANTS) {
  test(`${zone}, ${what}: ${shown}`, () => {
    assert.equal(instantIn(zone)(parseWallTime(shown)!).toISOString(), instant);
  });
}

test('days are counted by the calendar, and the time of day stays', () => {
  const late = parseWallTime('2010-12-09 23:59:59')!;
  const early = parseWallTime('2026-11-21 00:00')!;
  const days = daysBetween(late, early);
  assert.equal(dayOf(addDays(late, days)), '2026-11-21');
  assert.equal(new Date(addDays(late, days)).toISOString(), '2026-11-21T23:59:59.000Z');
  assert.equal(daysBetween(early, late), -days);
});
