// When a document was last changed is in no index: the minute of it is, so that what changes again soon writes no index entry.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** The largest tables are among them: they are filled in batches. */
export const inTransaction = false;

/** Those that a document's life touches again and again; of the others a change is rare, and their index stays. */
const TABLES = ['orders', 'invoices', 'credits', 'debit_notes'];

const FUNCTION = `
  create or replace function set_changed_minute() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      -- Filled by a migration, which changes nothing that is seen.
      if new.changed_minute is distinct from old.changed_minute then return new; end if;
      if new.updated_at is not distinct from old.updated_at then new.updated_at := clock_timestamp(); end if;
    end if;
    new.changed_minute := date_bin('1 minute', new.updated_at, 'epoch');
    return new;
  end $$`;

/** Triggers of acts leave out, by name, what follows from the rest of a row. */
async function leaveOut(db: MigrationDb, table: string, names: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal`.execute(db);
  for (const { name, definition } of rows) {
    const meant = definition.replaceAll(/updated_at,(changed_minute,)?/g, names);
    if (meant !== definition) await run(db, `drop trigger ${name} on ${table}; ${meant}`);
  }
}

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTION);
  for (const table of TABLES) {
    await briefly(db, async (db) => {
      await run(
        db,
        `alter table ${table} add column if not exists changed_minute timestamptz;
         drop trigger if exists set_updated_at on ${table};
         create trigger set_updated_at before insert or update on ${table} for each row execute function set_changed_minute()`,
      );
      await leaveOut(db, table, 'updated_at,changed_minute,');
    });
  }
  await acrossTenants(db, TABLES, async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) for (const table of TABLES) await fill(db, table, id);
  });
  for (const table of TABLES) {
    await createIndexBesideWriters(db, `${table}_changed`, `on ${table} (tenant_id, changed_minute, id)`);
    await run(db, `drop index concurrently if exists ${table}_updated`);
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of TABLES) {
    await createIndexBesideWriters(db, `${table}_updated`, `on ${table} (tenant_id, updated_at, id)`);
    await run(db, `drop index concurrently if exists ${table}_changed`);
    await briefly(db, async (db) => {
      await leaveOut(db, table, 'updated_at,');
      await run(
        db,
        `drop trigger if exists set_updated_at on ${table};
         create trigger set_updated_at before update on ${table} for each row
           when (new.updated_at is not distinct from old.updated_at) execute function set_updated_at();
         alter table ${table} drop column if exists changed_minute`,
      );
    });
  }
  await run(db, 'drop function if exists set_changed_minute');
}

const ROWS_AT_ONCE = 5000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const PAUSE_MS = 100;

/** Rows that others hold at this moment come in the next round. */
async function fill(db: MigrationDb, name: string, tenantId: string): Promise<void> {
  const table = sql.table(name);
  for (let isLeft = true; isLeft;) {
    for (let last: string | null = NO_ID; last !== null;) {
      const after: string = last;
      last = await inBatch(db, async (inBatch) => {
        const { rows } = await sql<{ last: string | null }>`
          with batch as materialized (
            select id from ${table} where tenant_id = ${tenantId} and id > ${after} and changed_minute is null
            order by id limit ${ROWS_AT_ONCE} for no key update skip locked
          ), filled as (
            update ${table} one set changed_minute = date_bin('1 minute', one.updated_at, 'epoch') from batch
            where one.tenant_id = ${tenantId} and one.id = batch.id
          )
          select (select id from batch order by id desc limit 1) as last`.execute(inBatch);
        return rows[0]!.last;
      });
    }
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from ${table} where tenant_id = ${tenantId} and changed_minute is null) as left`.execute(
      db,
    );
    isLeft = rows[0]!.left;
    if (isLeft) await delay(PAUSE_MS);
  }
}
