// Configuration of a list: a page states the differences, and the list part does the rest.
import type { ReactNode } from 'react';
import type { TypedDocumentNode } from 'urql';
import type { WordKey } from '../../texts/words.ts';
import type { IconName } from '../icon.tsx';
import type { Column } from '../table.tsx';
import type { RunOfMany } from './use-run.ts';

export interface ListColumn<Row> extends Pick<Column<Row>, 'isNumber' | 'onPhone'> {
  /** In the address; also the sum of this name stands in the foot. */
  id: string;
  name: WordKey;
  /** Its columns in the file, by their paths; left out: the one that is called as this one. */
  inFile?: readonly string[];
  /** The field of `orderBy`. */
  order?: string;
  /** Shown when it is asked for. */
  isHidden?: boolean;
  /** A number that is no money: those of a page stand point below point. */
  quantityOf?(row: Row): string | null;
  show?(row: Row): ReactNode;
}

/** A filter is named as the argument of the API that it becomes; `as` tells how where it is not so simple. */
export type Filter =
  | {
      kind: 'choice';
      name: string;
      label: WordKey;
      all: WordKey;
      wordOf(value: string): WordKey;
      values: readonly string[];
      /** As segments. */
      isInSight?: boolean;
      isInMenu?: boolean;
      as?(value: string): Record<string, unknown>;
    }
  | { kind: 'party'; name: 'clientId' | 'supplierId'; label: WordKey }
  | { kind: 'place'; name: 'locationId' | 'billingPointId'; label: WordKey }
  /** Session of a till, which a link brings. */
  | { kind: 'session'; name: 'tillSessionId'; label: WordKey }
  | { kind: 'money'; name: string; label: WordKey; names: readonly [least: string, most: string] }
  | { kind: 'text'; name: string; label: WordKey }
  | { kind: 'day'; name: string; label: WordKey }
  | { kind: 'days'; name: 'days'; label: WordKey };

export interface ActDialogProps<Row> {
  rows: readonly Row[];
  running: RunOfMany;
  onClose(): void;
}

interface Asking<Row> {
  Dialog(props: ActDialogProps<Row>): ReactNode;
}

export interface Changing {
  /** Announcement before it begins. */
  about: WordKey;
  mutation: TypedDocumentNode<unknown, never>;
  /** Path below which its results are found by id. */
  makes?: string;
}

/** An action on many records: the same on each of them, one dialog that asks for what is missing and begins, or one that prints and changes nothing. */
export type Act<Row> = { name: WordKey; icon: IconName } & (
  | (Changing & ({ variablesOf(row: Row): Record<string, unknown>; nameOf(row: Row): string } | Asking<Row>))
  | (Asking<Row> & { prints: true })
);

export interface Listed<Row> {
  records?: readonly Row[];
  pageInfo?: { hasNextPage: boolean };
  totalCount?: number;
  /** Place of the first record that begins so, in an order by words. */
  countBefore?: number | null;
  sums?: object;
}

/** A link to where something of the kind is made, or to other lists. */
export interface Way {
  to: string;
  word: WordKey;
  icon?: IconName;
}

export interface ListKind<Row extends { id: string } = { id: string }, Data = never> {
  /** Path of the list; its records are below it. */
  path: string;
  title: WordKey;
  about?: WordKey;
  none: { icon: IconName; title: WordKey; text: WordKey };
  /** Beside the title, and in an empty list where `wayOfNone` names no other. */
  way?: Way;
  wayOfNone?: Way;
  /** Message of a search without results. */
  nothingFound?: WordKey;
  /** How it comes where no order is chosen and the service would answer in another one. */
  usual?: { field: string; direction: 'ASC' | 'DESC' };
  /** The name of its files. */
  file?: string;
  /** Asked twice: for the rows of a page, and beside it for what all that match are together. */
  query: TypedDocumentNode<Data, never>;
  /** How soon to ask again while something is under way. */
  everyMs?(rows: readonly Row[]): number | null;
  /** The record in words: its first column. */
  name: ListColumn<Row>;
  linkOf?(row: Row): string;
  columns: readonly ListColumn<Row>[];
  filters: readonly Filter[];
  /** Label of the search; omitted: it has none. */
  search?: WordKey;
  acts?: readonly Act<Row>[];
}

type RowsOf<Data> = NonNullable<Extract<Data[keyof Data], { records?: readonly unknown[] }>['records']>;

/** List of the rows that its query answers. */
export type KindOf<Data> = ListKind<RowOf<Data>, Data>;
export type RowOf<Data> = RowsOf<Data>[number] & { id: string };

/** The list is all that such a query asks for. */
export const pageOf = <Row>(data: unknown): Listed<Row> => Object.values(data as object)[0] as Listed<Row>;
