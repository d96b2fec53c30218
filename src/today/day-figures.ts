// Figures of a day's documents, from their sums by hour and verdict. Pure.
import { add, type Decimal } from '../platform/decimal.ts';

/** Fate of a document. INTERNAL: not filed. IMPORTED: certified elsewhere. */
export const DAY_VERDICTS = [
  ...(['AUTHORIZED', 'WITH_PAC', 'PENDING', 'UNKNOWN', 'INTERNAL', 'IMPORTED'] as const),
  ...(['REJECTED', 'VOIDED', 'CANCELED'] as const),
] as const;
export type DayVerdict = (typeof DAY_VERDICTS)[number];

const NO_SALE: readonly DayVerdict[] = ['REJECTED', 'VOIDED', 'CANCELED'];

/** Documents of an hour with one verdict; the amounts of credit notes are below 0. */
export interface HourOfVerdict {
  day: string;
  hour: number;
  verdict: DayVerdict;
  /** Issued before the time of day at which the board is asked. */
  isSoFar: boolean;
  /** Invoices; credit and debit notes are none. */
  sales: number;
  count: number;
  base: Decimal;
  total: Decimal;
}

export type DaySales = ReturnType<typeof salesOfDay>;

export type DayDocuments = ReturnType<typeof documentsOfDay>[number];

/** Sales: invoices and debit notes less credit notes; documents that came to nothing are not counted. */
export function salesOfDay(day: string, rows: readonly HourOfVerdict[]) {
  const sold = rows.filter((row) => row.day === day && !NO_SALE.includes(row.verdict));
  return {
    day,
    base: add('0', ...sold.map(({ base }) => base)),
    total: totalOf(sold),
    count: sold.reduce((count, { sales }) => count + sales, 0),
    totalSoFar: totalOf(sold.filter(({ isSoFar }) => isSoFar)),
    /** By the hour on the wall: one that the clock strikes twice has the sum of both. */
    hours: Array.from({ length: 24 }, (_, hour) => totalOf(sold.filter((row) => row.hour === hour))),
  };
}

export function documentsOfDay(day: string, rows: readonly HourOfVerdict[]) {
  return DAY_VERDICTS.map((verdict) => {
    const own = rows.filter((row) => row.day === day && row.verdict === verdict);
    return { verdict, count: own.reduce((sum, { count }) => sum + count, 0), total: totalOf(own) };
  }).filter(({ count }) => count > 0);
}

const totalOf = (rows: readonly HourOfVerdict[]): Decimal => add('0', ...rows.map(({ total }) => total));
