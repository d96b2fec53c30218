// Gives the acts that are committed their numbers and their hashes. Readers do so a moment later, so that no change waits for another.
import { sql } from 'kysely';
import { digestOf, hashOf, type LinkedAct } from './act-chain.ts';
import { asRole, inTenant, type DatabaseContext, type TenantDb } from './in-tenant.ts';
import { pipeline } from './pipeline.ts';
import type { Tenant } from './tenant.ts';

const MOST_AT_ONCE = 1_000;
/** Read together when the chain is counted anew. */
const PLACES_AT_ONCE = 100;

export interface ActHead {
  /** 0: there is no act. */
  number: number;
  hash: Buffer | null;
  /** Time of the last act. */
  at: string | null;
}

/** The columns of an act as the chain has it. */
const AT = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const LINKED = sql`id, ${AT} as at, actor, operation, entity_ids as "entityIds",
  credential, salt, before::text, after::text, before_digest as "beforeDigest", after_digest as "afterDigest"`;

type LinkedText = Omit<LinkedAct, 'number'> & { salt: Buffer | null; before: string | null; after: string | null };

/** With the digests of the texts that are there, or those that forgotten ones have left. */
function linked(act: LinkedText, number: number): LinkedAct {
  const { salt, before, after } = act;
  return {
    ...{ ...act, number },
    beforeDigest: digestOf(salt, before) ?? act.beforeDigest,
    afterDigest: digestOf(salt, after) ?? act.afterDigest,
  };
}

/** All that are there get their place; answers the last one. */
export async function placeActs(context: DatabaseContext, tenant: Tenant): Promise<ActHead> {
  for (;;) {
    const { head, placed } = await inTenant(context, tenant, (db) => placeSome(db));
    if (placed < MOST_AT_ONCE) return head;
  }
}

async function placeSome(db: TenantDb): Promise<{ head: ActHead; placed: number }> {
  const tenantId = db.tenant.id;
  const { rows: heads } = await sql<Omit<ActHead, 'number'> & { number: string; wait: boolean; atTenant: boolean }>`
    select coalesce(head.number, 0) as number, head.hash,
      (select ${AT} from acts where tenant_id = ${tenantId} and id = (
        select ids[cardinality(ids)] from act_places place where place.tenant_id = ${tenantId} and place.number = head.number)) as at,
      exists (select from unplaced_acts(${tenantId}, 1)) as wait,
      (select acts_waiting is not null from tenants where id = ${tenantId}) as "atTenant"
    from (select) one left join act_heads head on tenant_id = ${tenantId}`.execute(db);
  const { wait, atTenant, ...last } = heads[0]!;
  if (atTenant) await takeFromTenant(db);
  else if (!wait) return { head: { ...last, number: Number(last.number) }, placed: 0 };
  // Not the head's row: who locks it has an id from then on, and settles nothing.
  await pipeline(db, sql`select pg_advisory_xact_lock(7061592, hashtext(${tenantId}))`);
  // A statement of its own: it sees what the holder of the lock before has numbered.
  const { rows: acts } = await sql<
    LinkedText & { headNumber: string; headHash: Buffer | null; oldest: string; isFresh: boolean }
  >`
    select ${LINKED}, coalesce(head.number, 0) as "headNumber", head.hash as "headHash",
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_current_xact_id_if_assigned() is null as "isFresh"
    from acts left join act_heads head on head.tenant_id = acts.tenant_id
    where acts.tenant_id = ${tenantId} and id = any (array(select unplaced_acts(${tenantId}, ${MOST_AT_ONCE})))
    -- Acts are found by their ids: without the sum a plan of a table that has just grown reads all of them in the order of their turns.
    order by turn + 0, acts.at, id`.execute(db);
  if (acts.length === 0) return placeSome(db);
  const { headNumber, headHash, oldest, isFresh } = acts[0]!;
  let head: ActHead = { hash: headHash, number: Number(headNumber), at: last.at };
  const hashes = acts.map((act) => {
    const number = head.number + 1;
    head = { number, hash: hashOf(tenantId, head.hash, linked(act, number)), at: act.at };
    return head.hash!;
  });
  const ids = acts.map(({ id }) => id);
  await sql`
    select place_acts(${tenantId}, ${ids}::uuid[], ${hashes}::bytea[], ${oldest}, ${isFresh},
      ${acts.length < MOST_AT_ONCE})`.execute(db);
  return { head, placed: acts.length };
}

async function takeFromTenant(db: TenantDb): Promise<void> {
  const { id } = db.tenant;
  const waiting = await asRole(db, 'app_system', async (system) => {
    const { rows } = await sql<{ acts: unknown }>`
      with old as (select acts_waiting as acts from tenants where id = ${id} for update)
      update tenants set acts_waiting = null from old where id = ${id} returning old.acts`.execute(system);
    return rows[0]!.acts;
  });
  // Another reader was faster.
  if (waiting === null) return;
  // It happened before what was begun later: such as the creation of a tenant before the commands that change it.
  await sql`
    insert into acts (tenant_id, id, at, actor, operation, entity_ids, before, after, turn)
    select ${id}, r.*, coalesce(
      (select min(turn) from acts where tenant_id = ${id} and acts.at > r.at and acts.id in (select unplaced_acts(${id}, null))), nextval('acts_turn'))
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
      as r (id uuid, at timestamptz, actor text, operation text, entity_ids uuid[], before jsonb, after jsonb)
    returning true`.execute(db);
}

export interface ChainedAct {
  number: number;
  /** As the row has it, and as it follows from the row and from the act before. */
  hash: string;
  counted: string;
  /** A digest that is kept is not that of the text beside it. */
  isChanged: boolean;
  isTextMissing: boolean;
  /** The acts whose texts it says were forgotten. */
  forgotten: readonly number[];
}

/** All that have a place, in their order. */
export async function* chainOf(db: TenantDb): AsyncGenerator<ChainedAct> {
  let [last, before]: [number, Buffer | null] = [0, null];
  for (;;) {
    const { rows } = await sql<LinkedText & { number: string; hash: Buffer | null }>`
      select number, hash, ${LINKED} from (
        select place.before + nth as number, act, hash
        from (select * from act_places where tenant_id = ${db.tenant.id} and number > ${last} order by number limit ${PLACES_AT_ONCE}) place
        cross join lateral unnest(ids, hashes) with ordinality one (act, hash, nth)
      ) placed join acts on tenant_id = ${db.tenant.id} and id = act
      where number > ${last} order by number limit ${MOST_AT_ONCE}`.execute(db);
    for (const { hash, ...row } of rows) {
      const act = linked(row, Number(row.number));
      yield {
        number: act.number,
        hash: hash?.toString('hex') ?? '',
        counted: hashOf(db.tenant.id, before, act).toString('hex'),
        isChanged: [
          [row.beforeDigest, act.beforeDigest],
          [row.afterDigest, act.afterDigest],
        ].some(([kept, counted]) => kept != null && !kept.equals(counted!)),
        isTextMissing:
          (row.after === null && row.afterDigest !== null) || (row.before === null && row.beforeDigest !== null),
        forgotten: forgottenIn(row.after),
      };
      [last, before] = [act.number, hash];
    }
    if (rows.length === 0) return;
  }
}

function forgottenIn(after: string | null): number[] {
  if (after?.startsWith('{"acts": ') !== true) return [];
  return (JSON.parse(after) as { acts: { forgotten: number[] } }).acts.forgotten;
}
