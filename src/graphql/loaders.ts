// Rows that other rows point at: asked for one by one while an answer is written, read together in one query each.
import DataLoader from 'dataloader';
import type { Selectable } from 'kysely';
import type { Database } from '../database.ts';
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
import { levelTotals } from '../stock/index.ts';
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

/** One row for each key, or null. */
function optionalByKey<T>(
  inTenant: InTenant,
  read: (db: TenantDb, keys: readonly string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
): DataLoader<string, T | null> {
  return new DataLoader<string, T | null>(
    async (keys) => {
      const rows = await inTenant((db) => read(db, keys));
      const found = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => found.get(key) ?? null);
    },
    { cache: false },
  );
}

/** All rows of each key, in the order in which they were read. */
function groupedByKey<T>(
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
    levelTotal: byKey(inTenant, 'Item', levelTotals, (total) => total.itemId),
    purchaseOrderLines: groupedByKey(inTenant, purchaseOrderLines, (line) => line.purchase_order_id),
    orderLines: groupedByKey(inTenant, linesOfOrders, (line) => line.order_id),
    invoice: byKey(inTenant, 'Invoice', readInvoices, (invoice) => invoice.id),
    invoiceOfOrder: optionalByKey(inTenant, invoicesOfOrders, (invoice) => invoice.order_id ?? ''),
    invoiceLines: groupedByKey(inTenant, linesOfInvoices, (line) => line.invoice_id),
    payments: groupedByKey(inTenant, paymentsOfInvoices, (payment) => payment.invoice_id),
    credits: groupedByKey(inTenant, creditsOfInvoices, (credit) => credit.invoice_id),
    creditLines: groupedByKey(inTenant, linesOfCredits, (line) => line.credit_id),
    files: groupedByKey(inTenant, filesOf, (file) => file.source_id),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
