// The calendar days a question looks back, and the roll-up rows that add up to them: whole months and the days at the edges.
import { addDays, daysBetween } from '../platform/days.ts';

/** Calendar days as YYYY-MM-DD, both included. */
export interface Days {
  first: string;
  last: string;
}

/** D has a row for each day; S, H, M, Q and Y one for each sixth and half of a month, month, quarter and year, under its first day. */
export type Grain = 'D' | 'S' | 'H' | 'M' | 'Q' | 'Y';

/** How many rows a period of a grain has beside those of a day: who buys on many days has one row for all of them. The coarsest first. */
export type GrainRows = Readonly<Partial<Record<Grain, number>>>;

/** Rows of a roll-up, to be added or subtracted. */
export interface RollupPart extends Days {
  grain: Grain;
  isSubtracted: boolean;
}

function isoDay(utcMidnight: number): string {
  return new Date(utcMidnight).toISOString().slice(0, 10);
}

/** The window of answer 11: so many days, today included. */
export function windowOf(today: string, days: number): Days {
  return { first: addDays(today, 1 - days), last: today };
}

/** `month` counts from 1, as people do. */
export function monthOf(year: number, month: number): Days {
  return { first: isoDay(Date.UTC(year, month - 1, 1)), last: isoDay(Date.UTC(year, month, 0)) };
}

const MONTHS = { Y: 12, Q: 3, M: 1 };
/** The last part of a month has what is left of it. */
const DAYS_OF_PART = { H: 15, S: 5 };

function periodAround(day: string, grain: Exclude<Grain, 'D'>): Days {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  if (grain !== 'H' && grain !== 'S') {
    const months = MONTHS[grain];
    const first = month - ((month - 1) % months);
    return { first: monthOf(year, first).first, last: monthOf(year, first + months - 1).last };
  }
  const days = DAYS_OF_PART[grain];
  const part = Math.min(Math.floor((Number(day.slice(8)) - 1) / days), 30 / days - 1);
  const whole = monthOf(year, month);
  const first = addDays(whole.first, part * days);
  return { first, last: part === 30 / days - 1 ? whole.last : addDays(first, days - 1) };
}

/**
 * Few roll-up rows that add up to a window. Of a period at its edge either what lies inside is added or what lies outside is
 * subtracted, whichever is less to read.
 *
 * For instance from 4 February to 20 April, by months and days: February as a whole less its first three days, March as a whole,
 * and of April the whole month less the days from the 21st on: `M` February to April added, `D` 1 to 3 February and `D` 21 to
 * 30 April subtracted. Three reads instead of 76 days.
 */
export function rollupParts(window: Days, rows: GrainRows): RollupPart[] {
  // A look at the index for each part, and its rows.
  const read = (parts: readonly RollupPart[]): number =>
    parts.reduce(
      (sum, part) => sum + 1 + ((daysBetween(part.first, part.last) + 1) / DAYS[part.grain]) * rows[part.grain]!,
      0,
    );
  const cheaper = (one: RollupPart[], other: RollupPart[]): RollupPart[] => (read(other) < read(one) ? other : one);

  function cover(days: Days, [grain, ...finer]: readonly Grain[]): RollupPart[] {
    if (days.first > days.last || grain === undefined) return [];
    if (grain === 'D') return [{ grain, isSubtracted: false, ...days }];
    const head = periodAround(days.first, grain);
    const tail = periodAround(days.last, grain);
    const before = without(cover({ first: head.first, last: addDays(days.first, -1) }, finer));
    const after = without(cover({ first: addDays(days.last, 1), last: tail.last }, finer));
    const whole = (period: Days): RollupPart => ({ grain, isSubtracted: false, ...period });
    if (head.first === tail.first) return cheaper(cover(days, finer), [whole(head), ...before, ...after]);
    return [
      ...cheaper(cover({ first: days.first, last: head.last }, finer), [whole(head), ...before]),
      ...(addDays(head.last, 1) < tail.first
        ? [whole({ first: addDays(head.last, 1), last: addDays(tail.first, -1) })]
        : []),
      ...cheaper(cover({ first: tail.first, last: days.last }, finer), [whole(tail), ...after]),
    ];
  }
  return joined(cover(window, Object.keys(rows) as Grain[]));
}

const DAYS: Record<Grain, number> = { D: 1, S: 5.1, H: 15.2, M: 30.4, Q: 91.3, Y: 365 };

function without(parts: readonly RollupPart[]): RollupPart[] {
  return parts.map((part) => ({ ...part, isSubtracted: !part.isSubtracted }));
}

/** Parts that lie next to each other are read as one. */
function joined(parts: readonly RollupPart[]): RollupPart[] {
  const together: RollupPart[] = [];
  for (const part of parts.toSorted((left, right) => (left.first < right.first ? -1 : 1))) {
    const before = together.findLast(
      ({ grain, isSubtracted }) => grain === part.grain && isSubtracted === part.isSubtracted,
    );
    if (before && addDays(before.last, 1) === part.first) before.last = part.last;
    else together.push({ ...part });
  }
  return together;
}
