// Sets a tenant back to an earlier moment, as a restore of its database would.
import type pg from 'pg';

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
