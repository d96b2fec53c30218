// The orders that a visitor finds open and can invoice in the first minute, and one reservation without an order.
import { createOrder } from '../sales/index.ts';
import { reserve } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { daysAfter } from './calendar.ts';
import type { StoreCode } from './catalog.ts';
import type { History } from './history.ts';
import { inUnits } from './shelf.ts';
import { shelfOf, type Item, type Store } from './world.ts';

const LINES_EACH = 3;

/** One of each kind of receiver, since each makes another fiscal document. */
const CUSTOMERS: readonly { client: string; store: StoreCode }[] = [
  { client: 'Minisúper La Bendición, S.A.', store: 'MAIN' },
  { client: 'Cliente de mostrador', store: 'MAIN' },
  { client: 'Centro Escolar República del Istmo', store: 'MAIN' },
  { client: 'Supermercado Tierras Altas, S.A.', store: 'DAV' },
  { client: 'Caribbean Ship Supply Ltd.', store: 'MAIN' },
];

export async function openOrders(db: TenantDb, history: History): Promise<void> {
  const free = new Map(history.stores.map((store) => [store.code, { store, items: wellStocked(history, store) }]));
  for (const customer of CUSTOMERS) {
    const client = history.clients.find(({ name }) => name === customer.client)!;
    const { store, items } = free.get(customer.store)!;
    const chosen = items.filter((item) => client.buys.includes(item.department)).slice(0, LINES_EACH);
    await createOrder(
      db,
      {
        clientId: client.id,
        dueDate: client.termDays === 0 ? null : daysAfter(history.today, client.termDays),
        lines: chosen.map((item) => ({ itemId: item.id, locationId: store.id, quantity: aFew(item) })),
      },
      store.user,
    );
    // Each order asks for other goods.
    for (const item of chosen) items.splice(items.indexOf(item), 1);
  }
  const { store, items } = free.get('MAIN')!;
  await reserve(db, [{ itemId: items[0]!.id, locationId: store.id, quantity: aFew(items[0]!) }], store.user);
}

/** What a store has plenty of, measured by how it sells; the best first. */
function wellStocked(history: History, store: Store): Item[] {
  const days = (item: Item): number => shelfOf(history, store, item).onHand / (item.perDay * store.share * 10);
  return history.items.filter((item) => !item.story && days(item) >= 3).toSorted((a, b) => days(b) - days(a));
}

function aFew({ pack: [least, most] }: Item): string {
  return inUnits(10 * Math.ceil((least + most) / 4));
}
