// A proforma that is filed gets a fiscal number; the one that it had is kept, so that the proformas' series explains each of its numbers.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';

/** The index is built while others write. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table fiscal_documents add column if not exists proforma_number text');
  await createIndexBesideWriters(
    db,
    'fiscal_documents_proforma',
    'on fiscal_documents (tenant_id, kind, proforma_number) where proforma_number is not null',
    'unique',
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table fiscal_documents drop column if exists proforma_number');
}
