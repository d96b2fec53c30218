// F64: the reader of the log is gone. The service goes on: a sale is certified and recorded once, and it stops in good order.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/wiring/config.ts';
import { ask } from '../faults/kill-loop/load.ts';
import { COMPANY, openShop, pacFor } from '../faults/kill-loop/open-shop.ts';
import { freePort } from '../support/free-port.ts';
import { assertEach } from '../support/assert-each.ts';
import { eventually } from '../support/world.ts';

test('F64: the log sink is down', async () => {
  const port = await freePort();
  const { simulator, env: ofPac } = await pacFor(port, { verdictDelayMs: null });
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-log-sink-'));
  const env = {
    ...ofPac,
    DATA_DIR: dataDir,
    PORT: String(port),
    AUTH_JWT_SECRET: 'a secret for the log sink only',
    LOG_LEVEL: 'trace',
  };
  const { shop } = await openShop(readConfig(env), port);
  const service = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(service, 'exit');
  try {
    let said = '';
    service.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await eventually(
      async () => said,
      (text) => text.includes('Folio is ready'),
    );
    for (const stream of [service.stdout, service.stderr]) stream.destroy();
    const order = await ask(shop, 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId: shop.clientId, lines: [{ itemId: shop.itemIds[0], quantity: '1' }] },
    });
    const sale = await ask(shop, 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { legalStatus documentId } }', {
      id: order.createOrder.id,
    });
    assert.equal(sale?.generateInvoice?.legalStatus, 'PAC_AUTHORIZED');
    // A notice that makes no sense is something to log.
    await fetch(`${shop.url}/webhooks/pac/${COMPANY.companyId}`, { method: 'POST', body: '{}' });
    await simulator.verdict(sale.generateInvoice.documentId, 'DGI_AUTHORIZED');
    await eventually(
      () => ask(shop, '{ openDocuments { number } invoices { records { legalStatus } } }', {}),
      (answer) => answer?.openDocuments?.length === 0 && answer.invoices.records[0].legalStatus === 'DGI_AUTHORIZED',
    );
    service.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
    assertEach(simulator.counts(), ({ acceptances }) => acceptances, [1]);
  } finally {
    service.kill('SIGKILL');
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
