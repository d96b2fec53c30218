// A refund has its invoice in its primary key.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { changeKey } from './0217_lines_by_document.ts';
import { edit } from './0250_facts_tell.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

const GONE = {
  refunds_invoice: 'on refunds (tenant_id, invoice_id)',
  refunds_payment: 'on refunds (tenant_id, payment_id)',
};

/** A row is looked for under what is second in its key. */
const PARENT = [
  'act_unsealed(uuid,text,uuid[])',
  `and attname <> 'id' and attnotnull limit 1);`,
  `and attname <> 'id' and attnotnull
      order by attnum = coalesce((select indkey[1] from pg_index where indrelid = attrelid and indisprimary), 0) desc, attnum limit 1);`,
] as const;

export async function up(db: MigrationDb): Promise<void> {
  await changeKey(db, 'refunds', 'tenant_id, invoice_id, id');
  for (const name of Object.keys(GONE)) await run(db, `drop index concurrently if exists ${name}`);
  await briefly(db, edit(...PARENT));
}

export async function down(db: MigrationDb): Promise<void> {
  const [name, from, to] = PARENT;
  await briefly(db, edit(name, to, from));
  for (const [index, definition] of Object.entries(GONE)) await createIndexBesideWriters(db, index, definition);
  await changeKey(db, 'refunds', 'tenant_id, id');
}
