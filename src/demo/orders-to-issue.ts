// The orders that become the demo's certified documents, of which each shows another life that a document can have.
import { createClient } from '../catalog/index.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { DemoClient } from './catalog.ts';
import type { History } from './history.ts';
import { placeOrder, type FreeGoods } from './place-order.ts';

export interface OrderToIssue {
  orderId: string;
  mode: Exclude<GenerationMode, 'DGI_IMPORT'>;
  user: string;
  afterwards?: Afterwards;
}

type Afterwards = 'PAID' | 'PARTLY_PAID' | 'CREDITED';

type NewClient = Pick<DemoClient, 'name' | 'receiverType' | 'ruc' | 'store' | 'buys' | 'termDays'> & { dv?: string };

/** They have bought nothing yet, and each of them has something that goes wrong. */
const REJECTED: NewClient = {
  name: 'Mueblería Los Tecales, S.A.',
  receiverType: 'CONTRIBUYENTE',
  ruc: '155712304-2-2021',
  // As it was told on the telephone: these are not the check digits of that RUC, and the PAC knows.
  dv: '00',
  store: 'MAIN',
  buys: ['HARDWARE', 'CLEANING'],
  termDays: 15,
};
const UNANSWERED: NewClient = {
  // The simulator reads what is to go wrong in the name.
  name: 'Bodega El Muelle PAC_LOST_ANSWER PAC_WEBHOOK_LOST',
  receiverType: 'CONTRIBUYENTE',
  ruc: '3-714-1207',
  store: 'COL',
  buys: ['GROCERIES', 'CLEANING'],
  termDays: 15,
};

const LINES_EACH = 2;

const DOCUMENTS: readonly { client: string | NewClient; mode: OrderToIssue['mode']; afterwards?: Afterwards }[] = [
  { client: 'Ferretería El Martillo, S.A.', mode: 'DGI', afterwards: 'PAID' },
  { client: 'Hotel Bahía Caribe, S.A.', mode: 'DGI', afterwards: 'PARTLY_PAID' },
  { client: 'Minisúper Costa Arriba, S.A.', mode: 'DGI', afterwards: 'CREDITED' },
  { client: 'Centro de Salud de Alto Volcán', mode: 'DGI' },
  { client: REJECTED, mode: 'DGI' },
  { client: UNANSWERED, mode: 'DGI' },
  { client: 'Fonda La Chiricana', mode: 'PROFORM' },
];

/** Whatever of them is never issued is an open order like others. */
export async function placeOrdersToIssue(db: TenantDb, history: History, free: FreeGoods): Promise<OrderToIssue[]> {
  const placed: OrderToIssue[] = [];
  for (const { client, ...rest } of DOCUMENTS) {
    const customer =
      typeof client === 'string'
        ? history.clients.find(({ name }) => name === client)!
        : { ...client, id: (await createClient(db, client)).id };
    const goods = free.get(customer.store)!;
    const order = await placeOrder(db, goods, customer, history.today, LINES_EACH);
    if (order) placed.push({ ...rest, orderId: order.id, user: goods.store.user });
  }
  return placed;
}
