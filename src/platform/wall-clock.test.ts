import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallClock } from './wall-clock.ts';

// [zone, instant, as its clocks show it: by the rules of the zone, not by a program]
const SHOWN: [string, string, string][] = [
  ['America/Panama', '2026-03-01T19:05:09.999Z', '2026-03-01 14:05:09'],
  ['America/Panama', '2026-03-01T04:59:59Z', '2026-02-28 23:59:59'],
  ['America/Panama', '2026-01-01T05:00:00Z', '2026-01-01 00:00:00'],
  // Clocks go forward at 02:00, which is 07:00 UTC, and back in November at 06:00 UTC.
  ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00:00'],
  ['America/New_York', '2026-03-09T07:00:00Z', '2026-03-09 03:00:00'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
  ['Asia/Kathmandu', '2026-03-01T18:14:59Z', '2026-03-01 23:59:59'],
];

test('an instant is shown as the clocks of the zone show it, on the day on which they are changed as well', () => {
  for (const [zone, at, shown] of SHOWN) assert.equal(wallClock(zone)(new Date(at)), shown, `${zone} ${at}`);
  const clocks = new Map(SHOWN.map(([zone]) => [zone, wallClock(zone)]));
  for (const [zone, at, shown] of SHOWN) assert.equal(clocks.get(zone)!(new Date(at)), shown, `${zone} ${at}`);
});

test('an hour of ten years is shown as the zone says', () => {
  const options = { dateStyle: 'short', timeStyle: 'medium' } as const;
  for (const timeZone of ['America/Panama', 'America/New_York', 'Australia/Lord_Howe']) {
    const [fast, slow] = [wallClock(timeZone), new Intl.DateTimeFormat('sv-SE', { timeZone, ...options })];
    for (let ms = Date.UTC(2020); ms < Date.UTC(2030); ms += 3_600_000 * 5.37)
      assert.equal(fast(new Date(ms)), slow.format(ms));
  }
});
