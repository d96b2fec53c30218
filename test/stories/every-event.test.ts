// Every type of event: each of the catalogue happens, no other does, and each is as its JSON Schema says, in the feed and in a webhook.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { EVENT_TYPES } from '../../src/events/index.ts';
import { markPastDue } from '../../src/invoicing/mark-past-due.ts';
import { adjust, invoicedOrder, newItem, newOrder } from '../support/business.ts';
import { eventValidator } from '../support/event-validator.ts';
import { openHooks } from '../support/webhooks.ts';
import { eventually, type Answer, type TestTenant } from '../support/world.ts';
import { inTenant } from '../../src/tenancy/index.ts';

const hooks = await openHooks({ verdictDelayMs: 20 });
after(() => hooks.receiver.close());

const REASON = 'A word of fifteen characters';
const DAY_MS = 86_400_000;
const types = new Set<string>();

/** The feed from its beginning, which is also kept for the last test. */
async function feed(shop: TestTenant): Promise<Answer[]> {
  const all: Answer[] = [];
  for (let after: string | null = null, isMore = true; isMore;) {
    const { events }: Answer = await shop.get(
      'query ($after: String) { events(after: $after, first: 500) { records { id type at data } pageInfo { endCursor hasNextPage } } }',
      { after },
    );
    all.push(...events.records);
    after = events.pageInfo.endCursor;
    isMore = events.pageInfo.hasNextPage;
  }
  return all;
}

const told = (shop: TestTenant, id: string, type: string) =>
  eventually(
    async () => (await feed(shop)).filter(({ data }) => data.id === id).map((one) => one.type),
    (all) => all.includes(type),
  );

/** A kind of document: how one is made of an invoice, voided and canceled. */
interface Kind {
  word: string;
  type: string;
  make: (shop: TestTenant, sold: Answer, mode: string) => Promise<string>;
  verb: string;
}

const note = (mutation: string, input: string) => async (shop: TestTenant, sold: Answer, mode: string) => {
  const line = { ...sold.lines[0], itemId: sold.itemId };
  const lines =
    mutation === 'createCredit'
      ? [{ invoiceLineId: line.id, quantity: '1' }]
      : [{ itemId: line.itemId, unitPrice: '1' }];
  const made = await shop.get(`mutation ($input: ${input}!) { one: ${mutation}(input: $input) { id } }`, {
    input: { invoiceId: sold.id, reason: REASON, mode, lines },
  });
  return made.one.id as string;
};

const KINDS: readonly Kind[] = [
  {
    word: 'invoice',
    type: 'INVOICE',
    verb: 'Invoice',
    make: async (shop, { itemId, clientId }, mode) => {
      const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
      return (await shop.call('generateInvoice', { orderId: id, mode })).id;
    },
  },
  { word: 'credit', type: 'CREDIT', verb: 'Credit', make: note('createCredit', 'CreateCreditInput') },
  { word: 'debit_note', type: 'DEBIT_NOTE', verb: 'DebitNote', make: note('createDebitNote', 'CreateDebitNoteInput') },
];

async function openSale(shop: TestTenant): Promise<Answer> {
  const { itemId, clientId, invoice } = await invoicedOrder(shop, { quantity: '50' });
  await told(shop, invoice.id, 'invoice.dgi_authorized');
  return { ...invoice, itemId, clientId };
}

for (const { word, type, make, verb } of KINDS) {
  test(`${word}: authorized, rejected, unknown and settled, voided, canceled, changed`, async () => {
    const shop = await hooks.here.tenant();
    const sold = await openSale(shop);
    const id = `${verb.replace(/^./, (letter) => letter.toLowerCase())}Id`;
    const act = (act: string, one: string, more = '') =>
      shop.get(`mutation { ${act}${verb}(${id}: "${one}"${more}) { id } }`);

    const good = await make(shop, sold, 'DGI');
    await told(shop, good, `${word}.dgi_authorized`);
    await shop.get(`mutation { setExternal(type: ${type}, id: "${good}", externalId: "E-${word}") { id } }`);
    await told(shop, good, `${word}.updated`);
    await act('void', good, `, reason: "${REASON}"`);
    await told(shop, good, `${word}.voided`);
    const draft = await make(shop, sold, 'PROFORM');
    await act('cancel', draft);
    await told(shop, draft, `${word}.canceled`);
    const { companyId } = shop;
    hooks.here.simulator.nextFault({ name: 'pacReject', companyId, shape: 'errorsArray' });
    await told(shop, await make(shop, sold, 'DGI'), `${word}.rejected`);
    hooks.here.simulator.nextFault({ name: 'lostAnswer', companyId, operation: 'submit' });
    const lost = await make(shop, sold, 'DGI');
    await told(shop, lost, `${word}.unknown`);
    await told(shop, lost, `${word}.settled`);
    for (const one of await feed(shop)) types.add(one.type);
  });
}

/** Opened, moved, counted and closed, each asked twice. */
async function tillDay(shop: TestTenant): Promise<{ id: string; entry: string; point: string }> {
  const [id, entry] = [randomUUID(), randomUUID()];
  for (const act of [
    `openTill(id: "${id}", openingFloat: "10") { billingPoint { id } }`,
    `moveTillCash(id: "${entry}", sessionId: "${id}", kind: OUT, amount: "2.50", reason: "Hielo") { id }`,
    `countTill(id: "${randomUUID()}", sessionId: "${id}", cash: []) { id }`,
    `closeTill(sessionId: "${id}", explanation: "Vacía") { id }`,
  ])
    for (const _ of [1, 2]) await shop.get(`mutation { ${act} }`);
  const { tillSession } = await shop.get(`{ tillSession(id: "${id}") { billingPoint { id } } }`);
  return { id, entry, point: tillSession.billingPoint.id };
}

test('money, days that pass, files that differ, credits that are applied, purchases, the shelf and the catalog', async () => {
  const shop = await hooks.here.tenant();
  const { here } = hooks;
  const sold = await openSale(shop);
  const paid = await shop.call('registerPayment { payments { id } }', { invoiceId: sold.id, amount: sold.total });
  await shop.call('refundPayment', { paymentId: paid.payments[0].id, amount: '1', reason: REASON });

  here.simulator.setKnobs({ xml: 'address' });
  const { downloadXml } = here.app.pac;
  const cut: typeof downloadXml = async (url) => {
    const got = await downloadXml(url);
    return got.outcome === 'xml' ? { ...got, bytes: Buffer.from('<no/>') } : got;
  };
  Object.assign(here.app.pac, { downloadXml: cut });
  const late = await invoicedOrder(shop, { dueDate: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) });
  const credit = await KINDS[1]!.make(shop, sold, 'DGI');
  await told(shop, credit, 'credit.dgi_authorized');
  await shop.get(`mutation { applyCredit(creditId: "${credit}") { id } }`);
  await here.query('update invoices set due_date = due_date - 4 where id = $1', [late.invoice.id]);
  await inTenant(here.app, shop.tenant, markPastDue);
  await told(shop, late.invoice.id, 'invoice.past_due');

  await told(shop, late.invoice.id, 'document.parked');
  await shop.get(`mutation { resolveParked(documentId: "${late.invoice.id}", note: "Visto") { id } }`, {}, 'admin');

  const itemId = await newItem(shop, { stock: '10' });
  const { supplier, list, place } = await shop.get(`mutation {
    supplier: createSupplier(name: "Sur") { id } list: createPriceList(name: "Mayor") { id } place: createLocation(name: "Bodega", code: "B") { id } }`);
  const lines = `lines: [{ itemId: "${itemId}", quantity: "5", unitCost: "2" }]`;
  const { one, two, three } = await shop.get(`mutation {
    one: createPurchaseOrder(input: { supplierId: "${supplier.id}", ${lines} }) { id lines { id } }
    two: createPurchaseOrder(input: { supplierId: "${supplier.id}", ${lines} }) { id }
    three: createOrder(input: { clientId: "${sold.clientId}", lines: [{ itemId: "${itemId}", quantity: "1" }] }) { id }
    recordSupplierInvoice(input: { supplierId: "${supplier.id}", ${lines} }) { id } }`);
  await shop.get(`mutation {
    updateItemInventory(itemId: "${itemId}", input: { reorderLevel: "12" }) { id }
    receivePurchaseOrder(input: { purchaseOrderId: "${one.id}", lines: [{ lineId: "${one.lines[0].id}", quantity: "2" }] }) { id }
    setExternal(type: PURCHASE_ORDER, id: "${one.id}", externalId: "P-1") { id }
    closePurchaseOrder(purchaseOrderId: "${one.id}") { id }
    cancelPurchaseOrder(purchaseOrderId: "${two.id}") { id }
    cancelOrder(orderId: "${three.id}") { id }
    updateClient(clientId: "${sold.clientId}", input: { name: "Ana" }) { id }
    updateSupplier(supplierId: "${supplier.id}", name: "Norte") { id }
    updatePriceList(priceListId: "${list.id}", input: { name: "Menor" }) { id }
    updateLocation(locationId: "${place.id}", name: "Tienda") { id } }`);
  await adjust(shop, itemId, '-6');
  const till = await tillDay(shop);
  assert.deepEqual(
    (await feed(shop)).filter(({ type }) => type.startsWith('till.')).map(({ type, data }) => [type, data]),
    [
      ['till.opened', { id: till.id, billingPointId: till.point }],
      ['till.moved', { id: till.id, entryId: till.entry, kind: 'OUT', amount: '2.5' }],
      ['till.closed', { id: till.id, billingPointId: till.point, zNumber: 1 }],
    ],
    'once each, also where it is asked again; a count tells nothing',
  );
  for (const event of await feed(shop)) types.add(event.type);
  assert.deepEqual([...types].toSorted(), Object.keys(EVENT_TYPES).toSorted());
});

test('all that happened in these stories, and what a webhook brought of it, is as its schema says', async () => {
  const findings = eventValidator();
  const rows = await hooks.here.query<{ id: string; type: string; at: Date; data: object }>(
    'select id, type, at, data from events',
  );
  assert.ok(rows.length > 100);
  for (const { at: timestamp, ...row } of rows) {
    const event = JSON.parse(JSON.stringify({ ...row, timestamp }));
    assert.deepEqual(findings(event), [], JSON.stringify(event));
  }
  const shop = await hooks.here.tenant();
  const endpoint = await hooks.endpoint(shop, null);
  await openSale(shop);
  await hooks.arrived(endpoint, 6);
  const bodies = hooks.receiver.received(endpoint.path).map(({ body }) => JSON.parse(body));
  for (const body of bodies) assert.deepEqual(findings(body), [], JSON.stringify(body));
});

test('the validator finds what is not in the catalogue', () => {
  const findings = eventValidator();
  const id = '018f6f3a-0000-7000-8000-000000000000';
  const event = { id, type: 'client.created', timestamp: '2026-03-01T17:04:05.123Z', data: { id } };
  assert.deepEqual(findings(event), []);
  for (const wrong of [
    { ...event, type: 'client.deleted' },
    { ...event, data: { id, name: 'Ana' } },
    { ...event, data: {} },
    { ...event, timestamp: 'yesterday' },
    { ...event, more: 1 },
  ])
    assert.notDeepEqual(findings(wrong), [], JSON.stringify(wrong));
});
