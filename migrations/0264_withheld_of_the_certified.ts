// Invoices by balance: nothing is withheld any more of one whose credits come to the whole as it was certified, where that is less than was asked.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

async function orderBy(db: MigrationDb, whole: string): Promise<void> {
  await createIndexBesideWriters(
    db,
    'invoices_balance_to_be',
    `on invoices (tenant_id, (case when is_owed and holds_order
      then greatest(0, total + certified_more + debited
        - case when credited > 0 and credited >= ${whole} then 0 else retention end - paid - credited) else 0 end), id)`,
  );
  await run(db, 'drop index concurrently if exists invoices_balance');
  await run(db, 'alter index if exists invoices_balance_to_be rename to invoices_balance');
}

/** The expression is that of `invoicing/list-documents.ts`. */
export const up = (db: MigrationDb): Promise<void> => orderBy(db, 'total + least(0, certified_more)');

export const down = (db: MigrationDb): Promise<void> => orderBy(db, 'total');
