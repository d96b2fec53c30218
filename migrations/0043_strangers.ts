// Notices that found no document here, by age: what can be the document of a sale came after the sale was begun.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';

/** The index is built while others write. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'pac_notices_strangers',
    `on pac_notices (tenant_id, state, received_at)
     where document_id is null and state in ('WAITING', 'EXPIRED', 'STALE')`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop index if exists pac_notices_strangers');
}
