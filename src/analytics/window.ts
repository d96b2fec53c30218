// The calendar days a question looks back, and the roll-up rows that add up to them: whole months and the days at the edges.

/** Calendar days as YYYY-MM-DD, both included. */
export interface Days {
  first: string;
  last: string;
}

/** Rows of a roll-up, to be added or taken away: grain D has one for each day, grain M one for each month, under its first day. */
export interface RollupPart extends Days {
  grain: 'D' | 'M';
  takenAway: boolean;
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

function countDays({ first, last }: Days): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}

/**
 * Few roll-up rows that add up to a window which ends today: its months, and days at its edges. Of the first month, either the days
 * inside are added or those before are taken away, whichever are fewer. Of the last month the days to come are taken away:
 * they have hardly any rows, since nothing has been sold on them yet.
 */
export function rollupParts(window: Days): RollupPart[] {
  const firstMonth = monthAround(window.first);
  const lastMonth = monthAround(window.last);
  const before = { first: firstMonth.first, last: addDays(window.first, -1) };
  const inside = { first: window.first, last: window.last < firstMonth.last ? window.last : firstMonth.last };
  const after = { first: addDays(window.last, 1), last: lastMonth.last };
  const addsDays = countDays(inside) <= countDays(before);
  const months = { first: addsDays ? addDays(firstMonth.last, 1) : firstMonth.first, last: lastMonth.first };
  const parts: RollupPart[] = [
    addsDays ? { grain: 'D', takenAway: false, ...inside } : { grain: 'D', takenAway: true, ...before },
    { grain: 'M', takenAway: false, ...months },
  ];
  if (months.first <= months.last) parts.push({ grain: 'D', takenAway: true, ...after });
  return parts.filter((part) => part.first <= part.last);
}
