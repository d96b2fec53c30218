// A tenant's rows are the tenant's alone: proven by asking the database's catalog, which also lists tables that no test names.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allMigrations, forMigrations, type OpenDatabase } from '../src/wiring/open-database.ts';
import { migrateUp } from '../src/platform/migrate.ts';
import { CODE, LAST_MIGRATION } from '../src/canary/code.generated.ts';
import { CODE_AS_IT_IS, fenceProblems, loginProblems, sharedProblems, type Found } from '../src/canary/fence.ts';
import { startTestServer } from './support/start-test-server.ts';
import { openMigratedDatabase, openTestDatabase, world } from './support/world.ts';

test('A34, A35, A39: the catalog knows of no way from one tenant to another', async () => {
  const { database } = await world();
  assert.deepEqual(await fenceProblems(database), []);
});

/** `CODE=write node --test test/tenancy-catalog.test.ts` after a migration that changes a function or a trigger. */
test('the digests are those of all functions and triggers of this release', async () => {
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
const DROP = 'drop table loose';
const UNPROTECTED = [
  'loose has no row-level security',
  'loose does not force row-level security on its owner',
  'loose has no policy for app_tenant',
];
const ON_ITEMS = ['drop policy p on items', ['items: policy p is none that Folio makes']] as const;

/** A possible hole, its remedy, and the required words about it. */
const HOLES: readonly (readonly [hole: string, mend: string, said: readonly string[]])[] = [
  [POLICY, DROP, []],
  [TABLE, DROP, UNPROTECTED],
  [FENCE, DROP, ['loose has no policy for app_tenant']],
  [
    'create table loose as select * from items',
    DROP,
    [...UNPROTECTED, 'loose has no column tenant_id uuid not null', 'loose has no unique key'],
  ],
  [
    'create table loose as select sku, name from items; grant select on loose to app_tenant',
    DROP,
    [...UNPROTECTED, 'loose has no column tenant_id uuid not null', 'loose has no unique key'],
  ],
  [
    `${POLICY}; create table loose_child () inherits (loose)`,
    `drop table loose_child; ${DROP}`,
    [...UNPROTECTED.map((problem) => problem.replace('loose', 'loose_child')), 'loose_child has no unique key'],
  ],
  [
    `create table loose (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id)) partition by hash (tenant_id);
     alter table loose enable row level security; alter table loose force row level security; ${policy('loose', CURRENT)};
     create table loose_part partition of loose for values with (modulus 1, remainder 0)`,
    DROP,
    UNPROTECTED.map((problem) => problem.replace('loose', 'loose_part')),
  ],
  [
    'create foreign data wrapper loose; create server loose foreign data wrapper loose; create foreign table loose (tenant_id uuid) server loose',
    'drop foreign data wrapper loose cascade',
    ['loose is a foreign table'],
  ],
  [
    'alter table items disable row level security',
    'alter table items enable row level security',
    ['items has no row-level security'],
  ],
  [
    'alter table items no force row level security',
    'alter table items force row level security',
    ['items does not force row-level security on its owner'],
  ],
  [
    'alter policy tenant_isolation on items to app_system',
    'alter policy tenant_isolation on items to app_tenant',
    ['items has no policy for app_tenant', 'items: policy tenant_isolation is none that Folio makes'],
  ],
  [
    'drop policy tenant_isolation on items',
    policy('items', CURRENT).replace('policy p', 'policy tenant_isolation'),
    ['items has no policy for app_tenant'],
  ],
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
  ].map((hole) => [hole, ...ON_ITEMS] as const),
  [
    `create schema loose; create function loose.current_setting(text, boolean) returns text language sql immutable as 'select null::text';
     create policy p on items to app_tenant using (tenant_id = (select nullif(loose.current_setting('app.tenant_id', true), '')::uuid))`,
    'drop policy p on items; drop schema loose cascade',
    ['items: policy p is none that Folio makes', 'items: policy p is not what it is printed as'],
  ],
  [
    'alter policy watching on fiscal_documents using (true)',
    `alter policy watching on fiscal_documents using (current_user = 'app_watch' and (submission_state in ('PENDING', 'UNKNOWN')
       or legal_status = 'PAC_AUTHORIZED' or parked_reason is not null or void_state in ('ASKED', 'UNKNOWN')))`,
    ['fiscal_documents: policy watching is none that Folio makes', 'fiscal_documents lacks a policy for app_watch'],
  ],
  [
    'drop policy revoked_for_good on api_tokens',
    `create policy revoked_for_good on api_tokens as restrictive for update to app_tenant using (revoked_at is null) with check (true)`,
    ['api_tokens lacks a policy for app_tenant'],
  ],
  [
    'grant update (total) on invoices to app_tenant',
    'revoke update (total) on invoices from app_tenant',
    ['app_tenant may update total of invoices'],
  ],
  [
    'create unique index loose on items (sku)',
    'drop index loose',
    ['items: the unique key loose does not start with tenant_id'],
  ],
  [
    'create unique index loose on items (lower(sku), tenant_id)',
    'drop index loose',
    ['items: the unique key loose does not start with tenant_id'],
  ],
  [
    `create unique index loose_id on items (tenant_id, sku, id); alter table items add constraint loose unique (id);
     alter table stock_levels add constraint loose_item foreign key (item_id) references items (id)`,
    'alter table stock_levels drop constraint loose_item; alter table items drop constraint loose; drop index loose_id',
    [
      'items: the unique key loose does not start with tenant_id',
      'stock_levels: the foreign key loose_item does not start with tenant_id',
    ],
  ],
  [
    `create function loose() returns int language sql security definer as 'select 1'`,
    'drop function loose()',
    ['function loose runs with the rights of its owner'],
  ],
  [
    `create schema loose; create function loose.copies() returns trigger language plpgsql security definer as 'begin return new; end';
     create trigger copies after insert on items for each row execute function loose.copies()`,
    'drop schema loose cascade',
    ['function copies runs with the rights of its owner', 'trigger copies of items is none that Folio makes'],
  ],
  ['create view loose as select * from items', 'drop view loose', ['view loose runs with the rights of its owner']],
  [
    'create view loose with (security_invoker = off) as select * from items',
    'drop view loose',
    ['view loose runs with the rights of its owner'],
  ],
  ['create view loose with (security_invoker = true) as select * from items', 'drop view loose', []],
  ['create view loose with (security_invoker) as select * from items', 'drop view loose', []],
  [
    'create schema loose; create view loose.others as select * from items; grant select on loose.others to app_tenant',
    'drop schema loose cascade',
    ['app_tenant may select others', 'view loose.others reads items with the rights of its owner'],
  ],
  [
    'create schema loose; create view loose.others as select * from items; grant usage on schema loose to public; grant select on loose.others to public',
    'drop schema loose cascade',
    ['everybody may select others', 'view loose.others reads items with the rights of its owner'],
  ],
  [
    'create materialized view loose as select * from items',
    'drop materialized view loose',
    ['view loose runs with the rights of its owner'],
  ],
  [
    'create rule loose as on update to items do also notify loose',
    'drop rule loose on items',
    ['items: the rule loose runs with the rights of its owner'],
  ],
  ['grant update on acts to app_tenant', 'revoke update on acts from app_tenant', ['app_tenant may update acts']],
  [
    'grant update on inventory_logs to app_tenant',
    'revoke update on inventory_logs from app_tenant',
    ['app_tenant may update inventory_logs'],
  ],
  [
    'grant update (description) on inventory_logs to app_tenant',
    'revoke update (description) on inventory_logs from app_tenant',
    ['app_tenant may update description of inventory_logs'],
  ],
  [
    'grant update (new_quantity) on inventory_logs to app_rebuild',
    'revoke update (new_quantity) on inventory_logs from app_rebuild',
    ['app_rebuild may update new_quantity of inventory_logs'],
  ],
  [
    'grant select (cufe) on fiscal_documents to app_watch',
    'revoke select (cufe) on fiscal_documents from app_watch',
    ['app_watch may select cufe of fiscal_documents'],
  ],
  [
    'grant select on fiscal_documents to app_watch',
    `revoke select on fiscal_documents from app_watch;
     grant select (submission_state, legal_status, parked_reason, void_state, created_at) on fiscal_documents to app_watch`,
    ['app_watch may select fiscal_documents'],
  ],
  ...['app_tenant', 'app_watch', 'app_rebuild'].map(
    (role) =>
      [
        `grant select (webhook_secret) on tenants to ${role}`,
        `revoke select (webhook_secret) on tenants from ${role}`,
        [`${role} may select webhook_secret of tenants`],
      ] as const,
  ),
  ['grant delete on items to app_rebuild', 'revoke delete on items from app_rebuild', ['app_rebuild may delete items']],
  [
    'grant delete on inventory_logs to app_tenant',
    'revoke delete on inventory_logs from app_tenant',
    ['app_tenant may delete inventory_logs'],
  ],
  [
    'grant truncate on items to app_tenant',
    'revoke truncate on items from app_tenant',
    ['app_tenant may truncate items'],
  ],
  [
    'grant select on items to app_tenant with grant option',
    'revoke grant option for select on items from app_tenant',
    ['app_tenant may select items and pass it on'],
  ],
  ['grant select on items to app_system', 'revoke select on items from app_system', ['app_system may select items']],
  ['grant select on items to pg_monitor', 'revoke select on items from pg_monitor', ['pg_monitor may select items']],
  [
    'grant select on folio_migrations to app_tenant',
    'revoke select on folio_migrations from app_tenant',
    ['app_tenant may select folio_migrations'],
  ],
  ['grant select on items to public', 'revoke select on items from public', ['everybody may select items']],
  [
    'grant select (sku) on items to public',
    'revoke select (sku) on items from public',
    ['everybody may select sku of items'],
  ],
  [
    'grant create on schema public to app_tenant',
    'revoke create on schema public from app_tenant',
    ['app_tenant may create in the schema public'],
  ],
  [
    'grant create on schema public to public',
    'revoke create on schema public from public',
    ['everybody may create in the schema public'],
  ],
  [
    'create schema loose; grant usage on schema loose to app_tenant',
    'drop schema loose cascade',
    ['app_tenant may usage in the schema loose'],
  ],
  [
    'alter default privileges in schema public grant select on tables to app_watch',
    'alter default privileges in schema public revoke select on tables from app_watch',
    ['app_watch will have rights on whatever postgres makes'],
  ],
  [
    'alter default privileges grant select on tables to public',
    'alter default privileges revoke select on tables from public',
    ['everybody will have rights on whatever postgres makes'],
  ],
  [
    `${POLICY}; alter table loose owner to app_tenant`,
    `${DROP}; revoke create on schema public from app_tenant`,
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
    `drop policy tenant_isolation on items; drop cast (text as uuid); drop function loose(text); ${policy('items', CURRENT).replace('policy p', 'policy tenant_isolation')}`,
    ['items: policy tenant_isolation is not what it is printed as', 'the cast from text to uuid is none of PostgreSQL'],
  ],
  [
    `create function public.loose(uuid, uuid) returns boolean language sql as 'select true';
     create operator public.= (leftarg = uuid, rightarg = uuid, function = public.loose)`,
    'drop function public.loose(uuid, uuid) cascade',
    [`operator = ${TAKEN}`],
  ],
  [
    `create function public.current_setting(text, bool) returns text language sql as 'select null::text'`,
    'drop function public.current_setting(text, bool)',
    [`function public.current_setting ${TAKEN}`],
  ],
  [
    `create schema loose; create table loose.items (id int); ${here('alter database %I set search_path = loose, public')}`,
    `drop schema loose cascade; ${here('alter database %I reset search_path')}`,
    ['the setting search_path is kept for the database', `the table loose.items ${NOT_OURS}`],
  ],
  [
    'create schema postgres; create table postgres.items (id int)',
    'drop schema postgres cascade',
    ['the schema postgres is searched before public', `the table postgres.items ${NOT_OURS}`],
  ],
  ...['row_security = off', `session_replication_role = replica`, 'role = app_system', `app.tenant_id = 'x'`].map(
    (setting) =>
      [
        here(`alter database %I set ${setting}`),
        here(`alter database %I reset ${setting.split(' ')[0]}`),
        [`the setting ${setting.split(' ')[0]} is kept for the database`],
      ] as const,
  ),
  [
    here('alter role app_tenant in database %I set row_security = off'),
    here('alter role app_tenant in database %I reset row_security'),
    ['the setting row_security is kept for app_tenant'],
  ],
  [
    `${CALLED}; alter function loose() owner to pg_monitor; create trigger loose after insert on items for each row execute function loose()`,
    'drop function loose() cascade',
    ['items: the trigger loose runs the code of pg_monitor', `trigger loose ${TRIGGER}`],
  ],
  [
    `${CALLED}; alter function loose() security definer; create trigger loose after insert on items for each row execute function loose()`,
    'drop function loose() cascade',
    ['function loose runs with the rights of its owner', `trigger loose ${TRIGGER}`],
  ],
  [
    'create trigger loose after insert on items for each row execute function suppress_redundant_updates_trigger(); alter table items disable trigger loose',
    'drop trigger loose on items',
    ['items: the trigger loose is switched off', `trigger loose ${TRIGGER}`],
  ],
  [
    'create rule loose as on insert to items do also select 1',
    'drop rule loose on items',
    ['items: the rule loose runs with the rights of its owner'],
  ],
  [
    'create publication loose for table items',
    'drop publication loose',
    ['the publication loose sends rows of all tenants away'],
  ],
  [
    'create publication loose for all tables',
    'drop publication loose',
    ['the publication loose sends rows of all tenants away'],
  ],
  [
    `create function loose() returns event_trigger language plpgsql as $$ begin end $$;
     create event trigger loose on ddl_command_end execute function loose()`,
    'drop function loose() cascade',
    ['the event trigger loose runs with whatever changes a table'],
  ],
  [
    'alter default privileges in schema public grant select on tables to pg_monitor',
    'alter default privileges in schema public revoke select on tables from pg_monitor',
    ['pg_monitor will have rights on whatever postgres makes'],
  ],
  [
    'grant select on items to pg_monitor with grant option',
    'revoke select on items from pg_monitor',
    ['pg_monitor may select items and pass it on'],
  ],
  [
    'create policy p on items as permissive for all to public using (true) with check (true)',
    'drop policy p on items',
    ['items: policy p is none that Folio makes'],
  ],
  [
    'alter table items owner to pg_monitor',
    'alter table items owner to postgres',
    [
      'items belongs to pg_monitor, and most tables to postgres',
      'items: the trigger keep_row runs the code of postgres',
    ],
  ],
  [
    `create function loose(text) returns boolean language plpgsql leakproof cost 0.0001 as $$ begin raise notice '%', $1; return true; end $$`,
    'drop function loose(text)',
    ['function loose claims to be leakproof'],
  ],
  [
    'create schema loose; create materialized view loose.kept as select * from items',
    'drop schema loose cascade',
    ['view loose.kept reads items with the rights of its owner', `the table loose.kept ${NOT_OURS}`],
  ],
  [
    'alter table stock_levels drop constraint stock_levels_tenant_id_item_id_fkey; create unique index loose_key on items (tenant_id, sku, id); alter table items add constraint loose unique (id); alter table stock_levels add constraint stock_levels_tenant_id_item_id_fkey foreign key (item_id) references items (id)',
    'alter table stock_levels drop constraint stock_levels_tenant_id_item_id_fkey; alter table items drop constraint loose; drop index loose_key; alter table stock_levels add constraint stock_levels_tenant_id_item_id_fkey foreign key (tenant_id, item_id) references items (tenant_id, id)',
    [
      'items: the unique key loose does not start with tenant_id',
      'stock_levels: the foreign key stock_levels_tenant_id_item_id_fkey does not start with tenant_id',
    ],
  ],
];

/** The login may not be told apart by the database alone: roles are the server's, and each is taken away again. */
const stranger = (...grants: string[]): string =>
  ['create role loose_login login noinherit', here('grant connect on database %I to loose_login'), ...grants].join(
    '; ',
  );
const LEAVES = `${here('revoke connect on database %I from loose_login')}; drop owned by loose_login; drop role loose_login`;
const can = (what: string): string[] => [`the login loose_login ${what}`];
/** Ways to read or change a row, or to have code run: kinds that no list of grants on tables has. */
const KINDS: typeof HOLES = [
  [
    stranger('alter role loose_login bypassrls', 'grant pg_read_all_data to loose_login'),
    LEAVES,
    [...can('passes by row-level security'), ...can('may become pg_read_all_data')],
  ],
  [
    stranger('create role loose bypassrls', 'grant loose to loose_login'),
    `${LEAVES}; drop role loose`,
    can('passes by row-level security'),
  ],
  [
    stranger('create role loose superuser', 'grant loose to loose_login'),
    `${LEAVES}; drop role loose`,
    can('is a superuser'),
  ],
  [stranger('alter role loose_login createrole'), LEAVES, can('may make roles')],
  [stranger('alter role loose_login replication'), LEAVES, can('may replicate')],
  [
    stranger('grant postgres to loose_login'),
    LEAVES,
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
  ].map((role) => [stranger(`grant ${role} to loose_login`), LEAVES, can(`may become ${role}`)] as const),
  [stranger('grant pg_monitor to loose_login'), LEAVES, []],
  [
    stranger('grant set on parameter session_replication_role to loose_login'),
    `revoke set on parameter session_replication_role from loose_login; ${LEAVES}`,
    ['loose_login may set the parameter session_replication_role'],
  ],
  [
    'grant set on parameter session_replication_role to app_tenant',
    'revoke set on parameter session_replication_role from app_tenant',
    ['app_tenant may set the parameter session_replication_role'],
  ],
  [
    stranger(
      'create schema loose',
      'create table loose.copy as select * from clients',
      'grant usage on schema loose to loose_login',
      'grant select on loose.copy to loose_login',
    ),
    `drop schema loose cascade; ${LEAVES}`,
    [`the table loose.copy ${NOT_OURS}`],
  ],
  [
    stranger(
      'create schema loose',
      'create table loose.p (tenant_id uuid not null, name text not null)',
      'alter table clients inherit loose.p',
      'grant select on loose.p to loose_login',
    ),
    `alter table clients no inherit loose.p; drop schema loose cascade; ${LEAVES}`,
    ['clients is read through loose.p', `the table loose.p ${NOT_OURS}`],
  ],
  [stranger('grant select on folio_migrations to loose_login'), LEAVES, ['loose_login may select folio_migrations']],
  [stranger('grant create on schema public to loose_login'), LEAVES, ['loose_login may create in the schema public']],
  [
    stranger('grant execute on function pg_catalog.lo_export(oid, text) to loose_login'),
    LEAVES,
    ['loose_login may execute lo_export(oid,text)'],
  ],
  [
    'grant execute on function pg_catalog.pg_read_file(text) to public',
    'revoke execute on function pg_catalog.pg_read_file(text) from public',
    ['everybody may execute pg_read_file(text)'],
  ],
  ...['enter_tenant', 'keep_sent', 'keep_act', 'set_changed_minute', 'act_hidden'].map(
    (name) =>
      [
        `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), 'AS $function$', 'AS $function$ /* loose */ '); end $do$; select '${name}'`,
        `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), ' /* loose */ ', ''); end $do$`,
        [`function public.${name}`],
      ] as const,
  ),
  [
    `alter function keep_sent() set app.tenant_id = 'x'`,
    'alter function keep_sent() reset app.tenant_id',
    ['function public.keep_sent() is not as this release made it'],
  ],
  [
    `create function fold_text(varchar) returns text language sql immutable as 'select $1::text'`,
    'drop function fold_text(varchar)',
    ['function public.fold_text(character varying) is none that Folio makes'],
  ],
  [
    'drop trigger keep_sent on fiscal_documents',
    `create trigger keep_sent before insert or update of pac_input, pac_response, cufe, expected_cufe, document_id, pac_company_id, legal_status, mode, contingency_id, number, document_type, settled_at, rejection_reasons, submission_state, parked_reason, void_state, is_canceled on fiscal_documents
       for each row execute function keep_sent()`,
    ['trigger keep_sent of fiscal_documents is gone'],
  ],
  [
    'create trigger loose before insert on acts for each row execute function suppress_redundant_updates_trigger()',
    'drop trigger loose on acts',
    ['trigger loose of acts is none that Folio makes'],
  ],
];

describe('a hole in the fence is found', () => {
  let database: OpenDatabase;
  /** The login of the tests may do anything, which is known at the start. */
  let known: readonly string[];

  /** By processes that share a check, which asks both questions anew where the catalog has moved. */
  async function shared(): Promise<Found> {
    await database.pool.query(`update isolation_checks set looked_at = '-infinity'`);
    return sharedProblems(database);
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

  for (const [hole, mend, said] of [...HOLES, ...MORE_HOLES, ...KINDS]) {
    test(hole.slice(hole.lastIndexOf(';') + 1).trim(), async () => {
      // The check has seen it without the hole: at the start, or after the mend before.
      await database.pool.query(hole);
      try {
        const { fence, logins } = await shared();
        const problems = [...fence, ...logins.filter((problem) => !known.includes(problem))];
        const found = problems.map((problem) => {
          // The function without its arguments differs from the release's.
          const [name] = /^function public\.\w+/.exec(problem) ?? [problem];
          return said.includes(name) && problem.endsWith(' is not as this release made it') ? name : problem;
        });
        assert.deepEqual(found.toSorted(), said.toSorted());
      } finally {
        await database.pool.query(mend);
      }
      assert.deepEqual(await shared(), { fence: [], logins: known });
    });
  }
});
