// Checks the system catalog of PostgreSQL, in one statement, for any grant, policy, key, function or role that lets one tenant reach
// another. The release test and the running service use the same check. What a release creates is listed here exactly.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { sqlRow, sqlRows } from '../platform/sql.ts';
import { LOCK } from '../platform/migrate.ts';
import { inWatch, type DatabaseContext, type SystemDb } from '../tenancy/index.ts';
import { CODE, LAST_MIGRATION } from './code.generated.ts';

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

const ROLES = ['app_tenant', 'app_system', 'app_rebuild', 'app_watch'];
const QUEUE = { role: 'app_queue', schema: 'pgboss' };

/** Tables of the whole installation, without a tenant. */
const WITHOUT_TENANT = [
  'folio_migrations',
  'installation_keys',
  'pac_breakers',
  'database_witness',
  'isolation_checks',
];
/** Append-only tables: the application may insert and select. */
const APPEND_ONLY = [
  'inventory_logs',
  'document_events',
  'acts',
  'act_places',
  'till_sessions',
  'till_entries',
  'till_closings',
  'stock_counts',
  'stock_count_lines',
  'transfers',
  'transfer_lines',
];

/** Columns of invoices and credits that no update may change: keys, amounts, author. */
const WRITTEN_ONCE = ['tenant_id', 'id', 'client_id', 'invoice_id', 'subtotal', 'tax', 'total', 'created_by'];

/** By which webhooks are found that have something to do, acts that have no place yet, and companies of an e-mail. */
const WATCHED = {
  webhook_endpoints: 'tenant_id id is_enabled disabled_reason position failing_since resumes_at deleted_at',
  webhook_deliveries: 'tenant_id id endpoint_id subject_id position state next_at leased_until',
  event_rows: 'tenant_id seq',
  inventory_logs: 'tenant_id event_seq',
  document_events: 'tenant_id kind event_seq',
  files: 'tenant_id content_type event_seq',
  event_places: 'tenant_id position seqs',
  event_heads: 'tenant_id position settled_seq settled_position',
  members: 'tenant_id email_sha256',
  acts: 'tenant_id id turn at',
  act_places: 'tenant_id number ids',
  act_heads: 'tenant_id settled_turn settled_number',
};

const mayBeDeleted = (table: string) => ['app_tenant', table, 'DELETE'] as const;

/** Grants beyond the rule that app_tenant selects, inserts and updates rows of its tenant. */
const RIGHTS: readonly (readonly [role: string, table: string, privileges: string, columns?: readonly string[]])[] = [
  // Keys of requests end after 30 days, plans after 7, events after 90.
  ...['requests', 'plans', 'event_rows', 'event_places', 'webhook_deliveries'].map(mayBeDeleted),
  ...['dashboard_sessions', 'members', 'presences', 'kept_months', 'kept_sales', 'stored_bytes'].map(mayBeDeleted),
  // Lists that are replaced as a whole: an order's lines while it has no invoice, an item's units and barcodes.
  ...['order_lines', 'item_units', 'item_barcodes', 'price_list_items'].map(mayBeDeleted),
  // The end of texts; a trigger protects all else.
  ['app_tenant', 'acts', 'UPDATE', 'salt before after before_digest after_digest'.split(' ')],
  ['app_tenant', 'till_sessions', 'UPDATE', ['closed_at']],
  ['app_tenant', 'document_links', 'UPDATE', 'code created_by created_at revoked_at views viewed_at'.split(' ')],
  ['app_tenant', 'stock_counts', 'UPDATE', ['status', 'status_by', 'status_at', 'reason']],
  ['app_tenant', 'stock_count_lines', 'UPDATE', ['cost']],
  ['app_tenant', 'transfers', 'UPDATE', ['status', 'status_by', 'status_at', 'reason']],
  ['app_tenant', 'transfer_lines', 'UPDATE', ['received', 'lost']],
  // Acts take their turn.
  ['app_tenant', 'acts_turn', 'USAGE'],
  ['app_watch', 'acts_turn', 'SELECT'],
  // Events of a tenant with those that are read from facts, which draw their numbers too.
  ['app_tenant', 'events', 'SELECT DELETE'],
  ['app_tenant', 'events_seq_seq', 'USAGE'],
  // The view for processes of the previous release.
  ['app_tenant', 'stock_requests', 'SELECT INSERT UPDATE'],
  ['app_system', 'tenants', 'SELECT INSERT UPDATE'],
  ['app_system', 'pac_breakers', 'SELECT INSERT UPDATE DELETE'],
  ['app_system', 'installation_keys', 'SELECT INSERT'],
  ['app_system', 'database_witness', 'SELECT UPDATE'],
  ['app_tenant', 'database_witness', 'SELECT'],
  ['app_rebuild', 'inventory_logs', 'UPDATE', ['seq', 'type_seq', 'movement_type', 'day', 'opens_day']],
  // Erasure of a forgotten person from these columns.
  ['app_rebuild', 'payments', 'UPDATE', ['reference', 'request']],
  ['app_rebuild', 'refunds', 'UPDATE', ['reason']],
  ['app_rebuild', 'document_events', 'UPDATE', ['detail']],
  ['app_rebuild', 'condensed_items', 'INSERT DELETE'],
  ['app_rebuild', 'client_sales', 'DELETE'],
  ['app_watch', 'folio_migrations', 'SELECT'],
  ['app_watch', 'isolation_checks', 'SELECT INSERT UPDATE'],
  // Notices without a document expire; a trigger protects all others.
  ['app_tenant', 'pac_notices', 'DELETE'],
  ['app_watch', 'tenants', 'SELECT', ['pac_credentials_refused_at']],
  ['app_watch', 'contingencies', 'SELECT', ['started_at', 'ended_at']],
  ...Object.entries(WATCHED).map(([table, columns]) => ['app_watch', table, 'SELECT', columns.split(' ')] as const),
  [
    'app_watch',
    'fiscal_documents',
    'SELECT',
    ['submission_state', 'legal_status', 'parked_reason', 'void_state', 'created_at'],
  ],
];

const CURRENT_TENANT = `(NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid`;
/** The same as PostgreSQL parsed it: which functions it calls, by their code, and of which types each part is. What is printed does not tell casts apart. */
const COMPARES_TENANT =
  'OPEXPR uuid_eq 16 0 VAR 1 tenant_id 2950 0 COERCEVIAIO NULLIFEXPR texteq 25 100 FUNCEXPR show_config_by_name_missing_ok 25 100 CONST 25 false CONST 16 false CONST 25 false 2950';
const under = (role: string): string => `CURRENT_USER = '${role}'::name`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Policies besides the one of every tenant table, as PostgreSQL prints them: table, role, command, using, with check. */
const POLICIES: readonly (readonly [table: string, role: string, command: string, reads: string, writes?: string])[] = [
  ['tenants', 'app_tenant', 'r', `(id = ${CURRENT_TENANT})`],
  ['api_tokens', 'app_tenant', 'w restrictive', '(revoked_at IS NULL)', 'true'],
  ['contingencies', 'app_tenant', 'w restrictive', '(ended_at IS NULL)', 'true'],
  ['contingencies', 'app_watch', 'r', `((${under('app_watch')}) AND (ended_at IS NULL))`],
  ['tenants', 'app_system', '*', `(${under('app_system')})`, `(${under('app_system')})`],
  ['members', 'app_watch', 'r', `((${under('app_watch')}) AND (email_sha256 IS NOT NULL))`],
  ['webhook_endpoints', 'app_watch', 'r', `((${under('app_watch')}) AND (deleted_at IS NULL))`],
  ['webhook_deliveries', 'app_watch', 'r', `((${under('app_watch')}) AND (state = 'PENDING'::text))`],
  ...['event_rows', 'event_places', 'event_heads', 'acts', 'act_places', 'act_heads'].map(
    (table) => [table, 'app_watch', 'r', `(${under('app_watch')})`] as const,
  ),
  ...['inventory_logs', 'document_events', 'files'].map(
    (table) => [table, 'app_watch', 'r', `((${under('app_watch')}) AND (event_seq IS NOT NULL))`] as const,
  ),
  ['tenants', 'app_watch', 'r', `((${under('app_watch')}) AND (pac_credentials_refused_at IS NOT NULL))`],
  [
    'fiscal_documents',
    'app_watch',
    'r',
    `((${under('app_watch')}) AND ((submission_state = ANY (ARRAY['PENDING'::text, 'UNKNOWN'::text])) OR (legal_status = 'PAC_AUTHORIZED'::text) OR (parked_reason IS NOT NULL) OR (void_state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text]))))`,
  ],
];

const rightsRows = RIGHTS.flatMap(([role, table, privileges, columns]) =>
  privileges
    .split(' ')
    .map((privilege) => `(${list([role, table, privilege])}, ${columns ? `array[${list(columns)}]` : 'null'}::name[])`),
);
const policyRows = POLICIES.map(
  ([table, role, command, reads, writes]) =>
    `(${list([table, role, command])}, ${quoted(reads)}, ${writes === undefined ? 'null' : quoted(writes)}::text, true)`,
);

/** Members of extensions are asked once for all questions: each of them would read the whole of pg_depend. */
const OF_EXTENSIONS = `of_extensions as materialized (
    select classid, objid from pg_depend where refclassid = 'pg_extension'::regclass and deptype = 'e')`;
const isOfExtension = (catalog: string, oid: string): string =>
  `exists (select from of_extensions d where d.classid = '${catalog}'::regclass and d.objid = ${oid})`;
const OWN_SCHEMA = `n.nspname !~ '^(pg_|information_schema$)'`;

const WITH = `
  ${OF_EXTENSIONS},
  ours as (select * from pg_roles where rolname in (${list([...ROLES, QUEUE.role])})),
  relations as (
    select c.oid, n.nspname as schema, c.relname as name, c.relowner as owner, c.relkind as kind, c.reloptions as options, c.relacl as acl,
      c.relrowsecurity, c.relforcerowsecurity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OWN_SCHEMA} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not ${isOfExtension('pg_class', 'c.oid')}
  ), tables as (
    select *, case name when 'tenants' then 'id' else 'tenant_id' end as tenant_column from relations
    where schema = 'public' and kind in ('r', 'p') and name not in (${list(WITHOUT_TENANT)})
  ), acls as (
    select r.*, null::name as col, a.* from relations r, aclexplode(r.acl) a
    union all
    select r.*, t.attname, a.* from relations r join pg_attribute t on t.attrelid = r.oid and not t.attisdropped, aclexplode(t.attacl) a
  ), rights as (
    select a.*, coalesce(g.rolname, 'everybody') as role, exists (select from ours where oid = a.grantee) or grantee = 0 as is_ours
    from acls a left join pg_roles g on g.oid = a.grantee where a.grantee <> a.owner
  ), expected_rights (role, name, privilege, cols) as (values ${rightsRows.join(', ')}),
  policies as (
    select p.polrelid, p.polname, p.polcmd::text || case when p.polpermissive then '' else ' restrictive' end as cmd, (select array_agg(coalesce(rolname, 'everybody')) from unnest(p.polroles) o left join pg_roles on oid = o) as roles,
      pg_get_expr(p.polqual, p.polrelid) as reads, pg_get_expr(p.polwithcheck, p.polrelid) as writes
    from pg_policy p
  ), parsed as (
    -- A number below 16384 is of what PostgreSQL comes with; 12 is the language of its own code.
    select p.oid, bool_and(coalesce(f.oid < 16384 and f.prolang = 12, node[2] is null or node[2] not in ('opno', 'funcid', 'aggfnoid'))) as is_own,
      string_agg(coalesce(f.prosrc, case when node[2] = 'varattno' then (select attname from pg_attribute where attrelid = p.polrelid and attnum = node[3]::int) end,
        node[1], node[3]), ' ' order by at) as says
    from pg_policy p cross join lateral (values (1, p.polqual::text), (2, p.polwithcheck::text)) s (side, tree)
    cross join lateral regexp_matches(tree, '\\{(\\w+)|:(opno|funcid|aggfnoid|(?:op|func)?resulttype|\\w+_typeid|vartype|consttype|varno|varattno|varlevelsup|inputcollid|constisnull) (-?\\w+)', 'g') with ordinality as n (node, at)
    left join pg_operator o on o.oid = case node[2] when 'opno' then node[3]::oid end
    left join pg_proc f on f.oid = case node[2] when 'opno' then o.oprcode when 'funcid' then node[3]::oid when 'aggfnoid' then node[3]::oid end
    group by p.oid, side
  ), expected_policies (name, role, cmd, reads, writes, is_own) as (
    values ${policyRows.join(', ')}
    union all
    select name, 'app_tenant', '*', own, own, false from tables, lateral (select ${quoted(`(tenant_id = ${CURRENT_TENANT})`)} as own) o where name <> 'tenants'
    union all
    -- A migration lets the owner in for as long as it holds its lock.
    select name, pg_get_userbyid(owner), '*', 'true', 'true', false from tables
    where exists (select from pg_locks where locktype = 'advisory' and objid = ${LOCK}
      and database = (select oid from pg_database where datname = current_database()))
  )`;

/** By name: a table whose columns were made in another order has other numbers. */
const COLUMNS_OF_TRIGGER = `(select string_agg(attname, ' ' order by attname) from pg_attribute where attrelid = g.tgrelid and attnum = any (g.tgattr))`;

/** Functions and triggers as they are, by digests of what does not depend on the version of PostgreSQL. */
export const CODE_AS_IT_IS = `
  with ${OF_EXTENSIONS}
  select 'function ' || p.oid::regprocedure as name, left(encode(sha256(convert_to(concat_ws('|', p.prosrc, p.proconfig, p.prosecdef,
    p.proleakproof, p.provolatile, p.proisstrict, p.prorettype::regtype, l.lanname), 'UTF8')), 'hex'), 16) as digest
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and not ${isOfExtension('pg_proc', 'p.oid')}
  union all
  select 'trigger ' || g.tgname || ' of ' || c.relname, left(encode(sha256(convert_to(concat_ws('|', p.oid::regprocedure, g.tgtype, g.tgargs, ${COLUMNS_OF_TRIGGER},
    g.tgqual is null, g.tgdeferrable, g.tginitdeferred, g.tgoldtable, g.tgnewtable), 'UTF8')), 'hex'), 16)
  from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_proc p on p.oid = g.tgfoid
  where c.relnamespace in ('public'::regnamespace, to_regnamespace('${QUEUE.schema}')) and not g.tgisinternal and not ${isOfExtension('pg_proc', 'p.oid')}`;

/** While the database is of this release. A function of another name is called by nothing of ours. */
const CODE_QUESTION = `
  select name || case when mine.digest is null then ' is none that Folio makes' when code.digest is null then ' is gone' else ' is not as this release made it' end
  from (values ${CODE.split(' ; ')
    .map((line) => `(${list([line.slice(17), line.slice(0, 16)])})`)
    .join(', ')}) mine (name, digest) full join (${CODE_AS_IT_IS}) code using (name)
  where mine.digest is distinct from code.digest and (mine.digest is not null or name like 'trigger %'
    or split_part(name, '(', 1) = any (array[${list([...new Set(CODE.split(' ; ').map((line) => line.slice(17).split('(')[0]!))])}]))`;

const QUESTIONS: readonly string[] = [
  // Each table has a tenant column, and row-level security that is forced for the owner too.
  `select name || ' has no column ' || tenant_column || ' uuid not null' from tables t
   where not exists (
     select from pg_attribute a
     where a.attrelid = t.oid and a.attname = t.tenant_column and a.atttypid = 'uuid'::regtype and a.attnotnull)`,
  `select name || ' has no row-level security' from tables where not relrowsecurity`,
  `select name || ' does not force row-level security on its owner' from tables where not relforcerowsecurity`,
  `select name || ' is a foreign table' from relations where schema = 'public' and kind = 'f'`,

  // Policies are combined with OR, so each must equal one that a release makes. PostgreSQL versions print unaliased columns differently.
  `select name || ' has no policy for app_tenant' from tables t
   where not exists (select from policies p where p.polrelid = t.oid and p.roles = array['app_tenant']::name[] and p.cmd not like '% restrictive')`,
  `select t.name || ': policy ' || p.polname || ' is none that Folio makes' from policies p join relations t on t.oid = p.polrelid
   where not exists (
     select from expected_policies e
     where t.schema = 'public' and e.name = t.name and array[e.role]::name[] = p.roles and e.cmd = p.cmd
       and e.reads is not distinct from p.reads and e.writes is not distinct from p.writes)`,

  `select distinct t.name || ': policy ' || p.polname || ' is not what it is printed as' from tables t join pg_policy p on p.polrelid = t.oid join parsed n on n.oid = p.oid
   where not is_own or t.name <> 'tenants' and p.polname = 'tenant_isolation' and says <> '${COMPARES_TENANT}'`,

  `select e.name || ' lacks a policy for ' || e.role from expected_policies e join tables t using (name)
   where e.is_own and not exists (
     select from policies p where p.polrelid = t.oid and p.roles = array[e.role]::name[] and p.cmd = e.cmd and p.reads = e.reads)`,

  // A unique key without the tenant first reveals that another tenant has the same value.
  `select t.name || ': the unique key ' || k.relname || ' does not start with tenant_id'
   from tables t join pg_index i on i.indrelid = t.oid and i.indisunique join pg_class k on k.oid = i.indexrelid
   left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
   where t.name <> 'tenants' and coalesce(a.attname, '') <> 'tenant_id'`,
  `select name || ' has no unique key' from tables t
   where not exists (select from pg_index i where i.indrelid = t.oid and i.indisunique)`,
  `select t.name || ': the foreign key ' || f.conname || ' does not start with tenant_id' from tables t
   join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
   join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
   join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
   where a.attname <> 'tenant_id' or b.attname <> case f.confrelid when 'public.tenants'::regclass then 'id' else 'tenant_id' end`,

  // Code that runs with its owner's rights bypasses the policies.
  `select 'function ' || p.proname || ' runs with the rights of its owner' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.prosecdef and ${OWN_SCHEMA} and not ${isOfExtension('pg_proc', 'p.oid')}
     and (n.nspname = 'public' or exists (select from ours o where has_function_privilege(o.oid, p.oid, 'EXECUTE') and has_schema_privilege(o.oid, n.oid, 'USAGE'))
       or exists (select from pg_trigger g join tables t on t.oid = g.tgrelid where g.tgfoid = p.oid))`,
  `select 'view ' || name || ' runs with the rights of its owner' from relations r
   where schema = 'public' and (kind = 'm' or kind = 'v' and not exists (
     select from pg_options_to_table(r.options) where option_name = 'security_invoker' and option_value::boolean))`,
  `select t.name || ': the rule ' || w.rulename || ' runs with the rights of its owner' from tables t join pg_rewrite w on w.ev_class = t.oid`,

  // Grants on tables and columns: to our roles, to PUBLIC, and on tenant tables to any role.
  `select role || ' may ' || lower(privilege_type) || ' ' || coalesce(col || ' of ', '') || name
     || case when is_grantable then ' and pass it on' else '' end
   from rights r
   where (is_ours or schema in ('public', '${QUEUE.schema}')) and (is_grantable or not (
     exists (select from tables t where t.oid = r.oid) and name <> 'tenants' and role = 'app_tenant'
       and (privilege_type in ('SELECT', 'INSERT') or privilege_type = 'UPDATE' and name not in (${list(APPEND_ONLY)})
         and (name not in ('invoices', 'credits') or col not in (${list(WRITTEN_ONCE)})))
     -- Of its own row a tenant sees all but secrets, column by column.
     or schema = 'public' and name = 'tenants' and role = 'app_tenant' and privilege_type = 'SELECT' and col !~ 'secret(_before)?$'
     or schema = 'public' and exists (
       select from expected_rights e
       where (e.role, e.name, e.privilege) = (r.role, r.name, r.privilege_type) and (e.cols is null or r.col = any (e.cols)))
     or schema = '${QUEUE.schema}' and role = '${QUEUE.role}' and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE')))`,
  `select coalesce(g.rolname, 'everybody') || ' may ' || lower(a.privilege_type) || ' in the schema ' || n.nspname
   from pg_namespace n cross join lateral aclexplode(n.nspacl) a
   left join pg_roles g on g.oid = a.grantee and (exists (select from ours o where o.oid = a.grantee) or a.privilege_type = 'CREATE' and a.grantee <> n.nspowner
     and n.nspname in ('public', '${QUEUE.schema}') and not exists (select from tables where owner = a.grantee))
   where ${OWN_SCHEMA} and not ${isOfExtension('pg_namespace', 'n.oid')} and (g.oid is not null or a.grantee = 0)
     and (a.privilege_type <> 'USAGE' or n.nspname <> 'public' and (g.oid is not null or n.nspname = '${QUEUE.schema}')
       and (n.nspname, g.rolname) is distinct from ('${QUEUE.schema}', '${QUEUE.role}'))`,
  `select g.rolname || ' may ' || lower(a.privilege_type) || ' in the database' from pg_database b cross join lateral aclexplode(b.datacl) a
   join ours g on g.oid = a.grantee where b.datname = current_database() and a.privilege_type = 'CREATE'`,
  `select case a.grantee when 0 then 'everybody' else pg_get_userbyid(a.grantee) end || ' will have rights on whatever ' || pg_get_userbyid(f.defaclrole) || ' makes'
   from pg_default_acl f cross join lateral aclexplode(f.defaclacl) a left join ours g on g.oid = a.grantee
   where (g.oid is not null or (a.grantee = 0 or a.grantee <> f.defaclrole and f.defaclnamespace in (0, 'public'::regnamespace)) and f.defaclobjtype in ('r', 'S', 'n'))
     and (g.rolname is distinct from '${QUEUE.role}' or f.defaclnamespace is distinct from to_regnamespace('${QUEUE.schema}'))`,

  // Names without a schema must resolve to PostgreSQL's own objects or to those of our migrations.
  `select 'the schema ' || nspname || ' is searched before public' from pg_namespace
   where nspname = session_user and exists (select from pg_class where relnamespace = pg_namespace.oid union all select from pg_proc where pronamespace = pg_namespace.oid)`,
  `select 'function ' || n.nspname || '.' || p.proname || ' takes the place of one of PostgreSQL' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.oid >= 16384 and not ${isOfExtension('pg_proc', 'p.oid')} and (n.nspname = 'pg_catalog' or n.nspname = 'public' and exists (
     select from pg_proc own where own.pronamespace = 'pg_catalog'::regnamespace and own.proname = p.proname))`,
  `select 'operator ' || o.oprname || ' takes the place of one of PostgreSQL' from pg_operator o join pg_namespace n on n.oid = o.oprnamespace
   where o.oid >= 16384 and n.nspname in ('pg_catalog', 'public') and not ${isOfExtension('pg_operator', 'o.oid')}`,
  `select 'the cast from ' || format_type(castsource, null) || ' to ' || format_type(casttarget, null) || ' is none of PostgreSQL' from pg_cast c
   where oid >= 16384 and castsource < 16384 and casttarget < 16384 and not ${isOfExtension('pg_cast', 'c.oid')}`,
  `select 'function ' || p.proname || ' claims to be leakproof' from pg_proc p where p.oid >= 16384 and p.proleakproof and not ${isOfExtension('pg_proc', 'p.oid')}`,

  // Code and copies that go along with what is written, and keys that are no longer checked.
  `select t.name || ': the trigger ' || g.tgname || case when g.tgenabled in ('D', 'R') then ' is switched off' else ' runs the code of ' || pg_get_userbyid(p.proowner) end
   from tables t join pg_trigger g on g.tgrelid = t.oid join pg_proc p on p.oid = g.tgfoid
   where g.tgenabled in ('D', 'R') or not g.tgisinternal and p.proowner <> t.owner and not ${isOfExtension('pg_proc', 'p.oid')}`,
  `select t.name || ': the foreign key ' || f.conname || ' is not checked' from tables t join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
   where not coalesce((to_jsonb(f) ->> 'conenforced')::boolean, true)`,
  `select 'view ' || r.schema || '.' || r.name || ' reads ' || t.name || ' with the rights of its owner' from relations r
   join pg_rewrite w on w.ev_class = r.oid join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
   join tables t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
   where r.schema <> 'public' and r.kind in ('v', 'm')
     and not exists (select from pg_options_to_table(r.options) where option_name = 'security_invoker' and option_value::boolean) group by r.schema, r.name, t.name`,
  `select t.name || ' is read through ' || i.inhparent::regclass from tables t join pg_inherits i on i.inhrelid = t.oid
   where not exists (select from tables p where p.oid = i.inhparent)`,
  `select case a.grantee when 0 then 'everybody' else pg_get_userbyid(a.grantee) end || ' may ' || lower(a.privilege_type) || ' the parameter ' || parname
   from pg_parameter_acl, aclexplode(paracl) a where a.grantee <> 10`,
  // Rights that PostgreSQL reserves to superusers: files, large objects, other sessions.
  `select case a.grantee when 0 then 'everybody' else pg_get_userbyid(a.grantee) end || ' may ' || lower(a.privilege_type) || ' ' || p.oid::regprocedure
   from pg_proc p join pg_init_privs i on i.classoid = 'pg_proc'::regclass and i.objoid = p.oid and i.objsubid = 0, aclexplode(p.proacl) a
   where p.oid < 16384 and a.grantee <> p.proowner and not exists (select from aclexplode(i.initprivs) b where b.grantee = a.grantee)`,
  `select t.name || ' belongs to ' || pg_get_userbyid(t.owner) || ', and most tables to ' || pg_get_userbyid(o.owner)
   from tables t, (select owner from tables group by owner order by count(*) desc limit 1) o where t.owner <> o.owner`,

  // No role bypasses the policies by attributes, ownership or membership.
  `select 'there is no role ' || name from unnest(array[${list(ROLES)}]) name where not exists (select from ours where rolname = name)`,
  `select rolname || ' can do more than its grants say' from ours
   where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
     -- Where tables are distributed, nodes reach each other as these roles.
     or rolcanlogin and to_regclass('pg_catalog.pg_dist_node') is null`,
  `select o.rolname || ' owns ' || pg_describe_object(d.classid, d.objid, d.objsubid) from ours o
   join pg_shdepend d on d.refclassid = 'pg_authid'::regclass and d.refobjid = o.oid and d.deptype = 'o'
   where d.dbid in (0, (select oid from pg_database where datname = current_database()))`,
  `select a.rolname || ' may become ' || pg_get_userbyid(m.roleid) from ours a join pg_auth_members m on m.member = a.oid
   where (a.rolname, pg_get_userbyid(m.roleid)) <> ('app_rebuild', 'app_tenant')`,

  // A default of app.tenant_id for a role or database would apply wherever no tenant is set; others change what a statement means, or who runs it.
  `select 'the setting ' || split_part(one, '=', 1) || ' is kept for ' || coalesce(nullif(pg_get_userbyid(s.setrole), 'unknown (OID=0)'), 'the database')
   from pg_db_role_setting s, unnest(s.setconfig) one
   where (one ~* '^(app\\.|role=|session_authorization|row_security|session_replication_role|(session|local)_preload_libraries|default_table_access_method)'
       or one ~* '^search_path=' and one !~ '^search_path=("\\$user", )?public$')
     and (s.setrole = 0 or s.setrole in (select oid from ours) or pg_get_userbyid(s.setrole) = session_user)
     and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
];

const FENCE = `with ${WITH}\n${QUESTIONS.map((question) => `select * from (${question}) as q (problem)`).join('\nunion all\n')}`;

/** Rights that give no row of a tenant and no command of the server. */
const HARMLESS =
  'database_owner|monitor|read_all_settings|read_all_stats|stat_scan_tables|signal_backend|signal_autovacuum_worker|checkpoint|use_reserved_connections';

/** Rights that this login and others can reach, and lasting changes by an administrator. */
const LOGINS = `with me as (select * from pg_roles where rolname = session_user), ${WITH}, reach as (
    -- A login that may take a role on is that role, inherited or not.
    select l.rolname as login, l.oid as login_oid, r.* from pg_roles l join pg_roles r on r.oid = l.oid or not l.rolsuper and pg_has_role(l.oid, r.oid, 'MEMBER')
    where l.rolname = session_user or l.rolcanlogin and not l.rolsuper and has_database_privilege(l.oid, current_database(), 'CONNECT')
  )
  select distinct 'the login ' || login || ' ' || what as problem from reach, lateral (values (rolsuper, 'is a superuser'), (rolbypassrls, 'passes by row-level security'),
    (rolcreaterole, 'may make roles'), (rolreplication, 'may replicate'), (rolname ~ '^pg_' and rolname !~ '^pg_(${HARMLESS})$', 'may become ' || rolname),
    (exists (select from tables where owner = reach.oid) and (login = session_user or login_oid <> reach.oid), 'owns the tables')) can (is_so, what)
  where is_so
  union all
  select 'the login ' || me.rolname || ' inherits the rights of ' || o.rolname from me, ours o
  where pg_has_role(me.oid, o.oid, 'USAGE')
  union all
  -- A copy of rows lies outside of every policy.
  select 'the table ' || r.schema || '.' || r.name || ' is in a schema that is not Folio''s' from relations r
  where r.kind in ('r', 'p', 'm', 'f') and r.schema not in ('public', '${QUEUE.schema}')
    and not exists (select from pg_namespace n where n.nspname = r.schema and ${isOfExtension('pg_namespace', 'n.oid')})
  union all
  -- One that takes on this login, or whom this login takes on, is this login while its password changes.
  select distinct 'the login ' || l.rolname || ' may become ' || o.rolname from me, pg_roles l, ours o
  where l.rolcanlogin and not l.rolsuper and l.oid <> me.oid and has_database_privilege(l.oid, current_database(), 'CONNECT')
    and pg_has_role(l.oid, o.oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
    and not pg_has_role(l.oid, me.oid, 'MEMBER') and (me.rolsuper or not pg_has_role(me.oid, l.oid, 'MEMBER'))
    and not exists (select from tables where pg_has_role(l.oid, owner, 'MEMBER'))
  union all
  -- An administrator's own: replicas and hosts of databases need them.
  select 'the event trigger ' || evtname || ' runs with whatever changes a table' from pg_event_trigger e
  where evtenabled <> 'D' and not ${isOfExtension('pg_event_trigger', 'e.oid')}
  union all
  select 'the publication ' || p.pubname || ' sends rows of all tenants away' from pg_publication p
  where p.puballtables or exists (select from pg_publication_tables l join tables t on l.tablename = t.name and l.schemaname = t.schema where l.pubname = p.pubname)`;

/** Catalogs that the questions read; of roles, whose passwords are hidden, what everybody sees. */
const CATALOGS =
  'class attribute policy trigger proc constraint index rewrite inherits namespace operator cast language init_privs default_acl shdepend ' +
  'auth_members database db_role_setting parameter_acl event_trigger publication publication_rel publication_namespace';

/** Columns that tell which part of a catalog PostgreSQL does not come with, where the questions ask for no more. */
const OF_OURS: Readonly<Record<string, string>> = {
  attribute: 'attrelid',
  class: 'oid',
  index: 'indrelid',
  rewrite: 'ev_class',
};

/** Differs after any change that another answer could follow from: a row that is written has another transaction, one that is gone is missing. */
const CATALOG = `select string_agg(concat_ws(' ', name, count, digest), ', ' order by name) as catalog from (
  ${CATALOGS.split(' ')
    .map(
      (name) =>
        `select '${name}' as name, count(*), sum(hashtext(xmin::text)) as digest from pg_${name} ${OF_OURS[name] ? `where ${OF_OURS[name]} >= 16384` : ''}`,
    )
    .join(' union all ')}
  union all select 'extension', count(*), sum(hashtext(xmin::text)) from pg_depend where refclassid = 'pg_extension'::regclass
  union all select 'roles', count(*), sum(hashtext(r::text)) from pg_roles r
  union all select 'migrations', count(*), hashtext(max(name)) from public.folio_migrations
  union all select 'migrating', count(*), 0 from pg_locks where locktype = 'advisory' and objid = ${LOCK}) read`;

/**
 * A fixed search_path makes PostgreSQL print qualified names; JIT compilation would take longer than the query. Row by row a catalog is
 * read by three pages of an index each time: as a whole, once for each question, it is a third of that.
 */
const SETTINGS = 'set local search_path = pg_catalog, pg_temp; set local jit = off; set local enable_nestloop = off';

/** One sentence per problem. */
export function fenceProblems(context: DatabaseContext): Promise<string[]> {
  return watching(context, holes);
}

/** The same for the login of this process, and for other logins with its rights. */
export function loginProblems(context: DatabaseContext): Promise<string[]> {
  return watching(context, (db) => ask(db, LOGINS));
}

/** Processes of one release and login ask the same. */
const ASKED = createHash('sha256').update(`${FENCE}${CODE_QUESTION}${LOGINS}`).digest('hex');

export interface Found {
  fence: string[];
  logins: string[];
}

/**
 * Both, as the first of the processes that look at the same time finds them; the others wait for it, and take its answer. It asks where the
 * catalog has moved since they were asked, or half an hour is over.
 */
export function sharedProblems(context: DatabaseContext): Promise<Found> {
  return watching(context, async (db) => {
    const key = sql`${ASKED}::text || ' ' || session_user`;
    const { rows: turns } = await sql<{ before: string | null }>`
      insert into public.isolation_checks as kept (asked) values (${key})
      on conflict (asked) do update set looked_at = clock_timestamp() where kept.looked_at < clock_timestamp() - interval '15 seconds'
      returning case when asked_at > clock_timestamp() - interval '30 minutes' then catalog end as before`.execute(db);
    if (turns[0]) {
      // By their indexes, where only a part is asked for.
      await sql`set local enable_seqscan = off`.execute(db);
      const { rows } = await sql.raw<{ catalog: string }>(CATALOG).execute(db);
      await sql`set local enable_seqscan = on`.execute(db);
      const { catalog } = rows[0]!;
      if (catalog !== turns[0].before) {
        const [fence, logins] = [await holes(db), await ask(db, LOGINS)];
        await sql`
          update public.isolation_checks set catalog = ${catalog}, fence = ${fence}, logins = ${logins}, asked_at = clock_timestamp()
          where asked = ${key}`.execute(db);
      }
    }
    return sqlRow<Found>(db)`
      select fence, logins from public.isolation_checks where asked = ${key}`;
  });
}

async function watching<T>(context: DatabaseContext, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return inWatch(context, async (db) => {
    await sql.raw(SETTINGS).execute(db);
    return work(db);
  });
}

async function holes(db: SystemDb): Promise<string[]> {
  const rows = await sqlRows<{ last: string | null }>(db)`select max(name) as last from public.folio_migrations`;
  const isOfThisRelease = rows[0]!.last === LAST_MIGRATION;
  return ask(db, isOfThisRelease ? `${FENCE}\nunion all\nselect * from (${CODE_QUESTION}) as q (problem)` : FENCE);
}

async function ask(db: SystemDb, question: string): Promise<string[]> {
  const { rows } = await sql.raw<{ problem: string }>(question).execute(db);
  return rows.map(({ problem }) => problem);
}
