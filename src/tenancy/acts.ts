// Acts: rows that the application can add and never change, in the transaction of the change.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { jsonRows, prepared } from '../platform/sql.ts';
import type { TenantDb } from './in-tenant.ts';
import { keepPromise, pipeline } from './pipeline.ts';
import { inPipeline } from './rows.ts';

export interface Act {
  /** `user:`, `token:`, `service:` or `cli:` and a name. */
  actor: string;
  /** The mutation, or the command. */
  operation: string;
  /** Ids of made or changed records. */
  entityIds: readonly string[];
  /** The token or session that was shown. */
  credential?: string | null;
  /** Ids of the rows whose changes it tells; needed of all but the first where several acts are recorded. */
  rowIds?: readonly string[];
}

/** The transaction's changes so far become the act's before and after. */
export async function recordAct(db: TenantDb, act: Act): Promise<void> {
  await recordActs(db, [act]);
}

/** In their order; of several each tells the changes of its own rows, and the first also what is of none. */
export async function recordActs(db: TenantDb, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  keepPromise(db);
  const rows = acts.map(({ actor, operation, entityIds, credential = null }, at) => ({
    ...{ at, id: uuid(), actor, operation, entity_ids: entityIds, credential },
  }));
  const owners = Object.fromEntries(acts.flatMap(({ rowIds = [] }, at) => rowIds.map((id) => [id, at])));
  const share =
    acts.length === 1
      ? sql`select 0 as at, changes from kept`
      : sql`
        select coalesce((${JSON.stringify(owners)}::jsonb ->> right(c ->> 'k', 36))::int, 0) as at, jsonb_agg(c order by n) as changes
        from kept, jsonb_array_elements(changes) with ordinality x (c, n) group by 1`;
  await inPipeline(db)`${prepared}
    -- Its turn is drawn by a transaction that has an id: who looks knows then of whom it does not see (migration 0196).
    with kept as materialized (select act_changes() as changes, pg_current_xact_id() as id), share as (${share})
    insert into acts (tenant_id, id, actor, operation, entity_ids, credential, before, after)
    select ${db.tenant.id}, r.id, r.actor, r.operation, r.entity_ids || array(
      select * from unnest(said.entities) one where one <> all (r.entity_ids)), r.credential, said.before, said.after
    from jsonb_to_recordset(${jsonRows(rows)}) as r (at int, id uuid, actor text, operation text, entity_ids uuid[], credential text)
    left join share using (at), act_sum(coalesce(share.changes, '[]')) said
    order by r.at
    returning act_taken()`;
}

/**
 * Removes the texts of the acts about these entities, as a person may ask; the chain has their salted digests and stays valid. What was
 * forgotten must be told by an act, which keeps its own text: `folio verify` takes a missing text for forgotten only where one says so. To be called after the
 * rows themselves were changed, as the last of the transaction's work; it records that act itself.
 */
export async function forgetInActs(
  db: TenantDb,
  entityIds: readonly string[],
  act: Omit<Act, 'entityIds'>,
): Promise<number> {
  const ids = `{${entityIds.join(',')}}`;
  const { rows } = await sql<{ number: string }>`
    update acts set before = null, after = null, salt = null,
      before_digest = act_digest(salt, before, before_digest), after_digest = act_digest(salt, after, after_digest)
    where tenant_id = ${db.tenant.id} and act_number(tenant_id, id, turn) is not null and (before is not null or after is not null)
      and not coalesce(after ? 'acts', false) and entity_ids && ${ids}::uuid[]
    returning act_number(tenant_id, id, turn) as number`.execute(db);
  const forgotten = rows.map(({ number }) => Number(number)).toSorted((one, other) => one - other);
  const change = JSON.stringify([{ k: 'acts', r: [], a: { forgotten } }]);
  // Not what the rows were: that is what is forgotten.
  await pipeline(db, sql`select act_taken(), set_config('app.changes', ${change.slice(1, -1)}, true)`);
  await recordAct(db, { ...act, entityIds });
  return forgotten.length;
}
