// Calendar days, as YYYY-MM-DD: those before and after one, and how many lie between two. Pure.

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}
