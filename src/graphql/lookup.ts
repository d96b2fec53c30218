// Batched reads of related rows: resolvers ask by key, and all keys of one lookup are read in one query.
import DataLoader from 'dataloader';
import type { Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { rowsOf, type TenantDb } from '../tenancy/index.ts';
import type { AnswerSize } from './answer-size.ts';

/** The part of a request context that a lookup uses. */
interface Reading {
  inTenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  answer: AnswerSize;
}

/** A way to read rows by key; each module declares its own. */
export type Lookup<Found> = (reading: Reading) => DataLoader<string, Found>;

type Read<T> = (db: TenantDb, keys: readonly string[]) => Promise<T[]>;
type KeyOf<T> = (row: T) => string;

/** A key that is asked for many times is read once, and counts each time. */
function lookup<T, Found>(read: Read<T>, keyOf: KeyOf<T>, pick: (rows: readonly T[]) => Found | Error): Lookup<Found> {
  return ({ inTenant, answer }) =>
    // No cache: a mutation may read the same row before and after its change.
    new DataLoader<string, Found>(
      async (keys) => {
        const rows = await inTenant((db) => read(db, [...new Set(keys)]));
        const byKey = Map.groupBy(rows, keyOf);
        return keys.map((key) => {
          const found = byKey.get(key) ?? [];
          answer.add(found.length);
          return pick(found);
        });
      },
      { cache: false },
    );
}

/** One row per key; a missing row is a NOT_FOUND error. */
export function oneByKey<T>(what: string, read: Read<T>, keyOf: KeyOf<T>): Lookup<T> {
  return lookup<T, T>(read, keyOf, ([row]) => row ?? notFound(what));
}

/** The row of a table that has the key as its id; a missing one is a NOT_FOUND error. */
export function oneById<T extends keyof Database>(what: string, table: T): Lookup<Selectable<Database[T]>> {
  // A table that is a parameter defeats the builder's inference; each has an `id`.
  const read: Read<{ id: string }> = (db, ids) =>
    rowsOf(db, table as 'items')
      .where('id', 'in', ids)
      .execute();
  return oneByKey(what, read, ({ id }) => id) as unknown as Lookup<Selectable<Database[T]>>;
}

/** One row per key, or null. */
export function oneOrNullByKey<T>(read: Read<T>, keyOf: KeyOf<T>): Lookup<T | null> {
  return lookup<T, T | null>(read, keyOf, ([row]) => row ?? null);
}

/** All rows per key, in the order of the query. */
export function allByKey<T>(read: Read<T>, keyOf: KeyOf<T>): Lookup<readonly T[]> {
  return lookup<T, readonly T[]>(read, keyOf, (rows) => rows);
}

export type Load = <Found>(lookup: Lookup<Found>, key: string) => Promise<Found>;

/** The lookups of one request. */
export function createLoad(reading: Reading): Load {
  const loaders = new Map<Lookup<unknown>, DataLoader<string, unknown>>();
  return <Found>(lookup: Lookup<Found>, key: string) => {
    const loader = loaders.getOrInsertComputed(lookup, () => lookup(reading)) as DataLoader<string, Found>;
    return loader.load(key);
  };
}
