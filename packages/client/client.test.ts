// The client as its users have it, packed and installed: what it does when answers are lost, and what it refuses to believe.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type * as client from './src/index.ts';
import { newClient, newItem } from '../../test/support/business.ts';
import { installPacked, PLAIN_NODE, ROOT } from '../packed.ts';
import { startProxy, type Trouble } from '../../test/support/proxy.ts';
import { openHooks } from '../../test/support/webhooks.ts';
import { world } from '../../test/support/world.ts';

const run = promisify(execFile);

async function packed(): Promise<typeof client> {
  const folder = await installPacked('client');
  return (await import(join(folder, 'node_modules/@folio/client/dist/index.js'))) as typeof client;
}

const LOST: Trouble = { lost: () => undefined };

test('the client is installed from its tarball and runs on plain Node, and a program written with it has types', async () => {
  const folder = await installPacked('client');
  const shop = await (await world()).tenant();
  await newItem(shop, { sku: 'AGU-GL', price: '6.50', stock: '3' });
  const page = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
  const printed = /```ts\n([^]*?)```/.exec(page)![1]!.replace("'http://localhost:4000'", 'process.env.FOLIO_URL!');
  const program = `${printed}
    // @ts-expect-error: it was not asked for
    const missing = item.name;
    // @ts-expect-error: there is no such field
    await folio.query('itemBySku', { sku: '' }, { nme: true }).catch((error) => console.log(error instanceof FolioError && error.code));
    console.log(item.unitPrice satisfies string, item.inventory.available, order.total, missing, verifyWebhook.length);`;
  await writeFile(join(folder, 'try.ts'), program);
  const typed = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--types', 'node'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...typed, ...roots, 'try.ts'], {
    cwd: folder,
  });
  const env = { ...process.env, FOLIO_URL: (await world()).url, FOLIO_TOKEN: await shop.token('operator') };
  // By the Node that npm runs on, which may be older than ours.
  const node = process.env['npm_node_execpath'];
  const { stdout } = await (node === undefined
    ? run(process.execPath, [...PLAIN_NODE, 'try.js'], { cwd: folder, env })
    : run(node, ['try.js'], { cwd: folder, env }));
  assert.equal(stdout, 'BAD_USER_INPUT\n6.5 3 13.91 undefined 3\n');
});

test('what was lost or refused for now is asked again under one key, and done once', async (t) => {
  const { createClient } = await packed();
  const here = await world();
  const shop = await here.tenant();
  const [clientId, itemId] = [await newClient(shop), await newItem(shop, { stock: '10' })];
  const tooMany = JSON.stringify({ errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }] });
  const troubles = [
    LOST,
    { status: 429, retryAfter: '0', body: tooMany },
    { status: 503, retryAfter: new Date(0).toUTCString() },
    LOST,
  ];
  const { url, keys } = await startProxy(t, here.url, (at) => troubles[at]);
  const folio = createClient({ url, token: () => shop.token('operator') });
  const input = { clientId, lines: [{ itemId, quantity: '2' }] };
  const order = await folio.mutate('createOrder', { input }, { id: true, total: true, lines: { quantity: true } });
  assert.deepEqual(order.lines, [{ quantity: '2' }]);
  assert.equal(keys.length, 5);
  assert.equal(new Set(keys).size, 1);
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
  const failing = async (troubles: Trouble[], mutation = false): Promise<number> => {
    const { url, keys } = await startProxy(t, here.url, (at) => troubles[at]);
    const folio = createClient({ url, token, retries: 2 });
    const asked = mutation
      ? folio.request('mutation { createLocation(name: "A") { id } }')
      : folio.query('viewer', {}, { userName: true });
    await assert.rejects(asked, (error) => error instanceof FolioError && error.code === 'NO_ANSWER');
    return keys.length;
  };
  assert.equal(await failing([LOST, LOST, LOST]), 3);
  assert.equal(await failing([{ status: 503, retryAfter: '61' }]), 1);
  assert.equal(await failing([LOST], true), 1);
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

test('a webhook of the service is believed by its signature alone', async (t) => {
  const { verifyWebhook } = await packed();
  const hooks = await openHooks();
  t.after(() => hooks.receiver.close());
  t.after(() => hooks.here.close());
  const shop = await hooks.here.tenant();
  const endpoint = await hooks.endpoint(shop);
  const id = await newClient(shop, 'Peña');
  await hooks.arrived(endpoint, 1);
  const { headers, body } = hooks.receiver.received(endpoint.path)[0]!;
  const event = verifyWebhook(headers, body, endpoint.secret);
  assert.deepEqual([event.type, event.data['id']], ['client.created', id]);
  const fetched = new Headers(headers as Record<string, string>);
  assert.deepEqual(verifyWebhook(fetched, new TextEncoder().encode(body), endpoint.secret), event);
  assert.throws(() => verifyWebhook(headers, body.replace(id, randomUUID()), endpoint.secret));
  assert.throws(() => verifyWebhook({ ...headers, 'webhook-timestamp': '1' }, body, endpoint.secret));
});

test('the feed is read through cut connections, in order, without a gap or a repeat, and goes on after a cursor', async (t) => {
  const { createClient } = await packed();
  const here = await world();
  const shop = await here.tenant();
  const proxy = await startProxy(t, here.url);
  const folio = createClient({ url: proxy.url, token: await shop.token('operator') });
  const write = (name: string) => folio.mutate('createClient', { input: { name } }, { id: true });
  const [first, second] = [await write('first'), await write('second')];
  const read: client.FolioEvent[] = [];
  const end = new AbortController();
  for await (const event of folio.events({ types: ['client.created'], signal: end.signal })) {
    read.push(event);
    if (read.length === 4) break;
    // Before the next is waited for, as a restart of the service does it.
    if (read.length > 1) proxy.cut();
    if (read.length > 1) await write('another');
  }
  assert.equal(new Set(read.map(({ id }) => id)).size, 4);
  assert.deepEqual(
    read.slice(0, 2).map(({ data }) => data['id']),
    [first.id, second.id],
  );
  const now: client.FolioEvent[] = [];
  for await (const event of folio.events({ after: read[1]!.cursor, types: ['client.*'], follow: false }))
    now.push(event);
  assert.deepEqual(now, read.slice(2));
  const aborted = folio.events({ after: read[3]!.cursor, signal: end.signal }).next();
  end.abort();
  assert.equal((await aborted).done, true);
  await assert.rejects(folio.events({ after: 'nowhere' }).next(), {
    name: 'FolioError',
    code: 'BAD_USER_INPUT',
    field: 'after',
  });
});
