// Links to documents and members are taken away by acts on the way back, before a release that does not know them is there.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { takeAwayByActs } from './beside-writers.ts';

export const inTransaction = false;

/** Nothing is missing on the way up. */
export async function up(): Promise<void> {
  await Promise.resolve();
}

export async function down(db: MigrationDb): Promise<void> {
  await takeAwayByActs(db, {
    document_links: 'delete from document_links where tenant_id = $',
    members: 'delete from members where tenant_id = $',
  });
}
