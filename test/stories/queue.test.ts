// The queue by itself: who is woken, how many jobs of a tenant are under way, and what becomes of those that do not end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { defineJob, handle, openQueue, type JobQueue } from '../../src/jobs/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { createWorld, eventually, type TestTenant, type World } from '../support/world.ts';

const errand = defineJob({
  name: 'errand',
  payload: z.object({ nth: z.int() }),
  patience: { retries: 2, firstDelaySeconds: 1, longestDelaySeconds: 1, timeLimitSeconds: 600 },
});
const log = createLogger({ level: 'silent', readable: false });

let world: World;
let writer: JobQueue;
before(async () => {
  world = await createWorld({ works: false });
  writer = await openQueue({ pool: world.database.pool, log, jobs: [errand], works: false });
});
after(async () => {
  await writer.stop();
  await world.close();
});

async function write(shop: TestTenant, count: number, options: { afterMs?: number } = {}): Promise<void> {
  await inTenant(world.app, shop.tenant, async (db) => {
    for (let nth = 0; nth < count; nth += 1) await writer.enqueue(db, errand, { nth }, options);
  });
}

/** A worker whose jobs end when the test says so. */
async function worker() {
  const queue = await openQueue({ pool: world.database.pool, log, jobs: [errand], works: true });
  const begun: (() => void)[] = [];
  await queue.work([handle(errand, () => new Promise<void>((resolve) => begun.push(resolve)))]);
  return { begun, stop: () => queue.stop() };
}

const states = () =>
  world.query<{ state: string; tenant: string; retry_count: number }>(
    "select state::text, group_id as tenant, retry_count from pgboss.job where name = 'errand' and state < 'completed' order by state",
  );

test('a job that is due at once wakes the workers when it is committed; one that they see in time does not', async () => {
  const shop = await world.tenant();
  const client = new pg.Client(world.database.pool.options.connectionString);
  await client.connect();
  try {
    const heard: string[] = [];
    client.on('notification', ({ channel }) => heard.push(channel));
    await client.query('listen folio_jobs');
    await write(shop, 1, { afterMs: 60_000 });
    // A notification that comes with an answer was sent before it.
    await client.query('select');
    assert.deepEqual(heard, []);
    await write(shop, 1);
    await client.query('select');
    assert.deepEqual(heard, ['folio_jobs']);
  } finally {
    await client.end();
    await world.query("delete from pgboss.job where name = 'errand'");
  }
});

test('a queue that another release has made gets the patience of this one, and is written only where it differs', async () => {
  const made = async (): Promise<unknown> =>
    (
      await world.query(
        `select retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, updated_on
         from pgboss.queue where name = 'errand'`,
      )
    )[0];
  const before = await made();
  const start = async () => (await openQueue({ pool: world.database.pool, log, jobs: [errand], works: false })).stop();
  await start();
  assert.deepEqual(await made(), before);
  for (const change of [
    'retry_limit = 9',
    'retry_backoff = false',
    'retry_delay_max = null',
    'retention_seconds = 7',
  ]) {
    await world.query(`update pgboss.queue set ${change}, updated_on = $1 where name = 'errand'`, ['2020-01-01']);
    await start();
    const { updated_on: at, ...settings } = (await made()) as { updated_on: Date };
    assert.notEqual(at.getFullYear(), 2020, change);
    assert.deepEqual({ ...settings, updated_on: (before as { updated_on: Date }).updated_on }, before, change);
  }
});

test('of one tenant two jobs are under way at a time, and another tenant finds a place free', async () => {
  const [shop, other] = [await world.tenant(), await world.tenant()];
  const { begun, stop } = await worker();
  try {
    await write(shop, 5);
    await eventually(states, (jobs) => jobs.filter(({ state }) => state === 'active').length === 2);
    await write(other, 1);
    const active = await eventually(
      async () => (await states()).filter(({ state }) => state === 'active'),
      (jobs) => jobs.some(({ tenant }) => tenant === other.tenant.id),
    );
    assert.equal(active.filter(({ tenant }) => tenant === shop.tenant.id).length, 2);
    // Waiting jobs come in turn, without another notification.
    await eventually(
      async () => {
        for (const end of begun.splice(0)) end();
        return states();
      },
      (jobs) => jobs.length === 0,
    );
  } finally {
    for (const end of begun) end();
    await stop();
  }
});

test('what the calendar starts comes without a payload, and is done', async (t) => {
  const daily = defineJob({ ...errand, name: 'daily', payload: z.object({}) });
  const queue = await openQueue({ pool: world.database.pool, log, jobs: [daily], works: true });
  t.after(() => queue.stop());
  const ended = Promise.withResolvers<void>();
  await queue.work([handle(daily, async () => ended.resolve())]);
  await world.query("insert into pgboss.job (name, data) values ('daily', null)");
  await ended.promise;
  await eventually(
    () => world.query<{ state: string }>("select state::text from pgboss.job where name = 'daily'"),
    ([job]) => job?.state === 'completed',
  );
});

test('a job whose process is no more is tried again when its time is over', async () => {
  const shop = await world.tenant();
  await write(shop, 1);
  await world.query(
    "update pgboss.job set state = 'active', started_on = now() - interval '11 minutes', heartbeat_on = null where name = 'errand' and state = 'created'",
  );
  const { begun, stop } = await worker();
  try {
    // Long before the queue's own maintenance would come by.
    await eventually(async () => begun.length, 1, 30_000);
    assert.equal((await states())[0]!.retry_count, 1);
  } finally {
    for (const end of begun) end();
    await stop();
  }
});

test('a job that is under way when the process ends is left to another, and nothing waits for ever', async () => {
  const shop = await world.tenant();
  const first = await worker();
  await write(shop, 1);
  await eventually(async () => first.begun.length, 1);
  const stopping = first.stop();
  const second = await worker();
  try {
    await stopping;
    await eventually(async () => second.begun.length, 1);
  } finally {
    for (const end of [...first.begun, ...second.begun]) end();
    await second.stop();
  }
});
