// First steps of most stories: goods on the shelf, a client, an order, an invoice.
import { submitDuty } from '../../src/certification/duties.ts';
import { findTenant, inTenant } from '../../src/tenancy/index.ts';
import { eventually, newShop, world, type Answer, type TestTenant, type World } from './world.ts';

export async function newItem(
  shop: TestTenant,
  options: {
    sku?: string;
    stock?: string;
    price?: string;
    taxRate?: string;
    negative?: boolean;
    tracking?: string;
  } = {},
): Promise<string> {
  const sku = options.sku ?? `SKU-${Math.random().toString(36).slice(2, 10)}`;
  const { createItem } = await shop.get('mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }', {
    input: {
      sku,
      name: `Item ${sku}`,
      unitPrice: options.price ?? '10',
      taxRate: options.taxRate ?? '7',
      allowNegativeStock: options.negative ?? false,
      trackingMode: options.tracking ?? 'NONE',
    },
  });
  if (options.stock !== undefined) await adjust(shop, createItem.id, options.stock);
  return createItem.id;
}

export async function adjust(shop: TestTenant, itemId: string, change: string, locationId?: string): Promise<Answer> {
  const { adjustInventory } = await shop.get(
    'mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id newQuantity sourceType method } }',
    { input: { itemId, quantityChange: change, description: 'Counted', ...(locationId ? { locationId } : {}) } },
  );
  return adjustInventory;
}

export async function newClient(shop: TestTenant, name = 'Ana Pérez', more: object = {}): Promise<string> {
  const { createClient } = await shop.get(
    'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }',
    { input: { name, ...more } },
  );
  return createClient.id;
}

export interface OrderLine {
  itemId: string;
  quantity: string;
  unitPrice?: string;
  discount?: string;
  locationId?: string;
  lotNumber?: string;
  iscRate?: string;
  otherTax?: { code: string; amount?: string; rate?: string };
}

export async function newOrder(
  shop: TestTenant,
  clientId: string,
  lines: OrderLine[],
  more: object = {},
): Promise<Answer> {
  const { createOrder } = await shop.get(
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id number status subtotal tax total lines { id } } }',
    { input: { clientId, lines, ...more } },
  );
  return createOrder;
}

export const INVOICE = `id number mode legalStatus invoiceStatus submissionState documentId cufe expectedCufe pacInput pacResponse
  rejectionReasons subtotal tax total paid credited balance orderId
  payments { amount method reference createdBy } pdf { id filename byteSize sha256 url } files { id }
  lines { id quantity quantityCredited total }`;

export async function invoice(shop: TestTenant, orderId: string, mode = 'DGI'): Promise<Answer> {
  const { generateInvoice } = await shop.get(
    `mutation ($orderId: UUID!, $mode: GenerationMode!) { generateInvoice(orderId: $orderId, mode: $mode) { ${INVOICE} } }`,
    { orderId, mode },
  );
  return generateInvoice;
}

export async function readInvoice(shop: TestTenant, id: string): Promise<Answer> {
  return (await shop.get(`query ($id: UUID!) { invoice(id: $id) { ${INVOICE} } }`, { id })).invoice;
}

/** An item with 100 in stock, a client, and an invoice of some of it. The client's name may carry the simulator's sentinels. */
export async function invoicedOrder(
  shop: TestTenant,
  options: { clientName?: string; quantity?: string; mode?: string; dueDate?: string } = {},
): Promise<{ itemId: string; clientId: string; order: Answer; invoice: Answer }> {
  const itemId = await newItem(shop, { stock: '100' });
  const clientId = await newClient(shop, options.clientName);
  const more = options.dueDate === undefined ? {} : { dueDate: options.dueDate };
  const order = await newOrder(shop, clientId, [{ itemId, quantity: options.quantity ?? '5' }], more);
  return { itemId, clientId, order, invoice: await invoice(shop, order.id, options.mode) };
}

/** The same in a tenant of its own. */
export async function newSale(
  open = world(),
  options: Parameters<typeof invoicedOrder>[1] = {},
): Promise<Awaited<ReturnType<typeof newShop>> & Awaited<ReturnType<typeof invoicedOrder>>> {
  const { here, shop } = await newShop(open);
  return { here, shop, ...(await invoicedOrder(shop, options)) };
}

export async function stockOf(shop: TestTenant, itemId: string): Promise<{ onHand: string; available: string }> {
  const { getItemById } = await shop.get(
    'query ($id: UUID!) { getItemById(id: $id) { inventory { onHand available } } }',
    { id: itemId },
  );
  return getItemById.inventory;
}

/** A job of the queue for the document, as a first try leaves it that failed. */
export async function leaveJob({ app }: Pick<World, 'app'>, { tenant }: TestTenant, documentId: string): Promise<void> {
  await inTenant(app, tenant, (db) => app.jobs.enqueue(db, submitDuty, { tenantId: tenant.id, documentId }));
}

/** Whether what one good source documents is refused. */
export async function refuseDocumented({ app }: Pick<World, 'app'>, shop: TestTenant, on: boolean): Promise<void> {
  await shop.get(
    'mutation ($on: Boolean!) { updateTenant(input: { refusesDocumented: $on }) { refusesDocumented } }',
    { on },
    'admin',
  );
  shop.tenant = (await findTenant(app, shop.tenant.id))!;
}

/** Its documents have the PDF of their present status: nothing of them changes by itself any more. */
export async function untilPrinted({ query }: Pick<World, 'query'>, { tenant }: TestTenant): Promise<void> {
  await eventually(() => query('select id from fiscal_documents where tenant_id = $1 and awaits_pdf', [tenant.id]), {
    length: 0,
  });
}
