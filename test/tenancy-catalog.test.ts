// A tenant's rows are the tenant's alone: proven by asking the database's catalog, which knows the tables nobody thought of.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allMigrations, forMigrations, type OpenDatabase } from '../src/open-database.ts';
import { migrateUp } from '../src/platform/migrate.ts';
import { fenceProblems } from '../src/tenancy/index.ts';
import { tenancyProblems } from './support/tenancy-problems.ts';
import { openTestDatabase, world } from './support/world.ts';

/** Those that the service itself finds, and those that are found before it is released. */
async function problemsOf({ db, pool }: OpenDatabase): Promise<string[]> {
  const others = await tenancyProblems(async <T extends object>(text: string) => (await pool.query<T>(text)).rows);
  return [...(await fenceProblems({ db })), ...others];
}

test('A34, A35, A39: the catalog knows of no way from one tenant to another', async () => {
  const { database } = await world();
  assert.deepEqual(await problemsOf(database), []);
});

const TABLE = 'create table loose (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id))';
const FENCE = `${TABLE}; alter table loose enable row level security; alter table loose force row level security`;
const POLICY = `${FENCE}; create policy p on loose to app_tenant using (tenant_id = current_setting('app.tenant_id')::uuid)`;
const DROP = 'drop table loose';

/** What could go wrong, how it is undone, and what must be said about it. */
const HOLES: readonly (readonly [string, string, string[]])[] = [
  [POLICY, DROP, []],
  [
    TABLE,
    DROP,
    [
      'loose has no row-level security',
      'loose does not force row-level security on its owner',
      'loose has no policy for app_tenant',
    ],
  ],
  [FENCE, DROP, ['loose has no policy for app_tenant']],
  [
    'alter table items no force row level security',
    'alter table items force row level security',
    ['items does not force row-level security on its owner'],
  ],
  [
    `${FENCE}; create policy p on loose to app_tenant using (true)`,
    DROP,
    [
      'loose: policy p does not compare tenant_id when it reads',
      'loose: policy p does not compare tenant_id when it writes',
    ],
  ],
  [
    `${FENCE}; create policy p on loose to app_tenant using (id = current_setting('app.tenant_id')::uuid)`,
    DROP,
    [
      'loose: policy p does not compare tenant_id when it reads',
      'loose: policy p does not compare tenant_id when it writes',
    ],
  ],
  [
    `create policy p on items to app_tenant using (tenant_id = current_setting('app.tenant_id')::uuid) with check (true)`,
    'drop policy p on items',
    ['items: policy p does not compare tenant_id when it writes'],
  ],
  [
    `create policy p on items for select to app_tenant using (tenant_id = current_setting('app.tenant_id')::uuid or sku = 'shared')`,
    'drop policy p on items',
    ['items: policy p does not compare tenant_id when it reads'],
  ],
  [
    `create policy p on items for select to app_rebuild using (true)`,
    'drop policy p on items',
    ['items: policy p does not compare tenant_id when it reads'],
  ],
  [
    `create policy p on items for select using (tenant_id is not null)`,
    'drop policy p on items',
    ['items: policy p holds for everybody'],
  ],
  [
    `create policy p on items to app_system using (true)`,
    'drop policy p on items',
    ['items: policy p lets app_system see rows of tenants'],
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
    ['function loose() runs with the rights of its owner'],
  ],
  ['create view loose as select * from items', 'drop view loose', ['view loose runs with the rights of its owner']],
  ['create view loose with (security_invoker = true) as select * from items', 'drop view loose', []],
  [
    'create materialized view loose as select * from items',
    'drop materialized view loose',
    ['view loose runs with the rights of its owner'],
  ],
  [
    'grant update on inventory_logs to app_tenant',
    'revoke update on inventory_logs from app_tenant',
    ['app_tenant may update inventory_logs'],
  ],
  [
    'grant update (description) on inventory_logs to app_tenant',
    'revoke update (description) on inventory_logs from app_tenant',
    ['app_tenant may update inventory_logs'],
  ],
  [
    'grant update (new_quantity) on inventory_logs to app_rebuild',
    'revoke update (new_quantity) on inventory_logs from app_rebuild',
    ['app_rebuild may update new_quantity of inventory_logs'],
  ],
  [
    'grant select (cufe) on fiscal_documents to app_watch',
    'revoke select (cufe) on fiscal_documents from app_watch',
    ['app_watch may see more of fiscal_documents than states and ages'],
  ],
  [
    'grant select (webhook_secret) on tenants to app_tenant',
    'revoke select (webhook_secret) on tenants from app_tenant',
    ['app_tenant may see webhook_secret of tenants'],
  ],
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
  ['grant select on items to app_system', 'revoke select on items from app_system', ['app_system may select items']],
  [
    'grant select on folio_migrations to app_tenant',
    'revoke select on folio_migrations from app_tenant',
    ['app_tenant may select folio_migrations'],
  ],
  [
    'grant select on items to public',
    'revoke select on items from public',
    [
      'app_system may select items',
      'app_watch may see more of items than states and ages',
      'everybody may select items',
    ],
  ],
  [
    'grant create on schema public to app_tenant',
    'revoke create on schema public from app_tenant',
    ['app_tenant may make things in the schema public'],
  ],
  [
    'create schema queue; grant usage on schema queue to app_tenant',
    'drop schema queue cascade',
    ['app_tenant may use the schema queue'],
  ],
  [
    `${POLICY}; alter table loose owner to app_tenant`,
    `${DROP}; revoke create on schema public from app_tenant`,
    [
      'app_tenant may delete loose',
      'app_tenant may truncate loose',
      'app_tenant may trigger loose',
      'app_tenant may references loose',
      'app_tenant owns loose',
      'app_rebuild owns loose',
    ],
  ],
];

describe('a hole in the fence is found', () => {
  let database: OpenDatabase;

  before(async () => {
    database = await openTestDatabase();
    await migrateUp(forMigrations(database.db), await allMigrations());
  });
  after(() => database.close());

  test('in the roles themselves', async () => {
    // Roles belong to the whole server; on a PostgreSQL others may be using them.
    if (database.kind === 'postgres') return;
    await database.pool.query(
      'create role loose superuser; grant loose to app_tenant; alter role app_system bypassrls',
    );
    const problems = await problemsOf(database);
    await database.pool.query('drop role loose; alter role app_system nobypassrls');
    assert.ok(problems.includes('app_system can do more than its grants say'), problems.join('; '));
    assert.ok(problems.includes('app_tenant may become loose'), problems.join('; '));
    assert.deepEqual(await problemsOf(database), []);
  });

  for (const [hole, mend, said] of HOLES) {
    test(hole.slice(hole.lastIndexOf(';') + 1).trim(), async () => {
      await database.pool.query(hole);
      try {
        assert.deepEqual((await problemsOf(database)).toSorted(), said.toSorted());
      } finally {
        await database.pool.query(mend);
      }
      assert.deepEqual(await problemsOf(database), []);
    });
  }
});
