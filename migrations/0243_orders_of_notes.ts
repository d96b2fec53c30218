// Credits and debit notes in order of total, balance and day, and items in order of price, read a page of an index, and not all that there are.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

/** The expression is that of `invoicing/list-documents.ts`. */
const INDEXES = {
  credits_total: 'on credits (tenant_id, total, id)',
  credits_balance: `on credits (tenant_id, (case when credit_status = 'UNAPPLIED' then total + certified_more else 0 end), id)`,
  credits_day: 'on credits (tenant_id, issue_day, id)',
  debit_notes_total: 'on debit_notes (tenant_id, total, id)',
  debit_notes_day: 'on debit_notes (tenant_id, issue_day, id)',
  items_price: 'on items (tenant_id, unit_price, id)',
};

export async function up(db: MigrationDb): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) await createIndexBesideWriters(db, name, definition);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const name of Object.keys(INDEXES)) await run(db, `drop index concurrently if exists ${name}`);
}
