// In which environment of the PAC a document is certified: a copy for tests, or the real one.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** The table is written to with every sale, so the change waits for its turn. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    // Null: from before this release; the digit in its CUFE says it then.
    `alter table fiscal_documents
       add column if not exists environment text check (environment in ('TEST', 'PRODUCTION'))`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table fiscal_documents drop column if exists environment');
}
