// Two serving processes behind one port: both serve, a killed one is replaced, and no document is filed twice.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/wiring/config.ts';
import { serviceAt } from '../faults/kill-loop/killable-process.ts';
import { ask } from '../faults/kill-loop/load.ts';
import { COMPANY, openShop, pacFor } from '../faults/kill-loop/open-shop.ts';
import { freePort } from '../support/free-port.ts';
import { assertEach } from '../support/assert-each.ts';
import { eventually } from '../support/world.ts';

test('PROCESSES=2: kill -9 of one while a document is on its way: the other serves, and it is sent once', async () => {
  const port = await freePort();
  const { simulator, env: ofPac } = await pacFor(port);
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-processes-'));
  const env = {
    ...ofPac,
    DATA_DIR: dataDir,
    PROCESSES: '2',
    PAC_POLL_INTERVAL_MS: '300',
    AUTH_JWT_SECRET: 'a secret for the processes only',
  };
  const { shop } = await openShop(readConfig(env), port);
  const service = serviceAt(port, env);
  try {
    await service.start();
    const serving = () => service.children();
    const before = await eventually(async () => serving(), { length: 2 });

    const order = await ask(shop, 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId: shop.clientId, lines: [{ itemId: shop.itemIds[0], quantity: '1' }] },
    });
    simulator.nextFault({ name: 'slowAnswer', companyId: COMPANY.companyId, operation: 'submit', ms: 3000 });
    const generating = ask(shop, 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { number } }', {
      id: order.createOrder.id,
    }).catch(() => undefined);
    await eventually(async () => simulator.calls().filter(({ operation }) => operation === 'submit').length, 1);
    process.kill(before[0]!, 'SIGKILL');
    // While one is missing, the port answers.
    await eventually(async () => (await fetch(`${shop.url}/readyz`).catch(() => undefined))?.status, 200);
    const after = await eventually(
      async () => serving(),
      (children) => children.length === 2 && !children.includes(before[0]!),
    );
    assert.ok(after.includes(before[1]!), 'the other one is the one that it was');
    await generating;
    await eventually(
      () => ask(shop, '{ openDocuments { number } invoices { totalCount } }', {}),
      (answer) => answer?.openDocuments?.length === 0 && answer.invoices.totalCount === 1,
    );
    assertEach(simulator.counts(), ({ acceptances, attempts }) => [acceptances, attempts], [[1, 1]]);
    // Statements to the database are told once by each process, and its counters are added up.
    const text = await eventually(
      async () => (await fetch(`${shop.url}/metrics`)).text(),
      (metrics) => metrics.includes('folio_queue_jobs'),
    );
    assert.match(text, /^folio_migrations_pending 0$/m);
    assert.match(text, /^folio_http_request_duration_seconds_count\{.*graphql/m);
    const [one] = serving();
    assert.equal(await service.stop(), 0);
    assert.throws(() => process.kill(one!, 0), 'its processes end with it');
  } finally {
    await service.kill();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
