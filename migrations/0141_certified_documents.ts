// What the signed XML of a document says, beside the amounts of its own rows; a difference is told as an event.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table certified_documents (
       tenant_id uuid not null,
       document_id uuid not null,
       file_id uuid not null,
       net numeric,
       itbms numeric,
       isc numeric,
       total numeric,
       facts jsonb not null,
       differs_by text[] not null default '{}',
       primary key (tenant_id, document_id)
     );
     -- Documents that agree, which are nearly all, have no entry.
     create index certified_documents_differ on certified_documents (tenant_id, document_id) where differs_by <> '{}';

     create function tell_certified() returns trigger language plpgsql as $$
     begin
       insert into events (tenant_id, type, entity_id, subject_id, data)
       select new.tenant_id, 'document.certified_otherwise', id, id,
         jsonb_build_object('id', id, 'number', number, 'differsBy', new.differs_by)
       from fiscal_documents where tenant_id = new.tenant_id and id = new.document_id;
       return null;
     end $$;
     create trigger tell_certified after insert or update of differs_by on certified_documents
       for each row when (new.differs_by <> '{}') execute function tell_certified()`,
  );
  await protectTenantTable(db, 'certified_documents', 'select, insert, update');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table certified_documents; drop function tell_certified()');
}
