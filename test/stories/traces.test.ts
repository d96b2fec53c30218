// One invoice as a collector of OpenTelemetry sees it: request, statements, calls of the PAC, jobs and verdicts, each below what brought it about.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLogger } from '../../src/platform/log.ts';
import { traceparent } from '../../src/platform/trace.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { startTraces } from '../../src/wiring/traces.ts';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { startReceiver } from '../support/receiver.ts';
import { postGraphql } from '../support/serving.ts';
import { CREATE } from '../support/webhooks.ts';
import { createWorld, eventually } from '../support/world.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const CLIENT = 'Ana Kanarienvogel';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: object }[];
}

interface Collector {
  url: string;
  spans: Span[];
  texts: string[];
  headers: IncomingMessage['headers'][];
}

async function collector(t: TestContext): Promise<Collector> {
  const received: Collector = { url: '', spans: [], texts: [], headers: [] };
  const server = createServer((request, response) => void receive(request, response));
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    received.texts.push(`${request.url} ${text}`);
    received.headers.push(request.headers);
    const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    received.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  received.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return received;
}

/** As a service would start with this environment. */
async function tracing(t: TestContext, env: Record<string, string>, warned: string[] = []) {
  const before = { ...process.env };
  Object.assign(process.env, { OTEL_BSP_SCHEDULE_DELAY: '20', ...env });
  const log = createLogger({ level: 'info', readable: false, write: (line) => void warned.push(line) });
  const traces = await startTraces(log);
  for (const name of ['OTEL_BSP_SCHEDULE_DELAY', ...Object.keys(env)]) delete process.env[name];
  Object.assign(process.env, before);
  t.after(() => traces.close());
  return traces;
}

test('one invoice is one trace: request, statements, submission, poll and verdict', async (t) => {
  const { url, spans, texts, headers } = await collector(t);
  await tracing(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a-key',
    OTEL_SERVICE_NAME: 'shop-invoices',
  });
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const here = await createWorld({ works: false, env: { WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}` } });
  const shop = await here.tenant();
  await shop.get(CREATE, { url: receiver.at('/hook'), types: ['invoice.dgi_authorized'] });
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop, CLIENT), [{ itemId, quantity: '1' }]);
  const query = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id documentId legalStatus } }';
  const { json } = await postGraphql(
    here.url,
    { query, variables: { id: order.id } },
    { token: await shop.token('admin'), headers: { traceparent: `00-${TRACE}-${PARENT}-01` } },
  );
  const { documentId } = json.data.generateInvoice;
  await here.simulator.verdict(documentId, 'DGI_AUTHORIZED', { webhook: false });
  // Another process, which knows of the trace what the job tells it.
  const worker = await here.anotherApp();
  await worker.jobs.work(jobsOf(worker));

  const ours = () => spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: RegExp) => ours().filter((span) => name.test(span.name));
  await eventually(async () => named(/^verdict$/), { length: 2 });
  await eventually(async () => named(/^deliver webhook$/), { length: 1 });
  const all = await eventually(
    async () => ours(),
    (found) =>
      found.every(({ parentSpanId }) => parentSpanId === PARENT || found.some((one) => one.spanId === parentSpanId)),
  );
  const parentOf = (span: Span) => all.find(({ spanId }) => spanId === span.parentSpanId)!;
  const told = ({ attributes }: Span, key: string) =>
    Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

  const [request] = named(/^POST \/graphql$/);
  assert.deepEqual([request!.parentSpanId, request!.kind], [PARENT, 2]);
  assert.equal(told(request!, 'http.response.status_code'), 200);
  assert.equal(told(request!, 'folio.tenant.id'), shop.tenant.id);

  const [submitted] = named(/^POST \/pan\/v1\/invoices$/);
  assert.equal(parentOf(submitted!), request);
  assert.equal(submitted!.kind, 3);
  const [authorized, verdict] = named(/^verdict$/).toSorted((one) => (parentOf(one) === request ? -1 : 1));
  assert.equal(parentOf(authorized!), request);
  assert.equal(told(authorized!, 'folio.legal_status'), 'PAC_AUTHORIZED');

  const job = parentOf(verdict!);
  assert.deepEqual([job.name, job.kind, parentOf(job)], ['process poll-legal-status', 5, authorized]);
  assert.equal(told(verdict!, 'folio.legal_status'), 'DGI_AUTHORIZED');
  const [delivery] = named(/^deliver webhook$/);
  assert.deepEqual([parentOf(delivery!), delivery!.kind], [job, 3]);
  assert.equal(told(delivery!, 'folio.event.type'), 'invoice.dgi_authorized');
  assert.equal(told(delivery!, 'http.response.status_code'), 200);
  const asked = named(/^GET \/pan\/v1\/invoices\/\{id\}$/);
  assert.ok(asked.some((span) => parentOf(span) === job));
  const sent = here.simulator.calls().find(({ operation }) => operation === 'submit');
  assert.equal(sent!.traceparent, `00-${TRACE}-${submitted!.spanId}-01`);

  for (const parent of [request!, authorized!, job, verdict!, delivery!]) {
    const statements = all.filter((span) => told(span, 'db.system.name') === 'postgresql' && parentOf(span) === parent);
    assert.ok(statements.length > 0, parent.name);
    for (const one of statements) assert.doesNotMatch(String(told(one, 'db.query.text')), /'/);
  }
  assert.ok(all.every(({ status }) => status.code !== 2));

  assert.ok(texts.every((text) => text.startsWith('/v1/traces ')));
  assert.ok(headers.every((header) => header['x-key'] === 'a-key'));
  assert.match(texts[0]!, /"shop-invoices"/);
  for (const text of texts) {
    for (const secret of [CLIENT, 'Bearer', 'test-key', shop.companyId]) assert.ok(!text.includes(secret), secret);
  }
  await here.close();
});

test('a collector that is away is told of once, and holds up nothing', async (t) => {
  const warned: string[] = [];
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '100' };
  const traces = await tracing(t, env, warned);
  const here = await createWorld({ works: false });
  const shop = await here.tenant();
  for (let batch = 0; batch < 3; batch += 1) {
    const { status } = await postGraphql(
      here.url,
      { query: '{ viewer { userName } }' },
      { token: await shop.token('viewer') },
    );
    assert.equal(status, 200);
  }
  await eventually(
    async () => warned.length,
    (lines) => lines > 0,
  );
  await here.close();
  await traces.close();
  assert.equal(warned.length, 1);
  assert.match(warned[0]!, /"level":40.*traces do not reach their collector/);
  assert.equal(traceparent(), undefined);
});

test('nothing of the SDK is loaded unless an address says where traces go', () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { if (url.includes('@opentelemetry')) process.stderr.write('LOADED ' + url + '\\n'); return next(url, context); } });`;
  const loaded = (env: Record<string, string>): string[] => {
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, join(import.meta.dirname, '../../src/main.ts')],
      {
        // It ends at the file that is not there, before it opens anything.
        env: { DATA_DIR: tmpdir(), DEMO: 'off', GRAPHQL_OPERATIONS_FILE: '/nowhere', ...env },
        encoding: 'utf8',
      },
    );
    assert.match(stderr, /GRAPHQL_OPERATIONS_FILE cannot be used/);
    assert.equal(status, 1);
    const packages = [...stderr.matchAll(/^LOADED .*@opentelemetry\/([\w-]+)/gm)].map(([, name]) => name!);
    return [...new Set(packages)].filter((name) => name !== 'api').toSorted();
  };
  assert.deepEqual(loaded({}), []);
  assert.deepEqual(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }), []);
  assert.ok(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }).includes('sdk-trace-base'));
});
