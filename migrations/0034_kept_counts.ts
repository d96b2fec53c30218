// How many documents are open, how many numbers are in each class and how many notices came: counted as they are written.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

const CLASS_OF = (row: string): string =>
  `number_class(${row}.legal_status, ${row}.void_state, ${row}.is_canceled, ${row}.submission_state)`;
const SERIES_OF = (row: string): string => `number_series(${row}.kind, ${row}.number)`;
/** Null where the document was never filed under another number. */
const PROFORMA_OF = (row: string): string => `number_series(${row}.kind, ${row}.proforma_number)`;
const IS_OPEN = (row: string): string =>
  `is_open_document(${row}.mode, ${row}.submission_state, ${row}.legal_status, ${row}.parked_reason, ${row}.void_state,
     ${row}.awaits_pdf)`;

const TABLE = `
  -- A count is the sum of its rows. There are as many as wrote at once: each writer takes a row that no other transaction holds,
  -- so that none waits for another.
  create table kept_counts (
    tenant_id uuid not null references tenants (id),
    -- A series of numbers, or 'open' documents, or 'notices'.
    subject text not null,
    -- Of the numbers; empty for the others.
    class text not null,
    count bigint not null,
    id bigint generated always as identity,
    primary key (tenant_id, subject, class, id)
  )`;

const FUNCTIONS = `
  -- Null for a document whose number is not from a series of ours, such as an imported one.
  create or replace function number_series(kind text, number text) returns text language sql immutable parallel safe return
    case when number ~ '^[A-Z]{2,3}-[0-9]{10}$' and (kind = 'CREDIT_NOTE') = (number ~ '^P?NC-')
      then split_part(number, '-', 1) end;

  create or replace function add_to_count(of_tenant uuid, of_subject text, of_class text, change bigint)
    returns void language plpgsql as $$
  begin
    update kept_counts set count = count + change
    where tenant_id = of_tenant and subject = of_subject and class = of_class and id = (
      select id from kept_counts where tenant_id = of_tenant and subject = of_subject and class = of_class
      limit 1 for update skip locked);
    if not found then
      insert into kept_counts (tenant_id, subject, class, count) values (of_tenant, of_subject, of_class, change);
    end if;
  end $$;

  create or replace function count_new_documents() returns trigger language plpgsql as $$
  begin
    perform add_to_count(tenant_id, subject, class, count) from (
      select tenant_id, ${SERIES_OF('added')} as subject, ${CLASS_OF('added')} as class, count(*) from added group by 1, 2, 3
      union all
      select tenant_id, 'open', '', count(*) from added where ${IS_OPEN('added')} group by 1
    ) change where subject is not null;
    return null;
  end $$;

  create or replace function count_changed_document() returns trigger language plpgsql as $$
  begin
    -- What was deleted has no new row: its series is null and it is not open.
    perform add_to_count(old.tenant_id, subject, class, sum(count)::bigint) from (values
      (${PROFORMA_OF('old')}, 'CONVERTED', -1), (${PROFORMA_OF('new')}, 'CONVERTED', 1),
      (${SERIES_OF('old')}, ${CLASS_OF('old')}, -1), ('open', '', -(${IS_OPEN('old')})::int),
      (${SERIES_OF('new')}, ${CLASS_OF('new')}, 1), ('open', '', (${IS_OPEN('new')})::int)
    ) change (subject, class, count)
    where subject is not null group by subject, class having sum(count) <> 0;
    return null;
  end $$;

  create or replace function count_notices() returns trigger language plpgsql as $$
  begin
    perform add_to_count(tenant_id, 'notices', '', count(*) * case tg_op when 'DELETE' then -1 else 1 end)
    from changed group by tenant_id;
    return null;
  end $$;

  -- What the counts should be, to fill them or to verify them.
  create or replace function true_counts(of_tenant uuid) returns table (subject text, class text, count bigint) language sql stable as $$
    select ${SERIES_OF('d')}, ${CLASS_OF('d')}, count(*) from fiscal_documents d
    where tenant_id = of_tenant and ${SERIES_OF('d')} is not null group by 1, 2
    union all
    select ${PROFORMA_OF('d')}, 'CONVERTED', count(*) from fiscal_documents d
    where tenant_id = of_tenant and proforma_number is not null group by 1
    union all
    select 'open', '', count(*) from fiscal_documents d where tenant_id = of_tenant and ${IS_OPEN('d')} having count(*) > 0
    union all
    select 'notices', '', count(*) from pac_notices where tenant_id = of_tenant having count(*) > 0
  $$;

  -- One statement sees the documents and the rows that counted them at the same instant, so what it adds is right whatever other writers do.
  create or replace function correct_counts(of_tenant uuid) returns void language sql as $$
    insert into kept_counts (tenant_id, subject, class, count)
    select of_tenant, subject, class, coalesce(counted.count, 0) - coalesce(kept.count, 0)
    from (select subject, class, sum(count) as count from kept_counts where tenant_id = of_tenant group by 1, 2) kept
    full join true_counts(of_tenant) counted using (subject, class)
    where coalesce(counted.count, 0) <> coalesce(kept.count, 0)
  $$`;

const TRIGGERS = `
  drop trigger if exists count_new on fiscal_documents;
  create trigger count_new after insert on fiscal_documents referencing new table as added
    for each statement execute function count_new_documents();
  drop trigger if exists count_changed on fiscal_documents;
  create trigger count_changed after update on fiscal_documents for each row
    when (${CLASS_OF('old')} <> ${CLASS_OF('new')} or ${IS_OPEN('old')} <> ${IS_OPEN('new')})
    execute function count_changed_document();
  drop trigger if exists count_deleted on fiscal_documents;
  create trigger count_deleted after delete on fiscal_documents for each row execute function count_changed_document();
  drop trigger if exists count_new on pac_notices;
  create trigger count_new after insert on pac_notices referencing new table as changed
    for each statement execute function count_notices();
  drop trigger if exists count_deleted on pac_notices;
  create trigger count_deleted after delete on pac_notices referencing old table as changed
    for each statement execute function count_notices()`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (briefly) => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass('kept_counts') is not null as exists`.execute(
      briefly,
    );
    if (!rows[0]!.exists) {
      await run(briefly, TABLE);
      await protectTenantTable(briefly, 'kept_counts', 'select, insert, update');
    }
    await run(briefly, `${FUNCTIONS};${TRIGGERS}`);
  });
  await acrossTenants(db, ['fiscal_documents', 'pac_notices', 'kept_counts'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => sql`select correct_counts(${id})`.execute(inBatch));
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop function if exists count_new_documents, count_changed_document, count_notices cascade;
     drop function if exists correct_counts, true_counts, add_to_count, number_series;
     drop table if exists kept_counts`,
  );
}
