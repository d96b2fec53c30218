// A period, the one before it, and the same of last year: one that runs is compared with as much of the others.
import { addDays, daysBetween } from '../platform/days.ts';

export interface Period {
  from: string;
  to: string;
}

/** `isCut`: of its last day no more counts than has passed of today. */
export interface Compared extends Period {
  isCut: boolean;
}

const MONTHS = [1, 3, 12];
const WEEK = 7;
/** The same weekday of last year. */
const YEAR_OF_WEEKS = 364;

/** The same day so many months later, or the last one of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = (one: number) =>
    `${String(Math.floor(one / 12)).padStart(4, '0')}-${String((one % 12) + 1).padStart(2, '0')}`;
  const last = addDays(`${month(at + 1)}-01`, -1);
  const same = `${month(at)}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** A whole month, quarter or year has so many months; a day, a week and any other time none. */
function monthsOf({ from, to }: Period): number {
  const isWhole = (months: number) =>
    from.endsWith('-01') &&
    (Number(from.slice(5, 7)) - 1) % months === 0 &&
    addDays(monthsAfter(from, months), -1) === to;
  return MONTHS.find(isWhole) ?? 0;
}

export function comparedPeriods(period: Period, today: string) {
  const { from } = period;
  const isRunning = from <= today && today <= period.to;
  const to = isRunning ? today : period.to;
  const months = monthsOf(period);
  const length = daysBetween(from, period.to) + 1;
  // A running period ends at the same place in each; where a shorter month has no such day, its last one counts whole.
  const shifted = (start: string, next: string, same: string, isSame: boolean): Compared =>
    isRunning ? { from: start, to: same, isCut: isSame } : { from: start, to: addDays(next, -1), isCut: false };
  const byMonths = (back: number): Compared => {
    const same = monthsAfter(to, -back);
    return shifted(
      monthsAfter(from, -back),
      monthsAfter(addDays(period.to, 1), -back),
      same,
      same.slice(8) === to.slice(8),
    );
  };
  const byDays = (back: number): Compared =>
    shifted(addDays(from, -back), addDays(period.to, 1 - back), addDays(to, -back), true);
  const isOfWeeks = length === 1 || length === WEEK;
  return {
    now: { from, to, isCut: isRunning },
    previous: months > 0 ? byMonths(months) : byDays(length),
    lastYear: isOfWeeks ? byDays(YEAR_OF_WEEKS) : byMonths(12),
  };
}
