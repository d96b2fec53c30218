/** Shared by the simulator's own tests: bodies that the PAC accepts, a caller, and a receiver of webhooks. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { startSimulator } from './server.ts';
import type { Simulator, SimulatorOptions } from './server.ts';

export const API_KEY = 'test-key';
export const WEBHOOK_SECRET = 'test-secret';
export const CONTROL_KEY = 'test-control-key';
export const COMPANY = '01HZZZZZZZZZZZZZZZZZZZZZZZ';

interface BodyOptions {
  number?: number;
  name?: string;
  billingPoint?: string;
  issueDate?: string;
  original?: { cufe: string; issueDate: string };
}

export const inPanama = (instant: Date): string =>
  `${new Date(instant.getTime() - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;

export function documentBody({
  number = 1,
  name = 'Café Boquete',
  billingPoint = '001',
  issueDate,
  original,
}: BodyOptions = {}) {
  return {
    idOffice: '01HYYYYYYYYYYYYYYYYYYYYYYY',
    information: {
      issueType: '01',
      documentType: original ? '04' : '01',
      numeration: String(number).padStart(10, '0'),
      billingPoint,
      securityCode: '123456789',
      nature: '01',
      operationType: 1,
      destination: 1,
      receiverContainer: 1,
      ...(original ? {} : { saleType: 1 }),
      cafe: { format: 3, delivery: 3 },
      issueDate: issueDate ?? inPanama(new Date()),
    },
    receiver: {
      type: '01',
      ruc: { type: 1, ruc: '8-442-445', verificationDigit: '08' },
      name,
      address: 'Vía España, Ciudad de Panamá',
      country: 'PA',
    },
    items: [
      {
        number: '0001',
        description: 'Café molido 500 g',
        code: 'CAF-500',
        unit: 'und',
        quantity: 3,
        prices: { transfer: 8.5 },
        itbms: { rate: '00' },
      },
      {
        number: '0002',
        description: 'Cafetera',
        code: 'CAF-1',
        unit: 'und',
        quantity: 1,
        prices: { transfer: 39.95, discount: 5 },
        itbms: { rate: '01' },
      },
    ],
    totals: { paymentTime: 1, paymentMethods: [{ type: '02', amount: 62.9 }] },
    ...(original ? { referencedDocuments: [original] } : {}),
  };
}

/** Changes one place of a body: `changed(documentBody(), 'receiver.type', '09')`; undefined takes the place away. */
export function changed(body: object, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop()!;
  let place: Record<string, unknown> = copy;
  for (const step of steps) place = place[step] as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

export async function simulate(t: TestContext, options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    apiKey: API_KEY,
    webhookSecret: WEBHOOK_SECRET,
    controlKey: CONTROL_KEY,
    verdictDelayMs: null,
    ...options,
  });
  t.after(() => simulator.close());
  return simulator;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The document, bare or inside `document`; an empty object when the answer is no JSON. */
  document: Record<string, unknown>;
  json: Record<string, unknown>;
}

interface CallOptions {
  body?: unknown;
  company?: string | null;
  key?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export async function call(
  simulator: Pick<Simulator, 'url'>,
  method: string,
  path: string,
  { body, company = COMPANY, key = API_KEY, headers = {}, signal }: CallOptions = {},
): Promise<Answer> {
  const url = new URL(path, simulator.url);
  if (company !== null) url.searchParams.set('idCompany', company);
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const json = parse(text);
  const document = (json['document'] ?? json) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, text, document, json };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const submit = (simulator: Pick<Simulator, 'url'>, body: unknown = documentBody(), options: CallOptions = {}) =>
  call(simulator, 'POST', '/pan/v1/invoices', { body, ...options });

export const look = (simulator: Pick<Simulator, 'url'>, id: unknown, options: CallOptions = {}) =>
  call(simulator, 'GET', `/pan/v1/invoices/${String(id)}?documents=pdf`, options);

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  body: Record<string, unknown>;
}

export interface WebhookSink {
  url: string;
  received: ReceivedWebhook[];
  /** Statuses for the next webhooks; 200 once the list is empty. */
  statuses: number[];
  /** Resolves with the first `count` webhooks. */
  first(count: number): Promise<ReceivedWebhook[]>;
}

export async function receiveWebhooks(t: TestContext): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      received.push({ path: request.url ?? '', headers: request.headers, rawBody, body: parse(rawBody.toString()) });
      response.writeHead(statuses.shift() ?? 200).end('{"received":true}');
      arrived.resolve();
      arrived = Promise.withResolvers<void>();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    statuses,
    async first(count) {
      while (received.length < count) await arrived.promise;
      return received.slice(0, count);
    },
  };
}
