// Logins of PostgreSQL: one that serves and owns nothing, one for everything as in release 1.8.0, and what either may not become.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { bringUpToDate, migrateAll, onPool, type OpenDatabase } from '../../src/wiring/open-database.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { fenceProblems, loginProblems, sharedProblems } from '../../src/canary/fence.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { invoicedOrder, readInvoice } from '../support/business.ts';
import { TEST_SERVER } from '../support/test-server.ts';
import { createWorld, eventually, openTestDatabase, type TestTenant, type World } from '../support/world.ts';

const ROLES = ['app_tenant', 'app_system', 'app_rebuild', 'app_watch', 'app_queue'];
const RANDOM = Math.random().toString(36).slice(2, 10);

async function nameOf({ pool }: OpenDatabase): Promise<string> {
  return (await pool.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
}

/** As docs/operations.md makes them, so that PostgreSQL 15 and later ones give the same rights. */
async function makeLogins(admin: OpenDatabase, names: readonly string[]): Promise<void> {
  for (const role of ROLES) {
    await admin.pool.query(
      `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
    );
  }
  await admin.pool.query('grant app_tenant to app_rebuild');
  for (const name of names) {
    await admin.pool.query(
      `create role ${name} login noinherit password 'only for a test'; grant ${ROLES.join(', ')} to ${name}`,
    );
    await admin.pool.query(`grant connect on database ${await nameOf(admin)} to ${name}`);
  }
}

async function addressOf(admin: OpenDatabase, login: string): Promise<string> {
  return Object.assign(new URL(TEST_SERVER), {
    username: login,
    password: 'only for a test',
    pathname: await nameOf(admin),
  }).href;
}

async function asLogin(admin: OpenDatabase, login: string): Promise<OpenDatabase> {
  return { ...onPool(openPool({ url: await addressOf(admin, login) })), kind: 'postgres' };
}

/** Answer to a statement that forgets every role and tenant: a number of rows or a refusal. */
async function seenBy({ pool }: OpenDatabase, table: string): Promise<unknown> {
  try {
    return (await pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]!.count;
  } catch (error) {
    return (error as pg.DatabaseError).code;
  }
}

async function dropLogins(admin: OpenDatabase, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await admin.pool.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`);
  }
  await admin.close();
}

describe('a login that serves', () => {
  const owner = `folio_owner_${RANDOM}`;
  const serving = `folio_serving_${RANDOM}`;
  const stranger = `folio_stranger_${RANDOM}`;
  let admin: OpenDatabase;
  let here: World;
  let shop: TestTenant;

  before(async () => {
    admin = await openTestDatabase();
    await makeLogins(admin, [owner, serving]);
    await admin.pool.query(`create role ${stranger} login; grant create on schema public to ${owner}`);
    const name = await nameOf(admin);
    await admin.pool.query(
      `alter database ${name} owner to ${owner}; grant connect on database ${name} to ${stranger}`,
    );
    here = await createWorld({ database: await preparedFor() });
    shop = await here.tenant();
  });
  after(async () => {
    await here?.close();
    await dropLogins(admin, [serving, owner, stranger]);
  });

  /** Migrated by the owner. */
  async function preparedFor(): Promise<OpenDatabase> {
    const database = await asLogin(admin, serving);
    await assert.rejects(
      bringUpToDate({}, database),
      /Migrate with the login that owns the database \(DATABASE_OWNER_URL\)/,
    );
    await migrateAll({ DATABASE_OWNER_URL: await addressOf(admin, owner) }, database);
    return database;
  }

  test('owns nothing, inherits nothing, and does all there is to do', async () => {
    assert.deepEqual(await loginProblems(here.app), []);
    assert.deepEqual(await fenceProblems(here.app), []);
    const { invoice } = await invoicedOrder(shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    await eventually(() => readInvoice(shop, invoice.id), { legalStatus: 'DGI_AUTHORIZED' });
    const metrics = await (await fetch(`${here.url}/metrics`)).text();
    assert.match(metrics, /folio_queue_jobs\{queue="/);
    assert.equal((await fetch(`${here.url}/readyz`)).status, 200);
  });

  test('that may not use the queue any more, is not ready, and says which role is meant', async () => {
    const ready = async () => {
      const response = await fetch(`${here.url}/readyz`);
      return [response.status, await response.json()] as const;
    };
    const [status, told] = await ready();
    assert.deepEqual([status, (told as { queueRole: string }).queueRole], [200, 'app_queue']);
    for (const [broken, mended] of [
      [`revoke app_queue from ${serving}`, `grant app_queue to ${serving}`],
      ['revoke usage on schema pgboss from app_queue', 'grant usage on schema pgboss to app_queue'],
      ['revoke insert on pgboss.job from app_queue', 'grant insert on pgboss.job to app_queue'],
    ] as const) {
      await admin.pool.query(broken);
      try {
        const [refused, { status: said, problem }] = (await ready()) as [number, { status: string; problem: string }];
        assert.deepEqual([refused, said], [503, 'the queue may not be used'], broken);
        assert.match(problem, /app_queue.*docs\/operations\.md/, broken);
      } finally {
        await admin.pool.query(mended);
      }
      assert.equal((await ready())[0], 200, mended);
    }
  });

  test('sees nothing of any tenant but under a role', async () => {
    await invoicedOrder(shop);
    for (const table of ['fiscal_documents', 'tenants', 'acts', 'pgboss.job', 'folio_migrations']) {
      assert.equal(await seenBy(here.database, table), '42501', table);
    }
  });

  const HOLES: [hole: string, mend: string, said: RegExp][] = [
    [`alter role ${serving} superuser`, `alter role ${serving} nosuperuser`, /is a superuser$/],
    [`alter role ${serving} bypassrls`, `alter role ${serving} nobypassrls`, /passes by row-level security$/],
    [`alter role ${serving} createrole`, `alter role ${serving} nocreaterole`, /may make roles$/],
    [`alter role ${serving} replication`, `alter role ${serving} noreplication`, /may replicate$/],
    [
      // From PostgreSQL 16 on the grant keeps what the role was when it was made.
      `revoke app_system from ${serving}; alter role ${serving} inherit; grant app_system to ${serving}`,
      `alter role ${serving} noinherit; revoke app_system from ${serving}; grant app_system to ${serving}`,
      /inherits the rights of app_system$/,
    ],
    [`alter table items owner to ${serving}`, `alter table items owner to ${owner}`, /owns the tables$/],
    [
      `alter role ${serving} inherit; grant ${owner} to ${serving}`,
      `revoke ${owner} from ${serving}; alter role ${serving} noinherit`,
      /owns the tables$/,
    ],
    // Not inherited, and taken on all the same.
    [`grant ${owner} to ${serving}`, `revoke ${owner} from ${serving}`, /folio_serving_\w+ owns the tables$/],
    [`grant ${owner} to ${stranger}`, `revoke ${owner} from ${stranger}`, /folio_stranger_\w+ owns the tables$/],
    [
      `grant pg_execute_server_program to ${serving}`,
      `revoke pg_execute_server_program from ${serving}`,
      /folio_serving_\w+ may become pg_execute_server_program$/,
    ],
    [
      `alter role ${stranger} bypassrls; grant pg_read_all_data to ${stranger}`,
      `alter role ${stranger} nobypassrls; revoke pg_read_all_data from ${stranger}`,
      /folio_stranger_\w+ passes by row-level security$/,
    ],
    [
      `grant set on parameter session_replication_role to ${serving}`,
      `revoke set on parameter session_replication_role from ${serving}`,
      /folio_serving_\w+ may set the parameter session_replication_role$/,
    ],
    [
      `create function copied() returns trigger language plpgsql as 'begin return new; end'; create trigger copied after insert on pgboss.job for each row execute function copied()`,
      'drop function copied() cascade',
      /^trigger copied of job\w* is none that Folio makes$/,
    ],
    [
      `grant select on pgboss.job to ${stranger}`,
      `revoke select on pgboss.job from ${stranger}`,
      /folio_stranger_\w+ may select job/,
    ],
    ...ROLES.map((role): [string, string, RegExp] => [
      `grant ${role} to ${stranger}`,
      `revoke ${role} from ${stranger}`,
      new RegExp(`^the login ${stranger} may become ${role}$`),
    ]),
    [
      'grant usage on schema pgboss to app_tenant',
      'revoke usage on schema pgboss from app_tenant',
      /app_tenant may usage in the schema pgboss/,
    ],
    [
      'grant usage on schema pgboss to public',
      'revoke usage on schema pgboss from public',
      /everybody may usage in the schema pgboss/,
    ],
    [
      'grant select on pgboss.job to app_tenant',
      'revoke select on pgboss.job from app_tenant',
      /app_tenant may select job/,
    ],
    [
      'grant truncate on pgboss.job to app_queue',
      'revoke truncate on pgboss.job from app_queue',
      /app_queue may truncate job/,
    ],
    ['grant select on items to app_queue', 'revoke select on items from app_queue', /app_queue may select items/],
    [
      `grant select on items to ${serving}`,
      `revoke select on items from ${serving}`,
      /folio_serving_\w+ may select items/,
    ],
    [
      `alter role ${serving} set app.tenant_id = 'x'`,
      `alter role ${serving} reset app.tenant_id`,
      /the setting app\.tenant_id is kept for folio_serving/,
    ],
  ];

  for (const [hole, mend, said] of HOLES) {
    test(`is found: ${hole.replaceAll(`_${RANDOM}`, '')}`, async () => {
      const problems = async () => {
        const [fence, logins] = [await fenceProblems(here.app), await loginProblems(here.app)];
        await admin.pool.query(`update isolation_checks set looked_at = '-infinity'`);
        assert.deepEqual(await sharedProblems(here.app), { fence, logins }, 'by processes that share a check');
        return [...fence, ...logins];
      };
      await problems();
      await admin.pool.query(hole);
      try {
        const found = await problems();
        assert.ok(
          found.some((problem) => said.test(problem)),
          found.join('; '),
        );
      } finally {
        await admin.pool.query(mend);
      }
      assert.deepEqual(await problems(), []);
    });
  }

  test('takes no answer of a check that another login has shared', async () => {
    await admin.pool.query(`update isolation_checks set looked_at = '-infinity'`);
    const { logins } = await sharedProblems(admin);
    assert.deepEqual(logins, await loginProblems(admin));
    assert.notDeepEqual(logins, []);
    assert.deepEqual((await sharedProblems(here.app)).logins, []);
  });

  test('may change hands: one that takes it on is no stranger', async () => {
    await admin.pool.query(`grant ${serving} to ${stranger}`);
    assert.deepEqual(await loginProblems(here.app), []);
    await admin.pool.query(`revoke ${serving} from ${stranger}`);
  });
});

describe('one login for everything, which inherits all it was granted', () => {
  const login = `folio_single_${RANDOM}`;
  let admin: OpenDatabase;
  let here: World;

  before(async () => {
    admin = await openTestDatabase();
    await makeLogins(admin, [login]);
    // Granted anew, since PostgreSQL 16 and later ones decide at the grant whether it is inherited.
    await admin.pool.query(
      `alter role ${login} inherit; revoke ${ROLES.join(', ')} from ${login}; grant ${ROLES.filter((role) => role !== 'app_queue').join(', ')} to ${login};
       grant create on schema public to ${login}; alter database ${await nameOf(admin)} owner to ${login}`,
    );
    here = await createWorld({ database: await asLogin(admin, login) });
  });
  after(async () => {
    await here?.close();
    await dropLogins(admin, [login]);
  });

  test('goes on, is warned, and sees no tenant by inheritance', async () => {
    const shop = await here.tenant();
    await invoicedOrder(shop);
    const ready = await fetch(`${here.url}/readyz`);
    const { queueRole } = (await ready.json()) as { queueRole: string };
    assert.deepEqual(
      [ready.status, queueRole],
      [200, 'none'],
      'its queue runs with its own rights, since it may not become app_queue',
    );
    assert.deepEqual((await loginProblems(here.app)).map((problem) => problem.replace(login, 'X')).toSorted(), [
      ...['app_rebuild', 'app_system', 'app_tenant', 'app_watch'].map(
        (role) => `the login X inherits the rights of ${role}`,
      ),
      'the login X owns the tables',
    ]);
    assert.deepEqual(await fenceProblems(here.app), []);
    for (const table of ['fiscal_documents', 'tenants', 'acts'])
      assert.equal(await seenBy(here.database, table), 0, table);
    await inTenant(here.app, shop.tenant, async (db) => {
      await sql`set local role none`.execute(db);
      const { rows } = await sql<{ tenants: number }>`select count(*)::int as tenants from tenants`.execute(db);
      assert.equal(rows[0]!.tenants, 1, 'the tenant whose transaction it is');
    });
  });
});
