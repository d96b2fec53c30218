// Gives the acts that are committed their numbers and their hashes. Readers do so a moment later, so that no change waits for another.
import { sql } from 'kysely';
import { jsonRows } from '../platform/sql.ts';
import { digestOf, hashOf, type LinkedAct } from './act-chain.ts';
import { inTenant, pipeline, type DatabaseContext, type TenantDb } from './in-tenant.ts';
import type { Tenant } from './tenant.ts';

const MOST_AT_ONCE = 1_000;

export interface ActHead {
  /** 0: there is no act. */
  number: number;
  hash: Buffer | null;
}

/** The columns of an act as the chain has it. */
export const LINKED = sql`id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, operation, entity_ids as "entityIds",
  credential, salt, before::text, after::text`;

export type LinkedText = Omit<LinkedAct, 'number' | 'beforeDigest' | 'afterDigest'> & {
  salt: Buffer | null;
  before: string | null;
  after: string | null;
};

/** All that are there get their place; answers the last one. */
export async function placeActs(context: DatabaseContext, tenant: Tenant): Promise<ActHead> {
  for (;;) {
    const { head, placed } = await inTenant(context, tenant, (db) => placeSome(db));
    if (placed < MOST_AT_ONCE) return head;
  }
}

async function placeSome(db: TenantDb): Promise<{ head: ActHead; placed: number }> {
  const tenantId = db.tenant.id;
  const { rows: heads } = await sql<{ number: string; hash: Buffer | null; wait: boolean }>`
    select coalesce(number, 0) as number, hash,
      exists (select from acts where tenant_id = ${tenantId} and number is null) as wait
    from (select) one left join act_heads on tenant_id = ${tenantId}`.execute(db);
  const { wait, ...known } = heads[0]!;
  if (!wait) return { head: { ...known, number: Number(known.number) }, placed: 0 };
  await pipeline(db, sql`insert into act_heads (tenant_id) values (${tenantId}) on conflict do nothing`);
  const { rows } = await sql<{ number: string; hash: Buffer | null }>`
    select number, hash from act_heads where tenant_id = ${tenantId} for update`.execute(db);
  // A statement of its own: it sees what the holder of the lock before has numbered.
  const { rows: acts } = await sql<LinkedText>`
    select ${LINKED} from acts where tenant_id = ${tenantId} and number is null order by id limit ${MOST_AT_ONCE}`.execute(
    db,
  );
  let head: ActHead = { hash: rows[0]!.hash, number: Number(rows[0]!.number) };
  const links = acts.map(({ salt, before, after, ...act }) => {
    const number = head.number + 1;
    const digests = { beforeDigest: digestOf(salt, before), afterDigest: digestOf(salt, after) };
    head = { number, hash: hashOf(tenantId, head.hash, { ...act, ...digests, number }) };
    const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null;
    return {
      id: act.id,
      number,
      hash: hex(head.hash),
      before: hex(digests.beforeDigest),
      after: hex(digests.afterDigest),
    };
  });
  if (links.length === 0) return { head, placed: 0 };
  await pipeline(
    db,
    sql`update acts set number = r.number, hash = decode(r.hash, 'hex'), before_digest = decode(r.before, 'hex'), after_digest = decode(r.after, 'hex')
      from jsonb_to_recordset(${jsonRows(links)}) as r (id uuid, number bigint, hash text, before text, after text)
      where acts.tenant_id = ${tenantId} and acts.id = r.id`,
  );
  await sql`update act_heads set number = ${head.number}, hash = ${head.hash} where tenant_id = ${tenantId}`.execute(
    db,
  );
  return { head, placed: links.length };
}
