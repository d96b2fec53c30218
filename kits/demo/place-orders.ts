// The orders that are open in the demo: some to be certified at its first start, each showing another life that a document can have,
// and one of each kind of receiver that can be invoiced in the first minute.
import { createClient, createItem, updateItem } from '../../src/catalog/index.ts';
import type { GenerationMode } from '../../src/fiscal/document.ts';
import { cancelOrder, createOrder } from '../../src/sales/index.ts';
import { reserve } from '../../src/stock/index.ts';
import type { TenantDb } from '../../src/tenancy/index.ts';
import { addDays } from '../../src/platform/days.ts';
import { STORES, type DemoClient, type Ids, type StoreCode } from './data.ts';

export interface OrderToIssue {
  orderId: string;
  mode: Exclude<GenerationMode, 'DGI_IMPORT'>;
  user: string;
  afterwards?: Afterwards;
}

type Afterwards = 'PAID' | 'PARTLY_PAID' | 'CREDITED';

/** A quantity, and the unit where it is not the item's own. */
type Goods = Readonly<Record<string, string>>;

/** By the code of its client, and by the SKU of the goods. */
interface OpenOrder {
  client: string;
  goods: Goods;
}

/** They have bought nothing yet, and each of them has something that goes wrong. */
const NEW_CLIENTS = {
  REJECTED: {
    // As the next one: the simulator reads what is to go wrong in the name.
    name: 'Mueblería Los Tecales, S.A. PAC_REJECT',
    receiverType: 'CONTRIBUYENTE',
    ruc: '155712304-2-2021',
    store: 'MAIN',
    termDays: 15,
  },
  UNANSWERED: {
    name: 'Bodega El Muelle PAC_LOST_ANSWER PAC_WEBHOOK_LOST',
    receiverType: 'CONTRIBUYENTE',
    ruc: '3-714-1207',
    store: 'COL',
    termDays: 15,
  },
} as const;

const TO_ISSUE: readonly (OpenOrder & Omit<OrderToIssue, 'orderId' | 'user'>)[] = [
  { client: 'C15', goods: { 'CEM-42': '4', 'PIN-BL': '2' }, mode: 'DGI', afterwards: 'PAID' },
  { client: 'C22', goods: { 'ARR-25': '8', 'CAF-BO': '6' }, mode: 'DGI', afterwards: 'PARTLY_PAID' },
  { client: 'C23', goods: { 'ARR-05': '10', 'CLO-GL': '6' }, mode: 'DGI', afterwards: 'CREDITED' },
  { client: 'C18', goods: { 'CLO-GL': '5', 'PAP-12': '10' }, mode: 'DGI' },
  { client: 'REJECTED', goods: { 'BOL-33': '2', 'FOC-09': '10' }, mode: 'DGI' },
  { client: 'UNANSWERED', goods: { 'DES-GL': '3', 'FRI-CH': '12' }, mode: 'DGI' },
  { client: 'C16', goods: { 'HUE-30': '4', 'PAP-TA': '10' }, mode: 'PROFORM' },
];

/** One of each kind of receiver, since each makes another fiscal document. */
const TO_LEAVE_OPEN: readonly OpenOrder[] = [
  { client: 'C02', goods: { 'ARR-25': '12', 'REF-24': '6', 'LEC-1L': '2 caja', 'ENT-DOM': '1' } },
  { client: 'C01', goods: { 'ACE-GL': '2', 'HUE-30': '3', 'PAP-12': '4' } },
  { client: 'C09', goods: { 'LEN-01': '12', 'ARR-05': '12', 'DES-GL': '4' } },
  { client: 'C14', goods: { 'ACE-GL': '6', 'MAI-02': '12', 'AGU-GL': '12' } },
  { client: 'C12', goods: { 'TRI-50': '3', 'CAF-BO': '8', 'GAL-24': '3' } },
];

const TO_CANCEL: readonly OpenOrder[] = [
  { client: 'C03', goods: { 'POL-EN': '40', 'CEB-AM': '20' } },
  { client: 'C24', goods: { 'REF-24': '4' } },
];

/** Units and services that the file of items lacks: milk is sold by the box as well, and purchases are delivered. */
async function offerMore(db: TenantDb, items: Ids['items']): Promise<Ids['items']> {
  const units = [{ unit: 'caja', factor: '12', price: '22.50', barcodes: ['17450012345673'] }];
  await updateItem(db, items.get('LEC-1L')!.id, { units, barcodes: ['7450012345676'] });
  const delivery = await createItem(db, {
    sku: 'ENT-DOM',
    name: 'Entrega a domicilio',
    kind: 'SERVICE',
    unit: 'und',
    unitPrice: '3.50',
    taxRate: '7',
    cpbs: '7810',
    trackingMode: 'NONE',
    allowNegativeStock: false,
  });
  return new Map([...items, [delivery.sku, delivery]]);
}

/** Orders to invoice come before the rest, so the list shows the rest first. Orders that are never invoiced stay open. */
export async function placeOrders(
  db: TenantDb,
  ids: Ids,
  clients: readonly DemoClient[],
  today: string,
  certifies: boolean,
): Promise<OrderToIssue[]> {
  const byCode = new Map<string, { id: string; store: StoreCode; termDays: number }>(
    clients.map((client) => [client.code, { ...client, id: ids.clients.get(client.code)! }]),
  );

  const items = await offerMore(db, ids.items);

  async function place({ client, goods }: OpenOrder): Promise<{ orderId: string; user: string }> {
    const { id: clientId, store, termDays } = byCode.get(client)!;
    const { user } = STORES.find(({ code }) => code === store)!;
    const lines = Object.entries(goods).map(([sku, wanted]) => {
      const [quantity, unit] = wanted.split(' ') as [string, string?];
      return { itemId: items.get(sku)!.id, locationId: ids.stores.get(store)!, quantity, unit };
    });
    const dueDate = termDays === 0 ? null : addDays(today, termDays);
    return { orderId: (await createOrder(db, { clientId, dueDate, lines }, user)).id, user };
  }

  const toIssue: OrderToIssue[] = [];
  if (certifies) {
    for (const [code, { store, termDays, ...input }] of Object.entries(NEW_CLIENTS)) {
      byCode.set(code, { id: (await createClient(db, input)).id, store, termDays });
    }
    for (const { client, goods, ...rest } of TO_ISSUE) toIssue.push({ ...(await place({ client, goods })), ...rest });
  }
  for (const order of TO_CANCEL) await cancelOrder(db, (await place(order)).orderId);
  for (const order of TO_LEAVE_OPEN) await place(order);
  const { code, user } = STORES[0]!;
  await reserve(db, [{ itemId: ids.items.get('AGU-GL')!.id, locationId: ids.stores.get(code)!, quantity: '10' }], user);
  return toIssue;
}
