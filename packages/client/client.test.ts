// The client as its users have it, packed and installed: what it does when answers are lost, and what it refuses to believe.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type * as client from './src/index.ts';
import { newClient, newItem } from '../../test/support/business.ts';
import { installPacked, PLAIN_NODE, ROOT } from '../packed.ts';
import { world } from '../../test/support/world.ts';

const run = promisify(execFile);

async function packed(): Promise<typeof client> {
  const folder = await installPacked('client');
  return (await import(join(folder, 'node_modules/@folio/client/dist/index.js'))) as typeof client;
}

/** A proxy before the service that does to each request what the next of these says, and then nothing. */
async function unreliable(t: TestContext, url: string, ...troubles: ((response: ServerResponse) => boolean)[]) {
  const seen: { key: string | undefined; body: string }[] = [];
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const key = request.headers['idempotency-key'];
    seen.push({ key: key === undefined ? undefined : String(key), body });
    const trouble = troubles.shift();
    const { authorization = '' } = request.headers;
    const headers = {
      'content-type': 'application/json',
      authorization,
      ...(key === undefined ? {} : { 'idempotency-key': String(key) }),
    };
    const ask = () => fetch(`${url}${request.url}`, { method: 'POST', headers, body });
    if (trouble?.(response) === true) return;
    const answer = await ask();
    // Done, and its answer is lost.
    if (trouble) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const lost = (): boolean => false;
const refusing =
  (status: number, retryAfter: string, body = '') =>
  (response: ServerResponse): boolean => {
    response.writeHead(status, { 'retry-after': retryAfter }).end(body);
    return true;
  };

test('the client is installed from its tarball and runs on plain Node, and a program written with it has types', async () => {
  const folder = await installPacked('client');
  const shop = await (await world()).tenant();
  await newItem(shop, { sku: 'CAFE-250', price: '6.50' });
  const program = `
    import { createClient, FolioError } from '@folio/client';
    const folio = createClient({ url: process.env['FOLIO_URL'] ?? '', token: process.env['FOLIO_TOKEN'] ?? '' });
    const item = await folio.query('itemBySku', { sku: 'CAFE-250' }, { unitPrice: true, inventory: { available: true } });
    // @ts-expect-error: it was not asked for
    const missing = item.name;
    // @ts-expect-error: there is no such field
    await folio.query('itemBySku', { sku: 'CAFE-250' }, { nme: true }).catch((error) => console.log(error instanceof FolioError && error.code));
    console.log(item.unitPrice satisfies string, item.inventory.available, missing);`;
  await writeFile(join(folder, 'try.ts'), program);
  const typed = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--types', 'node'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...typed, ...roots, 'try.ts'], {
    cwd: folder,
  });
  const env = { ...process.env, FOLIO_URL: (await world()).url, FOLIO_TOKEN: await shop.token('viewer') };
  // By the Node that npm runs on, which may be older than ours.
  const node = process.env['npm_node_execpath'];
  const { stdout } = await (node === undefined
    ? run(process.execPath, [...PLAIN_NODE, 'try.js'], { cwd: folder, env })
    : run(node, ['try.js'], { cwd: folder, env }));
  assert.equal(stdout, 'BAD_USER_INPUT\n6.5 0 undefined\n');
});

test('what was lost or refused for now is asked again under one key, and done once', async (t) => {
  const { createClient } = await packed();
  const here = await world();
  const shop = await here.tenant();
  const [clientId, itemId] = [await newClient(shop), await newItem(shop, { stock: '10' })];
  const tooMany = JSON.stringify({ errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }] });
  const { url, seen } = await unreliable(
    t,
    here.url,
    lost,
    refusing(429, '0', tooMany),
    refusing(503, new Date(0).toUTCString()),
    lost,
  );
  const folio = createClient({ url, token: () => shop.token('operator') });
  const input = { clientId, lines: [{ itemId, quantity: '2' }] };
  const order = await folio.mutate('createOrder', { input }, { id: true, total: true, lines: { quantity: true } });
  assert.deepEqual(order.lines, [{ quantity: '2' }]);
  assert.equal(seen.length, 5);
  assert.equal(new Set(seen.map(({ key }) => key)).size, 1);
  const another = await folio.mutate(
    'createOrder',
    { input: { ...input, idempotencyKey: randomUUID() } },
    { id: true },
  );
  assert.notEqual(another.id, order.id);
  assert.equal((await shop.get('{ orders { totalCount } }')).orders.totalCount, 2);
});

test('what is asked again has an end, and what may not be is not', async (t) => {
  const { createClient, FolioError } = await packed();
  const here = await world();
  const token = await (await here.tenant()).token('operator');
  const failing = async (troubles: ((response: ServerResponse) => boolean)[], mutation = false): Promise<number> => {
    const { url, seen } = await unreliable(t, here.url, ...troubles);
    const folio = createClient({ url, token, retries: 2 });
    const asked = mutation
      ? folio.request('mutation { createLocation(name: "A") { id } }')
      : folio.query('viewer', {}, { userName: true });
    await assert.rejects(asked, (error) => error instanceof FolioError && error.code === 'NO_ANSWER');
    return seen.length;
  };
  assert.equal(await failing([lost, lost, lost]), 3);
  assert.equal(await failing([refusing(503, '61')]), 1);
  assert.equal(await failing([lost], true), 1);
});

test('a refusal tells code, field, parameters and all problems', async () => {
  const { createClient, FolioError } = await packed();
  const here = await world();
  const folio = createClient({ url: here.url, token: await (await here.tenant()).token('operator'), language: 'es' });
  const refused: unknown = await folio
    .mutate('createItem', { input: { sku: '', name: '', unitPrice: '-1' } }, { id: true })
    .catch((error: unknown) => error);
  assert.ok(refused instanceof FolioError);
  assert.equal(refused.code, 'BAD_USER_INPUT');
  assert.deepEqual(
    refused.problems.map(({ field }) => field),
    ['sku', 'name', 'unitPrice'],
  );
  assert.equal(refused.field, 'sku');
  assert.equal(refused.parameters['field'], 'sku');
  await assert.rejects(
    folio.download('/files/none'),
    (error) => error instanceof FolioError && error.code === 'NOT_FOUND',
  );
});

test('a webhook is believed by its signature alone', async () => {
  const { verifyWebhook } = await packed();
  const secret = `whsec_${Buffer.from('a secret of an endpoint, 24+').toString('base64')}`;
  const body = JSON.stringify({
    id: 'e-1',
    type: 'invoice.paid',
    timestamp: '2026-11-22T12:00:00Z',
    data: { number: 'FAC-1' },
  });
  const now = new Date();
  const headers = {
    'Webhook-Id': 'e-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': `v1,bm90IG91cnM= ${new Webhook(secret).sign('e-1', now, body)}`,
  };
  assert.equal(verifyWebhook(headers, body, secret).type, 'invoice.paid');
  assert.equal(verifyWebhook(new Headers(headers), new TextEncoder().encode(body), secret).data['number'], 'FAC-1');
  assert.throws(() => verifyWebhook(headers, body.replace('FAC-1', 'FAC-2'), secret));
  assert.throws(() => verifyWebhook({ ...headers, 'webhook-timestamp': '1' }, body, secret));
});
