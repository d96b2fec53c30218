// Figures of months that are over are kept, until a document of theirs changes: a month of 40,000 documents is read once, not at each look.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Invoices are written while this runs. */
export const inTransaction = false;

const THIS_MONTH = `date_trunc('month', now() at time zone 'America/Panama')`;

/**
 * Who tells a month holds its tenant's lock alone, so what is changed beside it is forgotten behind it. All months of the tenant are
 * forgotten: numbers of a month are explained by documents of others as well.
 */
const FORGET = `
  create or replace function forget_months() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'credits' then
      if coalesce(new.fiscal_day, new.issue_day) >= ${THIS_MONTH} and not exists (
        select from invoices where tenant_id = new.tenant_id and id = new.invoice_id
          and coalesce(fiscal_day, issue_day) < ${THIS_MONTH})
      then return null; end if;
    end if;
    perform pg_advisory_xact_lock_shared(hashtextextended('kept_months' || new.tenant_id, 0));
    delete from kept_months where tenant_id = new.tenant_id;
    return null;
  end $$`;

const OF_PAST = `when (coalesce(new.fiscal_day, new.issue_day) < ${THIS_MONTH})`;
const AMOUNTS = 'subtotal, tax, total, issued_at, issue_day, fiscal_day, voided_at, canceled_at';

/** By table: columns that change a month, and rows that can be of one that is over. */
const TRIGGERS = {
  invoices: [
    `insert or update of ${AMOUNTS}, credited, retention, retention_code, isc, other_tax, is_opening`,
    OF_PAST,
  ],
  credits: [`insert or update of ${AMOUNTS}, invoice_id, isc, other_tax`, ''],
  debit_notes: [`insert or update of ${AMOUNTS}, invoice_id`, OF_PAST],
  fiscal_documents: [
    'update of number, mode, document_type, legal_status, settled_at, rejection_reasons, submission_state, parked_reason, void_state, is_canceled',
    `when (new.mode = 'DGI_IMPORT' or new.created_at < ${THIS_MONTH} at time zone 'America/Panama' + interval '1 day')`,
  ],
} as const;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (briefly) => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass('kept_months') is not null as exists`.execute(
      briefly,
    );
    if (rows[0]!.exists) return;
    await run(
      briefly,
      `create table kept_months (tenant_id uuid not null, month date not null, figures jsonb not null, primary key (tenant_id, month))`,
    );
    await protectTenantTable(briefly, 'kept_months', 'select, insert, delete');
    await run(briefly, FORGET);
  });
  for (const [table, [events, when]] of Object.entries(TRIGGERS))
    await briefly(
      db,
      `drop trigger if exists forget_months on ${table};
       create trigger forget_months after ${events} on ${table} for each row ${when} execute function forget_months()`,
    );
  await createIndexBesideWriters(
    db,
    'fiscal_documents_bought',
    `on fiscal_documents (tenant_id, id) where document_type = '02'`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop index concurrently if exists fiscal_documents_bought');
  for (const table of Object.keys(TRIGGERS)) await briefly(db, `drop trigger if exists forget_months on ${table}`);
  await briefly(db, 'drop function if exists forget_months; drop table if exists kept_months');
}
