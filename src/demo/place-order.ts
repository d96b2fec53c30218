// Takes an order for what a store has plenty of, so that it can be delivered at once.
import { createOrder, type Order } from '../sales/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { daysAfter } from './calendar.ts';
import type { DemoClient, StoreCode } from './catalog.ts';
import type { History } from './history.ts';
import { inUnits, type Tenths } from './shelf.ts';
import { shelfOf, type Item, type Store } from './world.ts';

/** What each store has plenty of and nobody has ordered yet; the best first. */
export type FreeGoods = Map<StoreCode, { store: Store; items: Item[] }>;

/** The client as it stands in the catalog of the tenant, and which of the goods it buys. */
type Customer = Pick<DemoClient, 'buys' | 'termDays'> & { id: string };

export function freeGoods(history: History): FreeGoods {
  return new Map(history.stores.map((store) => [store.code, { store, items: wellStocked(history, store) }]));
}

/** Measured by how it sells. */
function wellStocked(history: History, store: Store): Item[] {
  const onHand = (item: Item): Tenths => shelfOf(history, store, item).onHand;
  const days = (item: Item): number => onHand(item) / (item.perDay * store.share * 10);
  return history.items
    .filter((item) => !item.story && days(item) >= 3 && onHand(item) >= aFew(item))
    .toSorted((a, b) => days(b) - days(a));
}

/** Undefined on a day when the store has too little of all that the customer buys. */
export async function placeOrder(
  db: TenantDb,
  { store, items }: { store: Store; items: Item[] },
  customer: Customer,
  today: string,
  mostLines: number,
): Promise<Order | undefined> {
  const chosen = items.filter((item) => customer.buys.includes(item.department)).slice(0, mostLines);
  if (chosen.length === 0) return undefined;
  // Each order asks for other goods.
  for (const item of chosen) items.splice(items.indexOf(item), 1);
  return createOrder(
    db,
    {
      clientId: customer.id,
      dueDate: customer.termDays === 0 ? null : daysAfter(today, customer.termDays),
      lines: chosen.map((item) => ({ itemId: item.id, locationId: store.id, quantity: inUnits(aFew(item)) })),
    },
    store.user,
  );
}

export function aFew({ pack: [least, most] }: Item): Tenths {
  return 10 * Math.ceil((least + most) / 4);
}
