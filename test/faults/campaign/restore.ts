// A tenant set back to an earlier moment, as a restore of its database would, and what the runbook wants then.
import type pg from 'pg';
import { askSince, dismissStranger, doubtAfterRestore, strangers } from '../../../src/certification/index.ts';
import { passOver, seriesOfTenant } from '../../../src/cli/after-restore.ts';
import { rebuildInvoice } from '../../../src/invoicing/index.ts';
import { inTenant } from '../../../src/tenancy/index.ts';
import { documentsOf, isAccepted, standsAtPac } from './documents.ts';
import type { Life } from './life.ts';
import { placeOf } from './place.ts';

/** The rows of each table, as text: JavaScript's numbers would not bear them. */
export type Rows = Map<string, { columns: string; rows: string }>;

const TABLES = `
  select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as key,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname = 'tenants' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
  order by 1`;

export async function readRows(pool: pg.Pool, tenantId: string): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string; key: string; columns: string }>(TABLES);
  const parts = tables.map(({ name, key }) => {
    const json = `(select jsonb_agg(to_jsonb(t))::text from "${name}" t where t.${key} = $1)`;
    return `select '${name}' as name, coalesce(${json}, '[]') as rows`;
  });
  const { rows } = await pool.query<{ name: string; rows: string }>(parts.join(' union all '), [tenantId]);
  return new Map(rows.map(({ name, rows: text }, at) => [name, { columns: tables[at]!.columns, rows: text }]));
}

/** Beside other tenants, so without the triggers and references that a whole database would not need either. */
export async function writeRows(pool: pg.Pool, tenantId: string, saved: Rows): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const [name, { columns, rows }] of saved) {
      await client.query(`delete from "${name}" where ${name === 'tenants' ? 'id' : 'tenant_id'} = $1`, [tenantId]);
      if (rows === '[]') continue;
      await client.query(
        `insert into "${name}" (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::"${name}", $1::jsonb)`,
        [rows],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** More than a run issues. */
const MARGIN = 50;

/** By the runbook: before the service starts, and then with the portal of the PAC beside it. Answers orders that must wait. */
export async function afterRestore(life: Life, since: Date): Promise<string[]> {
  const { tenant } = life;
  await life.act('after the restore', async (app) => {
    await doubtAfterRestore(app, tenant, 'campaign');
    await inTenant(app, tenant, async (db) => {
      const series = await seriesOfTenant(db, await strangers(db));
      for (const one of series) await passOver(db, one, { margin: MARGIN, restore: since.toISOString() });
    });
    await askSince(app, tenant, since, 'campaign');
  });
  const known = await documentsOf(life);
  const lost = life.pac.documents().filter((one) => !known.some(({ place }) => place === placeOf(one.submission)));
  const held: string[] = [];
  for (const { id, submission } of lost.filter((one) => isAccepted(life, one) && standsAtPac(one))) {
    const orderId = life.orderOf?.get(placeOf(submission)) ?? null;
    const [order] = await life.look<{ number: string }>('select number from orders where tenant_id = $1 and id = $2', [
      tenant.id,
      orderId,
    ]);
    const { is } = await life.act('rebuild', (app) =>
      order
        ? rebuildInvoice(app, tenant, { pacDocumentId: id, orderNumber: order.number }, 'campaign')
        : inTenant(app, tenant, (db) => dismissStranger(app, db, id, 'not ours: its order is lost')),
    );
    // No longer the order that the PAC has: it waits for a person.
    if (is !== 'done' && orderId !== null) held.push(orderId);
  }
  return held;
}
