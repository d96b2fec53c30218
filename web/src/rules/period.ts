// Times of which the results are asked: a day, a week from Monday, a month, a quarter, a year.
export const PERIODS = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type PeriodKind = (typeof PERIODS)[number];

const MONTHS = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;
const DAY_MS = 86_400_000;

export interface Period {
  from: string;
  to: string;
}

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** Number of months since 2000. */
const monthsOf = (day: string): number => (Number(day.slice(0, 4)) - 2000) * 12 + Number(day.slice(5, 7)) - 1;

/** The period with the day, or one that lies so many before or after it. */
export function periodWith(kind: PeriodKind, day: string, turns = 0): Period {
  if (kind === 'DAY' || kind === 'WEEK') {
    const length = kind === 'DAY' ? 1 : 7;
    const monday = daysAfter(day, kind === 'DAY' ? 0 : -((new Date(day).getUTCDay() + 6) % 7));
    const from = daysAfter(monday, turns * length);
    return { from, to: daysAfter(from, length - 1) };
  }
  const length = MONTHS[kind];
  const first = (Math.floor(monthsOf(day) / length) + turns) * length;
  return { from: firstDay(first), to: daysAfter(firstDay(first + length), -1) };
}

const firstDay = (month: number): string => new Date(Date.UTC(2000, month)).toISOString().slice(0, 10);
