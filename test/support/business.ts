// First steps of most stories: goods on the shelf, a client, an order, an invoice.
import assert from 'node:assert/strict';
import { submitDuty } from '../../src/certification/duties.ts';
import { verifyLedger } from '../../src/stock/index.ts';
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
  const createItem = await shop.call('createItem', {
    sku,
    name: `Item ${sku}`,
    unitPrice: options.price ?? '10',
    taxRate: options.taxRate ?? '7',
    allowNegativeStock: options.negative ?? false,
    trackingMode: options.tracking ?? 'NONE',
  });
  if (options.stock !== undefined) await adjust(shop, createItem.id, options.stock);
  return createItem.id;
}

export function adjust(shop: TestTenant, itemId: string, change: string, locationId?: string): Promise<Answer> {
  const given = { itemId, quantityChange: change, description: 'Counted', ...(locationId ? { locationId } : {}) };
  return shop.call('adjustInventory { id newQuantity sourceType method }', given);
}

export async function newClient(shop: TestTenant, name = 'Ana Pérez', more: object = {}): Promise<string> {
  return (await shop.call('createClient', { name, ...more })).id;
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

export function newOrder(shop: TestTenant, clientId: string, lines: OrderLine[], more: object = {}): Promise<Answer> {
  return shop.call('createOrder { id number status subtotal tax total lines { id } }', { clientId, lines, ...more });
}

export const INVOICE = `id number mode legalStatus invoiceStatus submissionState documentId cufe expectedCufe pacInput pacResponse
  rejectionReasons subtotal tax total paid credited balance orderId
  payments { amount method reference createdBy } pdf { id filename byteSize sha256 url } files { id }
  lines { id quantity quantityCredited total }`;

export function invoice(shop: TestTenant, orderId: string, mode = 'DGI'): Promise<Answer> {
  return shop.call(`generateInvoice { ${INVOICE} }`, { orderId, mode });
}

export function readInvoice(shop: TestTenant, id: string): Promise<Answer> {
  return shop.call(`invoice { ${INVOICE} }`, { id });
}

export function untilInvoice(
  shop: TestTenant,
  id: string,
  wanted: object | ((invoice: Answer) => boolean),
): Promise<Answer> {
  return eventually(() => readInvoice(shop, id), wanted);
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
  return (await shop.call('getItemById { inventory { onHand available } }', { id: itemId })).inventory;
}

export async function assertLedgerHolds(shop: TestTenant): Promise<void> {
  const { app } = await world();
  const { problems } = await inTenant(app, shop.tenant, (db) => verifyLedger(db));
  assert.deepEqual(problems, []);
}

/** A job of the queue for the document, as a first try leaves it that failed. */
export async function leaveJob({ app }: Pick<World, 'app'>, { tenant }: TestTenant, documentId: string): Promise<void> {
  await inTenant(app, tenant, (db) => app.jobs.enqueue(db, submitDuty, { tenantId: tenant.id, documentId }));
}

/** Whether what one good source documents is refused. */
export async function refuseDocumented({ app }: Pick<World, 'app'>, shop: TestTenant, on: boolean): Promise<void> {
  await shop.call('updateTenant { refusesDocumented }', { refusesDocumented: on }, 'admin');
  shop.tenant = (await findTenant(app, shop.tenant.id))!;
}

/** Its documents have the PDF of their present status: nothing of them changes by itself any more. */
export async function untilPrinted({ query }: Pick<World, 'query'>, { tenant }: TestTenant): Promise<void> {
  await eventually(() => query('select id from fiscal_documents where tenant_id = $1 and awaits_pdf', [tenant.id]), {
    length: 0,
  });
}
