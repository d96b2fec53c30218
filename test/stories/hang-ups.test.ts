// A caller that hangs up, however early or late, gives back the place that it held: of exports, imports, streams, and held by the router.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createLogger } from '../../src/platform/log.ts';
import { OWN_NAMES } from '../../src/access/index.ts';
import { startRouter } from '../../kits/groups/router.ts';
import { CUTS, startCutter, type Cut } from '../support/cutter.ts';
import { eventually, newShop, type TestTenant, type World } from '../support/world.ts';

type Ask = (url: string, signal: AbortSignal) => Promise<Response>;

/** Each of the connections is cut; a few at a time, so that they also meet each other. */
async function hangUp(t: TestContext, target: string, ask: Ask, cuts: readonly Cut[] = CUTS): Promise<void> {
  const url = await startCutter(t, target, (at) => cuts[at % cuts.length]!);
  let next = 0;
  const one = async () => {
    while (next++ < cuts.length) {
      // An answer that comes before its cut is not read, so that the cut comes.
      await ask(url, AbortSignal.timeout(5_000)).then(
        (answer) => answer.arrayBuffer().catch(() => undefined),
        () => undefined,
      );
    }
  };
  await Promise.all([one(), one(), one()]);
}

/** As many are let in at once as there are places, and no more; what was cut ends with the page that it reads, so it is tried again. */
async function assertAllFree(t: TestContext, most: number, target: string, ask: Ask): Promise<void> {
  const all = async () => {
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    // Kept until all are there: fetch closes the connection of an answer that is garbage.
    const answers = await Promise.all(Array.from({ length: most }, () => ask(target, leaving.signal)));
    const areIn = answers.every(({ status }) => status === 200);
    if (!areIn) leaving.abort();
    return { answers, areIn, leaving };
  };
  const { answers, leaving } = await eventually(all, ({ areIn }) => areIn);
  assert.equal((await ask(target, leaving.signal)).status, 429, 'one more than there are places');
  assert.equal(answers.length, most);
  leaving.abort();
}

async function bearer(shop: TestTenant, role: 'viewer' | 'operator'): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await shop.token(role)}` };
}

/** More than a connection takes in while nothing is read of it, also where it is compressed. */
async function manyItems(here: World, shop: TestTenant): Promise<void> {
  await here.sql`insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock)
     select ${shop.tenant.id}, gen_random_uuid(), 'S-' || n, repeat('Item ', 30), 'und', n, 7, 'NONE', false from generate_series(1, 40000) n`;
}

test('exports: four at once after as many callers hung up as there are ways', async (t) => {
  const { here, shop } = await newShop();
  await manyItems(here, shop);
  const headers = await bearer(shop, 'viewer');
  for (const format of ['csv', 'xlsx']) {
    const ask: Ask = (url, signal) => fetch(`${url}/export/items.${format}`, { headers, signal });
    await hangUp(t, here.url, ask);
    await assertAllFree(t, 4, here.url, ask);
  }
});

test('imports: the next one is taken after as many callers hung up as there are ways', async (t) => {
  const { here, shop } = await newShop();
  const headers = { ...(await bearer(shop, 'operator')), 'content-type': 'text/csv' };
  const lines = Array.from({ length: 30 }, (_, nth) => `S-${nth},Item ${nth},und,1.00,7`);
  const body = ['sku,name,unit,unitPrice,taxRate', ...lines].join('\n');
  const ask: Ask = (url, signal) => fetch(`${url}/import/items?dryRun=true`, { method: 'POST', headers, body, signal });
  await hangUp(t, here.url, ask);
  const { status } = await eventually(
    () => ask(here.url, t.signal),
    (answer) => answer.status !== 429,
  );
  assert.equal(status, 200);
});

test('streams: two hundred of a company after as many callers hung up as there are ways', async (t) => {
  const { here, shop } = await newShop();
  const headers = await bearer(shop, 'viewer');
  const ask: Ask = (url, signal) => fetch(`${url}/events/stream`, { headers, signal });
  await hangUp(t, here.url, ask);
  await assertAllFree(t, 200, here.url, ask);
});

test('requests that the router holds: a hundred of an address after as many callers hung up as there are ways', async (t) => {
  const router = await startRouter({
    // No service listens there, so that a request which names a company waits.
    groups: [{ name: 'a', url: 'http://127.0.0.1:1' }],
    claims: OWN_NAMES,
    metricsToken: undefined,
    ...{ port: 0, host: '127.0.0.1' },
    log: createLogger({ level: 'fatal', readable: false }),
    heldMs: 600_000,
  });
  t.after(() => router.close());
  const url = `http://127.0.0.1:${router.port}`;
  const body = JSON.stringify('x'.repeat(600));
  const ask: Ask = (target, signal) => fetch(`${target}/webhooks/pac/company`, { method: 'POST', body, signal });
  // Nothing is answered while it is held, so that no cut comes after a byte of an answer; some come long after it is held.
  const cuts = CUTS.filter((cut) => !('answered' in cut)).map((cut) => ('ms' in cut ? { ms: 10 * cut.ms } : cut));
  await hangUp(t, url, ask, cuts);
  const hold = async () => {
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    let refused = 0;
    const asked = Array.from({ length: 100 }, () =>
      ask(url, leaving.signal).then(
        ({ status }) => (refused += Number(status === 429)),
        () => undefined,
      ),
    );
    const oneMore = () =>
      ask(url, AbortSignal.any([leaving.signal, AbortSignal.timeout(2_000)])).then(
        ({ status }) => status,
        () => undefined,
      );
    await eventually(oneMore, (status) => status === 429);
    // By now those of the hundred that were refused, which were sent before, have been told so.
    const more = [];
    while (more.length < 20) more.push(await oneMore());
    const areIn = refused === 0 && more.every((status) => status === 429);
    leaving.abort();
    await Promise.all(asked);
    return areIn;
  };
  assert.ok(await eventually(hold, (areIn) => areIn), 'a hundred are held, and no more');
});
