// Layer between a verb and the database: transactions that open without a wait, statements that are planned once, and no lost word.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { onPool } from '../../src/wiring/open-database.ts';
import { isConnectionError, openPool } from '../../src/platform/postgres.ts';
import { prepared } from '../../src/platform/sql.ts';
import {
  askInTenant,
  commitWith,
  inTenant,
  limitStatements,
  noteDistribution,
  pipeline,
  rehearse,
  type TenantDb,
} from '../../src/tenancy/index.ts';
import { TEST_SERVER } from '../support/test-server.ts';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, newShop, openTestDatabase, world } from '../support/world.ts';

test('what an opening is refused for is told, not that its transaction is aborted', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  await database.db.connection().execute(async (connection) => {
    await sql.raw('begin; set local role nobody_of_that_name').execute(connection);
    await assert.rejects(sql`select 1`.execute(connection), /role "nobody_of_that_name" does not exist/);
    await assert.rejects(sql`select 1`.execute(connection), { code: '25P02' });
    await sql`rollback`.execute(connection);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(connection);
    assert.deepEqual(rows, [{ one: 1 }]);
  });
});

test('a statement that is asked all day is planned once on a connection, for all callers', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  await database.db.connection().execute(async (connection) => {
    // The connection has found out that no pooler stands in between when it has answered once.
    await sql`select 1`.execute(connection);
    for (const number of [1, 2, 3]) {
      await sql`
          ${prepared} select ${number}::int as number`.execute(connection);
      await sql`select ${number}::int as other`.execute(connection);
    }
    const { rows } = await sql`
        select trim(statement, E' \\n') as statement, generic_plans + custom_plans as times from pg_prepared_statements`.execute(
      connection,
    );
    assert.deepEqual(rows, [{ statement: '/* prepared */ select $1::int as number', times: 3 }]);
  });
});

test('a transaction in which a failure was made light of is not taken for done', async () => {
  const { here, shop } = await newShop();
  const work = inTenant(here.app, shop.tenant, async (db) => {
    await sql`insert into locations (tenant_id, id, name, code) values (${shop.tenant.id}, gen_random_uuid(), 'X', 'X')`.execute(
      db,
    );
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
    return 'done';
  });
  await assert.rejects(work, /it was taken back/);
  const { locations } = await shop.get('{ locations { code } }');
  assert.equal(locations.length, 1);
});

const rename = (name: string) => sql`update locations set name = ${name}`;

test('statements that are not waited for travel with the commit, in one write', async () => {
  const { here, shop } = await newShop();
  let writes = 0;
  const client = await here.database.pool.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const counted = [mock.method(stream, '_write'), mock.method(stream, '_writev' as '_write')];
  client.release();
  const writesOf = async (work: (db: TenantDb) => Promise<unknown>): Promise<number> => {
    await inTenant(here.app, shop.tenant, work);
    writes = counted.reduce((sum, { mock: { calls } }) => sum + calls.length, 0);
    for (const { mock: one } of counted) one.resetCalls();
    return writes;
  };
  const three = async (db: TenantDb): Promise<void> => {
    for (const name of ['a', 'b', 'c']) await pipeline(db, rename(name));
  };
  assert.equal(await writesOf(three), 1);
  assert.equal(await writesOf((db) => commitWith(db, sql`select name from locations`)), 1);
  assert.equal(await writesOf((db) => sql`select name from locations`.execute(db)), 2);
  const rows = await inTenant(here.app, shop.tenant, (db) =>
    commitWith(db, sql<{ name: string }>`select name from locations`),
  );
  assert.deepEqual(rows, [{ name: 'c' }]);
});

test('a statement that was not waited for fails with the next one, or with the commit', async () => {
  const { here, shop } = await newShop();
  const fails = sql`select 1 / 0`;
  const division = /division by zero/;
  const works: ((db: TenantDb) => Promise<unknown>)[] = [
    async (db) => {
      await pipeline(db, rename('after'));
      await pipeline(db, fails);
    },
    async (db) => {
      await pipeline(db, fails);
      await sql`select 1`.execute(db);
    },
    async (db) => {
      await pipeline(db, fails);
      await commitWith(db, rename('after'));
    },
    async (db) => {
      await pipeline(db, rename('after'));
      await commitWith(db, fails);
    },
  ];
  for (const work of works) {
    await assert.rejects(inTenant(here.app, shop.tenant, work), division);
    await assert.rejects(
      rehearse(here.app, shop.tenant, (rehearsal) => inTenant(rehearsal, shop.tenant, work)),
      division,
    );
  }
  const { locations } = await shop.get('{ locations { name } }');
  assert.notEqual(locations[0].name, 'after');
});

test('after its last statement a transaction takes no other', async () => {
  const { here, shop } = await newShop();
  const work = inTenant(here.app, shop.tenant, async (db) => {
    await commitWith(db, sql`select 1`);
    await sql`select 1`.execute(db);
  });
  await assert.rejects(work, /has had its last statement/);
  assert.equal((await shop.get('{ locations { code } }')).locations.length, 1);
});

test('a question of one statement may only read, is told why it fails, and leaves its connection to the next', async (t) => {
  const here = await world();
  const { tenant } = await here.tenant();
  const [row] = await here.query<{ name: string }>('select current_database() as name');
  const url = Object.assign(new URL(TEST_SERVER), { pathname: `/${row!.name}` }).href;
  const serving = onPool(openPool({ url }, { max: 1 }));
  const seen = sql<{ id: string }>`${prepared} select id from tenants`;
  t.after(() => serving.close());
  for (const ask of [seen, seen]) {
    assert.deepEqual(await askInTenant(serving, tenant, () => ask), [{ id: tenant.id }]);
    await assert.rejects(
      askInTenant(serving, tenant, () => rename('after')),
      /read-only transaction/,
    );
    await assert.rejects(
      askInTenant(serving, tenant, () => sql`select 1 / 0`),
      /division by zero/,
    );
    const refuse = () => {
      throw new Error('the caller has gone');
    };
    await assert.rejects(askInTenant(serving, tenant, refuse), /the caller has gone/);
    await assert.rejects(
      inTenant(serving, tenant, async () => refuse(), { kind: 'one read' }),
      /the caller has gone/,
    );
    const read = await inTenant(serving, tenant, (db) => seen.execute(db), { kind: 'one read' });
    assert.deepEqual(read.rows, [{ id: tenant.id }]);
    await assert.rejects(
      inTenant(serving, tenant, (db) => rename('after').execute(db), { kind: 'one read' }),
      /read-only transaction/,
    );
  }
  const again = await inTenant(serving, tenant, (db) => sql<{ id: string }>`select id from tenants`.execute(db));
  assert.deepEqual(again.rows, [{ id: tenant.id }]);
  const rehearsed = await rehearse(serving, tenant, (rehearsal) => askInTenant(rehearsal, tenant, () => seen));
  assert.deepEqual(rehearsed, [{ id: tenant.id }]);
});

test('a statement that has gone wild is ended, and its connection goes on with the next', async () => {
  const here = await world();
  const { tenant } = await here.tenant();
  const [row] = await here.query<{ name: string }>('select current_database() as name');
  const url = Object.assign(new URL(TEST_SERVER), { pathname: `/${row!.name}` }).href;
  const serving = onPool(openPool({ url }, { max: 1 }));
  limitStatements(serving.db, 5_000);
  const limitOf = (db: TenantDb) =>
    sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
  try {
    const wild = inTenant(serving, tenant, (db) => sql`select pg_sleep(600)`.execute(db));
    await assert.rejects(wild, (error: Error) => isConnectionError(error) && /statement timeout/.test(error.message));
    assert.deepEqual((await inTenant(serving, tenant, limitOf)).rows, [{ limit: '5s' }]);
  } finally {
    await serving.close();
  }
  // A command, which takes the time it needs.
  assert.deepEqual((await inTenant({ db: here.database.db }, tenant, limitOf)).rows, [{ limit: '0' }]);
});

test('a part of a rehearsal that is over begins no more, and one under way ends first', async () => {
  const here = await createWorld({ works: false });
  const { tenant } = await here.tenant();
  const seen: string[] = [];
  const failure = new Error('a part fails');
  const begun = Promise.withResolvers<void>();
  let parts: Promise<unknown>[] = [];
  const part = (db: TenantDb) =>
    sql<{ who: string }>`select current_user as who, pg_sleep(0.1)`
      .execute(db)
      .then(({ rows }) => seen.push(rows[0]!.who));
  const rehearsed = rehearse(here.app, tenant, async (rehearsal) => {
    const underWay = inTenant(rehearsal, tenant, (db) => (begun.resolve(), part(db)));
    parts = [underWay, inTenant(rehearsal, tenant, part)];
    for (const one of parts) one.catch(() => {});
    await begun.promise;
    throw failure;
  });
  await assert.rejects(rehearsed, failure);
  const ended = await Promise.allSettled(parts);
  assert.deepEqual([ended.map(({ status }) => status), seen], [['fulfilled', 'rejected'], ['app_tenant']]);
  await here.close();
});

test('where tables are distributed, role and tenant are handed on by messages of their own', async (t) => {
  const here = await createWorld();
  t.after(() => here.close());
  const shop = await here.tenant();
  const lines = [{ itemId: await newItem(shop, { stock: '10' }), quantity: '1' }];
  const clientId = await newClient(shop);
  // By this table it is seen, and PostgreSQL keeps the setting, which nothing reads.
  await here.query('create table pg_dist_node ()');
  await noteDistribution(here.database.db);
  const said = await statementsOf(here, () => newOrder(shop, clientId, lines));
  const openings = said.map((statements) => statements.slice(0, 4).map(({ text }) => text));
  const asTenant = openings.filter((texts) => texts.includes(`set local app.tenant_id = '${shop.tenant.id}'`));
  assert.ok(asTenant.length > 0);
  for (const [begin, ...settings] of asTenant) {
    assert.match(begin!, /^begin; select true/);
    assert.deepEqual(settings, [
      `set local citus.propagate_set_commands = 'local'`,
      `set local role = 'app_tenant'`,
      `set local app.tenant_id = '${shop.tenant.id}'`,
    ]);
  }
  assert.ok(!said.flat().some(({ text }) => /set_config\('(app\.tenant_id)'/.test(text)));
  const rehearsed = await rehearse(here.app, shop.tenant, (rehearsal) =>
    inTenant(rehearsal, shop.tenant, (db) => sql`select id from orders`.execute(db)),
  );
  assert.equal(rehearsed.rows.length, 1);
  const asked = await askInTenant(here.app, shop.tenant, () => sql<{ name: string }>`select name from tenants`);
  assert.equal(asked.length, 1);
});
