// The legal life of credit notes, in the same table and under the same guard as that of invoices.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table fiscal_documents drop constraint fiscal_documents_kind;
     alter table fiscal_documents add constraint fiscal_documents_kind check (kind in ('INVOICE', 'CREDIT_NOTE'));
     alter table credits add constraint credits_document foreign key (tenant_id, id) references fiscal_documents (tenant_id, id)`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table credits drop constraint credits_document;
     delete from document_events e using fiscal_documents d
       where d.tenant_id = e.tenant_id and d.id = e.document_id and d.kind = 'CREDIT_NOTE';
     delete from fiscal_documents where kind = 'CREDIT_NOTE';
     alter table fiscal_documents drop constraint fiscal_documents_kind;
     alter table fiscal_documents add constraint fiscal_documents_kind check (kind in ('INVOICE'))`,
  );
}
