// Row-level security as an alarm: a statement that reaches a row of another tenant fails instead of being filtered. Each tenant has a twin
// whose rows have the same ids, so that a condition on the tenant which is left out is noticed wherever the statement runs.
import pg from 'pg';

/** The tenant of the twin's rows has no row of its own: no worker serves it. */
const TWINS = `'00000001-0000-0000-0000-000000000000'::uuid`;
/** A test's own questions to the database see no twins. */
const ROLE = 'folio_stories';
/** The code of the alarm. */
export const ALARM = 'TW001';

const FUNCTIONS = `
  create schema twins;
  grant usage on schema twins to public;
  create function twins.own(row_tenant uuid, of text) returns boolean language plpgsql stable cost 0.0001 as $$
  begin
    if row_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
      raise exception 'a statement reached a row of another tenant in %', of using errcode = '${ALARM}';
    end if;
    return true;
  end $$;
  -- Above all policies, and without the triggers of the table: a twin's row is a copy, and tells of nothing that happened.
  create function twins.copy() returns trigger language plpgsql security definer set session_replication_role = replica as $$
  declare
    keys text := tg_argv[0];
    cols text := tg_argv[1];
    twin jsonb := to_jsonb(new) || jsonb_build_object('tenant_id', '00000000' || substr(new.tenant_id::text, 9));
  begin
    execute format('delete from %1$s where (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1))', tg_relid::regclass, keys) using twin;
    execute format('insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_record(null::%1$s, $1) on conflict do nothing',
      tg_relid::regclass, cols) using twin;
    return null;
  end $$;`;

const TABLES = `
  select c.oid::regclass::text as name,
    (select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as cols,
    (select string_agg(quote_ident(a.attname), ', ' order by k.at) from pg_index i, unnest(i.indkey) with ordinality k (num, at)
       join pg_attribute a on a.attnum = k.num where a.attrelid = c.oid and i.indrelid = c.oid and i.indexrelid = (
         select indexrelid from pg_index where indrelid = c.oid and indisunique and indpred is null and indexprs is null order by indisprimary desc limit 1)) as keys
  from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'tenant_isolation' and c.relname <> 'tenants'`;

/** Gives twins to a migrated database, as a superuser. */
export async function giveTwins(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `do $$ begin create role ${ROLE} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  );
  const { rows } = await client.query<{ name: string; cols: string; keys: string }>(TABLES);
  await client.query(FUNCTIONS);
  for (const { name, cols, keys } of rows) {
    await client.query(`
      alter policy tenant_isolation on ${name} using (twins.own(tenant_id, '${name}')) with check (twins.own(tenant_id, '${name}'));
      create policy only_what_is on ${name} as restrictive for select to app_watch using (tenant_id > ${TWINS});
      create policy of_stories on ${name} to ${ROLE} using (tenant_id > ${TWINS}) with check (true);
      create trigger zz_twin after insert or update on ${name} for each row when (new.tenant_id > ${TWINS})
        execute function twins.copy('${keys}', '${cols}')`);
  }
  // A condition on the tenant is one of the index then, of which the tenant is the first column, also in a join; and the alarm comes before
  // any other filter. The twin's rows come before the tenant's.
  const settings = [
    'enable_seqscan',
    'jit',
    'enable_hashjoin',
    'enable_mergejoin',
    'enable_material',
    'enable_memoize',
  ];
  await client.query(`do $$ begin
    ${settings.map((name) => `execute format('alter database %I set ${name} = off', current_database());`).join('\n')}
    execute format('grant all on database %I to ${ROLE}', current_database());
  end $$;
  create policy of_stories on tenants to ${ROLE} using (true) with check (true);
  grant all on schema public to ${ROLE};
  grant all on schema pgboss to ${ROLE};
  grant all on all tables in schema public to ${ROLE};
  grant all on all tables in schema pgboss to ${ROLE};
  grant all on all sequences in schema public to ${ROLE}`);
  await client.end();
}

/** The address by which stories reach it. */
export function besideTwins(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c role=${ROLE}`);
  return address.href;
}
