// The orders that a visitor finds open and can invoice in the first minute, and one reservation without an order.
import { reserve } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { StoreCode } from './catalog.ts';
import type { History } from './history.ts';
import { aFew, placeOrder, type FreeGoods } from './place-order.ts';
import { inUnits } from './shelf.ts';

const LINES_EACH = 3;

/** One of each kind of receiver, since each makes another fiscal document. */
const CUSTOMERS: readonly { client: string; store: StoreCode }[] = [
  { client: 'Minisúper La Bendición, S.A.', store: 'MAIN' },
  { client: 'Cliente de mostrador', store: 'MAIN' },
  { client: 'Centro Escolar República del Istmo', store: 'MAIN' },
  { client: 'Supermercado Tierras Altas, S.A.', store: 'DAV' },
  { client: 'Caribbean Ship Supply Ltd.', store: 'MAIN' },
];

export async function openOrders(db: TenantDb, { clients, today }: History, free: FreeGoods): Promise<void> {
  for (const customer of CUSTOMERS) {
    const client = clients.find(({ name }) => name === customer.client)!;
    await placeOrder(db, free.get(customer.store)!, client, today, LINES_EACH);
  }
  const { store, items } = free.get('MAIN')!;
  await reserve(db, [{ itemId: items[0]!.id, locationId: store.id, quantity: inUnits(aFew(items[0]!)) }], store.user);
}
