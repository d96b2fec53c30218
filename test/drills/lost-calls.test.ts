// 10,000 calls over MCP and REST, repeated, reordered and cut, while the service is killed again and again: as many acts as plans and keys.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../src/access/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { ask } from '../faults/kill-loop/load.ts';
import { serviceAt } from '../faults/kill-loop/killable-process.ts';
import { openShop, pacFor } from '../faults/kill-loop/open-shop.ts';
import { freePort } from '../support/free-port.ts';
import { assertEach } from '../support/assert-each.ts';
import { createDatabase } from '../support/databases.ts';
import { loseCalls } from '../support/lost-calls.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { eventually, type Answer } from '../support/world.ts';

const CALLS = Number(process.env['LOST_CALLS'] ?? 10_000);
const PLANS = 125;
const KEYS = 100;
const KILL_EVERY_MS = 15_000;

test('10,000 calls and kill -9: as many acts as plans and keys, and nothing twice at the PAC', async (t) => {
  const port = await freePort();
  const server = process.env['TEST_DATABASE_URL'] === undefined ? await startTestServer() : undefined;
  const own = await createDatabase(server?.url ?? process.env['TEST_DATABASE_URL']!);
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-lost-calls-'));
  const { simulator, env: ofPac } = await pacFor(port);
  const env = {
    ...ofPac,
    DATA_DIR: dataDir,
    DATABASE_URL: own.url,
    PAC_POLL_INTERVAL_MS: '300',
    AUTH_JWT_SECRET: 'a secret for the drill only',
  };
  const config = readConfig(env);
  const { tenant, shop } = await openShop(config, port);
  const service = serviceAt(port, env);
  const database = await openDatabase(config);
  const over = new AbortController();
  let kills = 0;
  let back: Promise<void> = Promise.resolve();
  let killing: Promise<void> = Promise.resolve();
  const settled = async (): Promise<void> => {
    over.abort();
    await killing;
  };
  t.after(async () => {
    await settled();
    await service.kill();
    await database.close();
    await simulator.close();
    await own.drop();
    await server?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const tokenOf = (userName: string, limits: Parameters<typeof createToken>[3]['limits']) =>
    createToken(database, tenant, env.AUTH_JWT_SECRET, {
      ...{ userName, role: 'admin', expiresIn: '5h', now: systemClock.now(), limits },
    });
  const assistant = await tokenOf('ana', { agent: 'Claude', acts: ['SELL', 'PEOPLE', 'STOCK'] });
  const till = await tokenOf('till', null);
  await service.start();

  const [itemId] = shop.itemIds;
  const order = { clientId: shop.clientId, lines: [{ itemId, quantity: '1' }] };
  const orders: string[] = [];
  for (let at = 0; at < PLANS + KEYS; at += 1) {
    const { createOrder } = await ask(shop, 'mutation ($o: CreateOrderInput!) { createOrder(input: $o) { id } }', {
      o: order,
    });
    orders.push(createOrder.id);
  }
  const sold = (at: number) => ({ orderId: orders[at]!, mode: 'DGI' });
  const counted = { quantityChange: '1', description: 'Counted' };
  const client = () => ({ name: 'Carla' });
  const intents = [
    { act: 'createOrder', arguments: () => ({ input: order }), address: '/orders', body: () => order },
    { act: 'createClient', arguments: () => ({ input: client() }), address: '/clients', body: client },
    {
      ...{ act: 'adjustInventory', arguments: () => ({ input: { itemId, ...counted } }) },
      ...{ address: `/items/${itemId}/adjust`, body: () => counted },
    },
    { act: 'generateInvoice', arguments: sold, address: '/invoices', body: sold },
  ];
  const count = async () => {
    const { rows } = await database.pool.query<Record<'orders' | 'clients' | 'adjusted' | 'invoices' | 'acts', number>>(
      `select (select count(*) from orders where tenant_id = $1)::int as orders, (select count(*) from clients where tenant_id = $1)::int as clients,
        (select count(*) from inventory_logs where tenant_id = $1 and movement_type = 'AJUSTE')::int as adjusted,
        (select count(*) from invoices where tenant_id = $1)::int as invoices,
        (select count(*) from acts where tenant_id = $1 and credential in ($2, $3))::int as acts`,
      [tenant.id, `token:${assistant.id}`, `token:${till.id}`],
    );
    return rows[0]!;
  };
  const before = await count();

  const killer = async (): Promise<void> => {
    for (;;) {
      await delay(KILL_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      kills += 1;
      await service.kill();
      await (back = service.start());
    }
  };
  const began = performance.now();
  const ready = async () => {
    for (let known; known !== back;) {
      known = back;
      await known;
    }
  };
  const { wanted, ...found } = await loseCalls(
    {
      ...{ url: shop.url, tokens: { mcp: assistant.token, rest: till.token }, intents },
      ...{ plans: PLANS, keys: KEYS, calls: CALLS, seed: 310, ready, settled },
    },
    async () => {
      assert.deepEqual(await count(), before, 'plans do nothing');
      killing = killer();
    },
  );
  const after = await count();
  const done = wanted.reduce((sum, one) => sum + one, 0);
  t.diagnostic(
    JSON.stringify({
      calls: CALLS,
      kills,
      plans: PLANS,
      confirmed: PLANS * 0.8,
      keys: KEYS,
      ...found,
      wanted,
      acts: after.acts,
    }) + ` in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  assertEach(['orders', 'clients', 'adjusted', 'invoices'] as const, (name) => after[name] - before[name], wanted);
  assert.equal(after.acts - before.acts, done);
  assert.ok(kills > 0 && found.cut > 0 && found.unanswered > 0, 'the service was killed under way');
  // At the PAC none was accepted twice; what it was being told when the service was killed may wait for a person's word.
  const waiting = await eventually(
    () => ask(shop, '{ openDocuments { number nextAction } }', {}),
    (answer) => answer?.openDocuments?.every((one: Answer) => /OPERATOR/.test(one.nextAction)),
  );
  const accepted = simulator.counts().map(({ acceptances }) => acceptances);
  assert.ok(Math.max(...accepted) === 1 && accepted.length <= wanted[3]!);
  assert.ok(accepted.length >= wanted[3]! - waiting.openDocuments.length);
});
