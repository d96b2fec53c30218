// Months of the calendar, as addresses name them: 2026-10.

/** The address's month, or the one that is to be declared next: until the 15th it is the month before. Undefined: it names none. */
export function monthAsked(named: string, today: string): { year: number; month: number } | undefined {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  if (named === '') return partsOf(monthAfter(`${year}-${month}`, day > 15 ? 0 : -1));
  return /^(19[7-9]|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/.test(named) ? partsOf(named) : undefined;
}

export function monthAfter(named: string, months: number): string {
  const { year, month } = partsOf(named);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 7);
}

function partsOf(named: string): { year: number; month: number } {
  const [year = 0, month = 0] = named.split('-').map(Number);
  return { year, month };
}

/** The calendar's day of a zone at an instant. */
export const dayIn = (timeZone: string, at: string | number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(at));
