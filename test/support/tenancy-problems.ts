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
// The role that counts what waits sees these columns of all tenants.
const WATCHER = 'app_watch';
const WATCHED = [
  ...['submission_state', 'legal_status', 'parked_reason', 'void_state', 'created_at'].map(
    (column) => `fiscal_documents.${column}`,
  ),
  'tenants.pac_credentials_refused_at',
];
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
  // A row says whose it is.
  `with ${TABLES}
   select t.name || ' has no column ' || t.tenant_column || ' uuid not null' as problem from tables t
   where not exists (
     select from pg_attribute a
     where a.attrelid = t.oid and a.attname = t.tenant_column and a.atttypid = 'uuid'::regtype and a.attnotnull)`,

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
   where has_table_privilege('${REBUILDER}', t.oid, privilege) and not has_table_privilege('app_tenant', t.oid, privilege)`,

  // Who counts what waits sees states and ages.
  `with ${TABLES}
   select distinct '${WATCHER} may see more of ' || t.name || ' than states and ages' as problem
   from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   where has_column_privilege('${WATCHER}', t.oid, a.attnum, 'SELECT')
     and (t.name || '.' || a.attname) not in (${list(WATCHED)})
   union all
   select '${WATCHER} may ' || lower(privilege) || ' ' || t.name
   from tables t, unnest('{INSERT,UPDATE}'::text[]) privilege where has_any_column_privilege('${WATCHER}', t.oid, privilege)
   union all
   select '${WATCHER} may ' || lower(privilege) || ' ' || t.name
   from tables t, unnest('{DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) privilege
   where has_table_privilege('${WATCHER}', t.oid, privilege)`,

  // A secret is read by whoever finds tenants, and by no tenant.
  `select 'app_tenant may see ' || a.attname || ' of ' || t.relname as problem
   from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname ~ 'secret(_before)?$' and a.attnum > 0
   where t.relnamespace = 'public'::regnamespace and has_column_privilege('app_tenant', t.oid, a.attnum, 'SELECT')`,
];

/** One sentence for each hole, beside those of the fence, which the service itself looks at. */
export async function tenancyProblems(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (const question of QUESTIONS) found.push(...(await query<Problem>(question)).map(({ problem }) => problem));
  return found;
}
