// The state of a list in the address, and its two questions: for the rows, and for what all that match are together.
import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { go, useAddress, wayBackTo } from '../../router.ts';
import { stored } from '../../stored.ts';
import { useBeside } from './beside-record.tsx';
import { argumentsOf, KEYS, readState, writtenOrder, type ListState, type Order } from './list-address.ts';
import { pageOf, type ListColumn, type ListKind } from './list-kind.ts';
import { useToday } from '../use-today.ts';

/** A preference of this browser, for every list of this kind. */
export function useKept<T extends string>(name: string, usual: T): [T, (next: T) => void] {
  const key = `folio.list.${name}`;
  const [value, setValue] = useState<T>(() => stored(() => localStorage.getItem(key) as T | null) ?? usual);
  const keep = (next: T): void => {
    setValue(next);
    stored(() => localStorage.setItem(key, next));
  };
  return [value, keep];
}

export type Density = 'roomy' | 'dense';

/** Undefined takes a choice away. A change that is no turn of a page begins on the first one. */
export type Choose = (changes: Readonly<Record<string, string | undefined>>, how?: { isTyped?: boolean }) => void;

export function useList<Row extends { id: string }, Data>(kind: ListKind<Row, Data>, pause = false) {
  const isBeside = useBeside() !== undefined;
  const { choices: own } = useAddress();
  const choices = isBeside ? new URLSearchParams(wayBackTo(kind.path).split('?')[1]) : own;
  const [kept, keep] = useKept<Density>('rows', 'roomy');
  const today = useToday();
  const state = readState(choices, kind.filters);
  const args = argumentsOf(state, kind.filters, today);
  const offset = (state.page - 1) * state.size;
  const ask = (more: object, everyMs?: (data: Data) => number | null) =>
    useAnswer(kind.query, { ...args, ...more } as never, { pause, ...(everyMs && { everyMs }) });
  const rows = ask(
    { orderBy: orderIn(kind, state) ?? null, limit: state.size, offset, rows: true, foot: false },
    (data) => kind.everyMs?.(pageOf<Row>(data).records ?? []) ?? null,
  );
  const foot = ask({ limit: 1, offset: 0, rows: false, foot: true });
  const choose: Choose = (changes, { isTyped = false } = {}) => {
    const next = new URLSearchParams(choices);
    const isTypedOn = isTyped && Object.keys(changes).every((key) => next.has(key) && changes[key]);
    if (!('page' in changes)) next.delete(KEYS.page);
    for (const [key, value] of Object.entries(changes)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    go(addressOf(kind.path, next), { replace: isTypedOn });
  };
  const isDense = ((choices.get(KEYS.rows) as Density | null) ?? kept) === 'dense';
  const visible = kind.columns.filter(({ id, isHidden }) => state.columns?.includes(id) ?? !isHidden);
  const askFor = (part: { limit: number; offset: number; begins?: string }) =>
    ({
      ...args,
      orderBy: orderIn(kind, state) ?? null,
      rows: part.begins === undefined,
      foot: part.begins !== undefined,
      ...part,
    }) as never;
  return {
    ...{ kind, state, choices, args, askFor, offset, rows, foot, choose, visible, isDense, isBeside },
    keepDensity: keep,
  };
}

export type ShownList<Row extends { id: string }, Data> = ReturnType<typeof useList<Row, Data>>;

export function addressOf(path: string, choices: URLSearchParams): string {
  const query = choices.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Only one that the list knows: an address may be old, or written by hand. */
export const orderIn = <Row extends { id: string }, Data>(
  { name, columns, usual }: ListKind<Row, Data>,
  { order }: ListState,
): Order | undefined =>
  [name, ...columns].some((column) => column.order !== undefined && column.order === order?.field) ? order : usual;

/** Pressed once: as it is read first; again: the other way; a third time: as the list usually comes. */
export function nextOrder(
  { order: field, isNumber = false }: ListColumn<never>,
  present: Order | undefined,
): string | undefined {
  const first = isNumber ? 'DESC' : 'ASC';
  const other = isNumber ? 'ASC' : 'DESC';
  if (present?.field !== field) return writtenOrder({ field: field!, direction: first });
  return present?.direction === first ? writtenOrder({ field: field!, direction: other }) : undefined;
}
