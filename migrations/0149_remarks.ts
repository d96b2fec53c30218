// Documents with remarks of the DGI are found by their events, which are few.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const NAME = 'document_events_remarked';

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    NAME,
    `on document_events (tenant_id, at) include (document_id) where kind = 'REMARKED'`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, `drop index concurrently if exists ${NAME}`);
}
