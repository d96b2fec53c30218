// A small ERP beside the service: it sells under ids of its own and keeps two copies of what Folio has, one by the feed and one by webhooks.
import { createHmac } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../campaign/chance.ts';
import type { Shop } from './load.ts';

const DOCUMENT = 'id externalId number legalStatus submissionState total files { id }';
const KINDS = {
  client: { list: 'clients', one: 'client(id: $id)', fields: 'id externalId name email metadata' },
  item: { list: 'items', one: 'getItemById(itemId: $id)', fields: 'id externalId sku name unitPrice metadata' },
  order: { list: 'orders', one: 'order(id: $id)', fields: 'id externalId number status total' },
  invoice: {
    list: 'invoices',
    one: 'invoice(id: $id)',
    fields: `${DOCUMENT} invoiceStatus paid credited balance payments { id amount }`,
  },
  credit: { list: 'credits', one: 'credit(id: $id)', fields: `${DOCUMENT} creditStatus` },
} as const;
type Kind = keyof typeof KINDS;
const ALL = Object.keys(KINDS) as Kind[];

/** Prefix of a kind's events, and the kinds that a document without more words may be. */
const TOLD_OF: Record<string, readonly Kind[]> = {
  client: ['client'],
  item: ['item'],
  order: ['order'],
  invoice: ['invoice'],
  credit: ['credit'],
  document: ['invoice', 'credit'],
  payment: ['invoice'],
};

type Copy = Record<string, unknown>;
interface Told {
  id: string;
  type: string;
  data: { id: string; invoiceId?: string };
}
interface Books {
  cursor: string | undefined;
  copy: Copy;
}

const GIVE_UP_AFTER_MS = 240_000;
const PAGE = 40;

export interface SmallErp {
  /** Resolves when it has made its last sale. */
  selling: Promise<void>;
  /** Waits until both copies are still, and tells what differs from Folio. */
  end(): Promise<string[]>;
}

export interface ErpOptions {
  /** The addresses of the service; each question goes to any of them. */
  shops: readonly Shop[];
  folder: string;
  /** On which it is told of events. */
  port: number;
  chance: Chance;
  /** The shop is closed. */
  isOver: () => boolean;
}

export async function startSmallErp({ shops, folder, port, chance, isOver }: ErpOptions): Promise<SmallErp> {
  const file = `${folder}/erp.json`;
  const closing = new AbortController();
  let deadlineAt = Number.POSITIVE_INFINITY;

  /** Asks until there is an answer; a refusal is a defect, as everything that is asked is right. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async function asked(query: string, variables: object = {}): Promise<any> {
    for (;;) {
      const { url, token } = chance.oneOf([...shops]);
      const { data, errors = [] } = await post(url, token, { query, variables });
      // A document is an invoice or a credit, so one of the two questions about it finds none.
      const problems = errors.filter(({ extensions }) => extensions?.code !== 'NOT_FOUND');
      if (data && problems.length === 0) return data;
      if (!problems.every(isPassing)) throw new Error(`${query}: ${JSON.stringify(errors)}`);
      if (performance.now() > deadlineAt) throw new Error(`no answer any more to ${query}`);
      await delay(100);
    }
  }

  async function readOne(kinds: readonly Kind[], id: string): Promise<Copy> {
    const parts = kinds.map((kind) => `${kind}: ${KINDS[kind].one} { ${KINDS[kind].fields} }`);
    const answer = await asked(`query ($id: UUID!) { ${parts.join(' ')} }`, { id });
    const found = kinds.flatMap((kind) => (answer[kind] ? [[`${kind} ${id}`, answer[kind]]] : []));
    return Object.fromEntries(found);
  }

  async function enter({ type, data }: Told, copy: Copy): Promise<void> {
    const prefix = type.split('.')[0]!;
    const kinds = TOLD_OF[prefix];
    if (kinds) Object.assign(copy, await readOne(kinds, prefix === 'payment' ? data.invoiceId! : data.id));
  }

  /** All lists, page by page. */
  async function readAll(): Promise<Copy> {
    const copy: Copy = {};
    for (const kind of ALL) {
      const { list, fields } = KINDS[kind];
      const query = `query ($after: String) { page: ${list}(first: 100, after: $after) {
        records { ${fields} } pageInfo { endCursor hasNextPage } } }`;
      for (let after: string | null = null, isMore = true; isMore;) {
        const { page } = await asked(query, { after });
        for (const record of page.records) copy[`${kind} ${record.id}`] = record;
        ({ endCursor: after, hasNextPage: isMore } = page.pageInfo);
      }
    }
    return copy;
  }

  // --- the copy by the feed: kept in a file with its cursor, and now and then the program is "killed" and begins again from the file
  async function load(): Promise<Books> {
    return JSON.parse(await readFile(file, 'utf8')) as Books;
  }

  async function save(books: Books): Promise<void> {
    await writeFile(`${file}.new`, JSON.stringify(books));
    await rename(`${file}.new`, file);
  }

  const seen = new Map<string, number>();
  let isQuiet = false;

  async function follow(): Promise<void> {
    let books = await load();
    while (!closing.signal.aborted) {
      const { events } = await asked(
        `query ($after: String) { events(after: $after, first: ${PAGE}) {
          records { id type data } pageInfo { endCursor hasNextPage } } }`,
        { after: books.cursor },
      );
      const records = events.records as Told[];
      for (const event of records) {
        await enter(event, books.copy);
        seen.set(event.id, (seen.get(event.id) ?? 0) + 1);
      }
      if (chance.happens(0.1)) books = await load();
      else {
        books.cursor = events.pageInfo.endCursor;
        await save(books);
        isQuiet = records.length === 0 && !events.pageInfo.hasNextPage;
        if (isQuiet) await delay(200);
      }
    }
  }

  // --- the copy by webhooks: a receiver that hangs, fails and hangs up, and then does what it should
  const byWebhook: Copy = {};
  const received = new Set<string>();
  const problems: string[] = [];
  let secret = '';
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    if (!isSigned(request, body, secret)) problems.push('a webhook without a right signature');
    const course = isOver() ? 1 : chance.below(100) / 100;
    if (course < 0.02) request.socket.destroy();
    else if (course < 0.05) response.writeHead(503).end();
    // Never answered: the patience of the sender ends it.
    else if (course >= 0.06) {
      const event = JSON.parse(body) as Told;
      if (!received.has(event.id)) await enter(event, byWebhook);
      received.add(event.id);
      response.writeHead(204).end();
    }
  }
  const receiver = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => problems.push(`the receiver: ${String(error)}`));
  });
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  receiver.unref();

  // --- its own sales, under its own ids
  const sold: string[] = [];
  async function sell(): Promise<void> {
    for (let number = 1; !isOver(); number += 1) {
      const externalId = `ERP-${number}`;
      await asked(`mutation ($clients: [UpsertClientInput!]!) { upsertClients(clients: $clients) { refused } }`, {
        clients: [{ externalId, name: `Client ${number}`, receiverType: 'CONSUMIDOR_FINAL', metadata: { number } }],
      });
      const { clientByExternalId: client } = await asked(
        'query ($externalId: String!) { clientByExternalId(externalId: $externalId) { id } }',
        { externalId },
      );
      const lines = [{ itemId: chance.oneOf(shops[0]!.itemIds), quantity: '1' }];
      const input = { externalId, clientId: client.id, lines, idempotencyKey: `order ${externalId}` };
      const { createOrder: order } = await asked(
        'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
        { input },
      );
      sold.push(externalId);
      await asked(
        'mutation ($id: UUID!, $key: String!) { generateInvoice(orderId: $id, idempotencyKey: $key) { id } }',
        { id: order.id, key: `invoice ${externalId}` },
      );
    }
  }

  /** Both ways: what it has entered is there once, and what is there is in both copies. */
  async function end(): Promise<string[]> {
    deadlineAt = performance.now() + GIVE_UP_AFTER_MS;
    let truth = await readAll();
    for (;;) {
      const { copy } = await load();
      const missed = [...seen.keys()].filter((id) => !received.has(id));
      const differing = [
        ...differences(truth, copy, 'feed'),
        ...differences(truth, byWebhook, 'webhooks'),
        ...missed.map((id) => `webhooks: the event ${id} never came`),
      ];
      if ((isQuiet && differing.length === 0) || performance.now() > deadlineAt) {
        problems.push(...differing);
        break;
      }
      await delay(1_000);
      truth = await readAll();
    }
    closing.abort();
    await following;
    receiver.closeAllConnections();
    receiver.close();
    for (const externalId of sold) {
      const orders = Object.entries(truth).filter(
        ([key, record]) =>
          key.startsWith('order ') && (record as { externalId: string | null }).externalId === externalId,
      );
      if (orders.length !== 1) problems.push(`${externalId} is there ${orders.length} times`);
    }
    return problems;
  }

  const { createWebhookEndpoint: created } = await asked(
    'mutation ($url: String!) { createWebhookEndpoint(url: $url) { secret endpoint { id } } }',
    { url: `http://127.0.0.1:${port}/events` },
  );
  secret = created.secret;
  // The feed's present first, then the lists: what happens in between is told as well.
  const { events } = await asked('{ events(after: "now") { pageInfo { endCursor } } }');
  const copy = await readAll();
  Object.assign(byWebhook, structuredClone(copy));
  await save({ cursor: events.pageInfo.endCursor, copy });
  const ended = (what: string) => (error: unknown) => void problems.push(`the ERP's ${what} ended: ${String(error)}`);
  const following = follow().catch(ended('reader of the feed'));
  const selling = sell().catch(ended('sale'));
  return { selling, end };
}

interface Refusal {
  message: string;
  extensions?: { code?: string };
}

/** Neither data nor errors: there was no answer. */
async function post(url: string, token: string, body: object): Promise<{ data?: unknown; errors?: Refusal[] }> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    return (await response.json()) as { data?: unknown; errors?: Refusal[] };
  } catch {
    // Killed under way, or not there.
    return {};
  }
}

const PASSING = ['SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL_SERVER_ERROR', 'PAC_UNAVAILABLE'];

/** A process that is killed may tell of a broken connection to its database. */
function isPassing({ extensions }: Refusal): boolean {
  return PASSING.includes(extensions?.code ?? '');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** By the text of Standard Webhooks alone. */
function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

function differences(truth: Copy, copy: Copy, how: string): string[] {
  return [...new Set([...Object.keys(truth), ...Object.keys(copy)])]
    .filter((key) => !isDeepStrictEqual(truth[key], copy[key]))
    .map((key) => `${how}: ${key} is ${JSON.stringify(copy[key])}, in Folio ${JSON.stringify(truth[key])}`);
}
