// Acts are chained in the order in which their transactions had the rows, which no clock tells: an act takes its turn when it is written,
// and by then its transaction has locked what it changed. What no mutation tells of no longer has the time at which its transaction began.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `create sequence if not exists acts_turn;
     grant usage on sequence acts_turn to app_tenant;
     alter table acts add column if not exists turn bigint;
     alter table acts alter column turn set default nextval('acts_turn')`,
  );
  await replaceTime(db, 'now()', 'clock_timestamp()');
  await createIndexBesideWriters(
    db,
    'acts_in_turn',
    'on acts (tenant_id, turn nulls first, at, id) where number is null',
  );
  await briefly(db, 'drop index if exists acts_unplaced');
}

export async function down(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(db, 'acts_unplaced', 'on acts (tenant_id, at) where number is null');
  await replaceTime(db, 'clock_timestamp()', 'now()');
  await briefly(
    db,
    `drop index if exists acts_in_turn;
     alter table acts drop column if exists turn;
     drop sequence if exists acts_turn`,
  );
}

async function replaceTime(db: MigrationDb, before: string, after: string): Promise<void> {
  await run(
    db,
    `do $$ begin execute replace(pg_get_functiondef('act_of_the_rest'::regproc), '''at'', ${before}', '''at'', ${after}'); end $$`,
  );
}
