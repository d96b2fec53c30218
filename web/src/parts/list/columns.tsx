// Columns and filters that many lists have: a text, a day, an amount of money, one of several values.
import type { WordKey } from '../../texts/words.ts';
import type { Filter, ListColumn } from './list-kind.ts';

type More = Partial<Pick<ListColumn<never>, 'order' | 'isHidden' | 'inFile' | 'onPhone'>>;
type Of<Id extends string> = ListColumn<Readonly<Record<Id, string | null>>>;

/** `id` is the field of the record as well. */
export function textColumn<Id extends string>(id: Id, name: WordKey, more: More = {}): Of<Id> {
  return { id, name, onPhone: 'below', show: (row) => row[id], ...more };
}

export function dayColumn<Id extends string>(id: Id, name: WordKey, more: More = {}): Of<Id> {
  return { id, name, show: (row, { f }) => row[id] && f.day(row[id]), ...more };
}

/** Money always has two places, so it stands point below point by itself. */
export function moneyColumn<Id extends string>(id: Id, name: WordKey, more: More = {}): Of<Id> {
  return { id, name, isNumber: true, show: (row, { f }) => row[id] && f.money(row[id]), ...more };
}

type Worded<Words extends string, Value extends string> = `${Words}.${Value}` extends WordKey ? Words : never;

/** A filter by one of these values; each has a word below `words`. */
export function choice<Words extends string, Value extends string>(
  name: string,
  [label, all]: readonly [label: WordKey, all: WordKey],
  words: Words & Worded<Words, Value>,
  values: readonly Value[],
  more: { isInSight?: boolean; isInMenu?: boolean } = {},
): Filter {
  return { kind: 'choice', name, label, all, values, wordOf: (one) => `${words}.${one}` as WordKey, ...more };
}
