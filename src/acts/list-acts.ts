// The acts as a list, the latest first: of one actor, of what they are about, of a kind, and of days.
import { sql } from 'kysely';
import { between, notFound } from '../platform/errors.ts';
import { sqlRows } from '../platform/sql.ts';
import {
  actorOf,
  onDays,
  pageOf,
  type ListPage,
  type PageAsked,
  type TenantDb,
  type DaysAsked,
} from '../tenancy/index.ts';

export interface ReadAct {
  number: number;
  id: string;
  at: Date;
  actor: string;
  credential: string | null;
  operation: string;
  entityIds: string[];
  before: unknown;
}

const COLUMNS = sql`act_number(tenant_id, id, turn)::int as number, id, at, actor, credential, operation, entity_ids as "entityIds",
  act_before(before, after) as before`;

const MOST = 1000;

export interface ActsAsked extends Pick<PageAsked, 'after' | 'offset'>, DaysAsked {
  actor?: string | null | undefined;
  entityId?: string | null | undefined;
  operation?: string | null | undefined;
}

export async function listActs(db: TenantDb, first: number, query: ActsAsked): Promise<ListPage<ReadAct>> {
  between('first', first, 1, MOST);
  const { actor, entityId, operation, from, to } = query;
  const ofTenant = sql`tenant_id = ${db.tenant.id}`;
  const isAbout = entityId == null ? null : sql`entity_ids @> array[${entityId}::uuid]`;
  const pageQuery = { ...query, limit: first };
  const page = await pageOf<ReadAct>(db, pageQuery, {
    name: 'acts',
    columns: COLUMNS,
    from: sql`acts`,
    where: [
      ofTenant,
      sql`(turn <= (select settled_turn from act_heads where ${ofTenant})
          or id in (select unnest(ids) from act_places where ${ofTenant} and number > (select settled_number from act_heads where ${ofTenant})))`,
      isAbout,
      // Under row-level security no index serves `@>`; what has a time in its id has no acts from before it was made.
      entityId?.[14] === '7' && sql`id >= ${firstIdOf(sql`${madeAt(entityId)}::timestamptz - interval '1 day'`)}`,
      // A namespace alone, such as `agent:`, is every actor of it.
      actor != null && (/^\w+:$/.test(actor) ? sql`starts_with(actor, ${actor})` : sql`actor = ${actorOf(actor)}`),
      operation != null && sql`operation = ${operation}`,
      ...onDays(db, sql`at`, query),
      // Ids begin with their instant: days long ago are read along the primary key. A day of any time zone ends in these.
      from != null && sql`id >= ${firstIdOf(sql`${from}::date - 1`)}`,
      to != null && sql`id < ${firstIdOf(sql`${to}::date + 2`)}`,
    ],
    orders: { TURN: { by: sql`turn`, type: 'bigint' } },
    usual: ['TURN', 'DESC'],
    changed: 'TURN',
  });
  if (page.records.length === 0 && isAbout) {
    const { rows } = await sql`select from acts where ${ofTenant} and ${isAbout} limit 1`.execute(db);
    if (rows.length === 0) throw notFound('Act');
  }
  return page;
}

export async function readAct(db: TenantDb, id: string): Promise<ReadAct> {
  const { rows } = await sql<ReadAct>`
    select ${COLUMNS} from acts where tenant_id = ${db.tenant.id} and id = ${id}`.execute(db);
  if (rows[0]?.number == null) throw notFound('Act');
  return rows[0];
}

/** Values that the rows of these acts came to, sealed ones read from the rows of now. */
export async function aftersOf(db: TenantDb, ids: readonly string[]) {
  return sqlRows<{ id: string; after: unknown }>(db)`
    select id, act_after(tenant_id, after, entity_ids) as after from acts where tenant_id = ${db.tenant.id} and id = any(${ids})`;
}

const madeAt = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** The least UUID of version 7 of an instant, or of a day in UTC. */
function firstIdOf(at: ReturnType<typeof sql>) {
  return sql`(lpad(to_hex(greatest(0, extract(epoch from ${at}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}
