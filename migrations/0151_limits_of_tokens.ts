// Limits of a token for an assistant: kinds of acts, amounts, offices; and the amount of its acts on the last day on which it acted.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** Every request with a token reads its row. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table api_tokens add column if not exists limits jsonb,
       add column if not exists spent numeric not null default 0, add column if not exists spent_day date;
     grant update (spent, spent_day) on api_tokens to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table api_tokens drop column if exists limits, drop column if exists spent, drop column if exists spent_day`,
  );
}
