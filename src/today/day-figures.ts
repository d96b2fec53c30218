// What a day's documents come to, from their sums by hour and verdict. Pure.
import { add, type Decimal } from '../platform/decimal.ts';

/** What became of a document. INTERNAL: not filed. IMPORTED: certified elsewhere. */
export const DAY_VERDICTS = [
  'AUTHORIZED',
  'WITH_PAC',
  'PENDING',
  'UNKNOWN',
  'REJECTED',
  'VOIDED',
  'CANCELED',
  'INTERNAL',
  'IMPORTED',
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
  parked: number;
  base: Decimal;
  total: Decimal;
}

export interface Sales {
  /** Before tax. */
  base: Decimal;
  total: Decimal;
  /** Invoices. */
  count: number;
}

export interface DaySales extends Sales {
  day: string;
  /** Up to the time of day at which the board was asked; of a past day all of it. */
  soFar: Sales;
  /** 24 totals, by the hour on the wall: an hour that the clock strikes twice has the sum of both. */
  hours: Decimal[];
}

export interface DayDocuments {
  verdict: DayVerdict;
  count: number;
  /** Of them. */
  parked: number;
  base: Decimal;
  total: Decimal;
}

/** Of invoices and debit notes less credit notes; what came to nothing is no sale. */
export function salesOfDay(day: string, rows: readonly HourOfVerdict[]): DaySales {
  const sold = rows.filter((row) => row.day === day && !NO_SALE.includes(row.verdict));
  return {
    day,
    ...sumOf(sold),
    soFar: sumOf(sold.filter(({ isSoFar }) => isSoFar)),
    hours: Array.from({ length: 24 }, (_, hour) => sumOf(sold.filter((row) => row.hour === hour)).total),
  };
}

export function documentsOfDay(day: string, rows: readonly HourOfVerdict[]): DayDocuments[] {
  return DAY_VERDICTS.map((verdict) => {
    const own = rows.filter((row) => row.day === day && row.verdict === verdict);
    const { base, total } = sumOf(own);
    return { verdict, count: sum(own, 'count'), parked: sum(own, 'parked'), base, total };
  }).filter(({ count }) => count > 0);
}

function sumOf(rows: readonly HourOfVerdict[]): Sales {
  const amount = (name: 'base' | 'total') => add('0', ...rows.map((row) => row[name]));
  return { base: amount('base'), total: amount('total'), count: sum(rows, 'sales') };
}

function sum(rows: readonly HourOfVerdict[], name: 'sales' | 'count' | 'parked'): number {
  return rows.reduce((count, row) => count + row[name], 0);
}
