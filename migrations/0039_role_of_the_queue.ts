// A role for the queue's statements, so that the serving login needs to own nothing; and what that login must read at its start.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { ensureServerRole, run } from './support.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

export async function up(db: MigrationDb): Promise<string | void> {
  await run(db, 'grant select on folio_migrations to app_watch; savepoint role');
  try {
    await ensureServerRole(db, 'app_queue');
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await sql`rollback to savepoint role`.execute(db);
    // An installation of an earlier release must go on; its login owns the queue and needs no role for it.
    return 'the role app_queue could not be made: the queue runs with the rights of the login until an administrator makes it';
  }
}

export async function down(db: MigrationDb): Promise<void> {
  // The role stays: another database of this server may use it.
  await run(
    db,
    `do $$ begin
       if exists (select from pg_roles where rolname = 'app_queue') and to_regnamespace('pgboss') is not null then
         revoke all on all tables in schema pgboss from app_queue;
         revoke all on schema pgboss from app_queue;
       end if;
     end $$;
     revoke select on folio_migrations from app_watch`,
  );
}
