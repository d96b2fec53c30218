// What is open, canceled or without its document is found by an index of its own, so that no question reads every document or notice.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters, inBatch } from './beside-writers.ts';

/** The indexes are built while others write. */
export const inTransaction = false;

const INDEXES: readonly (readonly [name: string, definition: string])[] = [
  ['fiscal_documents_expected_cufe', 'on fiscal_documents (tenant_id, expected_cufe) where expected_cufe is not null'],
  [
    'fiscal_documents_waiting',
    `on fiscal_documents (tenant_id, created_at, id)
     where is_open_document(mode, submission_state, legal_status, parked_reason, void_state, awaits_pdf)`,
  ],
  [
    'fiscal_documents_class',
    `on fiscal_documents (tenant_id, kind, number_class(legal_status, void_state, is_canceled, submission_state), number)`,
  ],
  [
    'pac_notices_unmatched',
    `on pac_notices (tenant_id, coalesce(cufe, pac_document_id), id)
     where state in ('WAITING', 'EXPIRED') and document_id is null`,
  ],
  ['pac_notices_waiting_id', `on pac_notices (tenant_id, pac_document_id) where state = 'WAITING'`],
];

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table fiscal_documents
       add column if not exists awaits_pdf boolean not null default false,
       add column if not exists is_canceled boolean not null default false;

     -- The planner puts the expression in the place of a call, so that an index on the one serves a question with the other.
     create or replace function is_open_document(mode text, submission_state text, legal_status text, parked_reason text,
         void_state text, awaits_pdf boolean)
       returns boolean language sql immutable parallel safe return
         mode = 'DGI' and (submission_state in ('PENDING', 'UNKNOWN') or coalesce(legal_status = 'PAC_AUTHORIZED', false)
           or parked_reason is not null or coalesce(void_state in ('ASKED', 'UNKNOWN'), false) or awaits_pdf);

     create or replace function number_class(legal_status text, void_state text, is_canceled boolean, submission_state text)
       returns text language sql immutable parallel safe return
         case
           when legal_status in ('PAC_REJECTED', 'DGI_REJECTED') then 'REJECTED'
           when void_state = 'DONE' then 'VOIDED'
           when legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED') then 'ISSUED'
           when is_canceled then 'CANCELED'
           when submission_state in ('UNKNOWN', 'PENDING') then submission_state
           else 'INTERNAL'
         end;

     -- Also where a process of an older release cancels, which knows nothing of the column.
     create or replace function mark_canceled() returns trigger language plpgsql as $$
     begin
       update fiscal_documents set is_canceled = true where tenant_id = new.tenant_id and id = new.id;
       return null;
     end $$`,
  );
  for (const table of ['invoices', 'credits']) {
    await briefly(
      db,
      `drop trigger if exists mark_canceled on ${table};
       create trigger mark_canceled after insert or update of canceled_at on ${table} for each row
         when (new.canceled_at is not null) execute function mark_canceled()`,
    );
  }
  await acrossTenants(db, ['fiscal_documents', 'files', 'invoices', 'credits'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => markDocuments(inBatch, id));
  });
  for (const [name, definition] of INDEXES) await createIndexBesideWriters(db, name, definition);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [name] of INDEXES) await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
  await briefly(
    db,
    `drop function if exists mark_canceled cascade;
     drop function if exists is_open_document, number_class;
     alter table fiscal_documents drop column if exists awaits_pdf, drop column if exists is_canceled`,
  );
}

async function markDocuments(db: MigrationDb, tenantId: string): Promise<void> {
  await sql`
    update fiscal_documents d set awaits_pdf = true
    where tenant_id = ${tenantId} and mode = 'DGI' and legal_status = 'DGI_AUTHORIZED' and not awaits_pdf and not exists (
      -- What was attached before the verdict is fetched again after it.
      select from files f where f.tenant_id = d.tenant_id and f.source_id = d.id and f.content_type = 'application/pdf'
        and f.created_at >= d.settled_at)`.execute(db);
  await sql`
    update fiscal_documents d set is_canceled = true
    from (
      select id from invoices where tenant_id = ${tenantId} and canceled_at is not null
      union all
      select id from credits where tenant_id = ${tenantId} and canceled_at is not null
    ) canceled
    where d.tenant_id = ${tenantId} and d.id = canceled.id and not d.is_canceled`.execute(db);
}
