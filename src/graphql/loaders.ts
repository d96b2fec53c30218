// Rows that other rows point at: asked for one by one while an answer is written, read together in one query each.
import DataLoader from 'dataloader';
import type { Selectable } from 'kysely';
import { notFound } from '../platform/errors.ts';
import type { Database } from '../database.ts';
import type { TenantDb } from '../tenancy/index.ts';

type InTenant = <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;

/** One row for each key; a key without a row is refused as not found. */
export function byKey<T>(
  inTenant: InTenant,
  what: string,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
): DataLoader<string, T> {
  // Not cached: a mutation reads the same row before and after it changed.
  return new DataLoader<string, T>(
    async (keys) => {
      const rows = await inTenant((db) => read(db, keys));
      const found = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => found.get(key) ?? notFound(what));
    },
    { cache: false },
  );
}

/** All rows of each key, in the order in which they were read. */
export function groupedByKey<T>(
  inTenant: InTenant,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
): DataLoader<string, T[]> {
  return new DataLoader<string, T[]>(
    async (keys) => {
      const rows = await inTenant((db) => read(db, keys));
      return keys.map((key) => rows.filter((row) => keyOf(row) === key));
    },
    { cache: false },
  );
}

/** Rows of tables whose key is the tenant and an id. */
function rowsOf<T extends 'items' | 'locations' | 'clients' | 'suppliers'>(table: T) {
  return async (db: TenantDb, ids: readonly string[]): Promise<Selectable<Database[T]>[]> => {
    // The union of four tables defeats the builder's inference; each has `tenant_id` and `id`.
    const rows = await db
      .selectFrom(table as 'items')
      .selectAll()
      .where('tenant_id', '=', db.tenant.id)
      .where('id', 'in', ids)
      .execute();
    return rows as unknown as Selectable<Database[T]>[];
  };
}

export function createLoaders(inTenant: InTenant) {
  const one = <T extends 'items' | 'locations' | 'clients' | 'suppliers'>(table: T, what: string) =>
    byKey(inTenant, what, rowsOf(table), (row) => (row as { id: string }).id);
  return {
    item: one('items', 'Item'),
    location: one('locations', 'Location'),
    client: one('clients', 'Client'),
    supplier: one('suppliers', 'Supplier'),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
