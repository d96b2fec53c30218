// The legal life of invoices: what was sent to the PAC, what it and the DGI said, and the evidence of each step.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table fiscal_documents (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       kind text not null constraint fiscal_documents_kind check (kind in ('INVOICE')),
       mode text not null check (mode in ('DGI', 'PROFORM', 'DGI_IMPORT')),
       number text not null,
       -- The part of the number that the tax authority knows; null for what is never sent.
       fiscal_number text,
       legal_status text check (legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED', 'PAC_REJECTED', 'DGI_REJECTED')),
       submission_state text not null check (submission_state in ('NOT_REQUIRED', 'PENDING', 'UNKNOWN', 'DONE')),
       document_id text,
       cufe text,
       expected_cufe text,
       cufe_key text,
       -- The company it was sent for, which stays even if the tenant's changes later.
       pac_company_id text,
       pac_input jsonb,
       pac_response jsonb,
       rejection_reasons text[] not null default '{}',
       -- Set and committed before the first byte may leave; with it and without an answer the outcome is unknown.
       send_started_at timestamptz,
       lease_until timestamptz,
       -- Not before this: the PAC could not be reached, or asked for patience.
       submit_after timestamptz,
       lease_number bigint not null default 0,
       parked_reason text,
       poll_count integer not null default 0,
       created_by text not null,
       created_at timestamptz not null default now(),
       settled_at timestamptz,
       primary key (tenant_id, id),
       unique (tenant_id, kind, number)
     );
     create unique index fiscal_documents_document_id on fiscal_documents (tenant_id, document_id) where document_id is not null;
     create unique index fiscal_documents_cufe on fiscal_documents (tenant_id, cufe) where cufe is not null;
     create index fiscal_documents_cufe_key on fiscal_documents (tenant_id, cufe_key) where cufe_key is not null;
     create index fiscal_documents_open on fiscal_documents (tenant_id, created_at)
       where submission_state in ('PENDING', 'UNKNOWN') or legal_status = 'PAC_AUTHORIZED';

     alter table invoices add constraint invoices_document foreign key (tenant_id, id) references fiscal_documents (tenant_id, id);

     -- The specification's arrows, a second time where no program error can pass: what is not listed is refused.
     create function guard_legal_status() returns trigger language plpgsql as $guard$
     begin
       if new.legal_status is distinct from old.legal_status and not (
            old.legal_status is null
         or (old.legal_status = 'PAC_AUTHORIZED' and new.legal_status in ('DGI_AUTHORIZED', 'DGI_REJECTED')))
       then
         raise exception 'legal status of % may not go from % to %', old.id, old.legal_status, new.legal_status
           using errcode = 'check_violation';
       end if;
       return new;
     end $guard$;
     create trigger guard_legal_status before update of legal_status on fiscal_documents
       for each row execute function guard_legal_status();

     -- What happened to a document, in order: intent, claim, answer or its absence, notices, polls, file, void.
     create table document_events (
       tenant_id uuid not null,
       id uuid not null,
       document_id uuid not null,
       at timestamptz not null default clock_timestamp(),
       kind text not null,
       actor text not null,
       detail jsonb not null default '{}',
       primary key (tenant_id, id),
       foreign key (tenant_id, document_id) references fiscal_documents (tenant_id, id)
     );
     create index document_events_document on document_events (tenant_id, document_id, at, id);

     -- The inbox of the PAC's notices: stored before anything is done with them.
     create table pac_notices (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       digest text not null,
       body jsonb not null,
       pac_document_id text,
       cufe text,
       legal_status text,
       state text not null check (state in ('WAITING', 'APPLIED', 'STALE', 'PARKED', 'REFUSED', 'EXPIRED')),
       outcome text,
       document_id uuid,
       deliveries integer not null default 1,
       received_at timestamptz not null default now(),
       processed_at timestamptz,
       primary key (tenant_id, id),
       unique (tenant_id, digest)
     );
     create index pac_notices_waiting on pac_notices (tenant_id, received_at) where state = 'WAITING'`,
  );
  await protectTenantTable(db, 'fiscal_documents', 'select, insert, update');
  await protectTenantTable(db, 'document_events', 'select, insert');
  await protectTenantTable(db, 'pac_notices', 'select, insert, update');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table invoices drop constraint invoices_document;
     drop table pac_notices, document_events, fiscal_documents;
     drop function guard_legal_status`,
  );
}
