// The examples do what they say: the shop, however often it is killed; what is written for Python and for curl.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
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

test('curl sells, keeps the PDF and takes the money', { skip: missing('curl') }, async (t) => {
  const { env, folder } = await openShop(t);
  const sell = join(EXAMPLES, 'curl/sell.sh');
  const { stdout } = await run('sh', [sell, 'AGU-GL'], { env, cwd: folder });
  assert.match(stdout, /^Item AGU-GL\norder \S+\ninvoice FAC-0000000001\nits PDF is FE\w+.*\.pdf\nPAID: 13\.91\n$/);
  const [pdf] = await readdir(folder);
  assert.ok((await readFile(join(folder, pdf!))).subarray(0, 5).equals(Buffer.from('%PDF-')));
  await assert.rejects(run('sh', [sell, 'AGU-GL'], { env, cwd: folder }), { stderr: /INSUFFICIENT_STOCK/ });
});
