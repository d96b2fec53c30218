// Asks the database's own catalog whether a tenant could ever see, change or be told of another tenant's rows.

export type Query = <T extends object>(sql: string) => Promise<T[]>;

interface Problem {
  problem: string;
}

// What belongs to the whole installation and to no tenant.
const NOT_TENANTS = ['folio_migrations'];
// Its own id is the tenant.
const TENANTS = 'tenants';
// Rows that say what happened: the application may add to them and nothing else.
const APPEND_ONLY = ['inventory_logs', 'document_events'];
const ROLES = ['app_tenant', 'app_system'];
// The role that counts anew is the tenant's and may correct these columns, which follow from the others.
const REBUILDER = 'app_rebuild';
const DERIVED = ['seq', 'type_seq', 'movement_type', 'day', 'opens_day'];

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** The tables this is about; each question starts from them. */
const TABLES = `
  tables as (
    select c.oid, c.relname as name, c.relowner as owner, c.relrowsecurity, c.relforcerowsecurity,
      case c.relname when '${TENANTS}' then 'id' else 'tenant_id' end as tenant_column
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in (${list(NOT_TENANTS)})
  )`;

const QUESTIONS: readonly string[] = [
  // Row-level security is on, and for the owner as well.
  `with ${TABLES}
   select name || ' has no row-level security' as problem from tables where not relrowsecurity
   union all
   select name || ' does not force row-level security on its owner' from tables where not relforcerowsecurity`,

  // A row says whose it is.
  `with ${TABLES}
   select t.name || ' has no column ' || t.tenant_column || ' uuid not null' as problem from tables t
   where not exists (
     select from pg_attribute a
     where a.attrelid = t.oid and a.attname = t.tenant_column and a.atttypid = 'uuid'::regtype and a.attnotnull)`,

  // Each table has a policy for the tenant's role, and each of them (they add up) compares the row's tenant with the session's.
  `with ${TABLES}, policies as (
     select p.polrelid, p.polname, p.polpermissive, p.polcmd,
       pg_get_expr(p.polqual, p.polrelid) as reads, pg_get_expr(p.polwithcheck, p.polrelid) as writes,
       coalesce((select array_agg(rolname) from pg_roles where oid = any (p.polroles)), '{}') as roles, 0 = any (p.polroles) as is_public
     from pg_policy p
   ), compared as (
     select t.name, t.tenant_column, p.*,
       '^\\(*' || t.tenant_column || ' = .*current_setting\\(''app\\.tenant_id''' as comparison
     from tables t join policies p on p.polrelid = t.oid
   )
   select t.name || ' has no policy for app_tenant' as problem from tables t
   where not exists (select from policies p where p.polrelid = t.oid and 'app_tenant' = any (p.roles))
   union all
   select name || ': policy ' || polname || ' holds for everybody' from compared where is_public
   union all
   select name || ': policy ' || polname || ' does not compare ' || tenant_column || ' when it reads' from compared
   where 'app_tenant' = any (roles) and polpermissive and reads !~ comparison
   union all
   select name || ': policy ' || polname || ' does not compare ' || tenant_column || ' when it writes' from compared
   where 'app_tenant' = any (roles) and polpermissive and polcmd <> 'r' and coalesce(writes, reads) !~ comparison
   union all
   select name || ': policy ' || polname || ' lets app_system see rows of tenants' from compared
   where 'app_system' = any (roles) and name <> '${TENANTS}'`,

  // Keys that do not start with the tenant tell one tenant that another has the same value.
  `with ${TABLES}
   select t.name || ': the unique key ' || i.indexrelid::regclass || ' does not start with tenant_id' as problem
   from tables t join pg_index i on i.indrelid = t.oid and i.indisunique
   left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
   where t.name <> '${TENANTS}' and a.attname is distinct from 'tenant_id'
   union all
   select t.name || ' has no unique key' from tables t
   where not exists (select from pg_index i where i.indrelid = t.oid and i.indisunique)
   union all
   select t.name || ': the foreign key ' || f.conname || ' does not start with tenant_id' from tables t
   join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
   join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
   join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
   where a.attname <> 'tenant_id' or b.attname <> case f.confrelid::regclass::text when '${TENANTS}' then 'id' else 'tenant_id' end`,

  // What runs with its owner's rights is above the policies.
  `select 'function ' || p.oid::regprocedure || ' runs with the rights of its owner' as problem from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prosecdef
   union all
   select 'view ' || c.relname || ' runs with the rights of its owner' from pg_class c
   where c.relnamespace = 'public'::regnamespace
     and (c.relkind = 'm' or c.relkind = 'v' and not coalesce(c.reloptions::text[] && '{security_invoker=true,security_invoker=on,security_invoker=1}', false))`,

  // Rights: none that go past the policies, none that rewrite what has happened, none by way of PUBLIC.
  `with ${TABLES}
   select role || ' may ' || lower(privilege) || ' ' || t.name as problem
   from tables t, unnest(array[${list(ROLES)}]) role, unnest('{DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) privilege
   where has_table_privilege(role, t.oid, privilege)
   union all
   select 'app_tenant may update ' || t.name from tables t
   where t.name in (${list([...APPEND_ONLY, TENANTS])}) and has_any_column_privilege('app_tenant', t.oid, 'UPDATE')
   union all
   select 'app_system may ' || lower(privilege) || ' ' || t.name from tables t, unnest('{SELECT,INSERT,UPDATE}'::text[]) privilege
   where t.name <> '${TENANTS}' and has_any_column_privilege('app_system', t.oid, privilege)
   union all
   select 'everybody may ' || lower(a.privilege_type) || ' ' || c.relname
   from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace and a.grantee = 0
   union all
   select role || ' may ' || lower(privilege) || ' ' || name from unnest(array[${list(ROLES)}]) role,
     unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) privilege, unnest(array[${list(NOT_TENANTS)}]) name
   where to_regclass('public.' || name) is not null and has_table_privilege(role, 'public.' || name, privilege)
   union all
   select role || ' may make things in the schema ' || n.nspname from unnest(array[${list(ROLES)}]) role, pg_namespace n
   where n.nspname = 'public' and has_schema_privilege(role, n.oid, 'CREATE')
   union all
   select role || ' may use the schema ' || n.nspname from unnest(array[${list(ROLES)}]) role, pg_namespace n
   where n.nspname !~ '^(pg_|information_schema$|public$)' and has_schema_privilege(role, n.oid, 'USAGE')`,

  // Who counts anew may do what the tenant's role may and correct what is derived, no more.
  `with ${TABLES}
   select '${REBUILDER} may update ' || a.attname || ' of ' || t.name as problem
   from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   where has_column_privilege('${REBUILDER}', t.oid, a.attnum, 'UPDATE')
     and not has_column_privilege('app_tenant', t.oid, a.attnum, 'UPDATE')
     and not (t.name = 'inventory_logs' and a.attname in (${list(DERIVED)}))
   union all
   select '${REBUILDER} may ' || lower(privilege) || ' ' || t.name
   from tables t, unnest('{INSERT,DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) privilege
   where has_table_privilege('${REBUILDER}', t.oid, privilege) and not has_table_privilege('app_tenant', t.oid, privilege)
   union all
   select '${REBUILDER} can do more than its grants say' from pg_roles
   where rolname = '${REBUILDER}' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin)
   union all
   select '${REBUILDER} may become ' || b.rolname from pg_roles b
   where b.rolname not in ('${REBUILDER}', 'app_tenant') and pg_has_role('${REBUILDER}', b.oid, 'MEMBER')`,

  // The roles themselves.
  `with ${TABLES}
   select 'there is no role ' || role as problem from unnest(array[${list(ROLES)}]) role
   where not exists (select from pg_roles where rolname = role)
   union all
   select rolname || ' can do more than its grants say' from pg_roles
   where rolname in (${list(ROLES)}) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin)
   union all
   select r.rolname || ' owns ' || t.name from pg_roles r join tables t on pg_has_role(r.oid, t.owner, 'MEMBER')
   where r.rolname in (${list(ROLES)})
   union all
   select a.rolname || ' may become ' || b.rolname from pg_roles a join pg_roles b on a.oid <> b.oid
   where a.rolname in (${list(ROLES)}) and pg_has_role(a.oid, b.oid, 'MEMBER')`,
];

/** One sentence for each hole; `query` must run as somebody who may see the whole catalog, which everybody may. */
export async function tenancyProblems(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (const question of QUESTIONS) found.push(...(await query<Problem>(question)).map(({ problem }) => problem));
  return found;
}
