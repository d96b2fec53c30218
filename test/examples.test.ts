// The examples do what they say: the shop, however often it is killed; what is written for Python and for curl.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApi } from '../src/rest/openapi.ts';
import { installPacked } from '../packages/packed.ts';
import { newItem } from './support/business.ts';
import { startProxy, type Trouble } from './support/proxy.ts';
import { createWorld, type TestTenant } from './support/world.ts';

const EXAMPLES = join(import.meta.dirname, '../examples');
const run = promisify(execFile);
const missing = (program: string): string | false =>
  spawnSync(program, ['--version']).status !== 0 && `${program} is not installed`;

/** The printed examples sell two units; the shop three. */
async function openShop(
  t: TestContext,
): Promise<{ shop: TestTenant; env: NodeJS.ProcessEnv; folder: string; url: string }> {
  const here = await createWorld({ verdictDelayMs: 20 });
  t.after(() => here.close());
  const shop = await here.tenant();
  await newItem(shop, { sku: 'AGU-GL', stock: '3', price: '6.50' });
  const folder = await mkdtemp(join(tmpdir(), 'folio-example-'));
  t.after(() => rm(folder, { recursive: true }));
  const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await shop.token('operator') };
  return { shop, env, folder, url: here.url };
}

test('the shop has each order invoiced and paid once, killed at each of its requests, and its book is what Folio says', async (t) => {
  const { shop, env, url } = await openShop(t);
  const folder = await installPacked('client');
  for (const file of ['shop.ts', 'orders.json']) await cp(join(EXAMPLES, 'shop', file), join(folder, file));
  let [child, requests, kills]: [ReturnType<typeof spawn> | undefined, number, number] = [undefined, 0, 0];
  const kill = (): void => void child!.kill('SIGKILL');
  // Each start lives a request longer; the last one is done and its answer lost, or not even done.
  function trouble(): Trouble | undefined {
    requests += 1;
    if (requests <= kills / 2) return undefined;
    if (kills % 2 === 0) return { lost: kill };
    kill();
    return { status: 503 };
  }
  const proxy = await startProxy(t, url, trouble);
  for (let isDone = false; !isDone; kills += 1) {
    assert.ok(kills < 100, 'it comes to an end');
    requests = 0;
    child = spawn(process.execPath, ['shop.ts', 'orders.json', 'book.json'], {
      cwd: folder,
      env: { ...env, FOLIO_URL: proxy.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    assert.ok(signal === 'SIGKILL' || code === 0, `it ended by ${signal ?? code}`);
    isDone = code === 0;
  }
  assert.ok(kills > 8, `it was killed ${kills} times`);
  const { sales } = JSON.parse(await readFile(join(folder, 'book.json'), 'utf8')) as { sales: Record<string, object> };
  const { orders, invoices } = await shop.get(`{
    orders { totalCount }
    invoices { totalCount records { id number total paid balance legalStatus invoiceStatus payments { amount } } } }`);
  assert.deepEqual([orders.totalCount, invoices.totalCount], [2, 2]);
  for (const { invoiceStatus, balance, total, payments } of invoices.records) {
    assert.deepEqual([invoiceStatus, balance, payments], ['PAID', '0', [{ amount: total }]]);
  }
  type Row = Record<'id' | 'number' | 'total' | 'paid', string>;
  const booked = (invoices.records as Row[]).map(({ id, number, total, paid }) => ({
    invoiceId: id,
    number,
    total,
    status: 'AUTHORIZED',
    paid,
  }));
  assert.deepEqual(new Set(Object.values(sales)), new Set(booked));
});

for (const file of ['sell.py', 'sell_rest.py']) {
  test(`Python sells by ${file}, and takes the money`, { skip: missing('python3') }, async (t) => {
    const { env } = await openShop(t);
    const sell = join(EXAMPLES, 'python', file);
    const { stdout } = await run('python3', [sell, 'AGU-GL'], { env });
    assert.match(stdout, /^Item AGU-GL at 6\.5\norder \S+ over 13\.91\ninvoice FAC-0000000001\nPAID: 13\.91\n$/);
    await assert.rejects(run('python3', [sell, 'AGU-GL'], { env }), { stderr: /^INSUFFICIENT_STOCK: / });
  });
}

interface Sent {
  method: string;
  address: string;
  body: unknown;
}

/** Lets requests through, and keeps them. */
async function startRecorder(t: TestContext, target: string): Promise<{ url: string; sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '', headers } = request;
      const body = await text(request);
      sent.push({ method, address: url, body: body === '' ? undefined : JSON.parse(body) });
      const passed = ['authorization', 'content-type', 'idempotency-key'].flatMap((name) =>
        headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
      );
      const init = { method, headers: Object.fromEntries(passed), ...(body === '' ? {} : { body }) };
      const answer = await fetch(new URL(url, target), init);
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

/** Parts of these requests that the OpenAPI does not have. */
function strangers(sent: readonly Sent[]): string[] {
  const api = openApi();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: api.components });
  return sent.flatMap(({ method, address, body }) => {
    const [path = '', query = ''] = address.replace('/v1', '').split('?');
    const found = Object.entries(api.paths).find(
      ([route, methods]) =>
        method.toLowerCase() in methods && new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const operation = found?.[1][method.toLowerCase()];
    if (!operation) return [`${method} ${path}`];
    const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    const asked = [...new URLSearchParams(query).keys()].filter((name) => !known.includes(name));
    const schema = operation.requestBody?.content['application/json'].schema;
    if (!schema) return body === undefined ? asked : [...asked, `a body at ${method} ${path}`];
    const isRight = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object);
    return isRight(body) ? asked : [...asked, `${method} ${path}: ${ajv.errorsText(isRight.errors)}`];
  });
}

test(
  'a shop in Python has its day by REST, once however often it is run, and asks what the OpenAPI has',
  { skip: missing('python3') },
  async (t) => {
    const { shop, env, url } = await openShop(t);
    const recorder = await startRecorder(t, url);
    const ofShop = { ...env, FOLIO_URL: recorder.url, FOLIO_TOKEN: await shop.token('admin') };
    const day = async () =>
      (await run('python3', [join(EXAMPLES, 'python/shop_rest.py'), 'd1'], { env: ofShop })).stdout;
    const first = await day();
    assert.match(
      first,
      /^FAC-0000000001 27\.29 PAID\nFAC-0000000002 VOID\nNC-0000000001 9\.1\non the shelf 10\nINSUFFICIENT_STOCK\n(\d+) events, 2 orders\n$/,
    );
    assert.match(await day(), /on the shelf 10\nINSUFFICIENT_STOCK\n0 events, 0 orders\n$/);
    assert.deepEqual(strangers(recorder.sent), []);
    const routes = new Set(
      recorder.sent.map(
        ({ method, address }) => `${method} ${address.split('?')[0]!.replaceAll(/[0-9a-f-]{36}/g, 'ID')}`,
      ),
    );
    assert.equal(routes.size, 10, [...routes].join('\n'));
    assert.deepEqual(
      strangers([{ method: 'POST', address: '/v1/clients?x=1', body: { name: 'Ana', size: 1 } }]).length,
      2,
    );
  },
);

test('curl sells, keeps the PDF and takes the money', { skip: missing('curl') }, async (t) => {
  const { env, folder } = await openShop(t);
  const sell = join(EXAMPLES, 'curl/sell.sh');
  const { stdout } = await run('sh', [sell, 'AGU-GL'], { env, cwd: folder });
  assert.match(stdout, /^Item AGU-GL\norder \S+\ninvoice FAC-0000000001\nits PDF is FE\w+.*\.pdf\nPAID: 13\.91\n$/);
  const [pdf] = await readdir(folder);
  assert.ok((await readFile(join(folder, pdf!))).subarray(0, 5).equals(Buffer.from('%PDF-')));
  await assert.rejects(run('sh', [sell, 'AGU-GL'], { env, cwd: folder }), { stderr: /INSUFFICIENT_STOCK/ });
});
