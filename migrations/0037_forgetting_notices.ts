// Notices about nothing may be removed, found by their age; those that say what became of a document may not.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';

/** The index is built while others write. */
export const inTransaction = false;

const ABOUT_NOTHING = `document_id is null and state in ('EXPIRED', 'REFUSED')`;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'pac_notices_about_nothing',
    `on pac_notices (tenant_id, state, received_at) where ${ABOUT_NOTHING}`,
  );
  await briefly(
    db,
    `create or replace function keep_evidence() returns trigger language plpgsql as $$
     begin
       if old.document_id is not null or old.state not in ('EXPIRED', 'REFUSED') then
         raise exception 'a notice that says what became of a document is not removed';
       end if;
       return old;
     end $$;
     drop trigger if exists keep_evidence on pac_notices;
     create trigger keep_evidence before delete on pac_notices for each row execute function keep_evidence();
     grant delete on pac_notices to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `revoke delete on pac_notices from app_tenant;
     drop trigger if exists keep_evidence on pac_notices;
     drop function if exists keep_evidence();
     drop index if exists pac_notices_about_nothing`,
  );
}
