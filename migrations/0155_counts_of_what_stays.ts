// Kept counts are of what stays: a number that is pending or unknown and a document that is open are few, and are counted by their indexes.
// A certified document is written to the counts once instead of five times.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** The table of documents is locked for a moment. */
export const inTransaction = false;

const CLASS = (row: string): string =>
  `number_class(${row}.legal_status, ${row}.void_state, ${row}.is_canceled, ${row}.submission_state)`;
const IS_OPEN = (row: string): string =>
  `is_open_document(${row}.mode, ${row}.submission_state, ${row}.legal_status, ${row}.parked_reason, ${row}.void_state, ${row}.awaits_pdf)`;
const IS_RENUMBERED = '(old.number, old.proforma_number) is distinct from (new.number, new.proforma_number)';

/** Parts of the functions that are there: with the counts of what passes, and without. */
const STAYS = ` and class not in ('PENDING', 'UNKNOWN')`;
const functions = (passing: 'counted' | ''): string => `
  create or replace function count_new_documents() returns trigger language plpgsql as $$
  begin
    perform add_to_count(tenant_id, subject, class, count) from (
      select tenant_id, number_series(added.kind, added.number) as subject, ${CLASS('added')} as class, count(*) from added group by 1, 2, 3
      ${passing && `union all select tenant_id, 'open', '', count(*) from added where ${IS_OPEN('added')} group by 1`}
    ) change where subject is not null ${passing ? '' : STAYS};
    return null;
  end $$;

  create or replace function count_changed_document() returns trigger language plpgsql as $$
  begin
    -- What was deleted has no new row: its series is null and it is not open.
    perform add_to_count(old.tenant_id, subject, class, sum(count)::bigint) from (values
      (number_series(old.kind, old.proforma_number), 'CONVERTED', -1), (number_series(new.kind, new.proforma_number), 'CONVERTED', 1),
      ${passing && `('open', '', -(${IS_OPEN('old')})::int), ('open', '', (${IS_OPEN('new')})::int),`}
      (number_series(old.kind, old.number), ${CLASS('old')}, -1), (number_series(new.kind, new.number), ${CLASS('new')}, 1)
    ) change (subject, class, count)
    where subject is not null ${passing ? '' : STAYS} group by subject, class having sum(count) <> 0;
    return null;
  end $$;

  create or replace function true_counts(of_tenant uuid) returns table (subject text, class text, count bigint) language sql stable as $$
    select number_series(d.kind, d.number), ${CLASS('d')}, count(*) from fiscal_documents d
    where tenant_id = of_tenant and number_series(d.kind, d.number) is not null ${passing ? '' : STAYS.replace('class', CLASS('d'))} group by 1, 2
    union all
    select number_series(d.kind, d.proforma_number), 'CONVERTED', count(*) from fiscal_documents d
    where tenant_id = of_tenant and proforma_number is not null group by 1
    ${passing && `union all select 'open', '', count(*) from fiscal_documents d where tenant_id = of_tenant and ${IS_OPEN('d')} having count(*) > 0`}
    union all
    select 'notices', '', count(*) from pac_notices where tenant_id = of_tenant having count(*) > 0
  $$;

  drop trigger if exists count_changed on fiscal_documents;
  create trigger count_changed after update on fiscal_documents for each row
    when (${CLASS('old')} <> ${CLASS('new')} ${passing && `or ${IS_OPEN('old')} <> ${IS_OPEN('new')}`} or ${IS_RENUMBERED})
    execute function count_changed_document()`;

/** The lock of the trigger's table waits for transactions that write documents, so that none of them counts as before beside it. */
export async function up(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['kept_counts'], () =>
    briefly(db, `${functions('')}; delete from kept_counts where subject = 'open' or class in ('PENDING', 'UNKNOWN')`),
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, functions('counted'));
  await acrossTenants(db, ['fiscal_documents', 'pac_notices', 'kept_counts'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => run(inBatch, `select correct_counts('${id}')`));
  });
}
