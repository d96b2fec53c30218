// Faults of the platform: restarts, restores, two versions at once, jobs that outlive their time, poison, and full disks.
import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { buildApp, jobsOf } from '../../src/wiring/app.ts';
import { submit } from '../../src/certification/requests/submit.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { defineJob, handle, openQueue } from '../../src/jobs/index.ts';
import { allMigrations, forMigrations } from '../../src/wiring/open-database.ts';
import { createLogger } from '../../src/platform/log.ts';
import { migrateUp } from '../../src/platform/migrate.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { assertNone } from '../support/assert-each.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { createWorld, openTestDatabase, eventually, PAC_API_KEY, PAC_WEBHOOK_SECRET } from '../support/world.ts';
import type { TestTenant, World } from '../support/world.ts';
import { startPostgres } from './kill-loop/postgres-server.ts';

let shared: Promise<World> | undefined;
const quietWorld = (): Promise<World> => (shared ??= createWorld({ works: false }));
after(async () => (await shared)?.close());

test('F59: PostgreSQL restarted under load: errors are typed, the service goes on, nothing is doubled', async (t: TestContext) => {
  const server = await startPostgres();
  if (!server) return t.skip('no PostgreSQL is installed here that could be restarted');
  const world = await createWorld({ database: await openTestDatabase(server.url) });
  try {
    const shop = await world.tenant();
    const itemId = await newItem(shop, { stock: '1000' });
    const clientId = await newClient(shop);
    const orders: string[] = [];
    for (let nth = 0; nth < 12; nth += 1) orders.push((await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
    const codes = new Set<string>();
    const generate = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }';
    const selling = orders.map(async (id) => {
      for (;;) {
        const { errors } = await shop.ask(generate, { id });
        if (!errors) return;
        for (const { extensions } of errors) codes.add(extensions.code);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await server.restart('immediate');
    await Promise.all(selling);
    await server.restart('fast');
    assertNone([...codes], (code) => code !== 'SERVICE_UNAVAILABLE');
    for (const { acceptances } of world.simulator.counts()) assert.equal(acceptances, 1);
    const { invoices } = await eventually(
      () => shop.ask('{ invoices { totalCount } }').then(({ data }) => data ?? { invoices: null }),
      ({ invoices: page }) => page !== null,
    );
    assert.equal(invoices.totalCount, orders.length);
  } finally {
    await world.close();
    await server.stop();
  }
});

test('F60: an old and a new version work beside each other: each duty is done, none is done twice', async () => {
  const world = await createWorld();
  const config = readConfig({
    PAC_BASE_URL: world.simulator.url,
    PAC_API_KEY,
    PAC_WEBHOOK_SECRET,
    PAC_TIMEOUT_MS: '700',
    PAC_POLL_INTERVAL_MS: '200',
  });
  const pac = { ...config.pac!, fileHosts: config.pacFileHosts, isProduction: false };
  const log = createLogger({ level: 'silent', readable: false });
  const other = await buildApp({ config, database: world.database, pac, clock: world.clock, log });
  try {
    // The new version migrates while the old one serves; what is there already stays.
    await migrateUp(forMigrations(world.database.db), await allMigrations());
    await other.jobs.work(jobsOf(other));
    const shop = await world.tenant();
    const documents = [];
    for (let nth = 0; nth < 6; nth += 1) documents.push((await invoicedOrder(shop)).invoice);
    for (const { documentId } of documents)
      await world.simulator.verdict(documentId, 'DGI_AUTHORIZED', { webhook: false });
    for (const { id } of documents) {
      const done = await eventually(
        () => readInvoice(shop, id),
        (one) => one.pdf !== null,
      );
      assert.equal(done.files.length, 1);
    }
    for (const { acceptances } of world.simulator.counts()) assert.equal(acceptances, 1);
  } finally {
    await other.jobs.stop();
    await world.close();
  }
});

test('F61: after a restore a number that the PAC has is not used for a second document; the sale gets a new one', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const { invoice: forgotten } = await invoicedOrder(shop);
  // After a restore to before that moment only the PAC has it.
  const rows = ['invoice_lines', 'invoices', 'document_events', 'fiscal_documents'];
  for (const table of rows) {
    const column = table === 'invoice_lines' ? 'invoice_id' : table === 'document_events' ? 'document_id' : 'id';
    await world.query(`delete from ${table} where ${column} = $1`, [forgotten.id]);
  }
  await world.sql`update document_numbers set last_number = 0 where tenant_id = ${shop.tenant.id} and series = 'FAC'`;
  // The PAC sends its notice again; the document is unknown, and nothing is lost: it is in the inbox.
  await world.simulator.verdict(forgotten.documentId, 'DGI_AUTHORIZED');
  const inbox = await world.sql<{ state: string }>`select state from pac_notices where tenant_id = ${shop.tenant.id}`;
  assert.deepEqual(inbox, [{ state: 'WAITING' }]);

  const { invoice: again, order } = await invoicedOrder(shop);
  assert.equal(again.number, forgotten.number);
  assert.equal(again.submissionState, 'UNKNOWN');
  assert.equal(world.simulator.acceptances(shop.companyId, 'INVOICE', again.number.slice(4)).acceptances, 1);
  const settle =
    'mutation ($id: UUID!, $other: String!) { settleSubmission(documentId: $id, numberTakenBy: $other) { legalStatus } }';
  const { settleSubmission } = await shop.get(settle, { id: again.id, other: forgotten.documentId });
  assert.equal(settleSubmission.legalStatus, 'PAC_REJECTED');
  const second = await invoice(shop, order.id);
  assert.notEqual(second.number, forgotten.number);
  assert.equal(second.legalStatus, 'PAC_AUTHORIZED');
});

test('F61: only a stranger that really has the number burns it', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const { invoice: other } = await invoicedOrder(shop);
  world.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice: lost } = await invoicedOrder(shop);
  const settle =
    'mutation ($id: UUID!, $other: String!) { settleSubmission(documentId: $id, numberTakenBy: $other) { legalStatus } }';
  const wrong = await shop.refusal(settle, { id: lost.id, other: other.documentId });
  assert.match(wrong.message, /does not have the number/);
  const own = world.simulator.documents(shop.companyId).find(({ id }) => id !== other.documentId)!;
  assert.match((await shop.refusal(settle, { id: lost.id, other: own.id })).message, /adopt it/);
  assert.equal((await readInvoice(shop, lost.id)).submissionState, 'UNKNOWN');
});

test('F62: a job that comes again while its first run still sends finds the lease and sends nothing', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  world.simulator.nextFault({ name: 'slowAnswer', companyId: shop.companyId, operation: 'submit', ms: 400 });
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const sending = invoice(shop, order.id);
  const [row] = await eventually(
    () =>
      world.sql<{ id: string }>`select document_id as id from pac_requests
        where tenant_id = ${shop.tenant.id} and started_at is not null`,
    ({ length }) => length === 1,
  );
  await submit(ofTenant(world.app, shop.tenant), row!.id);
  assert.equal((await sending).legalStatus, 'PAC_AUTHORIZED');
  const submissions = world.callsOf(shop, 'submit');
  assert.equal(submissions.length, 1);
});

test('F63: poison that fails every time is tried ever more rarely and ends; the others go on beside it', async () => {
  const world = await createWorld({ works: false });
  const poisonable = defineJob({
    name: 'poisonable',
    payload: z.object({ isPoison: z.boolean(), nth: z.int() }),
    patience: { retries: 2, firstDelaySeconds: 1, longestDelaySeconds: 1, timeLimitSeconds: 10 },
  });
  const log = createLogger({ level: 'silent', readable: false });
  const queue = await openQueue({ pool: world.database.pool, log, jobs: [poisonable], works: true });
  try {
    const shop = await world.tenant();
    const done: number[] = [];
    let poisoned = 0;
    await inTenant(world.app, shop.tenant, async (db) => {
      for (let nth = 0; nth < 6; nth += 1) await queue.enqueue(db, poisonable, { isPoison: nth === 0, nth });
    });
    await queue.work([
      handle(poisonable, async ({ isPoison, nth }) => {
        if (isPoison) {
          poisoned += 1;
          throw new Error('poison');
        }
        done.push(nth);
      }),
    ]);
    await eventually(async () => done.length, 5);
    await eventually(
      () =>
        world.query<{ state: string }>(
          "select state::text from pgboss.job where name = 'poisonable' and data->>'isPoison' = 'true'",
        ),
      ([job]) => job?.state === 'failed',
    );
    assert.equal(poisoned, 3);
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5],
    );
  } finally {
    await queue.stop();
    await world.close();
  }
});

/** While `work` runs, the disk has no room for this change of the shop's rows. */
async function withFullDisk<T>(
  world: World,
  shop: TestTenant,
  change: 'insert' | 'update of started_at',
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  await world.query(`
    create or replace function disk_full() returns trigger language plpgsql as
      $$ begin if new.tenant_id = '${shop.tenant.id}' then raise exception 'could not extend file: No space left on device' using errcode = '53100'; end if; return new; end $$`);
  await world.query(`create trigger disk_full before ${change} on ${table} for each row execute function disk_full()`);
  try {
    return await work();
  } finally {
    await world.query(`drop trigger disk_full on ${table}`);
  }
}

test('F64: when nothing can be written, nothing is sent: the mark comes before the first byte', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  // The claim is one transaction, whichever write a full disk refuses first; without its commit there is no call.
  await withFullDisk(world, shop, 'insert', 'document_events', async () => {
    const { errors } = await shop.ask('mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }', {
      id: order.id,
    });
    assert.equal(errors?.length, 1);
    assert.equal(world.callsOf(shop).length, 0);
    assert.deepEqual(await world.query('select id from invoices where tenant_id = $1', [shop.tenant.id]), []);
  });
  const sent = await invoice(shop, order.id);
  assert.equal(sent.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(sent.number, 'FAC-0000000001');
});

test('F64: a disk that has no room for the mark leaves nothing here, and nothing at the PAC', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  await withFullDisk(world, shop, 'insert', 'pac_requests', async () => {
    const { errors } = await shop.ask('mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }', {
      id: order.id,
    });
    assert.equal(errors?.length, 1);
  });
  assert.equal(world.callsOf(shop).length, 0);
  assert.deepEqual(await world.query('select id from invoices where tenant_id = $1', [shop.tenant.id]), []);
  assert.equal((await invoice(shop, order.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F85: a worker whose database crashes while it starts goes on when the database is back', async () => {
  const here = await createWorld({ works: false });
  let crashes = 3;
  here.database.pool.on('acquire', (client) => {
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      if (crashes === 0 || !String(given[0]).includes('pgboss.schedule')) return ask(...given);
      crashes -= 1;
      return Promise.reject(Object.assign(new Error('the database system is in recovery mode'), { code: '57P03' }));
    }) as typeof client.query;
  });
  await here.app.jobs.work(jobsOf(here.app));
  assert.equal(crashes, 0);
  const names = (await here.query<{ name: string }>('select name from pgboss.schedule order by name')).map(
    ({ name }) => name,
  );
  assert.deepEqual(
    names,
    jobsOf(here.app)
      .flatMap(({ job, cron }) => (cron === undefined ? [] : [job.name]))
      .toSorted(),
  );
});

test('F86: a commit survives a crash whatever server, database and role say', async () => {
  const here = await createWorld({ works: false });
  const shop = await here.tenant();
  const said = () =>
    inTenant(here.app, shop.tenant, async (db) => {
      const { rows } = await sql<{ said: string }>`select current_setting('synchronous_commit') as said`.execute(db);
      return rows[0]!.said;
    });
  // Each connection of the pool takes up what its session is told, as it does what server, database or role tell it.
  for (const [server, ours] of [
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ] as const) {
    const told: unknown[] = [];
    here.database.pool.on('acquire', (client) => void told.push(client.query(`set synchronous_commit = ${server}`)));
    assert.equal(await said(), ours, server);
    await Promise.all(told);
    here.database.pool.removeAllListeners('acquire');
  }
});
