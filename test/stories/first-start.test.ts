// First start of a service: the PAC that certifies, and the way in for its first caller.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildServer } from '../../src/wiring/server.ts';
import { claimSimulator } from '../../src/wiring/simulator-process.ts';
import { createSignInLinks } from '../../src/access/index.ts';
import { welcome } from '../../src/wiring/welcome.ts';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { serving } from '../support/serving.ts';
import { TEST_SERVER } from '../support/test-server.ts';
import { graphql, JWT_SECRET, newShop, openTestDatabase } from '../support/world.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a service on a PostgreSQL does not start without a PAC, and names all that is wrong in one message', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-no-pac-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://127.0.0.1:9/folio',
    PORT: 'x',
  };
  const program = spawn(process.execPath, ['src/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(program, 'close');
  await rm(dataDir, { recursive: true });
  assert.equal(code, 1, said);
  assert.match(
    said,
    /not usable:\n {2}- PORT must be a whole number\n {2}- PAC_BASE_URL is required[^\n]*SIMULATOR=on/,
  );
});

test('of two services with a simulator on one PostgreSQL the second is told to take a common one', async () => {
  const database = await openTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const url = Object.assign(new URL(TEST_SERVER), { pathname: `/${rows[0]!.name}` }).href;
  const first = await claimSimulator(url);
  await assert.rejects(claimSimulator(url), /give PAC_BASE_URL the address of one/);
  await first.close();
  await (await claimSimulator(url)).close();
  await database.close();
});

test('the token of the demo is listed, ends within a day, and can be revoked', async () => {
  const { here, shop } = await newShop();
  const signInLinks = createSignInLinks(here.app);
  const said = await welcome({
    signInLinks,
    app: here.app,
    serves: true,
    port: 4000,
    simulator: { url: 'http://127.0.0.1:4001', controlKey: 'the key of the control' },
    verification: { secret: JWT_SECRET },
    demo: { tenant: shop.tenant, itemId: await newItem(shop), clientId: await newClient(shop) },
  });
  assert.match(said, /the key of the control/);
  const token = / {2}Token {7}(\S+)\n/.exec(said)![1]!;
  const ask = (query: string) => graphql(here.url, query, {}, token);
  const { data } = await ask('{ apiTokens { id userName expiresAt } }');
  const [listed] = data.apiTokens;
  assert.equal(listed.userName, 'demo');
  assert.ok(Date.parse(listed.expiresAt) <= here.clock.now().getTime() + 86_400_000, listed.expiresAt);
  await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { revokedAt } }', { id: listed.id });
  // A process may hold what it looked up for five seconds.
  here.clock.offsetMs += 6_000;
  assert.equal((await ask('{ viewer { userName } }')).errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('a link tells whom it signs in, works once, and not after half an hour', async (t) => {
  const { here, shop } = await newShop();
  let now = here.clock.now();
  const signInLinks = createSignInLinks({ clock: { now: () => now } });
  const server = await buildServer({
    app: here.app,
    verification: { secret: JWT_SECRET },
    serves: true,
    settings: here.settings,
    signInLinks,
  });
  t.after(() => server.close());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  const ask = async (body: object) => {
    const answer = await post('/sign-in', body);
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const who = { userName: 'demo', tenantName: 'A shop' };
  const code = signInLinks.offer(await shop.token('admin'), who);
  for (let time = 0; time < 3; time += 1) assert.deepEqual(await ask({ code }), { status: 200, ...who });
  const taken = await Promise.all(Array.from({ length: 5 }, () => post('/session', { code })));
  assert.deepEqual(
    taken.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 404, 404, 404, 404],
  );
  assert.equal((await ask({ code })).status, 404);
  const late = signInLinks.offer('another token', who);
  now = new Date(now.getTime() + 31 * 60_000);
  assert.equal((await post('/session', { code: late })).status, 404);
  const token = await shop.token('viewer');
  const told = { userName: 'viewer-user', tenantName: shop.tenant.name };
  assert.deepEqual(await ask({ token }), { status: 200, ...told });
  assert.equal((await ask({ token: `${token}x` })).status, 401);
  assert.equal((await ask({})).status, 400);
});

test('every document says in which environment it is certified, whatever the service is configured for afterwards', async (t) => {
  const { here, shop } = await newShop();
  const certification = { ...here.app.certification, environment: 1 as const };
  const inProduction = await serving(t, here, {}, { ...here.app, certification });
  const sell = async (mode: string, url: string): Promise<string> => {
    const order = await newOrder(shop, await newClient(shop), [
      { itemId: await newItem(shop, { negative: true }), quantity: '1' },
    ]);
    const { data, errors } = await graphql(
      url,
      'mutation ($id: UUID!, $mode: GenerationMode!) { generateInvoice(orderId: $id, mode: $mode) { id environment } }',
      { id: order.id, mode },
      await shop.token('operator'),
    );
    assert.equal(errors, undefined);
    return data.generateInvoice.id;
  };
  const sold: [id: string, environment: string][] = [];
  for (const mode of ['DGI', 'PROFORM']) {
    sold.push([await sell(mode, here.url), 'TEST'], [await sell(mode, inProduction), 'PRODUCTION']);
  }
  for (const [id, environment] of sold) {
    for (const url of [here.url, inProduction]) {
      const { data } = await graphql(
        url,
        'query ($id: UUID!) { invoice(id: $id) { environment } }',
        { id },
        await shop.token('viewer'),
      );
      assert.equal(data.invoice.environment, environment);
    }
  }
});
