// Columns and filters that many lists have: a text, a day, an amount of money, one of several values.
import type { ReactNode } from 'react';
import type { WordKey } from '../../texts/words.ts';
import { DocumentNumber } from '../document-number.tsx';
import type { Filter, ListColumn } from './list-kind.ts';
import { f } from '../../texts/speech.ts';

type More = Partial<Pick<ListColumn<never>, 'order' | 'isHidden' | 'inFile' | 'onPhone'>>;
type Of<Id extends string> = ListColumn<Readonly<Record<Id, string | null>>>;

/** On a phone below the name of the record, unless `more` says another place. */
export function column<Row>(
  id: string,
  name: WordKey,
  show: (row: Row) => ReactNode,
  more: Partial<ListColumn<Row>> = {},
): ListColumn<Row> {
  return { id, name, onPhone: 'below', show, ...more };
}

export function quantityColumn<Row>(
  id: string,
  name: WordKey,
  quantityOf: (row: Row) => string | null,
  more: Partial<ListColumn<Row>> = {},
): ListColumn<Row> {
  return { id, name, isNumber: true, quantityOf, ...more };
}

/** First column of documents. */
export const numberColumn = (name: WordKey): ListColumn<{ number: string }> => ({
  id: 'number',
  name,
  order: 'NUMBER',
  show: ({ number }) => <DocumentNumber number={number} />,
});

/** `id` is the field of the record as well. */
export function textColumn<Id extends string>(id: Id, name: WordKey, more: More = {}): Of<Id> {
  return { id, name, onPhone: 'below', show: (row) => row[id], ...more };
}

export function dayColumn<Id extends string>(id: Id, name: WordKey, more: More = {}): Of<Id> {
  return { id, name, show: (row) => row[id] && f.day(row[id]), ...more };
}

/** Money always has two places, so it stands point below point by itself. */
export function moneyColumn<Id extends string>(id: Id, name: WordKey, more: More = {}): Of<Id> {
  return { id, name, isNumber: true, show: (row) => row[id] && f.money(row[id]), ...more };
}

export type Worded<Words extends string, Value extends string> = `${Words}.${Value}` extends WordKey ? Words : never;

/** A filter by one of these values; each has a word below `words`. */
export function choice<Words extends string, Value extends string>(
  name: string,
  [label, all]: readonly [label: WordKey, all: WordKey],
  words: Words & Worded<Words, Value>,
  values: readonly Value[],
  more: Partial<Pick<Extract<Filter, { kind: 'choice' }>, 'isInSight' | 'isInMenu' | 'as'>> = {},
): Filter {
  return { kind: 'choice', name, label, all, values, wordOf: (one) => `${words}.${one}` as WordKey, ...more };
}
