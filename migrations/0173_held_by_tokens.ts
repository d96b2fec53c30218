// Amount that a token's acts of a day hold, in orders and reservations, beside what they do.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** Every request with a token reads its row. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table api_tokens add column if not exists held numeric not null default 0;
     grant update (held) on api_tokens to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table api_tokens drop column if exists held');
}
