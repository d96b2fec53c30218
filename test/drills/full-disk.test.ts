// F64: the disk of PostgreSQL is full, really. Nothing is sent that could not be marked, notices are not taken, and when there is room
// again everything goes on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { assertNone } from '../support/assert-each.ts';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { createWorld, eventually, openTestDatabase, type TestTenant, type World } from '../support/world.ts';

const SIZE_MB = 160;
const GENERATE = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id number legalStatus submissionState } }';

const programs = installedPostgres();
const folder = programs?.folder();
const isMounted =
  folder !== undefined &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0777`, 'tmpfs', folder]).status === 0;
after(() => {
  if (isMounted) spawnSync('umount', [folder]);
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const skip = isMounted ? false : 'no PostgreSQL is installed here, or a small disk may not be mounted for it';

describe('F64: a full disk', { skip }, () => {
  let server: PostgresServer;
  let world: World;
  let shop: TestTenant;
  let orders: string[];
  const filling = join(folder ?? '', 'filling');

  before(async () => {
    server = (await startPostgres({ folder: folder!, settings: { max_wal_size: '48MB', min_wal_size: '32MB' } }))!;
    world = await createWorld({ database: await openTestDatabase(server.url), works: false });
    shop = await world.tenant();
    const itemId = await newItem(shop, { stock: '10000' });
    const clientId = await newClient(shop);
    orders = [];
    for (let nth = 0; nth < 60; nth += 1) orders.push((await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
  });
  after(async () => {
    rmSync(filling, { force: true });
    await world?.close();
    await server?.stop();
  });

  function fill(): void {
    spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=4k']);
    assert.ok(statfsSync(folder!).bavail < 10);
  }

  const accepted = (): string[] => world.simulator.documents(shop.companyId).map(({ numeration }) => numeration);

  test('sales are refused or wait, and whatever the PAC has, has its row here', async () => {
    fill();
    // Some room is left in files that are there already; then no statement that writes comes to its end.
    await world
      .query(`create table ballast as select repeat('x', 1000) as x from generate_series(1, 100000)`)
      .catch((error: { code?: string }) => assert.match(String(error.code), /^(53100|57P0[123]|08\w+)?/));
    const codes = new Set<string>();
    for (const id of orders.slice(0, 40)) {
      const { errors } = await shop.ask(GENERATE, { id });
      for (const { extensions } of errors ?? []) codes.add(extensions.code);
    }
    assert.ok(codes.size > 0, 'the disk was not full');
    assert.deepEqual([...codes], ['SERVICE_UNAVAILABLE']);
  });

  test('a notice that cannot be stored is not answered with 200, so the PAC comes again', async () => {
    const statuses = new Set<number>();
    for (let nth = 0; nth < 40; nth += 1) {
      const body = { id: `unknown-${nth}`, legalStatus: 'DGI_AUTHORIZED', message: 'x'.repeat(100_000) };
      statuses.add((await sendNotice(world, shop, body)).status);
    }
    statuses.delete(200);
    assert.deepEqual([...statuses], [503]);
  });

  test('when there is room again, everything goes on, and each document was accepted once', async () => {
    rmSync(filling);
    // A server that could not even write its own log has stopped, and is started again.
    await world.query('select 1').catch(() => server.restart('immediate'));
    await eventually(() => world.query('select 1').catch(() => []), { length: 1 });
    for (const id of orders) {
      await eventually(() => shop.ask(GENERATE, { id }), { errors: undefined });
    }
    const rows = await world.sql<{ digits: string }>`select substr(number, 5) as digits from fiscal_documents
      where tenant_id = ${shop.tenant.id}`;
    const known = new Set(rows.map(({ digits }) => digits));
    assertNone(accepted(), (numeration) => !known.has(numeration));
    for (const { acceptances } of world.simulator.counts()) assert.ok(acceptances <= 1);
    assert.equal(known.size, orders.length);
  });
});
