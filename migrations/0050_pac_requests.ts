// Requests to the PAC about a document, submit and void, are rows of one table. The columns of `fiscal_documents` that held them stay
// for processes of 1.8.0 that run beside this release, and are kept equal by triggers until the next release drops them.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

const TABLE = `
  create table pac_requests (
    tenant_id uuid not null,
    document_id uuid not null,
    what text not null check (what in ('SUBMIT', 'VOID')),
    -- PENDING: to be sent, or being sent. UNKNOWN: sent, and no answer arrived. DROPPED: taken back, or refused.
    state text not null check (state in ('PENDING', 'UNKNOWN', 'DONE', 'DROPPED')),
    reason text,
    asked_by text not null,
    asked_at timestamptz not null default now(),
    -- Set and committed before the first byte may leave, so a mark without an answer means that it may have arrived.
    started_at timestamptz,
    lease_until timestamptz,
    -- The PAC could not be reached, or asked for patience.
    not_before timestamptz,
    attempts integer not null default 0,
    primary key (tenant_id, document_id, what),
    foreign key (tenant_id, document_id) references fiscal_documents (tenant_id, id) on delete cascade
  )`;

/** What the old columns of a document say, as rows of the new table. */
const requestsOf = (document: string): string => `
  select ${document}.tenant_id, ${document}.id, asked.* from (values
    ('SUBMIT', case ${document}.submission_state when 'NOT_REQUIRED' then 'DROPPED' else ${document}.submission_state end, null,
      ${document}.created_by, ${document}.created_at, ${document}.send_started_at, ${document}.lease_until,
      ${document}.submit_after, ${document}.lease_number::int),
    ('VOID', case ${document}.void_state when 'ASKED' then 'PENDING' else coalesce(${document}.void_state, 'DROPPED') end,
      ${document}.void_reason, coalesce(${document}.void_asked_by, 'system'), coalesce(${document}.void_asked_at, now()),
      ${document}.void_started_at, ${document}.void_lease_until, ${document}.void_after, ${document}.void_attempts)
  ) asked (what, state, reason, asked_by, asked_at, started_at, lease_until, not_before, attempts)
  where case what when 'SUBMIT' then ${document}.pac_company_id is not null or ${document}.submission_state <> 'NOT_REQUIRED'
    else ${document}.void_state is not null or ${document}.void_asked_at is not null end`;

const FUNCTIONS = `
  -- The document's row is locked before its request's, by either release.
  create or replace function copy_request_to_document() returns trigger language plpgsql as $$
  begin
    if new.what = 'SUBMIT' then
      update fiscal_documents set
        submission_state = case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end,
        send_started_at = new.started_at, lease_until = new.lease_until, submit_after = new.not_before,
        lease_number = new.attempts
      where tenant_id = new.tenant_id and id = new.document_id
        and (submission_state, send_started_at, lease_until, submit_after, lease_number) is distinct from
          (case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end,
            new.started_at, new.lease_until, new.not_before, new.attempts);
    else
      update fiscal_documents set
        void_state = case new.state when 'PENDING' then 'ASKED' when 'DROPPED' then null else new.state end,
        void_reason = new.reason, void_asked_by = new.asked_by, void_asked_at = new.asked_at,
        void_started_at = new.started_at, void_lease_until = new.lease_until, void_after = new.not_before,
        void_attempts = new.attempts
      where tenant_id = new.tenant_id and id = new.document_id;
    end if;
    return null;
  end $$;

  create or replace function copy_document_to_requests() returns trigger language plpgsql as $$
  begin
    insert into pac_requests as kept (tenant_id, document_id, what, state, reason, asked_by, asked_at, started_at, lease_until,
      not_before, attempts) ${requestsOf('new')}
    on conflict (tenant_id, document_id, what) do update set
      state = excluded.state, started_at = excluded.started_at, lease_until = excluded.lease_until,
      not_before = excluded.not_before, attempts = excluded.attempts,
      reason = case kept.what when 'VOID' then excluded.reason end,
      asked_by = case kept.what when 'VOID' then excluded.asked_by else kept.asked_by end,
      asked_at = case kept.what when 'VOID' then excluded.asked_at else kept.asked_at end
    where (kept.state, kept.reason, kept.started_at, kept.lease_until, kept.not_before, kept.attempts) is distinct from
      (excluded.state, excluded.reason, excluded.started_at, excluded.lease_until, excluded.not_before, excluded.attempts)
      or kept.what = 'VOID' and (kept.asked_by, kept.asked_at) is distinct from (excluded.asked_by, excluded.asked_at);
    return null;
  end $$`;

// At depth 0 a statement of a process of 1.8.0 has written; deeper it is the copy of a request.
const OF_DOCUMENTS = `
  drop trigger if exists copy_new_to_requests on fiscal_documents;
  create trigger copy_new_to_requests after insert on fiscal_documents for each row
    when (pg_trigger_depth() = 0 and (new.submission_state <> 'NOT_REQUIRED' or new.pac_company_id is not null))
    execute function copy_document_to_requests();
  drop trigger if exists copy_to_requests on fiscal_documents;
  create trigger copy_to_requests after update of submission_state, send_started_at, lease_until, submit_after, lease_number,
      void_state, void_reason, void_asked_by, void_asked_at, void_started_at, void_lease_until, void_after, void_attempts
    on fiscal_documents for each row when (pg_trigger_depth() = 0) execute function copy_document_to_requests()`;

const OF_REQUESTS = `
  drop trigger if exists copy_to_document on pac_requests;
  create trigger copy_to_document after insert or update on pac_requests for each row
    execute function copy_request_to_document()`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (briefly) => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass('pac_requests') is not null as exists`.execute(
      briefly,
    );
    if (!rows[0]!.exists) {
      await run(briefly, TABLE);
      await protectTenantTable(briefly, 'pac_requests', 'select, insert, update');
    }
    await run(briefly, `${FUNCTIONS};${OF_DOCUMENTS}`);
  });
  await acrossTenants(db, ['fiscal_documents', 'pac_requests'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => fill(inBatch, id));
  });
  // Last: what was filled is what the documents say already.
  await briefly(db, OF_REQUESTS);
}

/** The documents have never ceased to say the same. */
export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop trigger if exists copy_to_requests on fiscal_documents;
     drop trigger if exists copy_new_to_requests on fiscal_documents;
     drop table if exists pac_requests;
     drop function if exists copy_request_to_document, copy_document_to_requests`,
  );
}

/** A writer that comes meanwhile has copied its own row, or does so when this transaction has ended. */
async function fill(db: MigrationDb, tenantId: string): Promise<void> {
  await run(
    db,
    `insert into pac_requests (tenant_id, document_id, what, state, reason, asked_by, asked_at, started_at, lease_until,
       not_before, attempts)
     select filled.* from fiscal_documents d, lateral (${requestsOf('d')}) filled where d.tenant_id = '${tenantId}'
     on conflict do nothing`,
  );
}
