// Asked to stop, the service tells the load balancer first, gives those their answers who wait for one, and leaves no job undone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../faults/kill-loop/load.ts';
import { serviceAt } from '../faults/kill-loop/killable-process.ts';
import { COMPANY, openShop, pacFor } from '../faults/kill-loop/open-shop.ts';
import { freePort } from '../support/free-port.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { assertEach } from '../support/assert-each.ts';
import { eventually } from '../support/world.ts';

test('SIGTERM while a document is on its way: it is answered, recorded, and sent once', async () => {
  const port = await freePort();
  const { simulator, env: ofPac } = await pacFor(port);
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-shutdown-'));
  const env = {
    ...ofPac,
    DATA_DIR: dataDir,
    PAC_POLL_INTERVAL_MS: '300',
    AUTH_JWT_SECRET: 'a secret for the shutdown only',
    DRAIN_MS: '8000',
    PAC_TIMEOUT_MS: '60000',
  };
  const { shop } = await openShop(readConfig(env), port);
  const service = serviceAt(port, env);
  try {
    await service.start();
    const order = await ask(shop, 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId: shop.clientId, lines: [{ itemId: shop.itemIds[0], quantity: '1' }] },
    });
    // Longer than the drain: the answer is still to come when no new connection is taken any more.
    simulator.nextFault({ name: 'slowAnswer', companyId: COMPANY.companyId, operation: 'submit', ms: 12_000 });
    const generating = ask(shop, 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { legalStatus number } }', {
      id: order.createOrder.id,
    });
    await eventually(async () => simulator.calls().filter(({ operation }) => operation === 'submit').length, 1);
    const stopped = service.stop();
    await eventually(async () => (await fetch(`${shop.url}/readyz`)).json(), { status: 'stopping' });
    assert.equal((await fetch(`${shop.url}/healthz`)).status, 200, 'until then it goes on answering');
    assert.match((await generating)?.generateInvoice?.legalStatus, /^(PAC|DGI)_AUTHORIZED$/);
    assert.equal(await stopped, 0);
    await service.start();
    await eventually(
      () => ask(shop, '{ openDocuments { number nextAction } invoices { totalCount records { legalStatus } } }', {}),
      (answer) => answer?.openDocuments?.length === 0,
    );
    assertEach(simulator.counts(), ({ acceptances, attempts }) => [acceptances, attempts], [[1, 1]]);
  } finally {
    await service.kill();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
});

const AT_LISTENING = `
  import { Server } from 'node:http';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.once('listening', () => process.kill(process.pid, 'SIGTERM'));
    return listen.apply(this, args);
  };`;

const atQuestion = (text: string) => `
  import { Socket } from 'node:net';
  const { write } = Socket.prototype;
  let isTold = false;
  Socket.prototype.write = function (...args) {
    if (!isTold && String(args[0]).includes('${text}')) {
      isTold = true;
      process.kill(process.pid, 'SIGTERM');
    }
    return write.apply(this, args);
  };`;

const ONE_FAILS = `
  import cluster from 'node:cluster';
  if (cluster.worker?.id === 1) process.exit(1);`;

/** The service as a program that runs `first` before its own code, to its end. */
async function toItsEnd(dataDir: string, first: string, more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(first)}`, 'src/main.ts'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env['PATH'],
        PORT: String(await freePort()),
        DATA_DIR: dataDir,
        DRAIN_MS: '0',
        PAC_BASE_URL: 'http://127.0.0.1:9/',
        PAC_API_KEY: 'a',
        PAC_WEBHOOK_SECRET: 'a secret of sixteen',
        ...more,
      },
      encoding: 'utf8',
    },
  );
  return { status, output: stdout + stderr };
}

test('SIGTERM before the start is over: it ends as it does later, and says of nothing that it failed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-shutdown-'));
  try {
    for (const [moment, first] of Object.entries({
      'the port is open': AT_LISTENING,
      'the keys are noted': atQuestion('AUTH_JWT_SECRET'),
    })) {
      const { status, output } = await toItsEnd(dataDir, first);
      assert.equal(status, 0, `${moment}: ${output}`);
      assert.match(output, /"msg":"stopping"/, moment);
      assert.doesNotMatch(output, /"level":(40|50)|did not start/, moment);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
});

test('PROCESSES=2: where one cannot start, the service says so and ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-shutdown-'));
  try {
    const { status, output } = await toItsEnd(dataDir, ONE_FAILS, { PROCESSES: '2' });
    assert.equal(status, 1, output);
    assert.match(output, /One of the serving processes did not start/);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
});
