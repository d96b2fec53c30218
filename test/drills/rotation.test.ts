// Every key is changed while two processes, restarted one after the other, sell, take notices, show metrics and keep people signed in.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createToken } from '../../src/access/index.ts';
import { serviceAt, type Service } from '../faults/kill-loop/killable-process.ts';
import { freePort } from '../support/free-port.ts';
import { adjust, newClient, newItem } from '../support/business.ts';
import { cookieJar, type Jar } from '../support/cookies.ts';
import { TEST_SERVER } from '../support/test-server.ts';
import { createWorld, eventually, graphql, PAC_API_KEY, PAC_WEBHOOK_SECRET, type Answer } from '../support/world.ts';

const OLD = {
  AUTH_JWT_SECRET: 'the secret of the tokens before the drill',
  PAC_API_KEY,
  PAC_WEBHOOK_SECRET,
  METRICS_TOKEN: 'the token of the metrics before',
};
const NEW = {
  AUTH_JWT_SECRET: 'the secret of the tokens after the drill',
  PAC_API_KEY: 'key-after-the-drill',
  PAC_WEBHOOK_SECRET: 'secret-of-notices-after-the-drill',
  METRICS_TOKEN: 'the token of the metrics after',
};
type Keys = typeof OLD;

const withSecondary = (first: Keys, second: Keys): Record<string, string> => ({
  ...first,
  ...Object.fromEntries(Object.entries(second).map(([name, key]) => [`${name}_SECONDARY`, key])),
});

/** Sends each request to one of those that are in service, as a load balancer does. */
async function startBalancer(t: TestContext) {
  const inService: Service[] = [];
  const underWay = new Map<Service, number>();
  let turn = 0;
  const count = (service: Service, by: number) => underWay.set(service, (underWay.get(service) ?? 0) + by);
  function pass(request: IncomingMessage, response: ServerResponse): void {
    const service = inService[(turn += 1) % inService.length]!;
    const { method, headers } = request;
    count(service, 1);
    response.once('close', () => count(service, -1));
    const passed = send(new URL(request.url!, service.url), { method, headers, agent: false }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const idle = (service: Service) => async () => underWay.get(service) ?? 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (service: Service) => inService.push(service),
    async drain(service: Service) {
      inService.splice(inService.indexOf(service), 1);
      await eventually(idle(service), (requests) => requests === 0);
    },
  };
}

const SELL = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }`;
const GENERATE = `mutation ($id: UUID!) { generateInvoice(orderId: $id) { legalStatus } }`;

test('all keys are rotated without a refused request, notice or document', { timeout: 3_000_000 }, async (t) => {
  const here = await createWorld({ works: false, verdictDelayMs: 200 });
  const { simulator, query } = here;
  const shop = await here.tenant();
  const [clientId, itemId] = [await newClient(shop), await newItem(shop)];
  await adjust(shop, itemId, '100000');
  const balancer = await startBalancer(t);
  simulator.setWebhookBase(balancer.url);
  const [{ name } = { name: '' }] = await query<{ name: string }>('select current_database() as name');
  const common = {
    DATABASE_URL: Object.assign(new URL(TEST_SERVER), { pathname: `/${name}` }).href,
    DATABASE_POOL: '4',
    DATA_DIR: here.dataDir,
    DEMO: 'off',
    PAC_BASE_URL: simulator.url,
    // Polls would make good what a refused notice has lost.
    PAC_POLL_INTERVAL_MS: '3600000',
    LOG_LEVEL: 'fatal',
  };
  const ports = [await freePort(), await freePort()];
  const running: Service[] = [];
  const isOver = { now: false };
  t.after(async () => {
    isOver.now = true;
    for (const service of running) await service.kill();
  });

  async function roll(keys: Record<string, string>): Promise<void> {
    for (const [at, port] of ports.entries()) {
      const before = running[at];
      if (before) {
        await balancer.drain(before);
        assert.equal(await before.stop(), 0);
      }
      running[at] = serviceAt(port, { ...common, ...keys });
      await running[at].start();
      balancer.add(running[at]);
    }
  }

  const done = { sales: 0, looks: 0, scrapes: 0 };
  const refused: unknown[] = [];
  const used = { token: '', metrics: OLD.METRICS_TOKEN, jar: cookieJar(balancer.url) };

  async function loop(work: () => Promise<unknown>): Promise<void> {
    while (!isOver.now) {
      const problem = await work().catch((error: unknown) => error);
      if (problem !== undefined) refused.push(problem);
    }
  }
  async function ask(text: string, variables: object): Promise<Answer> {
    const { data, errors } = await graphql(balancer.url, text, variables, used.token);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }
  async function sell(): Promise<void> {
    const lines = [{ itemId, quantity: '1' }];
    const { createOrder } = await ask(SELL, { input: { clientId, lines } });
    const { generateInvoice } = await ask(GENERATE, { id: createOrder.id });
    assert.match(generateInvoice.legalStatus, /_AUTHORIZED$/);
    done.sales += 1;
  }
  async function look(): Promise<void> {
    const { companies } = (await (await used.jar.fetch('/session')).json()) as { companies: unknown[] };
    assert.equal(companies.length, 1, 'the browser is signed in');
    done.looks += 1;
  }
  async function scrape(): Promise<void> {
    const answer = await fetch(`${balancer.url}/metrics`, { headers: { authorization: `Bearer ${used.metrics}` } });
    await answer.text();
    assert.equal(answer.status, 200, 'the collector may read');
    done.scrapes += 1;
  }
  /** Work of each process under its current keys. */
  async function workGoesOn(): Promise<void> {
    const { sales, looks, scrapes } = done;
    const isMore = (now: typeof done) => now.sales >= sales + 5 && now.looks >= looks + 5 && now.scrapes >= scrapes + 5;
    await eventually(
      async () => done,
      (now) => isMore(now) || refused.length > 0,
    );
    assert.deepEqual(refused, []);
  }
  async function signIn(keys: Keys): Promise<{ token: string; jar: Jar }> {
    const who = { userName: 'till', role: 'admin', expiresIn: '1h', now: here.clock.now() } as const;
    const { token } = await createToken(here.app, shop.tenant, keys.AUTH_JWT_SECRET, who);
    const jar = cookieJar(balancer.url);
    assert.equal(await jar.signIn(token), 200);
    return { token, jar };
  }

  await roll(OLD);
  Object.assign(used, await signIn(OLD));
  const works = async () => {
    await sell();
    await look();
    await scrape();
  };
  const loops = [works, works].map(loop);
  await workGoesOn();

  await roll(withSecondary(OLD, NEW));
  await workGoesOn();
  // From one moment to the next the PAC takes the old key away and signs with the new secret.
  const { ruc, dv } = shop.tenant;
  const { PAC_API_KEY: apiKey, PAC_WEBHOOK_SECRET: webhookSecret } = NEW;
  simulator.setCompany({ companyId: shop.companyId, ruc: ruc!, dv: dv!, rucType: 2, apiKey, webhookSecret });
  used.metrics = NEW.METRICS_TOKEN;
  await workGoesOn();

  await roll(withSecondary(NEW, OLD));
  await workGoesOn();
  Object.assign(used, await signIn(NEW));
  await workGoesOn();

  await roll(NEW);
  await workGoesOn();
  isOver.now = true;
  await Promise.all(loops);

  assert.deepEqual(refused, []);
  const waiting = async () =>
    query(
      `select legal_status from fiscal_documents where legal_status is distinct from 'DGI_AUTHORIZED' or parked_reason is not null`,
    );
  assert.deepEqual(await eventually(waiting, (rows) => rows.length === 0), [], 'none waits, none is parked');
  const mine = simulator.counts();
  assert.equal(mine.length, done.sales);
  assert.ok(mine.every(({ acceptances }) => acceptances === 1));
  const answered = simulator.deliveries().map(({ status }) => status);
  assert.ok(answered.length >= done.sales);
  assert.deepEqual([...new Set(answered)], [200]);
  t.diagnostic(
    `${done.sales} sales, ${answered.length} notices, ${done.looks} looks, ${done.scrapes} scrapes: 0 refused`,
  );
});
