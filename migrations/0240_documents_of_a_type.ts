// Generic credit notes are found among debit notes by their type, with the imports that one index was for: a list of them reads no other notes.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Documents are written while this runs. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'fiscal_documents_of_type',
    `on fiscal_documents (tenant_id, document_type, id) where document_type in ('02', '06')`,
  );
  await run(db, 'drop index concurrently if exists fiscal_documents_bought');
}

export async function down(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'fiscal_documents_bought',
    `on fiscal_documents (tenant_id, id) where document_type = '02'`,
  );
  await run(db, 'drop index concurrently if exists fiscal_documents_of_type');
}
