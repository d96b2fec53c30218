// Invoices on which nothing is owed, and credit notes about invoices that are not here.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** The table is written to with every sale, so the change waits for its turn. */
export const inTransaction = false;

const TABLES = `
  -- What they are worth is the client's, whatever comes of it: their sum is a client's credit.
  create table generic_credits (
    tenant_id uuid not null,
    id uuid not null,
    client_id uuid not null,
    credit_status text not null check (credit_status in ('ISSUED', 'REJECTED', 'CANCELED', 'VOID')),
    reason text not null,
    reference jsonb not null,
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
    foreign key (tenant_id, id) references fiscal_documents (tenant_id, id),
    foreign key (tenant_id, client_id) references clients (tenant_id, id)
  );
  create index generic_credits_newest on generic_credits (tenant_id, issued_at desc, id);
  create index generic_credits_client on generic_credits (tenant_id, client_id);
  create table generic_credit_lines (
    tenant_id uuid not null,
    id uuid not null,
    credit_id uuid not null,
    line_number integer not null,
    item_id uuid,
    description text not null,
    quantity numeric not null check (quantity > 0),
    unit_price numeric not null check (unit_price >= 0),
    tax_rate numeric not null,
    net numeric not null,
    tax numeric not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, credit_id) references generic_credits (tenant_id, id),
    foreign key (tenant_id, item_id) references items (tenant_id, id)
  );
  create index generic_credit_lines_credit on generic_credit_lines (tenant_id, credit_id);
  create trigger mark_canceled after insert or update of canceled_at on generic_credits for each row
    when (new.canceled_at is not null) execute function mark_canceled()`;

const CHANGED_LATER = 'credit_status, issued_at, voided_at, void_reason, canceled_at';

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    // False of imports, which the client does not owe here.
    'alter table invoices add column if not exists is_owed boolean not null default true',
  );
  await briefly(db, async (briefly) => {
    const { rows } = await sql<{
      exists: boolean;
    }>`select to_regclass('generic_credits') is not null as exists`.execute(briefly);
    if (rows[0]!.exists) return;
    await run(briefly, TABLES);
    await protectTenantTable(briefly, 'generic_credits', `select, insert, update (${CHANGED_LATER})`);
    await protectTenantTable(briefly, 'generic_credit_lines', 'select, insert');
  });
}

/** The release before knows no such notes, so theirs end here. */
export async function down(db: MigrationDb): Promise<void> {
  const tables = ['generic_credits', 'fiscal_documents', 'document_events', 'pac_requests', 'files', 'kept_counts'];
  const theirs = `select tenant_id, id from fiscal_documents where document_type = '06'`;
  await acrossTenants(db, tables, () =>
    briefly(
      db,
      `drop table if exists generic_credit_lines;
       drop table if exists generic_credits;
       delete from files where (tenant_id, source_id) in (${theirs});
       delete from document_events where (tenant_id, document_id) in (${theirs});
       delete from pac_requests where (tenant_id, document_id) in (${theirs});
       delete from fiscal_documents where document_type = '06'`,
    ),
  );
  await briefly(db, 'alter table invoices drop column if exists is_owed');
}
