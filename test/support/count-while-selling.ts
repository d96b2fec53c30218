// Counts of the shelf as a test asks for them, and two people who count while eight tills sell.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newClient, newItem, stockOf } from './business.ts';
import type { Answer, TestTenant } from './world.ts';

const OF = `id name status statusBy lineCount reason sums { toCount counted different surplus missing }`;
export const OPEN = `mutation ($id: UUID!, $name: String!, $locationId: UUID!, $category: String, $days: Int, $blind: Boolean, $cashiers: Boolean, $key: String) {
  openStockCount(id: $id, name: $name, locationId: $locationId, category: $category, notCountedDays: $days, isBlind: $blind,
    isForCashiers: $cashiers, idempotencyKey: $key) { ${OF} } }`;
export const COUNT = `mutation ($id: UUID!, $lines: [StockCountLineInput!]!, $clock: DateTime, $key: String, $madeBy: String) {
  countStock(countId: $id, lines: $lines, clock: $clock, idempotencyKey: $key, madeBy: $madeBy) { id lineCount } }`;
export const END = 'mutation ($id: UUID!) { endStockCount(id: $id) { id status lineCount } }';
export const POST = `mutation ($id: UUID!, $lines: Int!, $key: String) { postStockCount(id: $id, lineCount: $lines, idempotencyKey: $key) { ${OF} } }`;
export const DISCARD =
  'mutation ($id: UUID!, $reason: String!) { discardStockCount(id: $id, reason: $reason) { status reason } }';
export const READ = `query ($id: UUID!, $state: CountedState!, $search: String) {
  stockCount(id: $id) { ${OF} }
  stockCountItems(countId: $id, state: $state, search: $search, limit: 100) {
    totalCount records { item { id sku } counted countedAt expected difference movedBetween value lines { id place quantity countedBy } } } }`;
export const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';

/** The count and its location. */
export async function opened(shop: TestTenant, more: object = {}): Promise<{ id: string; locationId: string }> {
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const locationId = locations.find((one: Answer) => one.isDefault).id;
  const id = randomUUID();
  await shop.get(OPEN, { id, name: 'Pasillo 1', locationId, ...more });
  return { id, locationId };
}

export const line = (itemId: string, quantity: string | null, more: object = {}): object => ({
  ...{ id: randomUUID(), itemId, quantity },
  ...more,
});
export const put = (shop: TestTenant, id: string, ...lines: object[]) => shop.get(COUNT, { id, lines });
export const itemsOf = async (shop: TestTenant, id: string, state = 'COUNTED'): Promise<Answer[]> =>
  (await shop.get(READ, { id, state })).stockCountItems.records;

export async function sell(shop: TestTenant, clientId: string, itemId: string, quantity: number, more: object = {}) {
  const { createOrder } = await shop.get(ORDER, {
    input: { clientId, lines: [{ itemId, quantity: String(quantity) }], ...more },
  });
  await shop.call('generateInvoice', { orderId: createOrder.id, mode: 'PROFORM' });
}

/** Ends it and posts what is there. */
export async function posted(shop: TestTenant, id: string): Promise<Answer> {
  const { endStockCount } = await shop.get(END, { id });
  return (await shop.get(POST, { id, lines: endStockCount.lineCount })).postStockCount;
}

const SELLERS = 8;

/** Rest of each item is what was found of it, less what was sold after, by a journal of the test's own. */
export async function countWhileSelling(shop: TestTenant, sales: number): Promise<void> {
  const clientId = await newClient(shop);
  const items = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => ({
      id: await newItem(shop, { stock: '5000' }),
      at,
      sold: 0,
      after: 0,
      counted: 0,
      maybe: 0,
    })),
  );
  const { id } = await opened(shop);
  const busy = new Map<string, Promise<unknown>>();
  // Every other item has one thing happen after the other, so that the journal knows what came first; the rest has anything.
  const inTurn = (item: (typeof items)[number], work: () => Promise<unknown>): Promise<unknown> => {
    if (item.at % 2 === 1) return work();
    const next = (busy.get(item.id) ?? Promise.resolve()).then(work);
    busy.set(item.id, next);
    return next;
  };
  let instant = 0;
  const journal: { item: (typeof items)[number]; began: number; ended: number; quantity: number }[] = [];
  const counts = new Map<string, { began: number; ended: number; found: number }>();
  const seller = async (nth: number): Promise<void> => {
    for (let at = 0; at < sales / SELLERS; at += 1) {
      const item = items[(at * 7 + nth * 5) % items.length]!;
      const quantity = 1 + ((at + nth) % 4);
      await inTurn(item, async () => {
        const began = (instant += 1);
        await sell(shop, clientId, item.id, quantity);
        journal.push({ item, began, ended: (instant += 1), quantity });
      });
    }
  };
  const person = async (nth: number): Promise<void> => {
    for (const item of items.filter(({ at }) => at % 4 < 2 === (nth === 0))) {
      await pause(40);
      await inTurn(item, async () => {
        const began = (instant += 1);
        // So many fewer are found than this journal knows to be there.
        const there = 5000 - journal.filter((one) => one.item === item).reduce((sum, one) => sum + one.quantity, 0);
        await put(shop, id, line(item.id, String(there - nth - 3)));
        counts.set(item.id, { began, ended: (instant += 1), found: there - nth - 3 });
      });
    }
  };
  await Promise.all([...Array.from({ length: SELLERS }, (_, nth) => seller(nth)), person(0), person(1)]);
  const done = await posted(shop, id);
  assert.equal(done.sums.counted, 12);
  for (const item of items) {
    const { began, ended, found } = counts.get(item.id)!;
    const sales = journal.filter((one) => one.item === item);
    const sum = (which: typeof journal): number => which.reduce((total, { quantity }) => total + quantity, 0);
    const after = sum(sales.filter((one) => one.began > ended));
    const during = sum(sales.filter((one) => one.began < ended && one.ended > began));
    const left = Number((await stockOf(shop, item.id)).onHand);
    if (item.at % 2 === 0) assert.equal(left, found - after);
    else
      assert.ok(
        left <= found - after && left >= found - after - during,
        `${left} of ${found} − ${after}, ${during} at once`,
      );
  }
  assert.equal(journal.length, sales);
}
