// The demo's days: calendar days of Panama, which knows no summer time, and how much is bought on each.

const DAY_MS = 86_400_000;

/** The calendar day so many days later. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

export function instantOf(day: string, minuteOfDay: number): Date {
  return new Date(Date.parse(`${day}T00:00:00-05:00`) + minuteOfDay * 60_000);
}

export function isSunday(day: string): boolean {
  return weekdayOf(day) === 0;
}

/** Suppliers are written to on Mondays, Wednesdays and Fridays. */
export function isOrderingDay(day: string): boolean {
  return [1, 3, 5].includes(weekdayOf(day));
}

// Sunday first. People shop at the end of the week.
const WEEKDAYS = [0.4, 0.85, 0.85, 0.9, 1, 1.3, 1.5] as const;

/** 1 on an ordinary day. Wages are paid in the middle and at the end of the month. */
export function demandOn(day: string): number {
  const isPayday = ['01', '15', '16', '30', '31'].includes(day.slice(8));
  return WEEKDAYS[weekdayOf(day)]! * (isPayday ? 1.25 : 1);
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
