// Where a tenant is, of several installations: a transaction of one that leaves, is yet to come, or has gone ends before it begins.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants
       -- HERE · DRAINING: sales go on, nothing new is sent · LEAVING: nothing is written · GONE: a tombstone · ARRIVING: not yet whole.
       add column if not exists place text not null default 'HERE'
         check (place in ('HERE', 'DRAINING', 'LEAVING', 'GONE', 'ARRIVING')),
       -- Which move it is, the same on both sides; at the one that it comes to, also as of which snapshot its rows are.
       add column if not exists move text;
     grant select (place) on tenants to app_tenant;
     -- With the opening of each transaction. Who writes holds the lock, so who has it alone knows that nothing is being written; the look
     -- is a statement of its own, and sees what the holder of the lock before has decided.
     create or replace function enter_tenant(tenant uuid, writes boolean) returns void language plpgsql as $$
     declare is_at text;
     begin
       if writes then perform pg_advisory_xact_lock_shared(7061588, hashtext(tenant::text)); end if;
       select place into is_at from tenants where id = tenant;
       if is_at in ('HERE', 'DRAINING') or is_at is null or is_at = 'LEAVING' and not writes
         or current_setting('app.moves', true) = tenant::text then return;
       end if;
       perform refuse('SERVICE_UNAVAILABLE', 'The business is being moved, or is elsewhere by now; ask again', '{}');
     end $$`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from tenants where place <> 'HERE' limit 1`.execute(db);
  if (rows[0])
    throw new Error(
      `Tenant ${rows[0].id} is being moved or has gone: a release that does not know so would revive it.`,
    );
  await briefly(
    db,
    `drop function if exists enter_tenant(uuid, boolean);
     alter table tenants drop column if exists place, drop column if exists move`,
  );
}
