// Document type 10, operation abroad, beside the nine that were known before.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

/** Rows are compared beside writers: what is there has the narrower check already. */
async function check(db: MigrationDb, types: string): Promise<void> {
  const name = 'fiscal_documents_document_type_check';
  await briefly(
    db,
    `alter table fiscal_documents drop constraint if exists ${name};
     alter table fiscal_documents add constraint ${name} check (document_type ~ '${types}') not valid`,
  );
  await run(db, `alter table fiscal_documents validate constraint ${name}`);
}

export async function up(db: MigrationDb): Promise<void> {
  await check(db, '^(0[1-9]|10)$');
}

export async function down(db: MigrationDb): Promise<void> {
  await check(db, '^0[1-9]$');
}
