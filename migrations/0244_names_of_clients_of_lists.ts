// A search of documents by a name looks through the names of clients who have such documents, by their index alone.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const HAS = ['has_orders', 'has_invoices', 'has_credits', 'has_debit_notes'];

async function including(db: MigrationDb, columns: readonly string[]): Promise<void> {
  await createIndexBesideWriters(
    db,
    'clients_of_documents_to_be',
    `on clients (tenant_id, name, id) include (${columns.join(', ')}) where ${HAS.join(' or ')}`,
  );
  await run(db, 'drop index concurrently if exists clients_of_documents');
  await run(db, 'alter index if exists clients_of_documents_to_be rename to clients_of_documents');
}

export const up = (db: MigrationDb): Promise<void> => including(db, [...HAS, 'folded']);

export const down = (db: MigrationDb): Promise<void> => including(db, HAS);
