// The same request twice: one effect, one answer, for every mutation of the schema.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getNamedType, graphql as executeGraphQL, isInputObjectType } from 'graphql';
import { requestContext } from '../../src/graphql/context.ts';
import { assertEach } from '../support/assert-each.ts';
import { fieldsOf, operationOf } from '../support/every-field.ts';
import { schema } from '../../src/api/schema.ts';
import { expireAllKeys } from '../../src/requests/expire-keys.ts';
import { createToken } from '../../src/access/index.ts';
import { randomUUID } from 'node:crypto';
import { keepPlan } from '../../src/requests/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import {
  invoice,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  untilInvoice,
  untilPrinted,
} from '../support/business.ts';
import { postGraphql } from '../support/serving.ts';
import { eventually, JWT_SECRET, newShop, quietWorld, withoutCost, world } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

type Variables = Record<string, unknown>;

/** Input of a mutation, and another valid input of it. */
interface Case {
  body: Variables;
  other: Variables;
}

interface Shop extends TestTenant {
  here: World;
  itemId: string;
  clientId: string;
  supplierId: string;
  mainId: string;
  otherId: string;
}

const CREDIT = 'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id documentId } }';
const DEBIT = 'mutation ($input: CreateDebitNoteInput!) { createDebitNote(input: $input) { id documentId } }';
const HOOK = 'https://shop.example/hook';
const REASON = 'The client gave the order twice';

async function openShop(here: World): Promise<Shop> {
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const clientId = await newClient(shop);
  const supplierId = (await shop.call('createSupplier', { name: 'Casa' })).id;
  const otherId = (await shop.call('createLocation', { name: 'Bodega', code: 'B2' })).id;
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const mainId = locations.find((one: Answer) => one.isDefault).id;
  return { ...shop, here, itemId, clientId, supplierId, mainId, otherId };
}

async function certified(shop: Shop): Promise<Answer> {
  const { invoice: sold } = await invoicedOrder(shop);
  await shop.here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  // The notice is answered before its PDF has been fetched.
  return untilInvoice(shop, sold.id, (one) => one.pdf !== null);
}

async function credit(shop: Shop, mode: string, invoiceId?: string): Promise<Answer> {
  const of = invoiceId ?? (await certified(shop)).id;
  return (await shop.get(CREDIT, { input: { invoiceId: of, reason: REASON, mode } })).createCredit;
}

async function debit(shop: Shop, mode: string): Promise<string> {
  const { id: invoiceId } = await certified(shop);
  const lines = [{ itemId: shop.itemId, unitPrice: '1' }];
  const { createDebitNote } = await shop.get(DEBIT, { input: { invoiceId, reason: REASON, mode, lines } });
  if (mode === 'DGI') {
    await shop.here.simulator.verdict(createDebitNote.documentId, 'DGI_AUTHORIZED');
    await untilPrinted(shop.here, shop);
  }
  return createDebitNote.id;
}

const genericNote = (clientId: string, itemId: string) => ({
  clientId,
  reason: 'Came back',
  reference: { number: '001-77', date: '2026-01-02' },
  lines: [{ itemId, unitPrice: '1' }],
});

async function genericCredit(shop: Shop, mode: string): Promise<string> {
  const given = { ...genericNote(shop.clientId, shop.itemId), mode, idempotencyKey: crypto.randomUUID() };
  const text =
    'mutation ($input: GenericNoteInput!) { createGenericCredit(input: $input) { id documentId rejectionReasons } }';
  const { createGenericCredit } = await shop.get(text, { input: given });
  if (mode === 'DGI') {
    await shop.here.simulator.verdict(createGenericCredit.documentId, 'DGI_AUTHORIZED');
    await untilPrinted(shop.here, shop);
  }
  return createGenericCredit.id;
}

async function order(shop: Shop): Promise<string> {
  return (await newOrder(shop, shop.clientId, [{ itemId: shop.itemId, quantity: '1' }])).id;
}

async function purchase(shop: Shop): Promise<Answer> {
  const lines = [{ itemId: shop.itemId, quantity: '5', unitCost: '2' }];
  return await shop.call('createPurchaseOrder { id lines { id } }', { supplierId: shop.supplierId, lines });
}

async function payment(shop: Shop): Promise<string> {
  const { id } = await invoice(shop, await order(shop), 'PROFORM');
  return (await shop.call('registerPayment { payments { id } }', { invoiceId: id, amount: '5' })).payments[0].id;
}

async function unknown(shop: Shop): Promise<string> {
  shop.here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId });
  return (await invoice(shop, await order(shop))).id;
}

async function token(shop: Shop): Promise<string> {
  const now = shop.here.clock.now();
  const wanted = { userName: 'ana', role: 'viewer' as const, expiresIn: '1h', now };
  return (await createToken(shop.here.app, shop.tenant, JWT_SECRET, wanted)).id;
}

async function member(shop: Shop): Promise<string> {
  return (await shop.call('inviteMember { member { id } }', { userName: `ana ${randomUUID()}`, role: 'viewer' })).member
    .id;
}

const input = (body: Variables, other: Variables): Case => ({
  body: { input: body },
  other: { input: { ...body, ...other } },
});
const args = (body: Variables, other: Variables): Case => ({ body, other: { ...body, ...other } });

const office = async (shop: Shop) =>
  (await shop.get('{ offices { id billingPoints { id } locations { id } } }')).offices[0];

async function endpoint(shop: Shop): Promise<string> {
  const text = 'mutation ($url: String!) { createWebhookEndpoint(url: $url) { endpoint { id } } }';
  return (await shop.get(text, { url: HOOK })).createWebhookEndpoint.endpoint.id;
}

const TILL_SALE = {
  id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e61',
  madeBy: 'ana',
  soldAt: '2026-01-02T15:00:00Z',
  amount: '5',
};

async function tillSale(shop: Shop): Promise<string> {
  const text = 'mutation ($sales: [TillSaleInput!]!) { reportTillSales(till: "T-1", sales: $sales) { id } }';
  return (await shop.get(text, { sales: [TILL_SALE] })).reportTillSales[0].id;
}

/** A session of a till, in place of the one that is open. */
async function till(shop: Shop, isCounted = false): Promise<string> {
  await shop.here.query('update till_sessions set closed_at = opened_at where tenant_id = $1', [shop.tenant.id]);
  const text = 'mutation ($id: UUID!) { openTill(id: $id, openingFloat: "5") { id } }';
  const { id } = (await shop.get(text, { id: randomUUID() })).openTill;
  if (isCounted) await shop.call('countTill', { id: randomUUID(), sessionId: id, cash: [] });
  return id;
}

/** A count of one line. */
async function stockCount(shop: Shop, hasEnded = false): Promise<string> {
  const { locations } = await shop.get('{ locations { id } }');
  const text = 'mutation ($id: UUID!, $at: UUID!) { openStockCount(id: $id, name: "A", locationId: $at) { id } }';
  const { id } = (await shop.get(text, { id: randomUUID(), at: locations[0].id })).openStockCount;
  if (hasEnded) await shop.get('mutation ($id: UUID!) { endStockCount(id: $id) { id } }', { id });
  return id;
}

/** Goods on the way. */
async function transfer(shop: Shop): Promise<string> {
  const text = `mutation ($id: UUID!, $item: UUID!, $from: UUID!, $to: UUID!) {
    sendTransfer(input: { id: $id, fromLocationId: $from, toLocationId: $to, lines: [{ itemId: $item, quantity: "1" }] }) { id } }`;
  const places = { from: shop.mainId, to: shop.otherId };
  return (await shop.get(text, { id: randomUUID(), item: shop.itemId, ...places })).sendTransfer.id;
}

/** An act that an assistant of another user has told of. */
async function plan(shop: Shop): Promise<string> {
  const id = randomUUID();
  const asks = { id, credential: 'token:x', actor: 'agent:Asistente for user:eva', user_name: 'eva' };
  const foreseen = { facts: {}, amount: '1', isFinal: true, officeIds: [] };
  const { app } = shop.here;
  await inTenant(app, shop.tenant, (db) =>
    keepPlan(db, { ...asks, operation: 'createClient', input: { name: 'Ana' } }, foreseen, app.clock.now()),
  );
  return id;
}

async function delivery(shop: Shop): Promise<string> {
  const text = 'mutation ($id: UUID!) { sendTestWebhook(endpointId: $id) { id } }';
  return (await shop.get(text, { id: await endpoint(shop) })).sendTestWebhook.id;
}

const CASES: Record<string, (shop: Shop) => Promise<Case> | Case> = {
  adjustInventory: ({ itemId }) =>
    input({ itemId, quantityChange: '-1', description: 'Broken' }, { quantityChange: '-2' }),
  applyCredit: async (shop) =>
    args({ creditId: (await credit(shop, 'PROFORM')).id }, { creditId: (await credit(shop, 'PROFORM')).id }),
  attachPacPdf: async (shop) =>
    args({ sourceId: (await certified(shop)).id, sourceType: 'INVOICE' }, { sourceId: (await certified(shop)).id }),
  cancelCredit: async (shop) =>
    args({ creditId: (await credit(shop, 'PROFORM')).id }, { creditId: (await credit(shop, 'PROFORM')).id }),
  cancelDebitNote: async (shop) =>
    args({ debitNoteId: await debit(shop, 'PROFORM') }, { debitNoteId: await debit(shop, 'PROFORM') }),
  cancelGenericCredit: async (shop) =>
    args(
      { genericCreditId: await genericCredit(shop, 'PROFORM') },
      { genericCreditId: await genericCredit(shop, 'PROFORM') },
    ),
  cancelInvoice: async (shop) => {
    const proform = async () => (await invoice(shop, await order(shop), 'PROFORM')).id;
    return args({ invoiceId: await proform() }, { invoiceId: await proform() });
  },
  cancelOrder: async (shop) => args({ orderId: await order(shop) }, { orderId: await order(shop) }),
  cancelPurchaseOrder: async (shop) =>
    args({ purchaseOrderId: (await purchase(shop)).id }, { purchaseOrderId: (await purchase(shop)).id }),
  checkDocument: async (shop) => args({ documentId: await unknown(shop) }, { documentId: await unknown(shop) }),
  closePurchaseOrder: async (shop) =>
    args({ purchaseOrderId: (await purchase(shop)).id }, { purchaseOrderId: (await purchase(shop)).id }),
  convertCreditToDgi: async (shop) =>
    args({ creditId: (await credit(shop, 'PROFORM')).id }, { creditId: (await credit(shop, 'PROFORM')).id }),
  convertInvoiceToDgi: async (shop) => {
    const proform = async () => (await invoice(shop, await order(shop), 'PROFORM')).id;
    return args({ invoiceId: await proform(), payment: null }, { invoiceId: await proform() });
  },
  correctPayment: async (shop) =>
    args({ paymentId: await payment(shop), amount: '1', method: 'OTHER', reason: 'Not so' }, { amount: '2' }),
  createApiToken: async (shop) => {
    const limits = { agent: 'Claude', acts: [], officeIds: [(await office(shop)).id] };
    return args({ userName: 'ana', roles: ['viewer'], limits }, { roles: ['operator'] });
  },
  createBillingPoint: async (shop) => args({ officeId: (await office(shop)).id, code: '002' }, { code: '003' }),
  createClient: () => input({ name: 'Ana' }, { name: 'Berta' }),
  createCredit: async (shop) =>
    input({ invoiceId: (await certified(shop)).id, reason: 'Returned' }, { reason: 'Broken' }),
  createDebitNote: async (shop) =>
    input(
      { invoiceId: (await certified(shop)).id, reason: 'Paid late', lines: [{ itemId: shop.itemId, unitPrice: '1' }] },
      { reason: 'Freight' },
    ),
  createGenericCredit: ({ clientId, itemId }) => input(genericNote(clientId, itemId), { reason: 'Freight' }),
  createGenericDebitNote: ({ clientId, itemId }) => input(genericNote(clientId, itemId), { reason: 'Freight' }),
  createItem: () => input({ sku: 'A-1', name: 'A', unitPrice: '1' }, { unitPrice: '2' }),
  createLocation: async (shop) =>
    args({ name: 'Third', code: 'B3', officeId: (await office(shop)).id }, { name: 'Fourth' }),
  createOffice: () => input({ code: '0001', name: 'David' }, { code: '0002' }),
  createOrder: ({ clientId, itemId }) =>
    input({ clientId, lines: [{ itemId, quantity: '1' }] }, { lines: [{ itemId, quantity: '2' }] }),
  createPriceList: () => args({ name: 'Wholesale' }, { name: 'Retail' }),
  createPurchaseOrder: ({ supplierId, itemId }) =>
    input({ supplierId, lines: [{ itemId, quantity: '1', unitCost: '1' }] }, { lines: [] }),
  createWebhookEndpoint: () => args({ url: HOOK, types: null }, { types: ['invoice.*'] }),
  createSupplier: () => args({ name: 'Taller' }, { ruc: '8-123-456' }),
  deleteWebhookEndpoint: async (shop) =>
    args({ endpointId: await endpoint(shop) }, { endpointId: await endpoint(shop) }),
  generateInvoice: async (shop) =>
    args(
      { orderId: await order(shop), billingPointId: (await office(shop)).billingPoints[0].id, payment: null },
      { mode: 'PROFORM' },
    ),
  movePayment: async (shop) => {
    const paymentId = await payment(shop);
    const invoiceId = (await invoice(shop, await order(shop), 'PROFORM')).id;
    return args({ paymentId, invoiceId, amount: '1' }, { amount: '2' });
  },
  receivePurchaseOrder: async (shop) => {
    const { id, lines } = await purchase(shop);
    const lineId = lines[0].id;
    return input({ purchaseOrderId: id, lines: [{ lineId, quantity: '1' }] }, { lines: [{ lineId, quantity: '2' }] });
  },
  reversePurchaseReceipt: async (shop) => {
    const { id, lines } = await purchase(shop);
    const lineId = lines[0].id;
    await shop.call('receivePurchaseOrder', { purchaseOrderId: id, lines: [{ lineId, quantity: '2' }] });
    return input(
      { purchaseOrderId: id, lines: [{ lineId, quantity: '1' }], reason: 'Counted twice' },
      { lines: [{ lineId, quantity: '2' }] },
    );
  },
  recordSupplierInvoice: ({ supplierId, itemId }) =>
    input({ supplierId, lines: [{ itemId, quantity: '1', unitCost: '1' }] }, { lines: [] }),
  returnSale: async (shop) =>
    input({ invoiceId: (await certified(shop)).id, reason: 'Returned' }, { reason: 'Broken' }),
  refundPayment: async (shop) =>
    args({ paymentId: await payment(shop), amount: '1', reason: 'Too much' }, { amount: '2' }),
  decidePlan: async (shop) => args({ planId: await plan(shop), isApproved: true }, { isApproved: false }),
  openTill: async (shop) => {
    const billingPointId = (await office(shop)).billingPoints[0].id;
    return args({ id: randomUUID(), billingPointId, openingFloat: '5' }, { openingFloat: '6' });
  },
  moveTillCash: async (shop) =>
    args({ id: randomUUID(), sessionId: await till(shop), kind: 'OUT', amount: '1', reason: 'Ice' }, { amount: '2' }),
  countTill: async (shop) => args({ id: randomUUID(), sessionId: await till(shop), cash: [] }, { id: randomUUID() }),
  closeTill: async (shop) => args({ sessionId: await till(shop, true), explanation: 'Short' }, { explanation: 'Over' }),
  openStockCount: async (shop) => {
    const locationId = (await shop.get('{ locations { id } }')).locations[0].id;
    return args({ id: randomUUID(), name: 'Aisle', locationId }, { name: 'Other' });
  },
  countStock: async (shop) => {
    const line = { id: randomUUID(), itemId: shop.itemId, quantity: '3' };
    return args({ countId: await stockCount(shop), lines: [line] }, { lines: [{ ...line, quantity: '4' }] });
  },
  endStockCount: async (shop) => args({ id: await stockCount(shop) }, { id: await stockCount(shop) }),
  postStockCount: async (shop) => args({ id: await stockCount(shop, true), lineCount: 0 }, { lineCount: 1 }),
  discardStockCount: async (shop) => args({ id: await stockCount(shop), reason: 'Wrong' }, { reason: 'Other' }),
  discardTillSale: async (shop) => args({ id: await tillSale(shop), reason: 'Paid back' }, { reason: 'Made again' }),
  reportTillSales: () => args({ till: 'T-1', sales: [TILL_SALE] }, { sales: [] }),
  registerPayment: async (shop) => args({ invoiceId: (await certified(shop)).id, amount: '1' }, { amount: '2' }),
  releaseReservation: async (shop) => {
    const reserved = async () => (await shop.call('reserveStock', { itemId: shop.itemId, quantity: '1' })).id;
    return args({ reservationId: await reserved() }, { reservationId: await reserved() });
  },
  inviteMember: () => args({ userName: 'ana', role: 'viewer' }, { role: 'operator' }),
  removeMember: async (shop) => args({ memberId: await member(shop) }, { memberId: await member(shop) }),
  reserveStock: ({ itemId }) => input({ itemId, quantity: '1' }, { quantity: '2' }),
  resolveParked: async (shop) => {
    const { id } = await certified(shop);
    await shop.here.query(`update fiscal_documents set parked_reason = 'to be looked at' where id = $1`, [id]);
    return args({ documentId: id, note: 'Looked at' }, { note: 'Looked at again' });
  },
  endSession: async (shop) => {
    const opened = async () => {
      const authorization = `Bearer ${await shop.token('viewer')}`;
      await fetch(`${shop.here.url}/session`, { method: 'POST', headers: { authorization, origin: shop.here.url } });
      const { sessions } = await shop.get('{ sessions { id } }', {});
      return sessions.map(({ id }: Answer) => id);
    };
    const first = await opened();
    const others = (await opened()).filter((id: string) => !first.includes(id));
    return args({ sessionId: first[0] }, { sessionId: others[0] });
  },
  revokeApiToken: async (shop) => args({ id: await token(shop) }, { id: await token(shop) }),
  replayWebhookDelivery: async (shop) =>
    args({ deliveryId: await delivery(shop) }, { deliveryId: await delivery(shop) }),
  replayWebhookEvents: async (shop) => args({ endpointId: await endpoint(shop) }, { after: 'now' }),
  rotateWebhookEndpointSecret: async (shop) =>
    args({ endpointId: await endpoint(shop), overlapHours: 1 }, { overlapHours: 2 }),
  sendTestWebhook: async (shop) => args({ endpointId: await endpoint(shop) }, { endpointId: await endpoint(shop) }),
  updateWebhookEndpoint: async (shop) =>
    args({ endpointId: await endpoint(shop), types: ['client.*'] }, { types: null }),
  rotateWebhookSecret: () => args({ overlapHours: 1 }, { overlapHours: 2 }),
  settleSubmission: async (shop) =>
    args({ documentId: await unknown(shop), notReceivedReason: REASON }, { notReceivedReason: `${REASON}!` }),
  sendTransfer: ({ itemId, mainId, otherId }) =>
    input(
      { id: randomUUID(), fromLocationId: mainId, toLocationId: otherId, lines: [{ itemId, quantity: '1' }] },
      { note: 'Other' },
    ),
  receiveTransfer: async (shop) => input({ id: await transfer(shop) }, { id: await transfer(shop) }),
  closeTransfer: async (shop) => args({ id: await transfer(shop), reason: 'Lost' }, { reason: 'Other' }),
  transferStock: ({ itemId, mainId, otherId }) =>
    input({ itemId, fromLocationId: mainId, toLocationId: otherId, quantity: '1' }, { quantity: '2' }),
  updatePriceList: async (shop) => {
    const { createPriceList } = await shop.get('mutation { createPriceList(name: "Guests") { id } }');
    return args(
      { priceListId: createPriceList.id, input: { name: 'Guests of the house' } },
      { input: { name: 'Guests of the house', archived: true } },
    );
  },
  setPrices: async (shop) => {
    const { createPriceList } = await shop.get('mutation { createPriceList(name: "Staff") { id } }');
    const prices = (price: string) => [{ itemId: shop.itemId, price }];
    return args({ priceListId: createPriceList.id, prices: prices('1') }, { prices: prices('2') });
  },
  setExternal: ({ clientId }) => args({ type: 'CLIENT', id: clientId, externalId: 'C-1' }, { metadata: null }),
  adjustStock: ({ itemId }) => {
    const lines = (quantityChange: string) => ({ lines: [{ itemId, quantityChange }] });
    return args({ ...lines('1'), reason: 'Counted' }, lines('2'));
  },
  upsertClients: () =>
    args(
      { clients: [{ externalId: 'C-1', name: 'Ana' }] },
      { clients: [{ externalId: 'C-1', name: 'Ana', email: null }] },
    ),
  upsertItems: () => {
    const one = { sku: 'U-1', name: 'U', unitPrice: '1' };
    return args({ items: [one] }, { items: [{ ...one, cpbs: null }] });
  },
  updateOrder: async (shop) => {
    const [orderId, { itemId }] = [await order(shop), shop];
    const one = { orderId, input: { lines: [{ itemId, quantity: '2' }] } };
    return args(one, { input: { lines: [{ itemId, quantity: '3' }] } });
  },
  updateBillingPoint: async (shop) =>
    args({ billingPointId: (await office(shop)).billingPoints[0].id, name: 'Till 1' }, { name: 'Till 2' }),
  updateClient: ({ clientId }) => ({
    body: { clientId, input: { name: 'Eva' } },
    other: { clientId, input: { name: 'Eva', email: null } },
  }),
  updateItem: ({ itemId }) => ({
    body: { itemId, input: { name: 'New' } },
    other: { itemId, input: { name: 'New', cpbs: null } },
  }),
  updateItemInventory: ({ itemId }) => ({
    body: { itemId, input: { leadTime: 5 } },
    other: { itemId, input: { leadTime: 6 } },
  }),
  shareDocument: async (shop) => args({ documentId: (await certified(shop)).id }, { documentId: randomUUID() }),
  revokeDocumentLink: async (shop) => {
    const { id } = await certified(shop);
    await shop.get('mutation ($id: UUID!) { shareDocument(documentId: $id) { id } }', { id });
    return args({ documentId: id }, { documentId: randomUUID() });
  },
  sendDocument: async (shop) =>
    args({ documentId: (await certified(shop)).id, email: 'ana@example.com' }, { email: 'eva@example.com' }),
  startContingency: () => args({ reason: REASON }, { reason: `${REASON}!` }),
  explainContingency: async (shop) => {
    await shop.call('startContingency', { reason: REASON });
    return args({ explanation: REASON }, { explanation: `${REASON}!` });
  },
  endContingency: async (shop) => {
    await shop.call('startContingency', { reason: REASON });
    return args({ explanation: REASON }, { explanation: `${REASON}!` });
  },
  updateTenant: () => input({ name: 'Tienda', pacApiKey: 'a-key' }, { pacApiKey: 'another-key' }),
  updateLocation: async (shop) => {
    const { id: officeId, locations } = await office(shop);
    return args({ locationId: locations[0].id, name: 'First', officeId }, { name: 'Second' });
  },
  updateOffice: async (shop) => {
    const body = { officeId: (await office(shop)).id, input: { telephone: '6612-3456' } };
    return { body, other: { ...body, input: { telephone: '6612-3457' } } };
  },
  updateSupplier: ({ supplierId }) => args({ supplierId, name: 'New' }, { ruc: null }),
  voidCredit: async (shop) => {
    const { id, documentId } = await credit(shop, 'DGI');
    await shop.here.simulator.verdict(documentId, 'DGI_AUTHORIZED');
    // Its PDF comes by itself; what is compared must not change meanwhile.
    const settled =
      "select id from fiscal_documents where id = $1 and legal_status = 'DGI_AUTHORIZED' and not awaits_pdf";
    await eventually(() => shop.here.query(settled, [id]), { length: 1 });
    return args({ creditId: id, reason: REASON }, { reason: `${REASON}!` });
  },
  voidDebitNote: async (shop) => {
    const id = await debit(shop, 'DGI');
    return args({ debitNoteId: id, reason: REASON }, { reason: `${REASON}!` });
  },
  voidGenericCredit: async (shop) => {
    const id = await genericCredit(shop, 'DGI');
    return args({ genericCreditId: id, reason: REASON }, { reason: `${REASON}!` });
  },
  voidInvoice: async (shop) =>
    args({ invoiceId: (await certified(shop)).id, reason: REASON }, { reason: `${REASON}!` }),
};

/** Secrets shown once: null in the answer to a repeated request, which names the mutation that makes a new one. */
const SHOWN_ONCE: Record<string, [shown: string, remedy: string]> = {
  createApiToken: ['token', 'createApiToken'],
  inviteMember: ['invitation', 'inviteMember'],
  createWebhookEndpoint: ['secret', 'rotateWebhookEndpointSecret'],
  rotateWebhookEndpointSecret: ['secret', 'rotateWebhookEndpointSecret'],
  rotateWebhookSecret: ['secret', 'rotateWebhookSecret'],
};

/** Mutations that take no key, each with the reason why. */
const WITHOUT_KEY: Record<string, string> = {};

type Field = ReturnType<typeof fieldsOf>[number];

const nameOf = (field: Field): string => field.name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

function takesKey(field: Field): boolean {
  const inInput = field.args.find(({ name }) => name === 'input');
  const type = inInput && getNamedType(inInput.type);
  if (isInputObjectType(type)) return 'idempotencyKey' in type.getFields();
  return field.args.some(({ name }) => name === 'idempotencyKey');
}

const ANY_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

async function ask(shop: Shop, field: Field, body: Variables, key?: string): Promise<Answer> {
  const withKey =
    'input' in body
      ? { ...body, input: { ...(body['input'] as object), idempotencyKey: key } }
      : { ...body, idempotencyKey: key };
  const { text, variables } = operationOf('mutation', field, () => ANY_ID, withKey);
  return shop.ask(text, variables);
}

/** All that the tenant has, row by row. */
async function rowsOf({ here, tenant }: Shop): Promise<Record<string, string>> {
  const tables = await here.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'tenant_id'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await here.query<{ rows: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t where tenant_id = $1`,
      [tenant.id],
    );
    found[name] = row!.rows;
  }
  return found;
}

describe('P7: every mutation with a key', () => {
  for (const field of fieldsOf('mutation')) {
    if (nameOf(field) in WITHOUT_KEY) continue;
    test(`F52, A52: ${field.name}: the same request has one effect, another one is CONFLICT`, async () => {
      assert.ok(takesKey(field), `${field.name} takes no idempotencyKey`);
      const arrange = CASES[nameOf(field)];
      assert.ok(arrange, `nothing is known of ${field.name}: give it a case`);
      const shop = await openShop(await quietWorld());
      const { body, other } = await arrange(shop);
      // Acts of a caller: the service's own follow when they do.
      const ACTS = 'select * from acts where tenant_id = $1 and credential is not null order by id';
      const acts = async () => (await shop.here.query<Answer>(ACTS, [shop.tenant.id])).at(-1);
      const first = await ask(shop, field, body, 'a key');
      assert.equal(first.errors, undefined);
      const act = await acts();
      assert.equal(act.operation, nameOf(field));
      assert.equal(act.actor, 'user:admin-user');
      assert.ok(act.entity_ids.length > 0);
      const before = await rowsOf(shop);
      const shown = SHOWN_ONCE[nameOf(field)];
      const repeated = await ask(shop, field, body, ' a key ');
      let again = first.data[field.name];
      if (shown !== undefined) {
        assert.ok(again[shown[0]].length > 30);
        assert.equal(again.remedy, null);
        const { remedy } = repeated.data[field.name];
        assert.match(remedy, new RegExp(`^Shown once.*\\b${shown[1]}\\b`));
        again = { ...again, [shown[0]]: null, remedy };
      }
      assert.deepEqual(repeated, { data: { [field.name]: again } });
      const refused = await ask(shop, field, other, 'a key');
      assert.equal(refused.errors?.[0]?.extensions.code, 'CONFLICT', JSON.stringify(refused));
      const another = await shop.ask(
        'mutation { createLocation(name: "X", code: "X", idempotencyKey: "a key") { id } }',
      );
      assert.equal(another.errors?.[0]?.extensions.code, 'CONFLICT');
      assert.deepEqual(await rowsOf(shop), before);
    });
  }
});

test('a repeated request is answered also once what it made is deleted', async () => {
  const shop = await openShop(await quietWorld());
  const made = await shop.get(
    `mutation { createWebhookEndpoint(url: "${HOOK}", idempotencyKey: "made") { endpoint { id } } }`,
  );
  const at = `endpointId: "${made.createWebhookEndpoint.endpoint.id}"`;
  const who = '{ id userName role email hasPassword createdAt }';
  const asked = [
    `createWebhookEndpoint(url: "${HOOK}", idempotencyKey: "made") { endpoint { id url } }`,
    `updateWebhookEndpoint(${at}, description: "Shop", idempotencyKey: "changed") { id url description }`,
    `replayWebhookEvents(${at}, idempotencyKey: "replayed") { id url }`,
    `inviteMember(userName: "eva", role: operator, idempotencyKey: "invited") { member ${who} }`,
  ].map((one) => `mutation { ${one} }`);
  const answers = async () => {
    const all = [];
    for (const one of asked) all.push(await shop.get(one));
    return all;
  };
  const before = await answers();
  await shop.get(`mutation { deleteWebhookEndpoint(${at}) { id } }`);
  await shop.get(`mutation { removeMember(memberId: "${before[3].inviteMember.member.id}") { id } }`);
  const rows = await rowsOf(shop);
  assert.deepEqual(await answers(), before);
  assert.deepEqual(await rowsOf(shop), rows);
  const { webhookEndpoints, members } = await shop.get('{ webhookEndpoints { id } members { id } }');
  assert.deepEqual([webhookEndpoints, members], [[], []]);
});

test('an invitation whose key an earlier release kept is answered again', async () => {
  const here = await quietWorld();
  const shop = await openShop(here);
  const ask = () =>
    shop.get(
      'mutation { inviteMember(userName: "ana", role: viewer, idempotencyKey: "then") { member { id userName } } }',
    );
  const first = await ask();
  const { id } = first.inviteMember.member;
  await here.sql`update requests set result = to_jsonb(${id}::text) where tenant_id = ${shop.tenant.id} and idempotency_key = 'then'`;
  assert.deepEqual(await ask(), first);
});

test('in place of a token that was lost with its answer, the remedy makes one of the same limits', async () => {
  const shop = await openShop(await quietWorld());
  const limits = {
    ...{ agent: 'Claude 2.0', acts: ['SELL', 'COLLECT'], officeIds: [(await office(shop)).id] },
    ...{ amountPerAct: '5.5', amountPerDay: null, approvalAbove: '3' },
  };
  for (const asked of [limits, { agent: 'Lector', acts: [] }, null]) {
    const variables = { limits: asked, key: randomUUID() };
    const text = `mutation ($limits: TokenLimitsInput, $key: String) {
      createApiToken(userName: "ana", roles: [operator], limits: $limits, idempotencyKey: $key) { remedy } }`;
    await shop.get(text, variables);
    const { remedy } = (await shop.get(text, variables)).createApiToken;
    const [, act] = /: `([^`]+)`/.exec(remedy)!;
    const LIMITS = 'limits { agent acts amountPerAct amountPerDay approvalAbove officeIds }';
    const { createApiToken } = await shop.get(`mutation { ${act} { token apiToken { userName role ${LIMITS} } } }`);
    const none = { amountPerAct: null, amountPerDay: null, approvalAbove: null, officeIds: null };
    assert.deepEqual(createApiToken.apiToken, {
      ...{ userName: 'ana', role: 'operator', limits: asked && { ...none, ...asked } },
    });
    assert.ok(createApiToken.token.length > 30);
  }
});

const CLIENT = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id name } }';
const VOID =
  'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The client gave the order twice", idempotencyKey: "v") { id voidState } }';

/** As a client sends it that knows of the header. */
async function send(
  shop: TestTenant,
  query: string,
  variables: Variables,
  key: string | undefined,
  language = 'en',
): Promise<Answer> {
  const headers = { 'accept-language': language, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const token = await shop.token('admin');
  return withoutCost((await postGraphql((await world()).url, { query, variables }, { token, headers })).json);
}

function refusalOf(answer: Answer): { code: string; field: string | undefined } {
  assert.equal(answer.errors?.length, 1, JSON.stringify(answer));
  return { code: answer.errors[0].extensions.code, field: answer.errors[0].extensions.field };
}

describe('the header Idempotency-Key', () => {
  test('stands for the argument of the one mutation, on a query it says nothing', async () => {
    const shop = await (await world()).tenant();
    const input = { name: 'Ana' };
    const key = 'clave-1';
    const first = await send(shop, CLIENT, { input }, key);
    assert.deepEqual(await send(shop, CLIENT, { input: { ...input, idempotencyKey: key } }, undefined), first);
    assert.deepEqual(await send(shop, CLIENT, { input: { ...input, idempotencyKey: key } }, key), first);
    const both = `${CLIENT.slice(0, -1)} __typename }`;
    assert.equal((await send(shop, both, { input }, key)).data.createClient.id, first.data.createClient.id);
    assert.deepEqual(
      (await send(shop, '{ a: viewer { userName } b: viewer { userName } }', {}, 'k')).errors,
      undefined,
    );
    const { clients } = await shop.get('{ clients { totalCount } }');
    assert.equal(clients.totalCount, 1);
  });

  test('is read as UTF-8, and as Windows-1252 where it is none: no two of a program that writes so are one', async () => {
    const shop = await (await world()).tenant();
    const made = async (key: Buffer): Promise<string> => {
      const answer = await send(shop, CLIENT, { input: { name: 'Ana' } }, key.toString('latin1'));
      assert.equal(answer.errors, undefined, `${key.toString('hex')} ${JSON.stringify(answer)}`);
      return answer.data.createClient.id;
    };
    const CODES = { é: 0xe9, è: 0xe8, '–': 0x96, '—': 0x97, '’': 0x92, '€': 0x80 };
    const ids = [];
    for (const [letter, code] of Object.entries(CODES)) {
      const written = Buffer.from([...Buffer.from('pedido-'), code]);
      const id = await made(written);
      assert.deepEqual([await made(written), await made(Buffer.from(`pedido-${letter}`))], [id, id]);
      ids.push(id);
    }
    assert.equal(new Set(ids).size, ids.length);
  });

  test('is refused beside another key, for several mutations, and malformed', async () => {
    const shop = await (await world()).tenant();
    const input = { name: 'Ana' };
    const wrong = { code: 'BAD_USER_INPUT', field: 'idempotencyKey' };
    assert.deepEqual(refusalOf(await send(shop, CLIENT, { input: { ...input, idempotencyKey: 'a' } }, 'b')), wrong);
    assert.deepEqual(refusalOf(await send(shop, CLIENT, { input }, '')), wrong);
    assert.deepEqual(refusalOf(await send(shop, CLIENT, { input }, 'x'.repeat(256))), wrong);
    const two = `mutation { a: createSupplier(name: "A") { id } ...F } fragment F on Mutation { b: createSupplier(name: "B") { id } }`;
    assert.equal(refusalOf(await send(shop, two, {}, 'c')).code, 'BAD_USER_INPUT');
    assert.equal((await shop.get('{ suppliers { totalCount } }')).suppliers.totalCount, 0);
  });
});

test('a key has between 1 and 255 characters that can be printed', async () => {
  const shop = await (await world()).tenant();
  const wrong = { code: 'BAD_USER_INPUT', field: 'idempotencyKey' };
  for (const idempotencyKey of ['', '   ', 'a\nb', 'a\u0007', 'a\u200bb', 'x'.repeat(256)]) {
    assert.deepEqual(refusalOf(await shop.ask(CLIENT, { input: { name: 'Ana', idempotencyKey } })), wrong);
  }
  const inside = { input: { sku: 'A', name: 'A', unitPrice: '1', inventory: { idempotencyKey: 'k' } } };
  const nested = await shop.ask('mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }', inside);
  assert.deepEqual(refusalOf(nested), wrong);
  const long = { input: { name: 'Ana', idempotencyKey: 'ñ'.repeat(255) } };
  assert.deepEqual(await shop.get(CLIENT, long), await shop.get(CLIENT, long));
});

test('what no database can hold is refused under a key as without one, also where it is the name of something', async () => {
  const shop = await (await world()).tenant();
  for (const idempotencyKey of [undefined, 'clave'])
    for (const metadata of [{ '\0': 1 }, { a: { '\ud800': 1 } }, { a: ['\0'] }, { a: 'b\udc00' }])
      assert.deepEqual(
        refusalOf(await shop.ask(CLIENT, { input: { name: 'Ana', metadata, idempotencyKey } })),
        { code: 'BAD_USER_INPUT', field: 'metadata' },
        `${idempotencyKey} ${JSON.stringify(metadata)}`,
      );
});

test('what no database can hold is refused by the name of its argument, and in the language of its reader', async () => {
  const shop = await (await world()).tenant();
  const SUPPLIER = 'mutation ($name: String!, $more: JSON) { createSupplier(name: $name, metadata: $more) { id } }';
  const REFUSED: [variables: Variables, field: string | undefined, said: string][] = [
    [{ name: 'a\0' }, 'name', 'Un texto no debe contener caracteres NUL'],
    [{ name: 'a\ud800' }, 'name', 'Un texto debe ser Unicode bien formado'],
    [{ name: 'x'.repeat(10_001) }, 'name', 'Un texto debe tener como máximo 10000 caracteres, no 10001'],
    [
      { name: 'a', more: { list: Array(1001).fill(1) } },
      'list',
      'Una lista debe tener como máximo 1000 elementos, no 1001',
    ],
    [
      { name: 'a', more: { ['x'.repeat(10_001)]: 1 } },
      'more',
      'Un texto debe tener como máximo 10000 caracteres, no 10001',
    ],
    [{ name: 'a', '\0': 1 }, undefined, 'Un texto no debe contener caracteres NUL'],
    [{ name: 'a', more: [[[[[[[[[[[1]]]]]]]]]]] }, 'more', 'Las variables no deben anidarse más de 10 niveles'],
  ];
  for (const [variables, field, said] of REFUSED) {
    const answer = await send(shop, SUPPLIER, variables, undefined, 'es');
    assert.deepEqual(refusalOf(answer), { code: 'BAD_USER_INPUT', field });
    assert.equal(answer.errors[0].message, said);
  }
  const literal = await send(shop, 'mutation { createSupplier(name: "a\\u0000") { id } }', {}, undefined, 'es');
  assert.equal(literal.errors[0].message, 'Un texto no debe contener caracteres NUL');
});

test('the same content is the same however it is written: aliases, defaults, null, spelling of numbers', async () => {
  const shop = await openShop(await world());
  const id = await order(shop);
  const first = await shop.call('generateInvoice', { orderId: id, idempotencyKey: 'g' });
  const again = await shop.call('generate_invoice', { mode: 'DGI', payment: null, idempotencyKey: 'g', orderId: id });
  assert.deepEqual(again, first);
  const lines = [{ itemId: shop.itemId, quantity: '1.50' }];
  const asked = { clientId: shop.clientId, lines, idempotencyKey: 'o' };
  const one = await shop.call('createOrder { id number }', asked);
  const same = { dueDate: null, ...asked, lines: [{ quantity: '1.5', itemId: shop.itemId, lotNumber: null }] };
  assert.deepEqual(await shop.call('createOrder { id number }', same), one);
});

test('a key belongs to its tenant', async () => {
  const here = await world();
  const [a, b] = [await here.tenant(), await here.tenant()];
  const input = { name: 'Ana', idempotencyKey: 'shared' };
  const [one, other] = [await a.get(CLIENT, { input }), await b.get(CLIENT, { input })];
  assert.notEqual(one.createClient.id, other.createClient.id);
  assert.deepEqual(await b.get(CLIENT, { input }), other);
});

test('a request that was refused leaves its key free, also where the PAC refused it', async () => {
  const here = await quietWorld();
  const shop = await openShop(here);
  const lines = [{ itemId: shop.itemId, quantity: '1000' }];
  const input = { clientId: shop.clientId, lines, idempotencyKey: 'o' };
  assert.equal((await shop.refuses('createOrder', input)).code, 'INSUFFICIENT_STOCK');
  await shop.call('createOrder { id number }', { ...input, lines: [{ itemId: shop.itemId, quantity: '1' }] });

  const sold = await certified(shop);
  here.simulator.nextFault({ name: 'void400TooLate', companyId: shop.companyId });
  assert.equal((await shop.refusal(VOID, { id: sold.id })).code, 'CONFLICT');
  assert.equal((await shop.get(VOID, { id: sold.id })).voidInvoice.voidState, 'DONE');
  assert.equal((await shop.get(VOID, { id: sold.id })).voidInvoice.voidState, 'DONE');
});

test('12 of the same request at once, on two processes: one document, one submission', async () => {
  const here = await world();
  const shop = await openShop(here);
  const sold = await certified(shop);
  const input = { invoiceId: sold.id, reason: 'Returned', idempotencyKey: 'nc-1' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => shop.get(CREDIT, { input }).then(({ createCredit }) => createCredit.id)),
  );
  assert.equal(new Set(answers).size, 1);
  const submitted = here.callsOf(shop, 'submit');
  assert.equal(submitted.length, 2);
  const other = { input: { ...input, reason: 'Another' } };
  const bodies = [CREDIT, CREDIT, CREDIT].map((text, at) => shop.ask(text, at === 1 ? other : { input }));
  assertEach(await Promise.all(bodies), ({ errors }) => errors?.[0]?.extensions.code, [
    undefined,
    'CONFLICT',
    undefined,
  ]);
});

test('an answer that was lost: the same key finds what was written, and nothing is filed again', async () => {
  const here = await quietWorld();
  const shop = await openShop(here);
  const orderId = await order(shop);
  // The process ends after the intent and before the call.
  const pac = { ...here.app.pac, submit: () => Promise.reject(new Error('the process has ended')) };
  const app = { ...here.app, pac };
  const text = `mutation { generateInvoice(orderId: "${orderId}", idempotencyKey: "g") { id submissionState } }`;
  const viewer = {
    userName: 'admin-user',
    actor: 'user:admin-user',
    tokenId: null,
    roles: ['admin' as const],
    tenant: shop.tenant,
  };
  const context = requestContext(app, { requestId: 'r', language: 'en' }, viewer);
  const cut = await executeGraphQL({ schema, source: text, contextValue: context });
  const { generateInvoice: again } = await shop.get(text);
  assert.equal(again.id, (cut.data as Answer).generateInvoice.id);
  await shop.get(text);
  assert.equal((await shop.get('{ invoices { totalCount } }')).invoices.totalCount, 1);
});

test('a key is kept for 30 days, that of a line of an imported file for ever', async () => {
  const { here, shop } = await newShop();
  for (const idempotencyKey of ['old', 'new']) await shop.get(CLIENT, { input: { name: 'Ana', idempotencyKey } });
  await here.sql`insert into requests (tenant_id, idempotency_key, request)
    values (${shop.tenant.id}, 'line', '{"operation": "importStock", "line": 2}')`;
  await here.sql`update requests
     set created_at = now() - case idempotency_key when 'new' then interval '29 days' else interval '31 days' end
     where tenant_id = ${shop.tenant.id}`;
  await expireAllKeys(here.app);
  const kept = await here.sql<{ key: string }>`select idempotency_key as key from requests
    where tenant_id = ${shop.tenant.id} order by 1`;
  assertEach(kept, ({ key }) => key, ['line', 'new']);
});

test('convertCreditToDgi says who files it', async () => {
  const shop = await openShop(await world());
  const { id } = await credit(shop, 'PROFORM');
  await shop.get('mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { id } }', { id }, 'operator');
  const documentTimeline = await shop.call('documentTimeline { kind actor }', { documentId: id });
  const intents = documentTimeline.filter(({ kind }: Answer) => kind === 'INTENT');
  assertEach(intents, ({ actor }) => actor, ['user:admin-user', 'user:operator-user']);
});

test('what release 1.8.0 has done under a key is answered, and not done again', async () => {
  const here = await quietWorld();
  const shop = await openShop(here);
  const sold = await certified(shop);
  const [log] = await here.sql<Answer>`
    select id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from inventory_logs
    where tenant_id = ${shop.tenant.id} and item_id = ${shop.itemId}`;
  const asked = { itemId: shop.itemId, quantityChange: '-1', description: 'Broken' };
  await here.query(
    `insert into stock_requests (tenant_id, idempotency_key, request, result) values ($1, 'stock', $2, $3)`,
    [
      shop.tenant.id,
      JSON.stringify({ operation: 'adjustInventory', ...asked }),
      JSON.stringify({ itemId: shop.itemId, locationId: shop.mainId, at: log.at }),
    ],
  );
  const payment = { invoiceId: sold.id, amount: '1', method: 'CASH' };
  await here.query(
    `insert into payments (tenant_id, id, invoice_id, amount, method, paid_at, created_by, idempotency_key, request)
     values ($1, gen_random_uuid(), $2, 1, 'CASH', now(), 'ana', 'paid', $3)`,
    [shop.tenant.id, sold.id, JSON.stringify({ ...payment, reference: null, paidAt: null })],
  );
  const before = await rowsOf(shop);
  const adjustInventory = await shop.call('adjustInventory', { ...asked, idempotencyKey: 'stock' });
  assert.equal(adjustInventory.id, log.id);
  const PAY =
    'mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount, idempotencyKey: "paid") { id } }';
  assert.equal((await shop.get(PAY, { id: sold.id, amount: '1.00' })).registerPayment.id, sold.id);
  assert.equal((await shop.refusal(PAY, { id: sold.id, amount: '2' })).code, 'CONFLICT');
  assert.deepEqual(await rowsOf(shop), before);
});

test('of two mutations in one request the second is refused: the first one’s answer is there', async () => {
  const shop = await openShop(await world());
  const line = (quantity: string) =>
    `clientId: "${shop.clientId}", lines: [{ itemId: "${shop.itemId}", quantity: "${quantity}" }]`;
  const { data, errors } = await shop.ask(
    `mutation { a: createOrder(input: { ${line('1')} }) { id } b: createOrder(input: { ${line('100000')} }) { id } }`,
  );
  assert.equal(errors?.[0]?.path?.[0], 'b');
  assert.equal(data.b, null);
  assert.equal((await shop.get('query ($id: UUID!) { order(id: $id) { id } }', { id: data.a.id })).order.id, data.a.id);
  const asked = await shop.ask(
    `{ viewer { userName } invoice(id: "${ANY_ID}") { number } order(id: "${data.a.id}") { id } }`,
  );
  assert.deepEqual(asked.data, { viewer: { userName: 'admin-user' }, invoice: null, order: { id: data.a.id } });
});

describe('a credit note without a key', () => {
  const NEW = 'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id number } }';

  async function sold(shop: Shop): Promise<{ id: string; lines: { id: string }[] }> {
    const lines = [1, 2].map(() => ({ itemId: shop.itemId, quantity: '9' }));
    return invoice(shop, (await newOrder(shop, shop.clientId, lines)).id, 'PROFORM');
  }

  function part(of: { lines: { id: string }[] }, ...quantities: string[]): Variables[] {
    return quantities.map((quantity, at) => ({ invoiceLineId: of.lines[at]!.id, quantity }));
  }

  async function again(shop: Shop, input: Variables, number: string): Promise<void> {
    const { code, message } = await shop.refusal(NEW, { input });
    assert.equal(code, 'CONFLICT');
    assert.match(message, new RegExp(`${number} of the last 24 hours`));
  }

  test('is CONFLICT when it is equal to one of the last 24 hours, however it is written', async () => {
    const shop = await openShop(await world());
    const of = await sold(shop);
    const input = { invoiceId: of.id, mode: 'PROFORM', reason: 'Came back', lines: part(of, '1', '2') };
    const { number } = (await shop.get(NEW, { input })).createCredit;
    await again(shop, input, number);
    await again(shop, { ...input, reason: ' came  BACK ', lines: part(of, '1.0', '2').toReversed() }, number);
    await again(shop, { ...input, lines: [...part(of, '1', '1.5'), ...part(of, '0', '0.5').slice(1)] }, number);
    await shop.get(NEW, { input: { ...input, reason: 'Broken' } });
    await shop.get(NEW, { input: { ...input, lines: part(of, '1') } });
    await shop.get(NEW, { input: { ...input, idempotencyKey: 'another' } });
    const other = await sold(shop);
    await shop.get(NEW, { input: { ...input, invoiceId: other.id, lines: part(other, '1', '2') } });
  });

  test('of the whole names the first, whether or not it names the lines', async () => {
    const shop = await openShop(await world());
    const of = await sold(shop);
    const input = { invoiceId: of.id, mode: 'PROFORM', reason: 'Came back' };
    const { number } = (await shop.get(NEW, { input })).createCredit;
    await again(shop, input, number);
    await again(shop, { ...input, lines: part(of, '9', '9') }, number);
    const { code, message } = await shop.refusal(NEW, { input: { ...input, reason: 'Broken' } });
    assert.equal(code, 'CONFLICT');
    assert.doesNotMatch(message, /24 hours/);
  });

  test('may follow one that was canceled, rejected, or made a day ago', async () => {
    const here = await world();
    const shop = await openShop(here);
    const of = await sold(shop);
    const input = { invoiceId: of.id, mode: 'PROFORM', reason: 'Came back', lines: part(of, '1') };
    const make = async () => (await shop.get(NEW, { input })).createCredit;
    const first = await make();
    await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: first.id });
    const second = await make();
    await here.query(`update fiscal_documents set legal_status = 'DGI_REJECTED' where id = $1`, [second.id]);
    const third = await make();
    await again(shop, input, third.number);
    await here.query(`update credits set issued_at = issued_at - interval '24 hours' where id = $1`, [third.id]);
    await make();
  });

  test('that is asked for 12 times at once is made once', async () => {
    const shop = await openShop(await world());
    const of = await sold(shop);
    const input = { invoiceId: of.id, mode: 'PROFORM', reason: 'Came back', lines: part(of, '1') };
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.ask(NEW, { input })));
    assert.equal(answers.filter(({ errors }) => errors === undefined).length, 1);
    const { credits } = await shop.get('{ credits { totalCount } }');
    assert.equal(credits.totalCount, 1);
  });
});
