// Rows that other rows point at: asked for one by one while an answer is written, read together in one query each.
import DataLoader from 'dataloader';
import type { Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import { filesOf } from '../files/index.ts';
import {
  creditsOfInvoices,
  invoicesOfOrders,
  linesOfCredits,
  linesOfInvoices,
  paymentsOfInvoices,
  readInvoices,
} from '../invoicing/index.ts';
import { notFound } from '../platform/errors.ts';
import { linesOfOrders } from '../sales/index.ts';
import { purchaseOrderLines } from '../purchasing/index.ts';
import { levelsByLocation, levelTotals } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { AnswerSize } from './answer-size.ts';

type InTenant = <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;

/** What a loader reads in and what it counts for; a request context is one. */
interface Reading {
  inTenant: InTenant;
  answer: AnswerSize;
}

/** One place of an answer after the other asks for a key, many of them for the same: each is read once, and counts wherever it stands. */
function loader<T, Found>(
  { inTenant, answer }: Reading,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
  pick: (rows: readonly T[]) => Found,
): DataLoader<string, Found> {
  // Not cached: a mutation reads the same row before and after it changed.
  return new DataLoader<string, Found>(
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
export function byKey<T>(
  reading: Reading,
  what: string,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
): DataLoader<string, T> {
  return loader<T, T | Error>(reading, read, keyOf, ([row]) => row ?? notFound(what)) as DataLoader<string, T>;
}

/** One row for each key, or null. */
function optionalByKey<T>(
  reading: Reading,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
): DataLoader<string, T | null> {
  return loader(reading, read, keyOf, ([row]) => row ?? null);
}

/** All rows of each key, in the order in which they were read. */
function groupedByKey<T>(
  reading: Reading,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
): DataLoader<string, readonly T[]> {
  return loader(reading, read, keyOf, (rows) => rows);
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

export function createLoaders(reading: Reading) {
  const one = <T extends 'items' | 'locations' | 'clients' | 'suppliers'>(table: T, what: string) =>
    byKey(reading, what, rowsOf(table), (row) => (row as { id: string }).id);
  return {
    item: one('items', 'Item'),
    location: one('locations', 'Location'),
    client: one('clients', 'Client'),
    supplier: one('suppliers', 'Supplier'),
    levelTotal: byKey(reading, 'Item', levelTotals, (total) => total.itemId),
    levels: groupedByKey(reading, levelsByLocation, (level) => level.item_id),
    purchaseOrderLines: groupedByKey(reading, purchaseOrderLines, (line) => line.purchase_order_id),
    orderLines: groupedByKey(reading, linesOfOrders, (line) => line.order_id),
    invoice: byKey(reading, 'Invoice', readInvoices, (invoice) => invoice.id),
    invoiceOfOrder: optionalByKey(reading, invoicesOfOrders, (invoice) => invoice.order_id ?? ''),
    invoiceLines: groupedByKey(reading, linesOfInvoices, (line) => line.invoice_id),
    payments: groupedByKey(reading, paymentsOfInvoices, (payment) => payment.invoice_id),
    credits: groupedByKey(reading, creditsOfInvoices, (credit) => credit.invoice_id),
    creditLines: groupedByKey(reading, linesOfCredits, (line) => line.credit_id),
    files: groupedByKey(reading, filesOf, (file) => file.source_id),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
