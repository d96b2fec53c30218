// Lines have their document in their primary key: they are read by it, and never by an id alone, so one index serves in place of two.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

/** Table, document, and the index on it that there was. */
const LINES = [
  ['order_lines', 'order_id', 'order_lines_order'],
  ['credit_lines', 'credit_id', 'credit_lines_credit'],
  ['debit_note_lines', 'debit_note_id', 'debit_note_lines_note'],
  ['purchase_order_lines', 'purchase_order_id', 'purchase_order_lines_order'],
  // Without one until now.
  ['supplier_invoice_lines', 'supplier_invoice_id', null],
] as const;

/** Fit to be run again: the index has the key's name once it is the key. */
export async function changeKey(db: MigrationDb, table: string, columns: string): Promise<void> {
  await createIndexBesideWriters(db, `${table}_key_to_be`, `on ${table} (${columns})`, 'unique');
  await briefly(
    db,
    `alter table ${table} drop constraint if exists ${table}_pkey,
       add constraint ${table}_pkey primary key using index ${table}_key_to_be`,
  );
}

export async function up(db: MigrationDb): Promise<void> {
  for (const [table, document, former] of LINES) {
    await changeKey(db, table, `tenant_id, ${document}, id`);
    if (former) await run(db, `drop index concurrently if exists ${former}`);
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [table, document, former] of LINES) {
    if (former) await createIndexBesideWriters(db, former, `on ${table} (tenant_id, ${document})`);
    await changeKey(db, table, 'tenant_id, id');
  }
}
