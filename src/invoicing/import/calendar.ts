// The instant of a wall clock: days and times without a zone, as files write them. Pure.
import { DAY_MS } from '../../platform/days.ts';

/** Milliseconds from 1970-01-01 00:00 as the wall's own clock counts them, every day having 24 hours. */
export type WallTime = number;

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?$/;

/** Reads `2010-12-09`, `2010-12-09 20:01` and `2010-12-09T20:01:00`; undefined for all else, and for days that no calendar has. */
export function parseWallTime(text: string): WallTime | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // Before that zones had no whole hours, and no business had computers.
  if (year < 1900 || hour > 23 || minute > 59 || second > 59) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  // The 30th of February would silently be the 2nd of March.
  if (new Date(midnight).getUTCDate() !== day || month < 1 || month > 12) return undefined;
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + Number((match[7] ?? '').padEnd(3, '0'));
}

export function dayOf(time: WallTime): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whole calendar days from the one to the other. */
export function daysBetween(from: WallTime, to: WallTime): number {
  return Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS);
}

export function addDays(time: WallTime, days: number): WallTime {
  return time + days * DAY_MS;
}

/**
 * The instant at which clocks of the zone showed the time. Where they showed it twice it is the first time; where they skipped it,
 * as much later as they skipped.
 */
export function instantIn(timeZone: string): (time: WallTime) => Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function shownAt(instant: number): WallTime {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const whole = Date.UTC(
      parts['year']!,
      parts['month']! - 1,
      parts['day'],
      parts['hour'],
      parts['minute'],
      parts['second'],
    );
    return whole + (((instant % 1000) + 1000) % 1000);
  }

  return (time) => {
    // The zone's offset is at most 14 hours, so a day to either side lies before and after any change that matters.
    const before = time - (shownAt(time - DAY_MS) - (time - DAY_MS));
    if (shownAt(before) === time) return new Date(before);
    const after = time - (shownAt(time + DAY_MS) - (time + DAY_MS));
    return new Date(shownAt(after) === time ? after : before);
  };
}
