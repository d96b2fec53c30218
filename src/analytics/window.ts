// The calendar days a question looks back, and the roll-up rows that cover them: whole months and the days at the edges.

/** Calendar days as YYYY-MM-DD, both included. */
export interface Days {
  first: string;
  last: string;
}

/** Rows of a roll-up: grain D has one for each day, grain M one for each month, under the month's first day. */
export interface RollupPart extends Days {
  grain: 'D' | 'M';
}

const DAY_MS = 86_400_000;

export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS);
}

function isoDay(utcMidnight: number): string {
  return new Date(utcMidnight).toISOString().slice(0, 10);
}

/** The window of decision 11: so many days, today included. */
export function windowOf(today: string, days: number): Days {
  return { first: addDays(today, 1 - days), last: today };
}

/** `month` counts from 1, as people do. */
export function monthOf(year: number, month: number): Days {
  return { first: isoDay(Date.UTC(year, month - 1, 1)), last: isoDay(Date.UTC(year, month, 0)) };
}

function monthAround(day: string): Days {
  return monthOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
}

/** The fewest roll-up rows that cover the window: its whole months, and single days only where a month sticks out of it. */
export function rollupParts(window: Days): RollupPart[] {
  const firstMonth = monthAround(window.first);
  const lastMonth = monthAround(window.last);
  const wholeFrom = window.first === firstMonth.first ? window.first : addDays(firstMonth.last, 1);
  const wholeUntil = window.last === lastMonth.last ? window.last : addDays(lastMonth.first, -1);
  if (wholeFrom > wholeUntil) return [{ grain: 'D', ...window }];
  const parts: RollupPart[] = [
    { grain: 'D', first: window.first, last: addDays(wholeFrom, -1) },
    { grain: 'M', first: wholeFrom, last: wholeUntil },
    { grain: 'D', first: addDays(wholeUntil, 1), last: window.last },
  ];
  return parts.filter((part) => part.first <= part.last);
}
