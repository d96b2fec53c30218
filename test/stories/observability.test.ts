// Tools of an operator: metrics, logs and traces that tell each event, and no person or business behind it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { buildServer } from '../../src/wiring/server.ts';
import { createLogger } from '../../src/platform/log.ts';
import { assertNone } from '../support/assert-each.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, leaveJob } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { postGraphql } from '../support/serving.ts';
import {
  createWorld,
  eventually,
  JWT_SECRET,
  newShop,
  PAC_API_KEY,
  PAC_WEBHOOK_SECRET,
  world,
  type Answer,
  type TestTenant,
  type World,
} from '../support/world.ts';

const ROOT = join(import.meta.dirname, '..', '..');

type Line = Record<string, unknown> & { msg: string };

interface Talkative {
  here: World;
  lines: Line[];
  texts: string[];
}

let talkative: Promise<Talkative> | undefined;
let idle: Promise<World> | undefined;

/** A world that writes down what it logs. */
function talkativeWorld(): Promise<Talkative> {
  return (talkative ??= openTalkativeWorld());
}

/** A world whose numbers no other test changes. */
function idleWorld(): Promise<World> {
  return (idle ??= createWorld({ works: false }));
}

async function openTalkativeWorld(): Promise<Talkative> {
  const lines: Line[] = [];
  const texts: string[] = [];
  const log = createLogger({
    level: 'debug',
    readable: false,
    write(text) {
      texts.push(text);
      lines.push(JSON.parse(text) as Line);
    },
  });
  return { here: await createWorld({ log }), lines, texts };
}

async function metricsOf({ url }: World): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** The value of a line, found by its name and some of its labels; 0 where there is none yet. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const found = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)));
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

describe('traces', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

  async function ask(
    here: World,
    shop: TestTenant,
    query: string,
    variables: object,
    traceparent?: string,
  ): Promise<{ headers: Headers; body: Answer }> {
    const traced: Record<string, string> = traceparent === undefined ? {} : { traceparent };
    const options = { token: await shop.token('admin'), headers: traced };
    const { headers, json } = await postGraphql(here.url, { query, variables }, options);
    return { headers, body: json };
  }

  test('one trace from the request through the log and the jobs to the PAC', async () => {
    const { here, lines } = await talkativeWorld();
    const shop = await here.tenant();
    const itemId = await newItem(shop, { stock: '10' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    const generate = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id documentId legalStatus } }';
    const { headers, body } = await ask(here, shop, generate, { id: order.id }, `00-${TRACE}-00f067aa0ba902b7-01`);
    assert.equal(body.data.generateInvoice.legalStatus, 'PAC_AUTHORIZED');
    assert.match(headers.get('traceresponse')!, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));

    const calls = () => here.callsOf(shop);
    const [submitted] = calls();
    assert.equal(submitted!.operation, 'submit');
    assert.match(submitted!.traceparent!, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    // Nothing tells of a verdict, so the worker polls; a job of the same trace.
    const polled = await eventually(
      async () => calls().find(({ operation }) => operation !== 'submit'),
      (call) => call !== undefined,
    );
    assert.ok(polled!.traceparent!.startsWith(`00-${TRACE}-`), polled!.traceparent!);

    const answered = lines.find(({ requestId }) => requestId === headers.get('x-request-id'))!;
    assert.deepEqual(
      {
        traceId: answered['traceId'],
        tenantId: answered['tenantId'],
        route: answered['route'],
        status: answered['status'],
      },
      { traceId: TRACE, tenantId: shop.tenant.id, route: '/graphql', status: 200 },
    );
  });

  test('a request without one begins a trace, and what is no traceparent is none', async () => {
    const { here, shop } = await newShop();
    const first = await ask(here, shop, '{ viewer { userName } }', {});
    const second = await ask(here, shop, '{ viewer { userName } }', {}, '00-nonsense-01');
    const [one, two] = [first, second].map(({ headers }) => headers.get('traceresponse')!);
    assert.match(one!, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    assert.match(two!, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    assert.notEqual(one, two);
  });

  test('a job that fails says so with its trace, tenant and document', async () => {
    const { here, lines } = await talkativeWorld();
    const shop = await here.tenant();
    here.simulator.nextFault({ name: 'pdfHtml', companyId: shop.companyId, times: 3 });
    const sold = await invoicedOrder(shop);
    // A verdict whose PDF cannot be had yet.
    await here.simulator.verdict(sold.invoice.documentId, 'DGI_AUTHORIZED');
    const line = await eventually(
      async () => lines.find(({ msg }) => msg.startsWith('not done at the first try')),
      (found) => found !== undefined,
    );
    assert.deepEqual([line!['tenantId'], line!['documentId']], [shop.tenant.id, sold.invoice.id]);
    assert.match(String(line!['traceId']), /^[0-9a-f]{32}$/);
  });
});

describe('logs', () => {
  // Everything that a log must not know, each unlike anything else.
  const PERSON = 'Ana Kanarienvogel';
  const EMAIL = 'ana@kanarienvogel.example';
  const RUC = '8-888-8888';
  const REFERENCE = 'transfer kanarienvogel';

  test('A55: no person, no secret: whatever happens, well or badly', async () => {
    const { here, texts } = await talkativeWorld();
    const shop = await here.tenant();
    const tokens = [await shop.token('admin'), await shop.token('viewer')];
    const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }';
    const input = { name: PERSON, email: EMAIL };
    const { createClient } = await shop.get(create, { input });
    const itemId = await newItem(shop, { stock: '10', sku: 'KANARIENVOGEL-1' });
    const order = await newOrder(shop, createClient.id, [{ itemId, quantity: '1' }]);
    const sold = await invoice(shop, order.id);
    await shop.call('registerPayment', { invoiceId: sold.id, amount: '1', reference: REFERENCE });
    // Failures: by the caller, by the database, by the PAC, by a sender with a bad signature.
    await shop.ask(create, { input: { ...input, ruc: RUC, receiverType: 'CONTRIBUYENTE' } });
    await shop.ask(create, { input: { ...input, name: `${PERSON}\u0000` } });
    await shop.ask('mutation { createItem(input: { sku: "KANARIENVOGEL-1", name: "twice", unitPrice: "1" }) { id } }');
    await shop.ask(`{ items(search: "${PERSON}") { totalCount } nonsense }`);
    await fetch(`${here.url}/graphql?search=${encodeURIComponent(PERSON)}`);
    await fetch(`${here.url}/files/${encodeURIComponent(PERSON)}`, {
      headers: { authorization: `Bearer ${tokens[0]}x` },
    });
    await sendNotice(here, shop, { id: sold.documentId, legalStatus: 'NONSENSE', message: PERSON });
    await sendNotice(here, shop, { id: 'x', legalStatus: 'DGI_AUTHORIZED', message: PERSON }, { signature: 'abc' });
    const again = await newOrder(shop, await newClient(shop, `${PERSON} PAC_HTTP_500`), [{ itemId, quantity: '1' }]);
    await invoice(shop, again.id);
    await here.query(`alter table clients add constraint no_such check (name <> 'Kanarienvogel breaks it') not valid`);
    const broken = await shop.ask(create, { input: { ...input, name: 'Kanarienvogel breaks it' } });
    assert.equal(broken.errors?.[0]?.extensions.code, 'INTERNAL_SERVER_ERROR');

    const log = texts.join('');
    assert.ok(log.includes('"constraint":"no_such"'), 'what went wrong is told');
    assert.ok(texts.length > 15, 'and there is something to read');
    const secrets = [...tokens, PAC_API_KEY, PAC_WEBHOOK_SECRET, JWT_SECRET, PERSON, EMAIL, RUC, REFERENCE];
    for (const secret of [...secrets, 'anarienvogel', 'Bearer ']) {
      const line = texts.find((text) => text.toLowerCase().includes(secret.toLowerCase()));
      assert.equal(line, undefined, `the log tells ${secret}`);
    }
  });
});

describe('metrics', () => {
  test('requests, operations, notices, calls to the PAC and what waits are counted', async () => {
    const { here, shop } = await newShop(idleWorld());
    const before = await metricsOf(here);
    const sold = (await invoicedOrder(shop)).invoice;
    await leaveJob(here, shop, sold.id);
    await shop.refusal('query ($id: UUID!) { invoice(id: $id) { id } }', { id: shop.tenant.id });
    await sendNotice(here, shop, { id: 'x', legalStatus: 'DGI_AUTHORIZED' }, { signature: 'wrong' });
    await sendNotice(here, shop, { id: sold.documentId, legalStatus: 'PAC_AUTHORIZED' });
    await here.query(`update fiscal_documents set created_at = now() - interval '1 hour' where id = $1`, [sold.id]);
    here.clock.offsetMs += 6_000;
    const text = await metricsOf(here);
    const grown = (name: string, labels: Record<string, string>) =>
      valueOf(text, name, labels) - valueOf(before, name, labels);

    assert.ok(grown('folio_graphql_operation_duration_seconds_count', { kind: 'mutation', result: 'ok' }) >= 5);
    assert.equal(grown('folio_graphql_operation_duration_seconds_count', { kind: 'query', result: 'refused' }), 1);
    assert.ok(
      grown('folio_http_request_duration_seconds_count', { route: '/graphql', method: 'POST', status: '200' }) >= 6,
    );
    assert.equal(grown('folio_webhook_notices_total', { result: 'forbidden' }), 1);
    assert.equal(grown('folio_webhook_notices_total', { result: 'received' }), 1);
    assert.equal(grown('folio_pac_call_duration_seconds_count', { call: 'submit', outcome: 'accepted' }), 1);
    assert.equal(grown('folio_documents', { state: 'AWAITING_VERDICT' }), 1);
    const age = valueOf(text, 'folio_documents_oldest_age_seconds', { state: 'AWAITING_VERDICT' });
    assert.ok(age >= 3600 && age < 3900, String(age));
    assert.equal(valueOf(text, 'folio_documents', { state: 'UNKNOWN' }), 0);
    assert.ok(valueOf(text, 'folio_queue_jobs', { queue: 'submit' }) >= 1);
    assert.equal(valueOf(text, 'folio_migrations_pending'), 0);
    assert.match(text, /^folio_migrations_pending 0$/m);
    assert.ok(valueOf(text, 'folio_data_dir_free_bytes') > 1_000_000);
    assert.match(text, /^folio_tenants_credentials_refused 0$/m);
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
    assert.match(text, /^process_resident_memory_bytes /m);
  });

  test('the queue tells how long its oldest job has been waiting', async () => {
    const { here, shop } = await newShop(idleWorld());
    await leaveJob(here, shop, (await invoicedOrder(shop)).invoice.id);
    await here.query(`update pgboss.job set start_after = now() - interval '10 minutes' where name = 'submit'`);
    here.clock.offsetMs += 6_000;
    const text = await metricsOf(here);
    const age = valueOf(text, 'folio_queue_oldest_job_age_seconds', { queue: 'submit' });
    assert.ok(age >= 600 && age < 900, String(age));
    assert.ok(valueOf(text, 'folio_queue_jobs', { queue: 'submit', state: 'ready' }) >= 1);
    assert.equal(valueOf(text, 'folio_queue_jobs', { queue: 'submit', state: 'delayed' }), 0);
    assert.equal(valueOf(text, 'folio_queue_oldest_job_age_seconds', { queue: 'void-at-pac' }), 0);
  });

  test('they tell of no tenant, and have no label that a caller can make up', async () => {
    const here = await idleWorld();
    const shop = await here.tenant({ name: 'Kanarienvogel' });
    const { invoice: sold } = await invoicedOrder(shop);
    for (const path of ['/nowhere', '/kanarienvogel/1', '/files/kanarienvogel']) await fetch(`${here.url}${path}`);
    await shop.ask('query Kanarienvogel { viewer { userName } }');
    const text = await metricsOf(here);
    for (const secret of [shop.tenant.id, shop.companyId, sold.id, sold.number, 'anarienvogel', 'nowhere']) {
      assert.ok(!text.includes(secret), secret);
    }
    const series = text.split('\n').filter((line) => line.startsWith('folio_')).length;
    // Series of all earlier stories: some hundred routes and answers of them, with fourteen series each.
    assert.ok(series < 2000, `${series} series`);
  });

  test('a process that only works shows them too, and a token may guard them', async () => {
    const here = await world();
    const options = { app: here.app, verification: { secret: JWT_SECRET }, serves: false };
    const server = await buildServer({
      ...options,
      settings: { ...here.settings, metricsTokens: ['only for Prometheus', 'the one before'] },
    });
    const shown = (authorization?: string) =>
      server.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    assert.equal((await shown()).statusCode, 401);
    assert.equal((await shown('Bearer only for Prometheu')).statusCode, 401);
    assert.equal((await shown('Bearer the one before')).statusCode, 200);
    const { statusCode, body } = await shown('Bearer only for Prometheus');
    assert.equal(statusCode, 200);
    assert.match(body, /^# TYPE folio_queue_jobs gauge$/m);
    assert.equal((await server.inject({ url: '/graphql', method: 'POST' })).statusCode, 404);
    await server.close();
  });

  test('a database that hangs delays neither /healthz nor /readyz', async () => {
    const here = await idleWorld();
    const held = Promise.withResolvers<void>();
    const hangs: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await held.promise;
        return result;
      },
    };
    const server = await buildServer({
      app: { ...here.app, db: here.app.db.withPlugin(hangs) },
      verification: { secret: JWT_SECRET },
      serves: false,
      settings: here.settings,
    });
    try {
      const ask = (url: string) => server.inject({ url });
      const [ready, told] = await Promise.all([ask('/readyz'), ask('/metrics')]);
      assert.equal(ready.statusCode, 503);
      assert.deepEqual(ready.json(), { status: 'the database does not answer' });
      assert.equal(told.statusCode, 200);
      assert.match(told.body, /^process_resident_memory_bytes /m);
      assert.doesNotMatch(told.body, /^folio_(documents\{|migrations_pending )/m);
      held.resolve();
      await eventually(() => ask('/readyz'), { statusCode: 200 });
    } finally {
      held.resolve();
      await server.close();
    }
  });

  test('a database that is away takes its own gauges with it, and no others', async () => {
    const here = await world();
    const away = {
      ...here.app,
      jobs: {
        ...here.app.jobs,
        gauges: () => here.app.jobs.gauges().map((one) => ({ ...one, ask: () => Promise.reject(new Error('away')) })),
      },
    };
    const server = await buildServer({
      app: away,
      verification: { secret: JWT_SECRET },
      serves: false,
      settings: here.settings,
    });
    const { statusCode, body } = await server.inject({ url: '/metrics' });
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /^folio_queue_jobs\{/m);
    assert.match(body, /^folio_documents\{/m);
    const later = (await server.inject({ url: '/metrics' })).body;
    assert.ok(valueOf(later, 'folio_metrics_failures_total', { about: 'queues' }) >= 1);
    await server.close();
  });
});

describe('the dashboard and the alerts', () => {
  const read = (path: string) => readFile(join(ROOT, path), 'utf8');
  const FAMILY = /\b(folio|nodejs|process|http)_[a-z0-9_]+\b/g;
  const bare = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

  async function exported(): Promise<Set<string>> {
    const text = await metricsOf(await world());
    return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));
  }

  for (const path of ['ops/grafana-dashboard.json', 'ops/prometheus-alerts.yml']) {
    test(`${path} asks for metrics that exist`, async () => {
      const names = new Set([...(await read(path)).matchAll(FAMILY)].map(([name]) => bare(name)));
      const known = await exported();
      assert.ok(names.size > 5);
      assertNone([...names], (name) => !known.has(name) && !known.has(`${name}_count`));
    });
  }

  test('every metric of ours is explained in docs/monitoring.md, and no other', async () => {
    const ours = [...(await exported())].filter((name) => name.startsWith('folio_')).toSorted();
    const told = [...(await read('docs/monitoring.md')).matchAll(/^\| `(folio_\w+)/gm)]
      .map(([, name]) => name!)
      .toSorted();
    assert.deepEqual(told, ours);
  });

  test('every metric of ours is watched: by an alert, or on the dashboard, or its line says why not', async () => {
    const watched = (await read('ops/prometheus-alerts.yml')) + (await read('ops/grafana-dashboard.json'));
    const names = new Set([...watched.matchAll(FAMILY)].map(([name]) => bare(name)));
    const lines = [...(await read('docs/monitoring.md')).matchAll(/^\| `(folio_\w+)`.*$/gm)];
    assertNone(lines, ([line, name]) => !names.has(name!) && !line.includes('not watched:'));
  });

  test('every alert names a chapter of the runbook that exists, and is in the documents', async () => {
    const rules = await read('ops/prometheus-alerts.yml');
    const runbook = await read('docs/operations.md');
    const monitoring = await read('docs/monitoring.md');
    const anchors = new Set(
      [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        title!
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .trim()
          .replaceAll(' ', '-'),
      ),
    );
    for (const [, anchor] of runbook.matchAll(/<a (?:id|name)="([^"]+)">/g)) anchors.add(anchor!);
    const alerts = [...rules.matchAll(/- alert: (\w+)[^]*?runbook: \S*docs\/operations\.md#([\w-]+)/g)];
    assert.equal(alerts.length, rules.match(/- alert:/g)?.length, 'each has its chapter');
    for (const [, name, anchor] of alerts) {
      assert.ok(anchors.has(anchor!), `${name} points at #${anchor}; there are ${[...anchors].join(', ')}`);
      assert.ok(monitoring.includes(name!), `docs/monitoring.md does not know ${name}`);
    }
  });
});
