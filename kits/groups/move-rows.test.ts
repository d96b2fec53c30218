// Rows that a moved tenant leaves behind, whatever the queue does at that moment.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { invoicedOrder, leaveJob } from '../../test/support/business.ts';
import { createWorld, eventually, type World } from '../../test/support/world.ts';
import { removeJobs, skipSequences } from './move-rows.ts';

let world: World;

before(async () => {
  world = await createWorld({ works: false });
});

after(() => world.close());

test('a job that fails at this moment, and so is written anew, does not stay', async () => {
  const shop = await world.tenant();
  const { invoice } = await invoicedOrder(shop);
  await leaveJob(world, shop, invoice.id);
  const { id } = shop.tenant;
  const [worker, mover] = [await world.database.pool.connect(), await world.database.pool.connect()];
  try {
    await worker.query('begin');
    const { rowCount } = await worker.query(
      `with gone as (delete from pgboss.job where group_id = $1 returning *)
       insert into pgboss.job select * from json_populate_recordset(null::pgboss.job, (select json_agg(gone) from gone))`,
      [id],
    );
    assert.ok(rowCount! > 0);
    const removed = removeJobs(mover, id);
    await eventually(
      () => world.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      (waiting) => waiting.length > 0,
    );
    await worker.query('commit');
    await removed;
    assert.deepEqual(await world.query('select id from pgboss.job where group_id = $1', [id]), []);
  } finally {
    worker.release(true);
    mover.release(true);
  }
});

test('numbers of events go on behind those that facts have', async () => {
  const shop = await world.tenant();
  await invoicedOrder(shop);
  const { id } = shop.tenant;
  await world.query('delete from event_rows where tenant_id = $1', [id]);
  const [{ most } = { most: 0 }] = await world.sql<{ most: number }>`select max(seq)::int as most from events
    where tenant_id = ${id}`;
  assert.ok(most > 1);
  await world.query(`select setval('events_seq_seq', 1)`);
  const client = await world.database.pool.connect();
  try {
    await skipSequences(client, id);
  } finally {
    client.release();
  }
  const [{ next } = { next: 0 }] = await world.query<{ next: number }>(`select nextval('events_seq_seq')::int as next`);
  assert.ok(next > most, `${next} after ${most}`);
});
