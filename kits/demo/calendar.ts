// The demo's days: calendar days of Panama, whose clocks never change.

const DAY_MS = 86_400_000;

/** The calendar day so many days later. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** `time`: hours and minutes, such as 17:04. */
export function instantOf(day: string, time: string): Date {
  return new Date(`${day}T${time}:00-05:00`);
}

/** Sunday is 0. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
