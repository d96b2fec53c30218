// Credits and debit notes of a client come by date from their index, as orders and invoices do: of a client with very many a page reads a page.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

async function keyed(db: MigrationDb, columns: string): Promise<void> {
  for (const table of ['credits', 'debit_notes']) {
    const name = `${table}_client`;
    await createIndexBesideWriters(db, `${name}_to_be`, `on ${table} (${columns})`);
    await run(db, `drop index concurrently if exists ${name}`);
    await run(db, `alter index if exists ${name}_to_be rename to ${name}`);
  }
}

export const up = (db: MigrationDb): Promise<void> => keyed(db, 'tenant_id, client_id, issued_at, id');

export const down = (db: MigrationDb): Promise<void> => keyed(db, 'tenant_id, client_id');
