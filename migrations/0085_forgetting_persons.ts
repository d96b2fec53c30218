// What is said of a person in rows that are never changed otherwise can be forgotten, under the role of the operator's commands.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

const COLUMNS = { payments: 'reference, request', refunds: 'reason', document_events: 'detail' };

export async function up(db: MigrationDb): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    await briefly(db, `grant update (${columns}) on ${table} to app_rebuild`);
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    await briefly(db, `revoke update (${columns}) on ${table} from app_rebuild`);
  }
}
