// By due date a page in the middle of the list is found by its index: row-level security leaves it no expression with `coalesce`, but one with `case`.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

async function orderBy(db: MigrationDb, due: string): Promise<void> {
  await createIndexBesideWriters(db, 'invoices_due_to_be', `on invoices (tenant_id, (${due}), id)`);
  await run(db, 'drop index concurrently if exists invoices_due');
  await run(db, 'alter index if exists invoices_due_to_be rename to invoices_due');
}

/** The expression is that of `invoicing/list-documents.ts`. */
export const up = (db: MigrationDb): Promise<void> =>
  orderBy(db, 'case when due_date is null then issue_day else due_date end');

export const down = (db: MigrationDb): Promise<void> => orderBy(db, 'coalesce(due_date, issue_day)');
