// How the results are called: a time, a row, the document lists behind a figure.
import type { SalesByAnswer } from '../../api/answers.ts';
import { daysAfter, periodWith, type Period, type PeriodKind } from '../../rules/period.ts';
import { f, t } from '../../texts/speech.ts';

export const TIMES = ['HOUR', 'WEEKDAY', 'DAY', 'WEEK', 'MONTH'] as const;
export const DIMENSIONS = ['ITEM', 'CATEGORY', 'CLIENT', 'SELLER', 'OFFICE', 'TILL', 'METHOD', ...TIMES] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export type SalesRow = SalesByAnswer['salesBy']['rows'][number];

/** A Monday, whose week names the weekdays. */
const MONDAY = '2024-01-01';

export function periodTitle(kind: PeriodKind, { from, to }: Period): string {
  if (kind === 'MONTH') return f.longMonth(from);
  if (kind === 'YEAR') return from.slice(0, 4);
  return kind === 'DAY' ? f.day(from) : `${f.shortDay(from)} – ${f.day(to)}`;
}

export function timeName(of: Dimension, key: string): string {
  if (of === 'HOUR') return `${key}:00`;
  if (of === 'WEEKDAY') return f.weekday(daysAfter(MONDAY, Number(key) - 1)).split(',')[0]!;
  if (of === 'MONTH') return f.month(key).split(' ')[0]!;
  return of === 'WEEK' ? t('sales.weekOf', { day: f.shortDay(key) }) : f.shortDay(key);
}

export function rowName(by: Dimension, { key, code, name }: SalesRow): string {
  if (key === '') return t(`sales.none.${by as 'ITEM'}`);
  if (by === 'METHOD') return t(`method.${key as 'CASH'}`);
  if (TIMES.some((time) => time === by)) return timeName(by, key);
  return by === 'TILL' || by === 'OFFICE' ? `${code ?? ''} ${name ?? ''}` : (name ?? key);
}

/** The documents of a figure; of a week or a month, the days of it that were asked for. */
export function documentsOf(of: Dimension, key: string, period: Period, list = '/invoices'): string {
  const isTime = of === 'DAY' || of === 'WEEK' || of === 'MONTH';
  const query = isTime
    ? { ...within(period, periodWith(of, key)), soldBy: 'DAY' }
    : { ...period, soldBy: of, soldKey: key };
  return `${list}?${new URLSearchParams(query).toString()}`;
}

const within = (period: Period, part: Period): Period => ({
  from: part.from < period.from ? period.from : part.from,
  to: part.to > period.to ? period.to : part.to,
});
