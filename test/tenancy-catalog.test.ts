// A tenant's rows are the tenant's alone: proven by asking the database's catalog, which also lists tables that no test names.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { allMigrations, forMigrations, type OpenDatabase } from '../src/wiring/open-database.ts';
import { migrateUp } from '../src/platform/migrate.ts';
import { CODE, LAST_MIGRATION } from '../src/canary/code.generated.ts';
import { CODE_AS_IT_IS, fenceProblems, loginProblems, sharedProblems, type Found } from '../src/canary/fence.ts';
import { rehearse, type DatabaseContext } from '../src/tenancy/index.ts';
import { startTestServer } from './support/start-test-server.ts';
import { openMigratedDatabase, openTestDatabase, world } from './support/world.ts';

test('A34, A35, A39: the catalog knows of no way from one tenant to another', async () => {
  const { database } = await world();
  assert.deepEqual(await fenceProblems(database), []);
});

test('the digests are those of all functions and triggers of this release; CODE=write npm test -- --only test/tenancy-catalog writes them', async () => {
  const client = await (await world()).database.pool.connect();
  await client.query('begin; set local search_path = pg_catalog, pg_temp');
  const { rows } = await client.query<{ name: string; digest: string }>(
    `select * from (${CODE_AS_IT_IS}) code order by name collate "C"`,
  );
  await client.query('rollback');
  client.release();
  const last = [...(await allMigrations()).keys()].toSorted().at(-1)!;
  const code = rows.map(({ name, digest }) => `${digest} ${name}`).join(' ; ');
  if (process.env['CODE'] === 'write') {
    const text = `// Written by test/tenancy-catalog.test.ts: functions and triggers of the last migration, with their digests.\nexport const LAST_MIGRATION = '${last}';\nexport const CODE =\n  '${code}';\n`;
    await writeFile(join(import.meta.dirname, '../src/canary/code.generated.ts'), text);
  } else assert.deepEqual([CODE.split(' ; '), LAST_MIGRATION], [code.split(' ; '), last]);
});

const CURRENT = `tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`;
const TABLE = 'create table loose (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id))';
const FENCE = `${TABLE}; alter table loose enable row level security; alter table loose force row level security`;
const policy = (table: string, reads: string, writes = reads): string =>
  `create policy p on ${table} to app_tenant using (${reads}) with check (${writes})`;
const POLICY = `${FENCE}; ${policy('loose', CURRENT)}`;
const UNPROTECTED = [
  'loose has no row-level security',
  'loose does not force row-level security on its owner',
  'loose has no policy for app_tenant',
];
const ON_ITEMS = ['items: policy p is none that Folio makes'];

/** A possible hole, and the required words about it. */
const HOLES: readonly (readonly [hole: string, said: readonly string[]])[] = [
  [POLICY, []],
  [TABLE, UNPROTECTED],
  [FENCE, ['loose has no policy for app_tenant']],
  [
    'create table loose as select * from items',
    [...UNPROTECTED, 'loose has no column tenant_id uuid not null', 'loose has no unique key'],
  ],
  [
    'create table loose as select sku, name from items; grant select on loose to app_tenant',
    [...UNPROTECTED, 'loose has no column tenant_id uuid not null', 'loose has no unique key'],
  ],
  [
    `${POLICY}; create table loose_child () inherits (loose)`,
    [...UNPROTECTED.map((problem) => problem.replace('loose', 'loose_child')), 'loose_child has no unique key'],
  ],
  [
    `create table loose (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id)) partition by hash (tenant_id);
     alter table loose enable row level security; alter table loose force row level security; ${policy('loose', CURRENT)};
     create table loose_part partition of loose for values with (modulus 1, remainder 0)`,
    UNPROTECTED.map((problem) => problem.replace('loose', 'loose_part')),
  ],
  [
    'create foreign data wrapper loose; create server loose foreign data wrapper loose; create foreign table loose (tenant_id uuid) server loose',
    ['loose is a foreign table'],
  ],
  ['alter table items disable row level security', ['items has no row-level security']],
  ['alter table items no force row level security', ['items does not force row-level security on its owner']],
  [
    'alter policy tenant_isolation on items to app_system',
    ['items has no policy for app_tenant', 'items: policy tenant_isolation is none that Folio makes'],
  ],
  ['drop policy tenant_isolation on items', ['items has no policy for app_tenant']],
  ...[
    policy('items', 'true'),
    policy('items', CURRENT, 'true'),
    policy('items', `${CURRENT} or sku = 'shared'`),
    policy('items', `(${CURRENT}) is not false`),
    policy('items', `tenant_id = coalesce(nullif(tenant_id, '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f'), tenant_id)`),
    policy('items', `tenant_id = coalesce(nullif(tenant_id, current_setting('app.tenant_id')::uuid), tenant_id)`),
    policy('items', CURRENT.replace('tenant_id =', 'id =')),
    policy('items', CURRENT.replace('app.tenant_id', 'app.tenant_ld')),
    policy('items', CURRENT.replace(' = ', ' >= ')),
    `create policy p on items for select to app_rebuild using (true)`,
    `create policy p on items for select to app_watch using (true)`,
    `create policy p on items to app_system using (true)`,
    `create policy p on items for select to pg_monitor using (true)`,
    `create policy p on items to current_user using (true) with check (true)`,
    `create policy p on items for select using (tenant_id is not null)`,
    `create policy p on items for select to app_tenant, app_watch using (${CURRENT})`,
  ].map((hole) => [hole, ON_ITEMS] as const),
  [
    `create schema loose; create function loose.current_setting(text, boolean) returns text language sql immutable as 'select null::text';
     create policy p on items to app_tenant using (tenant_id = (select nullif(loose.current_setting('app.tenant_id', true), '')::uuid))`,
    ['items: policy p is none that Folio makes', 'items: policy p is not what it is printed as'],
  ],
  [
    'alter policy watching on fiscal_documents using (true)',
    ['fiscal_documents: policy watching is none that Folio makes', 'fiscal_documents lacks a policy for app_watch'],
  ],
  ['drop policy revoked_for_good on api_tokens', ['api_tokens lacks a policy for app_tenant']],
  ['grant update (total) on invoices to app_tenant', ['app_tenant may update total of invoices']],
  ['create unique index loose on items (sku)', ['items: the unique key loose does not start with tenant_id']],
  [
    'create unique index loose on items (lower(sku), tenant_id)',
    ['items: the unique key loose does not start with tenant_id'],
  ],
  [
    `create unique index loose_id on items (tenant_id, sku, id); alter table items add constraint loose unique (id);
     alter table stock_levels add constraint loose_item foreign key (item_id) references items (id)`,
    [
      'items: the unique key loose does not start with tenant_id',
      'stock_levels: the foreign key loose_item does not start with tenant_id',
    ],
  ],
  [
    `create function loose() returns int language sql security definer as 'select 1'`,
    ['function loose runs with the rights of its owner'],
  ],
  [
    `create schema loose; create function loose.copies() returns trigger language plpgsql security definer as 'begin return new; end';
     create trigger copies after insert on items for each row execute function loose.copies()`,
    ['function copies runs with the rights of its owner', 'trigger copies of items is none that Folio makes'],
  ],
  ['create view loose as select * from items', ['view loose runs with the rights of its owner']],
  [
    'create view loose with (security_invoker = off) as select * from items',
    ['view loose runs with the rights of its owner'],
  ],
  ['create view loose with (security_invoker = true) as select * from items', []],
  ['create view loose with (security_invoker) as select * from items', []],
  [
    'create schema loose; create view loose.others as select * from items; grant select on loose.others to app_tenant',
    ['app_tenant may select others', 'view loose.others reads items with the rights of its owner'],
  ],
  [
    'create schema loose; create view loose.others as select * from items; grant usage on schema loose to public; grant select on loose.others to public',
    ['everybody may select others', 'view loose.others reads items with the rights of its owner'],
  ],
  ['create materialized view loose as select * from items', ['view loose runs with the rights of its owner']],
  [
    'create rule loose as on update to items do also notify loose',
    ['items: the rule loose runs with the rights of its owner'],
  ],
  ['grant update on acts to app_tenant', ['app_tenant may update acts']],
  ['grant update on inventory_logs to app_tenant', ['app_tenant may update inventory_logs']],
  [
    'grant update (description) on inventory_logs to app_tenant',
    ['app_tenant may update description of inventory_logs'],
  ],
  [
    'grant update (new_quantity) on inventory_logs to app_rebuild',
    ['app_rebuild may update new_quantity of inventory_logs'],
  ],
  ['grant select (cufe) on fiscal_documents to app_watch', ['app_watch may select cufe of fiscal_documents']],
  ['grant select on fiscal_documents to app_watch', ['app_watch may select fiscal_documents']],
  ...['app_tenant', 'app_watch', 'app_rebuild'].map(
    (role) =>
      [
        `grant select (webhook_secret) on tenants to ${role}`,
        [`${role} may select webhook_secret of tenants`],
      ] as const,
  ),
  ['grant delete on items to app_rebuild', ['app_rebuild may delete items']],
  ['grant delete on inventory_logs to app_tenant', ['app_tenant may delete inventory_logs']],
  ['grant truncate on items to app_tenant', ['app_tenant may truncate items']],
  ['grant select on items to app_tenant with grant option', ['app_tenant may select items and pass it on']],
  ['grant select on items to app_system', ['app_system may select items']],
  ['grant select on items to pg_monitor', ['pg_monitor may select items']],
  ['grant select on folio_migrations to app_tenant', ['app_tenant may select folio_migrations']],
  ['grant select on items to public', ['everybody may select items']],
  ['grant select (sku) on items to public', ['everybody may select sku of items']],
  ['grant create on schema public to app_tenant', ['app_tenant may create in the schema public']],
  ['grant create on schema public to public', ['everybody may create in the schema public']],
  ['create schema loose; grant usage on schema loose to app_tenant', ['app_tenant may usage in the schema loose']],
  [
    'alter default privileges in schema public grant select on tables to app_watch',
    ['app_watch will have rights on whatever postgres makes'],
  ],
  [
    'alter default privileges grant select on tables to public',
    ['everybody will have rights on whatever postgres makes'],
  ],
  [
    `${POLICY}; alter table loose owner to app_tenant`,
    ['app_tenant owns table public.loose', 'loose belongs to app_tenant, and most tables to postgres'],
  ],
];

/** Said by a text of the database's own name. */
const here = (text: string): string =>
  `do $$ begin execute format('${text.replaceAll("'", "''")}', current_database()); end $$`;
const CAST = `create function loose(text) returns uuid language sql immutable as 'select ''018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f''::uuid';
  create cast (text as uuid) with function loose(text)`;
const CALLED = 'create function loose() returns trigger language plpgsql as $$ begin return new; end $$';
const TAKEN = 'takes the place of one of PostgreSQL';
const NOT_OURS = "is in a schema that is not Folio's";
const TRIGGER = 'of items is none that Folio makes';

/** Next attempts of a stranger with too many rights. */
const MORE_HOLES: typeof HOLES = [
  [
    // It is printed as the policy that it replaces, to the letter.
    `${CAST}; alter policy tenant_isolation on items using (${CURRENT}) with check (${CURRENT})`,
    ['items: policy tenant_isolation is not what it is printed as', 'the cast from text to uuid is none of PostgreSQL'],
  ],
  [
    `create function public.loose(uuid, uuid) returns boolean language sql as 'select true';
     create operator public.= (leftarg = uuid, rightarg = uuid, function = public.loose)`,
    [`operator = ${TAKEN}`],
  ],
  [
    `create function public.current_setting(text, bool) returns text language sql as 'select null::text'`,
    [`function public.current_setting ${TAKEN}`],
  ],
  [
    `create schema loose; create table loose.items (id int); ${here('alter database %I set search_path = loose, public')}`,
    ['the setting search_path is kept for the database', `the table loose.items ${NOT_OURS}`],
  ],
  [
    'create schema postgres; create table postgres.items (id int)',
    ['the schema postgres is searched before public', `the table postgres.items ${NOT_OURS}`],
  ],
  ...['row_security = off', `session_replication_role = replica`, 'role = app_system', `app.tenant_id = 'x'`].map(
    (setting) =>
      [
        here(`alter database %I set ${setting}`),
        [`the setting ${setting.split(' ')[0]} is kept for the database`],
      ] as const,
  ),
  [
    here('alter role app_tenant in database %I set row_security = off'),
    ['the setting row_security is kept for app_tenant'],
  ],
  [
    `${CALLED}; alter function loose() owner to pg_monitor; create trigger loose after insert on items for each row execute function loose()`,
    ['items: the trigger loose runs the code of pg_monitor', `trigger loose ${TRIGGER}`],
  ],
  [
    `${CALLED}; alter function loose() security definer; create trigger loose after insert on items for each row execute function loose()`,
    ['function loose runs with the rights of its owner', `trigger loose ${TRIGGER}`],
  ],
  [
    'create trigger loose after insert on items for each row execute function suppress_redundant_updates_trigger(); alter table items disable trigger loose',
    ['items: the trigger loose is switched off', `trigger loose ${TRIGGER}`],
  ],
  [
    'create rule loose as on insert to items do also select 1',
    ['items: the rule loose runs with the rights of its owner'],
  ],
  ['create publication loose for table items', ['the publication loose sends rows of all tenants away']],
  ['create publication loose for all tables', ['the publication loose sends rows of all tenants away']],
  [
    `create function loose() returns event_trigger language plpgsql as $$ begin end $$;
     create event trigger loose on ddl_command_end execute function loose()`,
    ['the event trigger loose runs with whatever changes a table'],
  ],
  [
    'alter default privileges in schema public grant select on tables to pg_monitor',
    ['pg_monitor will have rights on whatever postgres makes'],
  ],
  ['grant select on items to pg_monitor with grant option', ['pg_monitor may select items and pass it on']],
  [
    'create policy p on items as permissive for all to public using (true) with check (true)',
    ['items: policy p is none that Folio makes'],
  ],
  [
    'alter table items owner to pg_monitor',
    [
      'items belongs to pg_monitor, and most tables to postgres',
      'items: the trigger keep_row runs the code of postgres',
    ],
  ],
  [
    `create function loose(text) returns boolean language plpgsql leakproof cost 0.0001 as $$ begin raise notice '%', $1; return true; end $$`,
    ['function loose claims to be leakproof'],
  ],
  [
    'create schema loose; create materialized view loose.kept as select * from items',
    ['view loose.kept reads items with the rights of its owner', `the table loose.kept ${NOT_OURS}`],
  ],
  [
    'alter table stock_levels drop constraint stock_levels_tenant_id_item_id_fkey; create unique index loose_key on items (tenant_id, sku, id); alter table items add constraint loose unique (id); alter table stock_levels add constraint stock_levels_tenant_id_item_id_fkey foreign key (item_id) references items (id)',
    [
      'items: the unique key loose does not start with tenant_id',
      'stock_levels: the foreign key stock_levels_tenant_id_item_id_fkey does not start with tenant_id',
    ],
  ],
];

/** The login may not be told apart by the database alone: roles are the server's, and each goes with its transaction. */
const stranger = (...grants: string[]): string =>
  ['create role loose_login login noinherit', here('grant connect on database %I to loose_login'), ...grants].join(
    '; ',
  );
const can = (what: string): string[] => [`the login loose_login ${what}`];
/** Ways to read or change a row, or to have code run: kinds that no list of grants on tables has. */
const KINDS: typeof HOLES = [
  [
    stranger('alter role loose_login bypassrls', 'grant pg_read_all_data to loose_login'),
    [...can('passes by row-level security'), ...can('may become pg_read_all_data')],
  ],
  [stranger('create role loose bypassrls', 'grant loose to loose_login'), can('passes by row-level security')],
  [stranger('create role loose superuser', 'grant loose to loose_login'), can('is a superuser')],
  [stranger('alter role loose_login createrole'), can('may make roles')],
  [stranger('alter role loose_login replication'), can('may replicate')],
  [
    stranger('grant postgres to loose_login'),
    [
      ...can('owns the tables'),
      ...can('is a superuser'),
      ...can('may make roles'),
      ...can('may replicate'),
      ...can('passes by row-level security'),
    ],
  ],
  ...[
    'pg_read_all_data',
    'pg_write_all_data',
    'pg_execute_server_program',
    'pg_read_server_files',
    'pg_write_server_files',
  ].map((role) => [stranger(`grant ${role} to loose_login`), can(`may become ${role}`)] as const),
  [stranger('grant pg_monitor to loose_login'), []],
  [
    stranger('grant set on parameter session_replication_role to loose_login'),
    ['loose_login may set the parameter session_replication_role'],
  ],
  [
    'grant set on parameter session_replication_role to app_tenant',
    ['app_tenant may set the parameter session_replication_role'],
  ],
  [
    stranger(
      'create schema loose',
      'create table loose.copy as select * from clients',
      'grant usage on schema loose to loose_login',
      'grant select on loose.copy to loose_login',
    ),
    [`the table loose.copy ${NOT_OURS}`],
  ],
  [
    stranger(
      'create schema loose',
      'create table loose.p (tenant_id uuid not null, name text not null)',
      'alter table clients inherit loose.p',
      'grant select on loose.p to loose_login',
    ),
    ['clients is read through loose.p', `the table loose.p ${NOT_OURS}`],
  ],
  [stranger('grant select on folio_migrations to loose_login'), ['loose_login may select folio_migrations']],
  [stranger('grant create on schema public to loose_login'), ['loose_login may create in the schema public']],
  [
    stranger('grant execute on function pg_catalog.lo_export(oid, text) to loose_login'),
    ['loose_login may execute lo_export(oid,text)'],
  ],
  ['grant execute on function pg_catalog.pg_read_file(text) to public', ['everybody may execute pg_read_file(text)']],
  ...['enter_tenant', 'keep_sent', 'keep_act', 'set_changed_minute', 'act_hidden'].map(
    (name) =>
      [
        `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), 'AS $function$', 'AS $function$ /* loose */ '); end $do$; select '${name}'`,
        [`function public.${name}`],
      ] as const,
  ),
  [
    `alter function keep_sent() set app.tenant_id = 'x'`,
    ['function public.keep_sent() is not as this release made it'],
  ],
  [
    `create function fold_text(varchar) returns text language sql immutable as 'select $1::text'`,
    ['function public.fold_text(character varying) is none that Folio makes'],
  ],
  ['drop trigger keep_sent on fiscal_documents', ['trigger keep_sent of fiscal_documents is gone']],
  [
    'create trigger loose before insert on acts for each row execute function suppress_redundant_updates_trigger()',
    ['trigger loose of acts is none that Folio makes'],
  ],
];

/** A slow machine looks as long as it takes. */
const WITHOUT_LIMITS = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

describe('a hole in the fence is found', () => {
  let database: OpenDatabase;
  /** The login of the tests may do anything, which is known at the start. */
  let known: readonly string[];

  /** By processes that share a check, which asks both questions anew where the catalog has moved. */
  async function shared(context: DatabaseContext = database): Promise<Found> {
    await sql`update isolation_checks set looked_at = '-infinity'`.execute(context.db);
    return sharedProblems(context);
  }

  before(async () => {
    database = await openMigratedDatabase();
    known = await loginProblems(database);
    assert.deepEqual(await fenceProblems(database), []);
    assert.deepEqual(await shared(), { fence: [], logins: known });
  });
  after(() => database.close());

  test('in the roles themselves', async () => {
    // Roles belong to the whole server, which others are using.
    const server = await startTestServer();
    const alone = await openTestDatabase(server.url);
    try {
      await migrateUp(forMigrations(alone.db), await allMigrations());
      await alone.pool.query('create role loose superuser; grant loose to app_tenant; alter role app_system bypassrls');
      const problems = await fenceProblems(alone);
      await alone.pool.query('drop role loose; alter role app_system nobypassrls');
      assert.ok(problems.includes('app_system can do more than its grants say'), problems.join('; '));
      assert.ok(problems.includes('app_tenant may become loose'), problems.join('; '));
      assert.deepEqual(await fenceProblems(alone), []);
    } finally {
      await alone.close();
      await server.close();
    }
  });

  test('until it is mended', async () => {
    await database.pool.query('alter table items disable row level security');
    assert.deepEqual((await shared()).fence, ['items has no row-level security']);
    await database.pool.query('alter table items enable row level security');
    assert.deepEqual(await shared(), { fence: [], logins: known });
  });

  for (const [hole, said] of [...HOLES, ...MORE_HOLES, ...KINDS]) {
    // In a transaction that is rolled back: the check has seen the catalog without the hole, each time as it was before.
    test(hole.slice(hole.lastIndexOf(';') + 1).trim(), () =>
      rehearse(database, { id: hole }, async (rehearsal) => {
        await sql.raw(`${WITHOUT_LIMITS}; ${hole}`).execute(rehearsal.db);
        const { fence, logins } = await shared(rehearsal);
        const problems = [...fence, ...logins.filter((problem) => !known.includes(problem))];
        const found = problems.map((problem) => {
          // The function without its arguments differs from the release's.
          const [name] = /^function public\.\w+/.exec(problem) ?? [problem];
          return said.includes(name) && problem.endsWith(' is not as this release made it') ? name : problem;
        });
        assert.deepEqual(found.toSorted(), said.toSorted());
      }),
    );
  }
});
