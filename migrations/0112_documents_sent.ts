// How often documents were sent by e-mail within a day is asked before each is.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';

export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'document_events_sent',
    `on document_events (tenant_id, at) include (document_id) where kind = 'EMAIL_ASKED'`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop index if exists document_events_sent');
}
