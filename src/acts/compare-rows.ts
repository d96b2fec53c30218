// Compares each row that triggers tell acts of with what the acts say last of it: which tables and columns, the catalogue says.
import { sql } from 'kysely';
import { json, sqlRows, type Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

/** A table of the catalogue, and what can be proven of it. */
export interface ProvenTable {
  table: string;
  columns: readonly string[];
  /** Columns whose values acts tell. */
  inActs: readonly string[];
  /** Rows of which no act tells, and why. */
  rows: readonly string[];
}

interface Catalogued {
  name: string;
  tenantColumn: string | null;
  columns: readonly { name: string; isTime: boolean; isRead: boolean }[];
  /** Arguments of the trigger: key, ids, left out, digested, secret, written once; null for a table without acts. */
  args: readonly string[] | null;
  /** Condition of the rows that have acts, in terms of `new`; null: all rows. */
  onlyWhere: string | null;
  changes: boolean;
}

/** Under this key an act has the digest of what is written with the row and never again. */
const SEAL = '#1';
/** The digest of a row that nothing changes any more, as a whole. */
const WHOLE = '#*';

/** An operator's command moves a tenant as the owner of the database, past every trigger. */
const UNTOLD: Readonly<Record<string, readonly string[]>> = { tenants: ['place', 'move'] };
/** Made together with the tenant itself, before there is one to which an act could belong. */
const MADE_WITH_TENANT: Readonly<Record<string, string>> = { offices: 'is_main', billing_points: 'is_first' };

/** Each table of the database; what a tenant's role may not read is not proven. */
async function catalogue(db: TenantDb): Promise<Catalogued[]> {
  return sqlRows<Catalogued>(db)`
    select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as name,
      (select attname from pg_attribute where attrelid = c.oid and n.nspname = 'public'
        and attname = case when c.relname = 'tenants' then 'id' else 'tenant_id' end) as "tenantColumn",
      (select json_agg(json_build_object('name', attname, 'isTime', atttypid = 'timestamptz'::regtype,
        'isRead', has_column_privilege(c.oid, attnum, 'SELECT')) order by attnum)
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      string_to_array(encode(made.tgargs, 'escape'), '\\000') as args,
      case when pg_get_triggerdef(made.oid) ~ '\\mnew\\.' then (regexp_match(pg_get_triggerdef(made.oid), ' WHEN \\((.*)\\) EXECUTE'))[1] end as "onlyWhere",
      made.tgtype & 16 = 16 as changes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_trigger made on made.tgrelid = c.oid and made.tgname = 'keep_row'
    where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)'
    order by n.nspname <> 'public', c.relname`;
}

const namesIn = (list: string | undefined): string[] => (list ?? '{}').slice(1, -1).split(',').filter(Boolean);

/** The last act is not the whole truth of a table that has acts for some rows only and changes by other ways as well. */
function toldColumns({ name, args, columns, onlyWhere, changes }: Catalogued): Catalogued['columns'] {
  if (args === null || (onlyWhere !== null && changes)) return [];
  const without = new Set([...namesIn(args[2]), ...namesIn(args[4]), ...(UNTOLD[name] ?? [])]);
  return columns.filter((column) => column.isRead && !without.has(column.name));
}

/** Callers give their ids, which are unique beside this column alone. The act that made a row has it as its first entity, one that took it away in the row. */
const WITHIN: Readonly<Record<string, string>> = { till_entries: 'session_id', stock_count_lines: 'count_id' };

interface Difference {
  table: string;
  /** Null: nothing is said of such rows. */
  problem: string | null;
  what: string;
  rows: number;
}

/**
 * Each difference is a problem. `migratedAt` is when the last migration was applied: a row that was made later has no value of which
 * no act tells, an earlier one may have it from a migration.
 */
export async function compareRows(
  db: TenantDb,
  migratedAt: Date,
): Promise<{ problems: string[]; proven: ProvenTable[] }> {
  const tables = await catalogue(db);
  const kept = tables.filter((one) => toldColumns(one).length > 0);
  const { rows } = await sql<Difference>`
    with every as materialized (
      select before, after, at, entity_ids, before_digest, after_digest, number, coalesce(number, 4e18 + turn) as place
      from acts left join placed_acts(${db.tenant.id}) using (id) where tenant_id = ${db.tenant.id}
      union all
      select act -> 'before', act -> 'after', (act ->> 'at')::timestamptz, null, null, null, null, 8e18 + nth
      from tenants, jsonb_array_elements(acts_waiting) with ordinality waiting (act, nth) where id = ${db.tenant.id}
    ), forgotten as materialized (
      select unnest(entity_ids) as id, max(number) as number from every where after is null and after_digest is not null group by 1
    ), told as (
      select concat_ws('/', one.key, case when within is not null then coalesce(before -> one.key ->> within, entity_ids[1]::text) end) as key,
        one.value, before -> one.key as was, at, place,
        jsonb_typeof(one.value) = 'null' or jsonb_typeof(before -> one.key) is distinct from 'object' as is_anew
      from every, jsonb_each(after) one, lateral (select ${json(WITHIN)} ->> split_part(one.key, '/', 1) as within) parent where one.key <> 'acts'
    ), since as (
      select *, max(place) filter (where is_anew) over (partition by key) as anew from told
    ), said as materialized (
      -- What a row had and has no longer is null; one that is gone leaves nothing.
      select key, min(place) as place, max(at) filter (where place = anew) as made_at,
        act_merge(case jsonb_typeof(value) when 'object' then
          coalesce((select jsonb_object_agg(name, null) from jsonb_object_keys(case jsonb_typeof(was) when 'object' then was end) name), '{}') || value
        end order by place) as doc
      from since where place >= coalesce(anew, 0) group by key
    ), born as (
      select case when exists (select from said where key = ${`tenants/${db.tenant.id}`} and made_at is not null) then '-infinity'
        else coalesce((select min(at) from every where after is not null), 'infinity') end as at
    )
    ${sql.join(
      kept.map((one) => differences(db, one, migratedAt)),
      sql` union all `,
    )}`.execute(db);
  return {
    problems: rows.flatMap(({ table, problem, what }) => (problem === null ? [] : [`${table} ${what} ${problem}`])),
    proven: tables.map((one) => ({
      table: one.name,
      columns: one.columns.map(({ name }) => name),
      inActs: [...toldColumns(one).map(({ name }) => name), ...(kept.includes(one) ? [one.tenantColumn!] : [])],
      rows: rows
        .filter(({ table, problem }) => table === one.name && problem === null)
        .map(({ what, rows: count }) => `${count} ${what}`),
    })),
  };
}

function differences(db: TenantDb, one: Catalogued, migratedAt: Date): Sql {
  const { name, tenantColumn, args, onlyWhere } = one;
  const [key, of] = [namesIn(args![0]).concat(WITHIN[name] ?? []), namesIn(args![1])];
  const columns = toldColumns(one);
  const row = sql.join(columns.map((column) => sql.ref(`r.${column.name}`)));
  const textOf = (column: string) => sql`(doc ->> ${sql.lit(column)})`;
  const names = sql`array[${sql.join(columns.map((column) => sql.lit(column.name)))}]`;
  const times = columns.filter(({ isTime }) => isTime).map((column) => sql.lit(column.name));
  const once = args![5] || '{}';
  const asArgs = `[0:5]={"{}","{}","{}","${args![3]}","{}","${once}"}`;
  const hidden = (doc: Sql) => sql`act_hidden(${doc}, ${asArgs}::text[])`;
  return sql`(
    select ${sql.lit(name)} as table, problem, case when problem is null then why else substr(key, ${name.length + 2}) end as what, count(*)::int as rows
    from (
      select *, ${sql.join([sql.lit(name), ...key.map((column) => sql`coalesce('/' || ${textOf(column)}, '')`)], sql` || `)} as key,
        array[${sql.join(of.map((column) => sql`${textOf(column)}::uuid`))}] as ids
      from (select to_jsonb(r) as doc from (select ${row} from ${sql.table(name)} r where ${sql.ref(tenantColumn!)} = ${db.tenant.id}) r) one
    ) t
    full join (select key, place, made_at, doc as told from said where key like ${`${name}/%`}) s using (key)
    cross join born
    left join lateral (
      select string_agg(name, ', ' order by name) as names
      from jsonb_each(told) one (name, value) full join jsonb_each(${hidden(sql`doc`)}) now (name, value) using (name)
      where name = any (${names}) and told ->> ${WHOLE} is null and not (told ? ${SEAL} and name = any (${once}::text[])) and doc is not null and told is not null and case
        when one.value is null then now.value <> 'null' and made_at > ${migratedAt}
        when name = any (array[${sql.join(times)}]::text[]) then (one.value #>> '{}')::timestamptz is distinct from (now.value #>> '{}')::timestamptz
        -- A row that was made is told without what is null in it, one that was changed with it.
        else one.value not in (coalesce(now.value, 'null'), coalesce(${hidden(sql`jsonb_strip_nulls(doc)`)} -> name, 'null')) end
    ) changed on true
    cross join lateral (
      select case when told ->> ${WHOLE} is not null then told ->> ${WHOLE} <> act_whole(jsonb_strip_nulls(doc)) ->> ${WHOLE}
        else told ->> ${SEAL} <> act_sealed(jsonb_strip_nulls(doc), ${asArgs}::text[]) ->> ${SEAL} end as is_broken
    ) seal
    cross join lateral (
      select exists (select from forgotten where number > coalesce(place, 0)
        and id = any (coalesce(ids, array[(regexp_match(key, '[-0-9a-f]{36}'))[1]::uuid]))) as is_forgotten
    ) gone
    cross join lateral (
      select case when place is null then ${
        onlyWhere === null
          ? sql`true`
          : sql.raw(onlyWhere.replaceAll(/\bnew\.(?=\w)/g, `(jsonb_populate_record(null::${name}, doc)).`))
      } else true end as is_told
    ) kept
    cross join lateral (
      select case when is_forgotten then 'of a person who was forgotten'
        when place is null and (${
          MADE_WITH_TENANT[name] === undefined ? sql`false` : sql`(doc ->> ${sql.lit(MADE_WITH_TENANT[name])})::boolean`
        }) then 'made with the tenant'
        when place is null and at <> '-infinity' and (coalesce(doc ->> 'created_at', doc ->> 'at')::timestamptz > at) is not true then 'older than the acts'
        when not is_told then 'of which acts do not tell' end as why
    ) reason
    cross join lateral (
      select case when why is not null then null
        when place is null then 'was written without an act'
        when doc is null and told is not null then 'is gone, and no act says so'
        when doc is not null and told is null then 'was removed, the acts say, and is there'
        when names is not null or is_broken then
          'is not as the acts say: ' || concat_ws(', ', names, case when is_broken then
            'one of ' || case when told ->> ${WHOLE} is null then ${namesIn(once).join(', ')} else array_to_string(${names}, ', ') end end) end as problem
    ) verdict
    where problem is not null or why is not null
    group by 1, 2, 3)`;
}
