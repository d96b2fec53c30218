// The dashboard on its demo, for a file of tests: one service and one browser, visits that watch themselves, and the demo's records.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { noBrowser, openBrowser, visit, type Visit, type VisitOptions } from './browser.ts';
import { startService, type Service } from './start-demo.ts';

type LookOptions = VisitOptions & { token?: string; browser?: Browser };

export interface Dashboard {
  service: Service;
  browser: Browser;
  /** The item that is sold most. */
  itemId: string;
  /** Signed in as admin unless told otherwise; whatever else happens, no other host is asked and no script fails. */
  look(path: string, act: (visit: Visit) => Promise<void>, options?: LookOptions): Promise<void>;
}

interface Records<T> {
  records: T[];
}

type Started = Pick<Dashboard, 'service' | 'browser'>;

/** For all files of this process that ask for nothing of their own. */
let shared: Promise<Started> | undefined;
after(async () => shared && end(await shared));

async function start(env: Record<string, string>, isFirst: boolean): Promise<Started> {
  const browser = await openBrowser();
  return { browser, service: await startService(env, isFirst) };
}

async function end({ browser, service }: Partial<Started>): Promise<void> {
  await browser?.close();
  await service?.stop();
}

/**
 * The dashboard is ready once the tests of the file run. With `env`, which is read before the service starts, for the first time if told so,
 * it is of this file alone.
 */
export function dashboard(env?: () => Promise<Record<string, string>>, isFirst = false): Dashboard {
  const it = { look } as Dashboard;
  before(async () => {
    // For a file whose parts share it.
    if (noBrowser) return;
    Object.assign(it, await (env ? start(await env(), isFirst) : (shared ??= start({}, false))));
    it.itemId = (await itemsFound('ARR-25'))[0]!.id;
  });
  after(async () => {
    if (env) await end(it);
  });
  return it;

  async function look(path: string, act: (visit: Visit) => Promise<void>, options: LookOptions = {}): Promise<void> {
    const { token, browser = it.browser, ...context } = options;
    const link = token === undefined ? it.service.link : `${it.service.url}/#token=${token}`;
    const seen = await visit(browser, link.replace('/#', `${path}#`), context);
    try {
      await seen.page.getByRole('button', { name: /^(Entrar|Sign in)$/ }).click();
      await seen.page.getByRole('navigation').first().waitFor();
      await act(seen);
      assert.deepEqual(seen.strangers, [], 'requests to other hosts');
      assert.deepEqual(seen.errors, [], 'errors in the console');
    } finally {
      await seen.close();
    }
  }

  async function itemsFound(search: string): Promise<{ id: string }[]> {
    return (await it.service.call<Records<{ id: string }>>('items { records { id } }', { search })).records;
  }
}

/** For the first hotel unless a client is named. */
export async function openOrder({ service }: Dashboard, clientId?: string): Promise<string> {
  const { clients, items, locations } = await service.ask<{
    clients: Records<{ id: string }>;
    items: Records<{ id: string; trackingMode: string; inventory: { available: string } }>;
    locations: { id: string; isDefault: boolean }[];
  }>(`{ clients(search: "Hotel") { records { id } } locations { id isDefault }
        items(limit: 100) { records { id trackingMode inventory { available } } } }`);
  const locationId = locations.find((place) => place.isDefault)!.id;
  for (const { id, trackingMode, inventory } of items.records) {
    if (trackingMode !== 'NONE' || Number(inventory.available) < 20) continue;
    const available = await service.call<string>('availableQuantity', { itemId: id, locationId });
    if (Number(available) < 20) continue;
    return (
      await service.call('createOrder', {
        clientId: clientId ?? clients.records[0]!.id,
        lines: [{ itemId: id, quantity: '2' }],
      })
    ).id;
  }
  throw new Error('The demo has nothing left to sell');
}

export async function issuedInvoice(it: Dashboard, mode = 'DGI', clientId?: string): Promise<string> {
  return (await it.service.call('generateInvoice', { orderId: await openOrder(it, clientId), mode })).id;
}

export interface SentToPac {
  information: { issueDate: string };
  totals: {
    paymentTime: number;
    paymentMethods: { type: string; amount: number }[];
    installmentPayment?: { dueDate: string; amount: number }[];
  };
}

/** The body under which the PAC accepted a document, as it came to the simulator. */
export async function sentToPac({ service }: Dashboard, documentId: string): Promise<SentToPac> {
  const journal = await readFile(join(service.dataDir, 'simulator.jsonl'), 'utf8');
  const events = journal
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { event: string; document: { id: string; payload: SentToPac } });
  const accepted = events.filter(({ event, document }) => event === 'accepted' && document.id === documentId);
  assert.equal(accepted.length, 1);
  return accepted[0]!.document.payload;
}

/** An address of each kind of page. */
export async function everyPage(it: Dashboard): Promise<string[]> {
  const { orders, purchaseOrders, credits, clients, suppliers, acts } = await it.service.ask<
    Record<string, Records<{ id: string }>>
  >(
    `{ orders(limit: 1, status: OPEN) { records { id } } purchaseOrders(limit: 1, status: OPEN) { records { id } }
       credits(limit: 1) { records { id } } clients(search: "Hotel", limit: 1) { records { id } } suppliers(limit: 1) { records { id } }
       acts(first: 1) { records { id } } }`,
  );
  const { generic } = await it.service.ask<{ generic: { id: string } }>(
    `mutation ($clientId: UUID!) { generic: createGenericCredit(input: { clientId: $clientId, mode: PROFORM, reason: "Por papel", idempotencyKey: "every page",
       reference: { number: "4711", date: "2025-12-29" }, lines: [{ description: "Flete", unitPrice: "3", taxRate: "7" }] }) { id } }`,
    { clientId: clients!.records[0]!.id },
  );
  return [
    '/',
    '/items',
    `/items/${it.itemId}`,
    '/orders',
    '/orders/new',
    `/orders/${orders!.records[0]!.id}`,
    '/invoices',
    `/invoices/${await issuedInvoice(it)}`,
    '/credits',
    `/credits/${credits!.records[0]!.id}`,
    '/purchasing',
    `/purchasing/new?item=${it.itemId}`,
    `/purchasing/${purchaseOrders!.records[0]!.id}`,
    '/month',
    '/sales',
    '/receivables',
    '/debit-notes',
    '/generic-credits',
    `/generic-credits/${generic.id}`,
    '/expiring',
    '/turnover',
    '/transfers',
    '/transfers/new',
    '/movements',
    '/operations',
    '/remarks',
    '/payments',
    '/till',
    '/clients',
    `/clients/${clients!.records[0]!.id}`,
    '/suppliers',
    `/suppliers/${suppliers!.records[0]!.id}`,
    ...['company', 'users', 'access', 'offices', 'prices', 'webhooks', 'import'].map((part) => `/settings/${part}`),
    '/acts',
    '/assistants',
    `/acts/${acts!.records[0]!.id}`,
    '/purchasing/one/step/too/far',
  ];
}

/** Answers of an operation wait until they are released. */
export async function held(page: Page, operation: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    if (operationName === operation) await promise;
    await route.fallback();
  });
  return resolve;
}

/** The disk of a till is busy until it is released: what is to be kept there waits in its order. */
export async function busyDisk(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name!.startsWith('folio-sales '))!;
    const opening = indexedDB.open(name!);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const store = opening.result.transaction('sales', 'readwrite').objectStore('sales');
    const busy = { isOver: false };
    const hold = (): void => void (busy.isOver || store.get('none').addEventListener('success', hold));
    hold();
    Object.assign(globalThis, { endWriting: () => (busy.isOver = true) });
  });
  return () => page.evaluate(() => (globalThis as unknown as { endWriting(): void }).endWriting());
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** A status beside the title of the page. */
export const chip = (page: Page, text: string): Locator => page.locator('.page-head .chip', { hasText: text });

/** Its skeletons are gone. */
export async function settled(page: Page): Promise<void> {
  await heading(page).waitFor();
  await page.waitForFunction(() => document.querySelector('.bone') === null);
}
