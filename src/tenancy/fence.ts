// Asks the database's own catalog whether the fence around each tenant stands: the roles, row-level security, and every policy.
import { sql } from 'kysely';
import { inSystem, type DatabaseContext } from './in-tenant.ts';

const ROLES = `array['app_tenant', 'app_system', 'app_rebuild', 'app_watch']`;

/** What belongs to tenants: every table that says whose its rows are, and the list of tenants, whose own id is the tenant. */
const TABLES = `
  tables as (
    select c.oid, c.relname as name, c.relowner as owner, c.relrowsecurity, c.relforcerowsecurity, a.attname as tenant_column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attname = case c.relname when 'tenants' then 'id' else 'tenant_id' end and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  )`;

const QUESTIONS: readonly string[] = [
  // Row-level security is on, and for the owner as well.
  `with ${TABLES}
   select name || ' has no row-level security' as problem from tables where not relrowsecurity
   union all
   select name || ' does not force row-level security on its owner' from tables where not relforcerowsecurity`,

  // Each table has a policy for the tenant's role, and each of them (they add up) compares the row's tenant with the session's, with
  // no way around. Whoever is a member of a role has its policies as well, so those of the rebuilder count like the tenant's.
  `with ${TABLES}, policies as (
     select p.polrelid, p.polname, p.polpermissive, p.polcmd,
       pg_get_expr(p.polqual, p.polrelid) as reads, pg_get_expr(p.polwithcheck, p.polrelid) as writes,
       coalesce((select array_agg(rolname) from pg_roles where oid = any (p.polroles)), '{}') as roles, 0 = any (p.polroles) as is_public
     from pg_policy p
   ), compared as (
     select t.name, t.tenant_column, p.*,
       p.polpermissive and p.roles && array['app_tenant', 'app_rebuild']::name[] as opens,
       '^(?!.* OR )\\(*' || t.tenant_column || ' = .*current_setting\\(''app\\.tenant_id''' as comparison
     from tables t join policies p on p.polrelid = t.oid
   )
   select t.name || ' has no policy for app_tenant' as problem from tables t
   where not exists (select from policies p where p.polrelid = t.oid and 'app_tenant' = any (p.roles))
   union all
   select name || ': policy ' || polname || ' holds for everybody' from compared where is_public
   union all
   select name || ': policy ' || polname || ' does not compare ' || tenant_column || ' when it reads' from compared
   where opens and reads !~ comparison
   union all
   select name || ': policy ' || polname || ' does not compare ' || tenant_column || ' when it writes' from compared
   where opens and polcmd <> 'r' and coalesce(writes, reads) !~ comparison
   union all
   select name || ': policy ' || polname || ' lets app_system see rows of tenants' from compared
   where 'app_system' = any (roles) and name <> 'tenants'`,

  // No role is above the fence, by its own rights, by what it owns, or by what it may become.
  `with ${TABLES}, ours as (select r.* from pg_roles r where r.rolname = any (${ROLES}))
   select 'there is no role ' || name as problem from unnest(${ROLES}) name
   where not exists (select from ours where rolname = name)
   union all
   select rolname || ' can do more than its grants say' from ours
   where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin
   union all
   select r.rolname || ' owns ' || t.name from ours r join tables t on pg_has_role(r.oid, t.owner, 'MEMBER')
   union all
   select a.rolname || ' may become ' || b.rolname from ours a join pg_roles b on a.oid <> b.oid
   where pg_has_role(a.oid, b.oid, 'MEMBER') and (a.rolname, b.rolname) <> ('app_rebuild', 'app_tenant')`,
];

/** One sentence for each hole. */
export async function fenceProblems(context: DatabaseContext): Promise<string[]> {
  return inSystem(context, async (db) => {
    const found: string[] = [];
    for (const question of QUESTIONS) {
      const { rows } = await sql.raw<{ problem: string }>(question).execute(db);
      found.push(...rows.map(({ problem }) => problem));
    }
    return found;
  });
}
