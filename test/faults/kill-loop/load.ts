// Simulated users: they sell, pay, credit and void through the API, and retry when no answer comes.
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../campaign/chance.ts';
import type { Told } from '../campaign/evidence.ts';

export interface Shop {
  url: string;
  token: string;
  itemIds: string[];
  clientId: string;
}

// Each caller knows what it has asked for.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

/** Undefined when no answer came, or none that says anything: a refusal is an answer. */
export async function ask(shop: Shop, query: string, variables: object): Promise<Answer> {
  try {
    const response = await fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.token}` },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = await response.json();
    return answer.data ?? answer;
  } catch {
    // Killed under way, or not there: the caller tries again.
    return undefined;
  }
}

const GENERATE = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id legalStatus } }';
const ORDER = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }`;
const PAY = `mutation ($id: UUID!, $key: String!) { registerPayment(invoiceId: $id, amount: "1", idempotencyKey: $key) { id } }`;
const VOID = `mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The client gave the order twice") { id } }`;
const CREDIT = `mutation ($id: UUID!) { createCredit(input: { invoiceId: $id, reason: "Goods came back" }) { id } }`;

export interface Load {
  sold: number;
  tries: number;
}

/** One simulated user, until stopped. */
export async function workOn(shop: Shop, chance: Chance, load: Load, isOver: () => boolean): Promise<void> {
  const invoices: string[] = [];
  while (!isOver()) {
    const lines = [{ itemId: chance.oneOf(shop.itemIds), quantity: String(1 + chance.below(3)) }];
    const order = await ask(shop, ORDER, { input: { clientId: shop.clientId, lines } });
    if (!order?.createOrder) {
      await delay(50);
      continue;
    }
    const id = order.createOrder.id as string;
    let invoice: Answer;
    while (!invoice?.generateInvoice && !isOver()) {
      load.tries += 1;
      invoice = await ask(shop, GENERATE, { id });
      if (!invoice) await delay(50);
      else if (!invoice.generateInvoice) break;
    }
    if (!invoice?.generateInvoice) continue;
    load.sold += 1;
    invoices.push(invoice.generateInvoice.id);
    const one = chance.oneOf(invoices.slice(-20));
    if (chance.happens(0.2)) await ask(shop, PAY, { id: one, key: `key ${one} ${chance.below(2)}` });
    if (chance.happens(0.1)) await ask(shop, CREDIT, { id: one });
    if (chance.happens(0.1)) await ask(shop, VOID, { id: one });
  }
}

const EVENTS = `query ($after: String) { events(after: $after, first: 500) {
  records { id type entityId data } pageInfo { endCursor hasNextPage } } }`;

/** Follows the feed until it is over and there is nothing more to read; what does not answer is asked again. */
export async function followFeed(shop: Shop, told: Told[], isOver: () => boolean): Promise<void> {
  let after: string | null = null;
  for (let hasMore = true; hasMore || !isOver();) {
    const isLast = isOver();
    const answer = await ask(shop, EVENTS, { after });
    if (!answer?.events) {
      await delay(50);
      continue;
    }
    const { records, pageInfo } = answer.events;
    told.push(...records);
    after = pageInfo.endCursor;
    hasMore = pageInfo.hasNextPage || !isLast;
    if (!pageInfo.hasNextPage) await delay(100);
  }
}
