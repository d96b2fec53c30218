// Lists by client walk the clients that have such documents, and no others: a client says which it has, and a credit whose it is.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** Documents are written while this runs. */
export const inTransaction = false;

const TABLES = ['orders', 'invoices', 'credits', 'debit_notes'] as const;
const HAS = TABLES.map((table) => `has_${table}`);
const BATCH = 5000;

/** Sees them in no act and no event, as the trigger of before sees none of the columns that it is told to leave out. */
const keepRow = (table: string, ignored: string, rest: string) => `
  drop trigger if exists keep_row on ${table};
  create trigger keep_row after insert or delete or update on ${table} for each row
    when (coalesce(current_setting('app.tenant_id', true), '') <> '')
    execute function keep_row('{id}', ${rest.replace('$', ignored)})`;
const keepClients = (also: string) =>
  keepRow('clients', also, `'{id}', '{tenant_id,updated_at,folded,average_cost$}', '{}', '{}', '{}', 'client'`);
const keepCredits = (also: string) =>
  keepRow(
    'credits',
    also,
    `'{id,invoice_id}', '{tenant_id,updated_at,changed_minute,folded,average_cost$}', '{}', '{}',
     '{id,invoice_id,subtotal,tax,total,created_by,isc,other_tax}', 'credit_status'`,
  );
const touchClients = (also: string) => `
  drop trigger if exists set_updated_at on clients;
  create trigger set_updated_at before update on clients for each row
    when (not (new.updated_at is distinct from old.updated_at)${also}) execute function set_updated_at()`;

/** What a client has changes nothing that is seen of it. */
const NOT_MARKED = ` and not ((${HAS.map((column) => `new.${column}`).join(', ')}) is distinct from (${HAS.map((column) => `old.${column}`).join(', ')}))`;

const BEGINS = 'begin\n    if tg_nargs > 0 then';
/** Writes a client's row once for each kind of document. */
const MARKS = `begin
    if tg_op = 'INSERT' or new.client_id is distinct from old.client_id then
      case tg_table_name
      when 'orders' then
        update clients set has_orders = true where tenant_id = new.tenant_id and id = new.client_id and not has_orders;
      when 'debit_notes' then
        update clients set has_debit_notes = true where tenant_id = new.tenant_id and id = new.client_id and not has_debit_notes;
      when 'invoices' then
        if not new.is_stand_in then
          update clients set has_invoices = true where tenant_id = new.tenant_id and id = new.client_id and not has_invoices;
        end if;
      when 'credits' then
        new.client_id := coalesce((select client_id from invoices where tenant_id = new.tenant_id and id = new.invoice_id), new.client_id);
        update clients set has_credits = true where tenant_id = new.tenant_id and id = new.client_id and not has_credits;
        -- Filled by a migration, which changes nothing that is seen.
        if tg_op = 'UPDATE' then return new; end if;
      end case;
    end if;
    if tg_nargs > 0 then`;
const edit = (from: string, to: string) => `
  do $do$ begin
    if (position('has_orders' in pg_get_functiondef('set_changed_minute'::regproc)) > 0) = ${String(to === BEGINS)} then
      execute replace(pg_get_functiondef('set_changed_minute'::regproc), $from$${from}$from$, $to$${to}$to$);
    end if;
  end $do$`;

/** Clients of documents that were written before, and whose the credits are; each batch is a transaction. */
async function fillFormer(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['clients', ...TABLES], async () => {
    const has = (table: string, also = '') =>
      sql.raw(`exists (select from ${table} d where (d.tenant_id, d.client_id) = (b.tenant_id, b.id)${also})`);
    for (let last = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000']; ;) {
      const { rows } = await inBatch(db, (batch) =>
        sql<{ tenant_id: string; id: string }>`
          with batch as materialized (
            select tenant_id, id from clients where (tenant_id, id) > (${last[0]}::uuid, ${last[1]}::uuid)
            order by tenant_id, id limit ${sql.lit(BATCH)}
          ), found as materialized (
            select b.*, ${has('orders')} as o, ${has('invoices', ' and not d.is_stand_in')} as i, ${has('debit_notes')} as n from batch b
          ), marked as (
            update clients set has_orders = has_orders or o, has_invoices = has_invoices or i, has_debit_notes = has_debit_notes or n
            from found where (clients.tenant_id, clients.id) = (found.tenant_id, found.id) and (o or i or n)
          )
          select tenant_id, id from batch order by tenant_id desc, id desc limit 1`.execute(batch),
      );
      if (!rows[0]) break;
      last = [rows[0].tenant_id, rows[0].id];
    }
    for (let filled = BATCH; filled > 0;)
      filled = await inBatch(db, async (batch) => {
        const { numAffectedRows } = await sql`
          update credits set client_id = tenant_id where (tenant_id, id) = any (
            select tenant_id, id from credits where client_id is null limit ${sql.lit(BATCH)})`.execute(batch);
        return Number(numAffectedRows);
      });
  });
}

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table clients ${HAS.map((column) => `add column if not exists ${column} boolean not null default false`).join(', ')}`,
  );
  await briefly(db, 'alter table credits add column if not exists client_id uuid');
  await briefly(db, `${keepClients(`,${HAS.join(',')}`)}; ${touchClients(NOT_MARKED)}`);
  await briefly(db, keepCredits(',client_id'));
  // Waits for those who write by the function of before.
  await briefly(db, `lock table ${TABLES.join(', ')} in share row exclusive mode; ${edit(BEGINS, MARKS)}`);
  await fillFormer(db);
  await createIndexBesideWriters(
    db,
    'clients_of_documents',
    `on clients (tenant_id, name, id) include (${HAS.join(', ')}) where ${HAS.join(' or ')}`,
  );
  await createIndexBesideWriters(db, 'credits_client', 'on credits (tenant_id, client_id)');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop index concurrently if exists clients_of_documents');
  await run(db, 'drop index concurrently if exists credits_client');
  await briefly(db, edit(MARKS, BEGINS));
  await briefly(db, `${keepClients('')}; ${touchClients('')}`);
  await briefly(db, keepCredits(''));
  await briefly(db, `alter table clients ${HAS.map((column) => `drop column if exists ${column}`).join(', ')}`);
  await briefly(db, 'alter table credits drop column if exists client_id');
}
