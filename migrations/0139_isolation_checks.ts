// Keeps what the check of isolation found, so that one process of an installation asks the catalog and the others read its answer.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table isolation_checks (
       -- Release and login: others ask otherwise.
       asked text primary key,
       looked_at timestamptz not null default clock_timestamp(),
       catalog text,
       asked_at timestamptz,
       fence text[],
       logins text[]
     );
     grant select, insert, update on isolation_checks to app_watch`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table isolation_checks');
}
