// Gives the acts that are committed their numbers and their hashes. Readers do so a moment later, so that no change waits for another.
import { sql } from 'kysely';
import { jsonRows } from '../platform/sql.ts';
import { digestOf, hashOf, type LinkedAct } from './act-chain.ts';
import { asRole, inTenant, type DatabaseContext, type TenantDb } from './in-tenant.ts';
import { pipeline } from './pipeline.ts';
import type { Tenant } from './tenant.ts';
import { inPipeline } from './rows.ts';

const MOST_AT_ONCE = 1_000;

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

type LinkedText = Omit<LinkedAct, 'number'> & {
  salt: Buffer | null;
  before: string | null;
  after: string | null;
};

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
  const { rows: heads } = await sql<{
    number: string;
    hash: Buffer | null;
    at: string | null;
    wait: boolean;
    atTenant: boolean;
  }>`
    select coalesce(head.number, 0) as number, head.hash,
      (select ${AT} from acts where tenant_id = ${tenantId} and number = head.number) as at,
      exists (select from acts where tenant_id = ${tenantId} and number is null) as wait,
      (select acts_waiting is not null from tenants where id = ${tenantId}) as "atTenant"
    from (select) one left join act_heads head on tenant_id = ${tenantId}`.execute(db);
  const { wait, atTenant, ...last } = heads[0]!;
  if (atTenant) await takeFromTenant(db);
  else if (!wait) return { head: { ...last, number: Number(last.number) }, placed: 0 };
  await pipeline(db, sql`insert into act_heads (tenant_id) values (${tenantId}) on conflict do nothing`);
  const { rows } = await sql<{ number: string; hash: Buffer | null }>`
    select number, hash from act_heads where tenant_id = ${tenantId} for update`.execute(db);
  // A statement of its own: it sees what the holder of the lock before has numbered.
  const { rows: acts } = await sql<LinkedText>`
    select ${LINKED} from acts where tenant_id = ${tenantId} and number is null order by turn nulls first, at, id
    limit ${MOST_AT_ONCE}`.execute(db);
  let head: ActHead = { hash: rows[0]!.hash, number: Number(rows[0]!.number), at: last.at };
  const links = acts.map((act) => {
    const number = head.number + 1;
    head = { number, hash: hashOf(tenantId, head.hash, linked(act, number)), at: act.at };
    return { id: act.id, number, hash: head.hash!.toString('hex') };
  });
  if (links.length === 0) return placeSome(db);
  await inPipeline(db)`update acts set number = r.number, hash = decode(r.hash, 'hex')
    from jsonb_to_recordset(${jsonRows(links)}) as r (id uuid, number bigint, hash text)
    where acts.tenant_id = ${tenantId} and acts.id = r.id`;
  await sql`update act_heads set number = ${head.number}, hash = ${head.hash} where tenant_id = ${tenantId}`.execute(
    db,
  );
  return { head, placed: links.length };
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
      (select min(turn) from acts where tenant_id = ${id} and number is null and acts.at > r.at), nextval('acts_turn'))
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
    const { rows } = await sql<LinkedText & { number: string; hash: Buffer }>`
      select number, hash, ${LINKED} from acts
      where tenant_id = ${db.tenant.id} and number > ${last} order by number limit ${MOST_AT_ONCE}`.execute(db);
    for (const { hash, ...row } of rows) {
      const act = linked(row, Number(row.number));
      yield {
        number: act.number,
        hash: hash.toString('hex'),
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
    if (rows.length < MOST_AT_ONCE) return;
  }
}

function forgottenIn(after: string | null): number[] {
  if (after?.startsWith('{"acts": ') !== true) return [];
  return (JSON.parse(after) as { acts: { forgotten: number[] } }).acts.forgotten;
}
