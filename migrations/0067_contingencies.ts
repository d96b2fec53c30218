// Contingencies of a tenant, and which documents were made in one; how the printed page of a tenant's documents is wanted.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Documents are written while this runs. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (db) => {
    await run(
      db,
      `create table contingencies (
         tenant_id uuid not null references tenants (id),
         id uuid not null,
         started_at timestamptz not null,
         reason text not null check (length(reason) between 15 and 250),
         -- Why normal operation was not resumed within 72 hours.
         explanation text,
         started_by text not null,
         created_at timestamptz not null default now(),
         ended_at timestamptz,
         ended_by text,
         primary key (tenant_id, id),
         check (length(reason) + coalesce(length(explanation) + 2, 0) <= 250)
       );
       create unique index contingencies_open on contingencies (tenant_id) where ended_at is null`,
    );
    await protectTenantTable(db, 'contingencies', 'select, insert, update');
    await run(
      db,
      `create policy ended_for_good on contingencies as restrictive for update to app_tenant
         using (ended_at is null) with check (true);
       grant select (started_at, ended_at) on contingencies to app_watch;
       create policy watching on contingencies for select to app_watch using (current_user = 'app_watch' and ended_at is null);
       alter table fiscal_documents add column contingency_id uuid;
       alter table fiscal_documents add foreign key (tenant_id, contingency_id) references contingencies (tenant_id, id) not valid;
       create index fiscal_documents_contingency on fiscal_documents (tenant_id, contingency_id)
         where contingency_id is not null;
       alter table tenants add column cafe_format text check (cafe_format in ('NONE', 'TILL_ROLL', 'LETTER')),
         add column cafe_delivery text check (cafe_delivery in ('NONE', 'PAPER', 'ELECTRONIC'));
       grant select (cafe_format, cafe_delivery) on tenants to app_tenant;

       -- A number has one type of issue for ever: it is a part of the CUFE.
       create function keep_issue_type() returns trigger language plpgsql as $$ begin
         raise exception 'document % keeps the type of issue that it was made with', old.number;
       end $$;
       create trigger keep_issue_type before update of pac_input, contingency_id on fiscal_documents for each row
         when (old.pac_input is not null and (new.contingency_id is distinct from old.contingency_id
           or new.pac_input #>> '{information,issueType}' is distinct from old.pac_input #>> '{information,issueType}'))
         execute function keep_issue_type()`,
    );
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop trigger keep_issue_type on fiscal_documents;
     drop function keep_issue_type();
     alter table fiscal_documents drop column contingency_id;
     alter table tenants drop column cafe_format, drop column cafe_delivery;
     drop table contingencies`,
  );
}
