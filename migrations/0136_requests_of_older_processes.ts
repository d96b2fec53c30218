// A process of the release before, for which a document's row had the request's columns too, opens a document without its request: it gets
// one at the commit, and this release sends it. Such a process cannot send itself: what it marks before a byte leaves is gone.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** Sales write the table all day. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create or replace function request_of_older() returns trigger language plpgsql as $$
     begin
       insert into pac_requests (tenant_id, document_id, what, state, asked_by, asked_at)
       values (new.tenant_id, new.id, 'SUBMIT', 'PENDING', new.created_by, clock_timestamp())
       on conflict do nothing;
       return null;
     end $$`,
  );
  // Who has promised to tell of its changes writes the request itself (0124).
  await briefly(
    db,
    `drop trigger if exists request_of_older on fiscal_documents;
     create constraint trigger request_of_older after insert or update of submission_state on fiscal_documents
       deferrable initially deferred for each row
       when (new.submission_state = 'PENDING' and coalesce(current_setting('app.acts', true), '') <> 'told')
       execute function request_of_older()`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop trigger if exists request_of_older on fiscal_documents; drop function if exists request_of_older()`,
  );
}
