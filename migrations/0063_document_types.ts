// Debit notes, and the type that a fiscal document has at the DGI: 01 to 09.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';
import { sql } from 'kysely';

/** The table is written to with every sale, so each change waits for its turn. */
export const inTransaction = false;

const kindsAre = (kinds: string): string => `
  alter table fiscal_documents drop constraint if exists fiscal_documents_kind;
  alter table fiscal_documents add constraint fiscal_documents_kind check (kind in (${kinds})) not valid`;

const COLUMNS = `
  alter table fiscal_documents
    add column if not exists document_type text not null default '01' check (document_type ~ '^0[1-9]$');
  alter table invoices
    add column if not exists debited numeric not null default 0,
    -- Terms of delivery, currency and port, of what goes abroad.
    add column if not exists export_data jsonb;
  grant update (debited, export_data) on invoices to app_tenant;

  -- A process of an older release names no type.
  create or replace function usual_document_type() returns trigger language plpgsql as $$
  begin
    new.document_type := case new.kind when 'CREDIT_NOTE' then '04' else '05' end;
    return new;
  end $$;
  drop trigger if exists usual_document_type on fiscal_documents;
  create trigger usual_document_type before insert on fiscal_documents for each row
    when (new.kind <> 'INVOICE' and new.document_type = '01') execute function usual_document_type();

  -- Null for a document whose number is not from a series of ours, such as an imported one. What stands before the ten digits is the series.
  create or replace function number_series(kind text, number text) returns text language sql immutable parallel safe return
    case when number ~ '^[A-Z]{2,3}-([0-9A-Za-z]{4}-[0-9]{3}-)?[0-9]{10}$'
      and kind = case split_part(number, '-', 1)
        when 'NC' then 'CREDIT_NOTE' when 'PNC' then 'CREDIT_NOTE' when 'NCG' then 'CREDIT_NOTE'
        when 'ND' then 'DEBIT_NOTE' when 'PND' then 'DEBIT_NOTE' when 'NDG' then 'DEBIT_NOTE'
        else 'INVOICE' end
      then left(number, -11) end`;

const TABLES = `
  create table debit_notes (
    tenant_id uuid not null,
    id uuid not null,
    -- Null for a note about an invoice that is not here: that one is named by number and day.
    invoice_id uuid,
    client_id uuid not null,
    debit_status text not null check (debit_status in ('ISSUED', 'REJECTED', 'CANCELED', 'VOID')),
    reason text not null,
    reference jsonb,
    subtotal numeric not null,
    tax numeric not null,
    total numeric not null check (total > 0),
    issued_at timestamptz not null,
    issue_day date not null,
    voided_at timestamptz,
    void_reason text,
    canceled_at timestamptz,
    created_by text not null,
    primary key (tenant_id, id),
    check (invoice_id is not null or reference is not null),
    foreign key (tenant_id, id) references fiscal_documents (tenant_id, id),
    foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
    foreign key (tenant_id, client_id) references clients (tenant_id, id)
  );
  create index debit_notes_newest on debit_notes (tenant_id, issued_at desc, id);
  create index debit_notes_invoice on debit_notes (tenant_id, invoice_id);
  create index debit_notes_client on debit_notes (tenant_id, client_id);
  create table debit_note_lines (
    tenant_id uuid not null,
    id uuid not null,
    debit_note_id uuid not null,
    line_number integer not null,
    -- What is charged more for, where it is one of the lines of the invoice or an item.
    invoice_line_id uuid,
    item_id uuid,
    description text not null,
    quantity numeric not null check (quantity > 0),
    unit_price numeric not null check (unit_price >= 0),
    tax_rate numeric not null,
    net numeric not null,
    tax numeric not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, debit_note_id) references debit_notes (tenant_id, id),
    foreign key (tenant_id, invoice_line_id) references invoice_lines (tenant_id, id),
    foreign key (tenant_id, item_id) references items (tenant_id, id)
  );
  create index debit_note_lines_note on debit_note_lines (tenant_id, debit_note_id);
  create trigger mark_canceled after insert or update of canceled_at on debit_notes for each row
    when (new.canceled_at is not null) execute function mark_canceled()`;

const CHANGED_LATER = 'debit_status, issued_at, voided_at, void_reason, canceled_at';

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, `${COLUMNS};${kindsAre(`'INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE'`)}`);
  await run(db, 'alter table fiscal_documents validate constraint fiscal_documents_kind');
  await briefly(db, async (briefly) => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass('debit_notes') is not null as exists`.execute(
      briefly,
    );
    if (rows[0]!.exists) return;
    await run(briefly, TABLES);
    await protectTenantTable(briefly, 'debit_notes', `select, insert, update (${CHANGED_LATER})`);
    await protectTenantTable(briefly, 'debit_note_lines', 'select, insert');
  });
  await acrossTenants(db, ['fiscal_documents'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) {
      await inBatch(db, (inBatch) =>
        sql`update fiscal_documents set document_type = '04'
            where tenant_id = ${id} and kind = 'CREDIT_NOTE' and document_type = '01'`.execute(inBatch),
      );
    }
  });
}

/** The release before knows no debit notes, so theirs end here. */
export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(
    db,
    ['fiscal_documents', 'document_events', 'pac_requests', 'pac_notices', 'files', 'kept_counts'],
    async () => {
      await briefly(
        db,
        `drop table if exists debit_note_lines, debit_notes;
       delete from files f using fiscal_documents d where d.tenant_id = f.tenant_id and d.id = f.source_id and d.kind = 'DEBIT_NOTE';
       delete from document_events e using fiscal_documents d
         where d.tenant_id = e.tenant_id and d.id = e.document_id and d.kind = 'DEBIT_NOTE';
       delete from pac_requests r using fiscal_documents d
         where d.tenant_id = r.tenant_id and d.id = r.document_id and d.kind = 'DEBIT_NOTE';
       delete from fiscal_documents where kind = 'DEBIT_NOTE'`,
      );
    },
  );
  await briefly(
    db,
    `drop trigger if exists usual_document_type on fiscal_documents;
     drop function if exists usual_document_type;
     alter table fiscal_documents drop column if exists document_type;
     alter table invoices drop column if exists debited, drop column if exists export_data;
     create or replace function number_series(kind text, number text) returns text language sql immutable parallel safe return
       case when number ~ '^[A-Z]{2,3}-[0-9]{10}$' and (kind = 'CREDIT_NOTE') = (number ~ '^P?NC-')
         then split_part(number, '-', 1) end;
     ${kindsAre(`'INVOICE', 'CREDIT_NOTE'`)}`,
  );
  await run(db, 'alter table fiscal_documents validate constraint fiscal_documents_kind');
}
