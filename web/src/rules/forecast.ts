// How the stock goes on after today if it sells as it did; only places on a chart and days are computed from it.

export interface ForecastFacts {
  available: number;
  /** Sold on an average day. */
  perDay: number;
  /** The standard deviation of a day's sales. */
  deviation: number;
  daysWithSales: number;
  arrivals: readonly Arrival[];
}

export interface Arrival {
  /** 0 or below: it should be here already. */
  inDays: number;
  quantity: number;
}

export interface ForecastDay {
  expected: number;
  /** Eight times out of ten it is between these; left out where too little was sold to say so. */
  low?: number;
  high?: number;
}

/** With fewer days of sales a deviation says nothing. */
export const FEWEST_DAYS_WITH_SALES = 8;
/** Eight tenths of a normal distribution lie within so many deviations. */
const EIGHT_TENTHS = 1.28;

/**
 * From today, the first, for so many days; empty where nothing sells. What is late is expected tomorrow, and on the lower edge of the
 * band not at all. Days are taken to vary by themselves, so that the deviation of their sum grows with its square root.
 */
export function forecast(facts: ForecastFacts, days: number): ForecastDay[] {
  const { available, perDay, deviation, daysWithSales, arrivals } = facts;
  if (perDay <= 0) return [];
  const hasBand = daysWithSales >= FEWEST_DAYS_WITH_SALES;
  const start = Math.max(0, available);
  const course: ForecastDay[] = [hasBand ? { expected: start, low: start, high: start } : { expected: start }];
  for (let day = 1; day <= days; day += 1) {
    const before = course.at(-1)!;
    const spread = EIGHT_TENTHS * deviation * (Math.sqrt(day) - Math.sqrt(day - 1));
    const comes = (isLate: boolean): number =>
      arrivals
        .filter(({ inDays }) => (inDays <= 0 ? isLate && day === 1 : inDays === day))
        .reduce((sum, { quantity }) => sum + quantity, 0);
    const next = (value: number, sold: number, isLate = true): number =>
      Math.max(0, value + comes(isLate) - Math.max(0, sold));
    course.push({
      expected: next(before.expected, perDay),
      ...(hasBand && { low: next(before.low!, perDay + spread, false), high: next(before.high!, perDay - spread) }),
    });
  }
  return course;
}

/** How many days after today nothing is expected to be left; undefined when that is not among them. */
export function daysToNothing(course: readonly ForecastDay[]): number | undefined {
  const at = course.findIndex(({ expected }) => expected <= 0);
  return at < 0 ? undefined : at;
}
