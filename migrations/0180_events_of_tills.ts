// Tills tell what happens at them: by the trigger that keeps their rows already, so that nothing is written more for a sale.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

/** The word by which a table's rows are told, with the columns that are written once. */
const TABLES: Readonly<Record<string, readonly [kind: string, sealed: string]>> = {
  till_sessions: ['till_session', 'id,billing_point_id,opened_by,opened_at,said_at,opening_float'],
  till_entries: ['till_entry', 'id,session_id,kind,amount,counted,pieces,reason,said_at,created_by,created_at'],
  till_closings: [
    'till_closing',
    'id,billing_point_id,number,report,documents,payments,refunds,explanation,said_at,closed_by,closed_at',
  ],
};

const BEFORE = '-- A row of its own, which the kind names.';
const BRANCH = `-- A session is told with what goes in and out of its drawer, and with its Z; a count tells nothing.
    when kind like 'till\\_%' then
      if not is_new or n ->> 'kind' = 'COUNT' then return; end if;
      was := coalesce(n ->> 'session_id', one::text);
      insert into events (tenant_id, type, entity_id, subject_id, data) values (tenant,
        case kind when 'till_session' then 'till.opened' when 'till_entry' then 'till.moved' else 'till.closed' end, was::uuid, was::uuid,
        jsonb_strip_nulls(jsonb_build_object('id', was, 'billingPointId', n -> 'billing_point_id', 'zNumber', n -> 'number')
          || case when kind = 'till_entry' then jsonb_build_object('entryId', one, 'kind', n -> 'kind', 'amount', trim_scale((n ->> 'amount')::numeric)::text)
            else '{}' end));

    `;

/** The function as it is, with one text in place of another; a second time it has that already. */
const rewritten = (from: string, to: string): string => `
  do $do$
  declare
    body text := pg_get_functiondef('tell_row'::regproc);
  begin
    if (position($found$${BRANCH}$found$ in body) > 0) <> ${String(to.length > from.length)} then
      execute replace(body, $found$${from}$found$, $found$${to}$found$);
    end if;
  end $do$`;

const keptBy = (kindOf: (kind: string) => string): string =>
  Object.entries(TABLES)
    .map(
      ([table, [kind, sealed]]) => `
        create or replace trigger keep_row after insert or update or delete on ${table} for each row
          execute function keep_row('{id}', '{id}', '{tenant_id}', '{}', '{}', '{${sealed}}'${kindOf(kind)})`,
    )
    .join(';');

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `${rewritten(BEFORE, BRANCH + BEFORE)};
     ${keptBy((kind) => `, '${kind}'`)}`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `${keptBy(() => '')};
     ${rewritten(BRANCH + BEFORE, BEFORE)}`,
  );
}
