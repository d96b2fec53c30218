// Each row that a sale writes locked the row of its company, once in each transaction, so that all callers of a company met in one row.
// That its tenant is there row-level security holds: it is the one that the transaction has entered; and a company is closed, never removed.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const TABLES = ['acts', 'files', 'fiscal_documents', 'pac_notices'];

export async function up(db: MigrationDb): Promise<void> {
  for (const table of TABLES)
    await briefly(db, `alter table ${table} drop constraint if exists ${table}_tenant_id_fkey`);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of TABLES) {
    await briefly(
      db,
      `alter table ${table} drop constraint if exists ${table}_tenant_id_fkey,
         add constraint ${table}_tenant_id_fkey foreign key (tenant_id) references tenants(id) not valid`,
    );
    await run(db, `alter table ${table} validate constraint ${table}_tenant_id_fkey`);
  }
}
