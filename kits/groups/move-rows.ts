// The rows of a tenant, from one PostgreSQL to another: at first all of them, then what has changed since; and whether both have the same.
import type { PoolClient } from 'pg';
import { CommandError } from '../../src/cli/command.ts';
import { EXPORTED, LEFT_OUT } from '../../src/company/index.ts';

interface Shape {
  name: string;
  columns: string[];
  key: string[];
  owner: 'id' | 'tenant_id';
}

export interface Copied {
  rows: number;
  /** Snapshot of the copy: transactions from this one on may be missing. */
  at: string;
  files: MovedFile[];
}

export interface MovedFile {
  storage_key: string;
  sha256: string;
}

const ROWS_AT_ONCE = 500;

export async function shapesOf(client: PoolClient): Promise<Shape[]> {
  const { rows } = await client.query<Shape>(
    `select relname as name, key, case when relname = 'tenants' then 'id' else 'tenant_id' end as owner,
       array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         and attgenerated = '' and not (relname = 'tenants' and attname in ('place', 'move')) order by attname) as columns
     from pg_class c, lateral (
       select array(select quote_ident(attname) from unnest(indkey[:indnkeyatts - 1]) k join pg_attribute on attrelid = c.oid and attnum = k) as key
       from pg_index where indrelid = c.oid and indisunique and indpred is null and indexprs is null
       order by indisprimary desc, indexrelid limit 1) i
     where relnamespace = 'public'::regnamespace and relname = any ($1) order by relname`,
    [[...EXPORTED, ...Object.keys(LEFT_OUT)]],
  );
  return rows;
}

/**
 * One transaction on both sides, so the copy always is as one snapshot was. `since` is that of the copy before; without it whatever the
 * tenant has there is replaced. Triggers and keys rest (session_replication_role), since what they would write is copied as well.
 */
export async function copyRows(
  from: PoolClient,
  to: PoolClient,
  { tenant, since }: { tenant: string; since: string | undefined },
  arrive: (copied: Copied) => Promise<void>,
): Promise<Copied> {
  const shapes = await shapesOf(from);
  const copied: Copied = { rows: 0, at: '', files: [] };
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  try {
    const { rows } = await from.query<{ at: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as at');
    copied.at = rows[0]!.at;
    const changes = await counted(from, shapes, tenant, since ?? null);
    const there = await counted(to, shapes, tenant, null);
    for (const shape of shapes) {
      const { name, owner } = shape;
      const { all, changed } = changes.get(name)!;
      if (since === undefined) await to.query(`delete from ${name} where ${owner} = $1`, [tenant]);
      else if (changed === 0 && all === there.get(name)!.all) continue;
      const batches =
        since === undefined
          ? linesOf(from, shape, tenant)
          : [(await Array.fromAsync(linesOf(from, shape, tenant, since))).flat()];
      // Changed and deleted rows are removed first: a value that must be unique may have changed hands.
      if (since !== undefined) await takeOut(from, to, shape, tenant, (batches as string[][])[0]!, all);
      for await (const lines of batches) {
        const columns = shape.columns.join(', ');
        await to.query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json) returning true`,
          [`[${lines.join(',')}]`],
        );
        copied.rows += lines.length;
        if (name === 'files') copied.files.push(...lines.map((line) => JSON.parse(line) as MovedFile));
      }
    }
    await from.query('commit');
    await arrive(copied);
    await to.query('commit');
    return copied;
  } catch (error) {
    await from.query('rollback').catch(() => undefined);
    await to.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Every change of a row since carries a transaction whose end the earlier snapshot did not see. */
const CHANGED = 'age(xmin) <= age($2::xid8::xid)';

async function counted(client: PoolClient, shapes: Shape[], tenant: string, since: string | null) {
  const { rows } = await client.query<{ name: string; all: number; changed: number }>(
    shapes
      .map(
        ({ name, owner }) =>
          `select '${name}' as name, count(*) as all, count(*) filter (where ${CHANGED}) as changed from ${name} where ${owner} = $1`,
      )
      .join(' union all '),
    [tenant, since],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

async function* linesOf(from: PoolClient, { name, columns, owner }: Shape, tenant: string, since?: string) {
  const parameters = since === undefined ? [tenant] : [tenant, since];
  await from.query(
    `declare moved no scroll cursor for select row_to_json(r)::text as line
     from (select ${columns.join(', ')} from ${name} where ${owner} = $1 ${since === undefined ? '' : `and ${CHANGED}`}) r`,
    parameters,
  );
  for (;;) {
    const { rows } = await from.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from moved`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await from.query('close moved');
}

async function takeOut(
  from: PoolClient,
  to: PoolClient,
  { name, key, owner }: Shape,
  tenant: string,
  lines: string[],
  all: number,
): Promise<void> {
  const keys = key.join(', ');
  const ofThese = `select ${keys} from json_populate_recordset(null::${name}, $2::json)`;
  await to.query(`delete from ${name} where ${owner} = $1 and (${keys}) in (${ofThese})`, [
    tenant,
    `[${lines.join(',')}]`,
  ]);
  const { rows } = await to.query<{ left: number }>(`select count(*) as left from ${name} where ${owner} = $1`, [
    tenant,
  ]);
  if (rows[0]!.left + lines.length === all) return;
  const { rows: kept } = await from.query<{ keys: string }>(
    `select coalesce(json_agg(r), '[]')::text as keys from (select ${keys} from ${name} where ${owner} = $1) r`,
    [tenant],
  );
  await to.query(
    `delete from ${name} where ${owner} = $1 and (${keys}) in (select ${keys} from ${name} where ${owner} = $1 except ${ofThese})`,
    [tenant, kept[0]!.keys],
  );
}

/** Counts and digests of all tables on both sides. */
export async function assertSame(from: PoolClient, to: PoolClient, tenant: string): Promise<void> {
  const shapes = await shapesOf(from);
  const question = shapes
    .map(
      ({ name, columns, owner }) =>
        `select '${name}' as name, count(*) as rows, coalesce(sum(('x' || left(md5(row(${columns.join(', ')})::text), 15))::bit(60)::bigint), 0)::text as digest
         from ${name} where ${owner} = $1`,
    )
    .join(' union all ');
  const [here, there] = await Promise.all(
    [from, to].map(
      async (client) => (await client.query<{ name: string; rows: number; digest: string }>(question, [tenant])).rows,
    ),
  );
  const differing = here!.filter(({ name, rows, digest }) => {
    const other = there!.find((one) => one.name === name);
    return other?.rows !== rows || other.digest !== digest;
  });
  if (differing.length > 0)
    throw new CommandError(`The copy differs in ${differing.map(({ name }) => name).join(', ')}.`);
}

/** Sequences of the database continue behind the copied rows. */
export async function skipSequences(to: PoolClient, tenant: string): Promise<void> {
  const { rows } = await to.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column,
       coalesce(pg_get_serial_sequence(table_name, column_name), substring(column_default from 'nextval\\(''(\\w+)''')) as sequence
     from information_schema.columns where table_schema = 'public' and table_name = any ($1)
       and (is_identity = 'YES' or column_default like '%nextval(%')`,
    [(await shapesOf(to)).map(({ name }) => name)],
  );
  for (const { table, column, sequence } of rows) {
    await to.query(
      // Others draw from it meanwhile: who is behind is led past them, too.
      `select setval($2, highest + 1000000) from (select max(${column}) as highest from ${table} where tenant_id = $1) r
       where highest >= nextval($2)`,
      [tenant, sequence],
    );
  }
}

/** Its duties; one that is under way will not end here, so it is tried there. */
export async function copyJobs(from: PoolClient, to: PoolClient, tenant: string): Promise<void> {
  const { rows } = await from.query<{ jobs: string }>(
    `select coalesce(jsonb_agg(to_jsonb(j) || case when state = 'active' then '{"state": "retry"}' else '{}' end::jsonb), '[]')::text as jobs
     from pgboss.job j where group_id = $1 and state < 'completed'`,
    [tenant],
  );
  await removeJobs(to, tenant);
  await to.query('insert into pgboss.job select * from json_populate_recordset(null::pgboss.job, $1::json)', [
    rows[0]!.jobs,
  ]);
}

/** The queue writes a job that fails anew, in one statement: it is there in every snapshot, but one delete may miss both of its rows. */
export async function removeJobs(client: PoolClient, tenant: string): Promise<void> {
  for (;;) {
    await client.query('delete from pgboss.job where group_id = $1', [tenant]);
    const { rowCount } = await client.query('select from pgboss.job where group_id = $1 limit 1', [tenant]);
    if (rowCount === 0) return;
  }
}

/** All but the tombstone, without what is secret; answers how many they were. */
export async function removeRows(client: PoolClient, tenant: string): Promise<number> {
  let removed = 0;
  await removeJobs(client, tenant);
  for (const { name } of await shapesOf(client)) {
    if (name === 'tenants') continue;
    const { rowCount } = await client.query(`delete from ${name} where tenant_id = $1`, [tenant]);
    removed += rowCount ?? 0;
  }
  await client.query(
    `update tenants set pac_company_id = null, webhook_secret = null, webhook_secret_before = null, webhook_secret_before_until = null,
       pac_key_secret = null, former_accounts_secret = '[]', endpoints_secret = '{}' where id = $1`,
    [tenant],
  );
  return removed;
}
