// Rows that other rows point at: asked for one by one while an answer is written, read together in one query each.
import DataLoader from 'dataloader';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { AnswerSize } from './answer-size.ts';

/** What a lookup reads in and what it counts for; a request context is one. */
interface Reading {
  inTenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  answer: AnswerSize;
}

/** How rows are read by their keys; each module has its own. */
export type Lookup<Found> = (reading: Reading) => DataLoader<string, Found>;

type Read<T> = (db: TenantDb, keys: readonly string[]) => Promise<T[]>;
type KeyOf<T> = (row: T) => string;

/** Many places of an answer ask for the same key: it is read once, and counts wherever it stands. */
function lookup<T, Found>(read: Read<T>, keyOf: KeyOf<T>, pick: (rows: readonly T[]) => Found | Error): Lookup<Found> {
  return ({ inTenant, answer }) =>
    // Not cached: a mutation reads the same row before and after it changed.
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

/** One row for each key; a key without a row is refused as not found. */
export function oneByKey<T>(what: string, read: Read<T>, keyOf: KeyOf<T>): Lookup<T> {
  return lookup<T, T>(read, keyOf, ([row]) => row ?? notFound(what));
}

/** One row for each key, or null. */
export function oneOrNullByKey<T>(read: Read<T>, keyOf: KeyOf<T>): Lookup<T | null> {
  return lookup<T, T | null>(read, keyOf, ([row]) => row ?? null);
}

/** All rows of each key, in the order in which they were read. */
export function allByKey<T>(read: Read<T>, keyOf: KeyOf<T>): Lookup<readonly T[]> {
  return lookup<T, readonly T[]>(read, keyOf, (rows) => rows);
}

export type Load = <Found>(lookup: Lookup<Found>, key: string) => Promise<Found>;

/** The lookups of one request. */
export function createLoad(reading: Reading): Load {
  const loaders = new Map<Lookup<unknown>, DataLoader<string, unknown>>();
  return <Found>(lookup: Lookup<Found>, key: string) => {
    const loader = (loaders.get(lookup) as DataLoader<string, Found> | undefined) ?? lookup(reading);
    loaders.set(lookup, loader);
    return loader.load(key);
  };
}
