// All that the catalog knows of a database, and its rows: two databases that are alike in these behave alike.
import type { OpenDatabase } from '../../src/wiring/open-database.ts';

const IN_PUBLIC = `= 'public'::regnamespace`;
/** Every row of the catalog that a migration can make, with names for what has another number in each database. */
const CATALOG: Record<string, string> = {
  relations: `select relname, relkind, relowner::regrole, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, relreplident, reltablespace, relispartition,
    (select amname from pg_am where pg_am.oid = relam) as method from pg_class where relnamespace ${IN_PUBLIC}`,
  columns: `select attrelid::regclass, row_number() over (partition by attrelid order by attnum) as at, attname, format_type(atttypid, atttypmod), attnotnull,
    attidentity, attgenerated, attstorage, attcompression, attcollation::regcollation, attoptions, nullif(to_jsonb(a) ->> 'attstattarget', '-1') as target,
    pg_get_expr(adbin, adrelid) from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace ${IN_PUBLIC} and attnum > 0 and not attisdropped`,
  constraints: `select conrelid::regclass, contypid::regtype, conname, contype, pg_get_constraintdef(oid), convalidated, condeferrable, condeferred, connoinherit,
    conislocal, coninhcount, conindid::regclass from pg_constraint where connamespace ${IN_PUBLIC}`,
  indexes: `select indexrelid::regclass, pg_get_indexdef(indexrelid), indisunique, indisprimary, indisvalid, indisclustered, indisreplident, indimmediate
    from pg_index join pg_class on oid = indexrelid where relnamespace ${IN_PUBLIC}`,
  functions: `select oid::regprocedure, proowner::regrole, prokind, prosrc, pg_get_function_result(oid), pg_get_function_arguments(oid), prolang, prosecdef, proleakproof,
    proisstrict, provolatile, proparallel, procost, prorows, proconfig, pg_get_function_sqlbody(oid), case prokind when 'f' then pg_get_functiondef(oid) end
    from pg_proc where pronamespace ${IN_PUBLIC}`,
  aggregates: `select to_jsonb(a) from pg_aggregate a join pg_proc p on p.oid = aggfnoid where pronamespace ${IN_PUBLIC}`,
  types: `select typname, typtype, typowner::regrole, typbasetype::regtype, typnotnull, typdefault, typacl from pg_type where typnamespace ${IN_PUBLIC}`,
  triggers: `select tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(t.oid), tgattr::text from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace ${IN_PUBLIC} and not tgisinternal`,
  policies: 'select * from pg_policies',
  views: `select viewname, viewowner, definition from pg_views where schemaname = 'public'`,
  rules: `select tablename, definition from pg_rules where schemaname = 'public'`,
  sequences: `select seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax::text, seqmin::text, seqcache, seqcycle,
    (select array_agg(deptype::text || ' ' || refobjid::regclass || ' ' || refobjsubid) from pg_depend where objid = seqrelid and refclassid = 'pg_class'::regclass) as of from pg_sequence`,
  grants: `select oid::regclass::text as on, grantor::regrole, grantee::regrole, privilege_type, is_grantable from pg_class, aclexplode(relacl) where relnamespace ${IN_PUBLIC}
    union all select oid::regprocedure::text, grantor::regrole, grantee::regrole, privilege_type, is_grantable from pg_proc, aclexplode(proacl) where pronamespace ${IN_PUBLIC}`,
  grantsOfColumns: `select attrelid::regclass, attname, grantor::regrole, grantee::regrole, privilege_type, is_grantable from pg_attribute, aclexplode(attacl)
    where attrelid >= 16384`,
  schemas: `select nspname, nspowner::regrole, nspacl from pg_namespace where nspname !~ '^pg_(toast_)?temp'`,
  extensions: 'select extname, extversion from pg_extension',
  defaults: 'select defaclrole::regrole, defaclobjtype, defaclacl from pg_default_acl',
  statistics: 'select stxname, stxrelid::regclass, stxkeys, stxkind from pg_statistic_ext',
  comments: `select classoid::regclass, objsubid, description from pg_description where objoid >= 16384`,
  others: `select 'event trigger' as kind, evtname as name from pg_event_trigger union all select 'publication', pubname from pg_publication
    union all select 'operator', oprname from pg_operator where oprnamespace ${IN_PUBLIC} union all select 'collation', collname from pg_collation where collnamespace ${IN_PUBLIC}
    union all select 'inherits', inhrelid::regclass::text from pg_inherits where inhrelid >= 16384`,
  migrations: 'select name, note from folio_migrations',
};

/** A comparison of two rows is kept as alternatives in pairs, which nothing that is printed can be: as one list it is the same condition. */
function flat(text: string): string {
  const next = text.replaceAll(/\(((?:\(old\.\w+ IS DISTINCT FROM new\.\w+\)(?: OR )?)+)\) OR/g, '$1 OR');
  return next === text ? text : flat(next);
}

/** Catalog and rows, each sorted; of rows that are random their length. */
export async function catalogOf({ pool }: Pick<OpenDatabase, 'pool'>): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {};
  for (const [name, question] of Object.entries(CATALOG)) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(q)::text as row from (${question}) q order by 1`,
    );
    seen[name] = rows.map(({ row }) => flat(row));
  }
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace ${IN_PUBLIC} and relkind = 'r' and relname <> 'folio_migrations'`,
  );
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    seen[`rows of ${name}`] = rows.map(({ row }) =>
      row
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}/g, ({ length }) => `(${length})`)
        .replaceAll(/"\d{4}-[^"]+"/g, '(time)'),
    );
  }
  return seen;
}
