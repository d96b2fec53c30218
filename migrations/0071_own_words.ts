// Words of integrators on what they synchronise: an id of their own and metadata; and when each row was last changed.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** The largest tables are among them: they are filled tenant by tenant, in batches. */
export const inTransaction = false;

/** By table: what is known of when its rows were made. */
const DOCUMENT = '(select d.created_at from fiscal_documents d where d.tenant_id = one.tenant_id and d.id = one.id)';
// A UUID of version 7 begins with its time.
const TIME_OF_ID = `case when substr(one.id::text, 15, 1) = '7'
  then to_timestamp(('x' || substr(replace(one.id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
  else (select t.created_at from tenants t where t.id = one.tenant_id) end`;
const MADE = {
  locations: TIME_OF_ID,
  clients: 'one.created_at',
  suppliers: 'one.created_at',
  items: 'one.created_at',
  orders: 'one.created_at',
  purchase_orders: 'one.created_at',
  payments: 'one.created_at',
  invoices: DOCUMENT,
  credits: DOCUMENT,
  debit_notes: DOCUMENT,
} as const;
const TABLES = Object.keys(MADE) as (keyof typeof MADE)[];

/** Of those that the application may not update as a whole. */
const CHANGED_LATER = ['locations', 'payments', 'invoices', 'credits', 'debit_notes'];

/** What of a document's legal row can be seen; its leases and attempts are our own affair. */
const SHOWN = [
  'mode',
  'number',
  'document_type',
  'legal_status',
  'submission_state',
  'void_state',
  'document_id',
  'cufe',
  'expected_cufe',
  'rejection_reasons',
  'parked_reason',
  'awaits_pdf',
  'awaits_xml',
  'qr_url',
  'authorization_protocol',
  'authorized_at',
  'environment',
  'contingency_id',
  'pac_input',
  'pac_response',
];
const shown = (row: string): string => `(${SHOWN.map((column) => `${row}.${column}`).join(', ')})`;

const FUNCTIONS = `
  create or replace function set_updated_at() returns trigger language plpgsql as $$
  begin
    new.updated_at := clock_timestamp();
    return new;
  end $$;

  -- A row that this transaction has written itself needs no second word.
  create or replace function touch_business_row() returns trigger language plpgsql as $$
  begin
    if new.kind = 'INVOICE' then
      update invoices set updated_at = clock_timestamp()
      where tenant_id = new.tenant_id and id = new.id and xmin <> pg_current_xact_id()::xid;
      return null;
    end if;
    update credits set updated_at = clock_timestamp()
    where tenant_id = new.tenant_id and id = new.id and xmin <> pg_current_xact_id()::xid;
    if not found then
      update debit_notes set updated_at = clock_timestamp()
      where tenant_id = new.tenant_id and id = new.id and xmin <> pg_current_xact_id()::xid;
    end if;
    return null;
  end $$;

  create or replace function touch_payment() returns trigger language plpgsql as $$
  begin
    update payments set updated_at = clock_timestamp() where tenant_id = new.tenant_id and id = new.payment_id;
    return null;
  end $$`;

/** Where a change of these words alone is told as an event, by which function and when; of the catalog any change is. */
const TELLS = `coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''`;
const TOLD_BY: Partial<Record<keyof typeof MADE, string>> = {
  invoices: `tell_status('invoice_status')`,
  credits: `tell_status('credit_status')`,
  debit_notes: `tell_status('debit_status')`,
  orders: `tell_row('order', 'updated')`,
  purchase_orders: `tell_row('purchase_order', 'updated')`,
};

/** What changes an item's average cost is its stock: a receipt would else make every item that it has a changed one. */
const isTold = (table: string): string =>
  `new.updated_at is not distinct from old.updated_at${table === 'items' ? ' and new.average_cost is not distinct from old.average_cost' : ''}`;

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTIONS);
  for (const table of TABLES) {
    const made = table === 'locations' ? ['created_at'] : [];
    const times = [...made, 'updated_at'];
    await briefly(
      db,
      `alter table ${table} add column if not exists external_id text, add column if not exists metadata jsonb,
         ${times.map((time) => `add column if not exists ${time} timestamptz`).join(', ')};
       alter table ${table} ${times.map((time) => `alter column ${time} set default clock_timestamp()`).join(', ')};
       drop trigger if exists set_updated_at on ${table};
       create trigger set_updated_at before update on ${table} for each row when (${isTold(table)})
         execute function set_updated_at()`,
    );
    if (CHANGED_LATER.includes(table))
      await briefly(db, `grant update (external_id, metadata, updated_at) on ${table} to app_tenant`);
  }
  for (const [table, teller] of Object.entries(TOLD_BY)) {
    await briefly(
      db,
      `drop trigger if exists tell_words on ${table};
       create trigger tell_words after update of external_id, metadata on ${table} for each row
         when (${TELLS} and (old.external_id, old.metadata) is distinct from (new.external_id, new.metadata)
           ${table === 'orders' ? 'and old.version = new.version' : ''}) execute function ${teller}`,
    );
  }
  await briefly(
    db,
    // At the commit, when all else is locked: who holds an invoice may be waiting for the legal row of one of its credits.
    `drop trigger if exists touch_business_row on fiscal_documents;
     create constraint trigger touch_business_row after update on fiscal_documents deferrable initially deferred
       for each row when (${shown('old')} is distinct from ${shown('new')}) execute function touch_business_row();
     drop trigger if exists touch_payment on refunds;
     create trigger touch_payment after insert on refunds for each row execute function touch_payment()`,
  );
  await acrossTenants(db, [...TABLES, 'fiscal_documents'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) for (const table of TABLES) await fill(db, table, id);
  });
  for (const table of TABLES) {
    await createIndexBesideWriters(db, `${table}_updated`, `on ${table} (tenant_id, updated_at, id)`);
    const named = `on ${table} (tenant_id, external_id) where external_id is not null`;
    await createIndexBesideWriters(db, `${table}_external_id`, named, 'unique');
  }
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    'drop trigger if exists touch_business_row on fiscal_documents; drop trigger if exists touch_payment on refunds',
  );
  for (const table of TABLES) {
    await run(db, `drop index concurrently if exists ${table}_updated`);
    await run(db, `drop index concurrently if exists ${table}_external_id`);
    await briefly(
      db,
      `drop trigger if exists set_updated_at on ${table}; drop trigger if exists tell_words on ${table};
       alter table ${table} drop column if exists external_id, drop column if exists metadata,
         drop column if exists updated_at${table === 'locations' ? ', drop column if exists created_at' : ''}`,
    );
  }
  await run(db, 'drop function if exists set_updated_at, touch_business_row, touch_payment');
}

const ROWS_AT_ONCE = 5000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const PAUSE_MS = 100;

/** Rows that others hold at this moment come in the next round. */
async function fill(db: MigrationDb, table: keyof typeof MADE, tenantId: string): Promise<void> {
  const made = sql.raw(MADE[table]);
  const change = sql.raw(table === 'locations' ? 'created_at = batch.made, ' : '');
  const name = sql.table(table);
  for (;;) {
    for (let last: string | null = NO_ID; last !== null;) {
      const after: string = last;
      last = await inBatch(db, async (inBatch) => {
        const { rows } = await sql<{ last: string | null }>`
          with batch as materialized (
            select one.id, ${made} as made from ${name} one
            where one.tenant_id = ${tenantId} and one.id > ${after} and one.updated_at is null
            order by one.id limit ${ROWS_AT_ONCE} for no key update of one skip locked
          ), filled as (
            update ${name} one set ${change} updated_at = batch.made from batch
            where one.tenant_id = ${tenantId} and one.id = batch.id
          )
          select (select id from batch order by id desc limit 1) as last`.execute(inBatch);
        return rows[0]!.last;
      });
    }
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from ${name} where tenant_id = ${tenantId} and updated_at is null) as left`.execute(db);
    if (!rows[0]!.left) return;
    await delay(PAUSE_MS);
  }
}
