// Lists by balance, due date, total of orders and amount of payments read a page of an index, and not all that matches.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

/** The expressions are those of `invoicing/list-documents.ts`. */
const INDEXES = {
  invoices_due: 'on invoices (tenant_id, coalesce(due_date, issue_day), id)',
  invoices_balance: `on invoices (tenant_id, (case when is_owed and holds_order
    then greatest(0, total + certified_more + debited
      - case when credited > 0 and credited >= total then 0 else retention end - paid - credited) else 0 end), id)`,
  orders_total: 'on orders (tenant_id, total, id)',
  payments_amount: 'on payments (tenant_id, amount, id)',
};

export async function up(db: MigrationDb): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) await createIndexBesideWriters(db, name, definition);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const name of Object.keys(INDEXES)) await run(db, `drop index concurrently if exists ${name}`);
}
