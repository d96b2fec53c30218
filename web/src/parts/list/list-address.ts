// A list in the address: sort, columns, filters, page; what is asked of the service for it, and the file of exactly that.
import { readDecimal } from '../../format/decimal.ts';
import { periodWith, type Period } from '../../rules/period.ts';
import type { Filter } from './list-kind.ts';

export const SIZES = [25, 50, 100] as const;
const USUAL_SIZE = 25;

export interface Order {
  field: string;
  direction: 'ASC' | 'DESC';
}

export interface ListState {
  search: string;
  /** By the name of the filter. */
  chosen: Readonly<Record<string, string>>;
  order: Order | undefined;
  /** Undefined: the usual ones. */
  columns: readonly string[] | undefined;
  page: number;
  size: number;
}

/** The keys that are no filters. */
export const KEYS = {
  search: 'q',
  order: 'sort',
  columns: 'columns',
  page: 'page',
  size: 'size',
  rows: 'rows',
} as const;

export function readState(choices: URLSearchParams, filters: readonly Filter[]): ListState {
  const sort = choices.get(KEYS.order);
  const size = Number(choices.get(KEYS.size));
  const page = Number(choices.get(KEYS.page) ?? 1);
  const names = filters.flatMap(namesOf).filter((name) => choices.get(name));
  return {
    search: choices.get(KEYS.search) ?? '',
    chosen: Object.fromEntries(names.map((name) => [name, choices.get(name)!])),
    order: sort ? { field: sort.replace('-', ''), direction: sort.startsWith('-') ? 'DESC' : 'ASC' } : undefined,
    columns: choices.get(KEYS.columns)?.split(','),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: SIZES.find((one) => one === size) ?? USUAL_SIZE,
  };
}

export const writtenOrder = ({ field, direction }: Order): string => (direction === 'DESC' ? `-${field}` : field);

/** The keys of the address that a filter has. */
export function namesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'money') return filter.names;
  return filter.kind === 'days' ? ['days', 'from', 'to'] : [filter.name];
}

export const PRESETS = ['TODAY', 'YESTERDAY', 'THIS_WEEK', 'THIS_MONTH', 'LAST_MONTH'] as const;
type Preset = (typeof PRESETS)[number];

/** A view of this month is of the month in which it is looked at. */
export function daysOf(preset: string, today: string): Period | undefined {
  const ranges: Record<Preset, Period> = {
    TODAY: periodWith('DAY', today),
    YESTERDAY: periodWith('DAY', today, -1),
    THIS_WEEK: { ...periodWith('WEEK', today), to: today },
    THIS_MONTH: { ...periodWith('MONTH', today), to: today },
    LAST_MONTH: periodWith('MONTH', today, -1),
  };
  return Object.hasOwn(ranges, preset) ? ranges[preset as Preset] : undefined;
}

/** Arguments of the service's list; typed values that are invalid are left out. */
export function argumentsOf(state: ListState, filters: readonly Filter[], today: string): Record<string, unknown> {
  const { chosen, search } = state;
  const parts = filters.map((filter): Record<string, unknown> => {
    if (filter.kind === 'days') {
      const { days = '', from, to } = chosen;
      return daysOf(days, today) ?? { from: from && asDay(from), to: to && asDay(to) };
    }
    if (filter.kind === 'money')
      return Object.fromEntries(filter.names.map((one) => [one, readDecimal(chosen[one] ?? '')]));
    const value = chosen[filter.name];
    if (value === undefined) return {};
    if (filter.kind === 'choice' && filter.as) return filter.as(value);
    return {
      [filter.name]: value === 'true' || (value === 'false' ? false : filter.kind === 'day' ? asDay(value) : value),
    };
  });
  const present = Object.entries(Object.assign({}, ...parts, { search: search.trim() }) as Record<string, unknown>);
  return Object.fromEntries(present.filter(([, value]) => value !== undefined && value !== null && value !== ''));
}

const asDay = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** All that matches, in this order, with these columns. */
export function filePath(
  name: string,
  args: Record<string, unknown>,
  order: Order | undefined,
  columns: readonly string[],
): string {
  const query = new URLSearchParams(Object.entries(args).map(([key, value]) => [key, String(value)]));
  if (order) {
    query.set('orderBy.field', order.field);
    query.set('orderBy.direction', order.direction);
  }
  query.set('columns', columns.join(','));
  return `/export/${name}?${String(query)}`;
}

/** Decimal places of a page's column: as many as the longest number has, so that points stand below each other. */
export const placesOf = (values: readonly string[]): number =>
  Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0));
