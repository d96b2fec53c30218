// Services, which have no stock, and goods that are sold in units of several: what is on the shelf, reserved, sold, sent and credited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifySales } from '../../src/invoicing/index.ts';
import { verifyPurchases } from '../../src/purchasing/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, INVOICE, invoice, newClient, newItem, newOrder, readInvoice, stockOf } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const CREATE = 'createItem { id sku kind unit units { unit factor price } barcodes { barcode unit } }';
const CREDIT = 'createCredit { id total lines { quantity unit unitFactor } }';
const BOXES = [{ unit: 'caja', factor: '12', price: '100', barcodes: ['7501', '7502'] }];

async function create(shop: TestTenant, input: object): Promise<Answer> {
  const sku = `SKU-${Math.random().toString(36).slice(2, 10)}`;
  return shop.call(CREATE, { sku, name: `Item ${sku}`, unitPrice: '10', ...input });
}

async function assertVerified(shop: TestTenant): Promise<void> {
  const { app } = await world();
  assert.deepEqual((await inTenant(app, shop.tenant, (db) => verifyLedger(db))).problems, []);
  assert.deepEqual((await inTenant(app, shop.tenant, (db) => verifySales(db))).problems, []);
}

async function questions(shop: TestTenant, itemId: string): Promise<Answer> {
  return shop.get(
    `query ($id: UUID!) {
       itemMovements(itemId: $id) { totalCount }
       itemStockMetrics(itemId: $id) { unitsSoldInWindow documentsCounted }
       itemTopClients(itemId: $id) { unitsSold }
       getInventoryLotsByItemId(itemId: $id) { id }
       availableQuantity(itemId: $id)
     }`,
    { id: itemId },
  );
}

test('a service is sold, certified, credited and voided, and nothing moves', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop);
  const service = await create(shop, { kind: 'SERVICE', unitPrice: '25' });
  assert.equal(service.kind, 'SERVICE');
  const goods = await newItem(shop, { stock: '10' });
  const lines = [
    { itemId: service.id, quantity: '2' },
    { itemId: goods, quantity: '3' },
  ];
  const order = await newOrder(shop, clientId, lines);
  assert.equal((await stockOf(shop, goods)).available, '7');
  const sold = await invoice(shop, order.id);
  assert.equal(sold.total, '85.6');
  assert.equal(sold.pacInput.items.length, 2);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await eventually(() => readInvoice(shop, sold.id), { legalStatus: 'DGI_AUTHORIZED' });
  await shop.call('createCredit', { invoiceId: sold.id, reason: 'Returned' });
  assert.deepEqual(await stockOf(shop, goods), { onHand: '10', available: '10' });
  const alone = await newOrder(shop, clientId, [{ itemId: service.id, quantity: '1' }]);
  const proforma = await invoice(shop, alone.id, 'PROFORM');
  await shop.get(`mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { ${INVOICE} } }`, { id: proforma.id });
  const asked = await questions(shop, service.id);
  assert.deepEqual(asked, {
    itemMovements: { totalCount: 0 },
    itemStockMetrics: { unitsSoldInWindow: '0', documentsCounted: 0 },
    itemTopClients: [],
    getInventoryLotsByItemId: [],
    availableQuantity: '0',
  });
  const { rows } = await here.database.pool.query('select * from item_sales where item_id = $1', [service.id]);
  assert.deepEqual(rows, []);
  await assertVerified(shop);
});

const NO_STOCK: readonly (readonly [what: string, mutation: string, input: (ids: Record<string, string>) => object])[] =
  [
    [
      'adjusted',
      'mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }',
      ({ itemId }) => ({ itemId, quantityChange: '1', description: 'Found' }),
    ],
    [
      'transferred',
      'mutation ($input: TransferStockInput!) { transferStock(input: $input) { id } }',
      ({ itemId, from, to }) => ({ itemId, quantity: '1', fromLocationId: from, toLocationId: to }),
    ],
    [
      'reserved',
      'mutation ($input: ReserveStockInput!) { reserveStock(input: $input) { id } }',
      ({ itemId }) => ({ itemId, quantity: '1' }),
    ],
    [
      'ordered from a supplier',
      'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id } }',
      ({ itemId, supplierId }) => ({ supplierId, lines: [{ itemId, quantity: '1', unitCost: '1' }] }),
    ],
  ];

test('what has no stock is not adjusted, transferred, reserved or ordered; it stands on a supplier’s invoice', async () => {
  const shop = await (await world()).tenant();
  const { id: itemId } = await create(shop, { kind: 'SERVICE' });
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Casa") { id } }');
  const from = locations.find((one: Answer) => one.isDefault).id;
  const ids = { itemId, supplierId: createSupplier.id, from, to: createLocation.id };
  for (const [what, mutation, input] of NO_STOCK) {
    const { code, message } = await shop.refusal(mutation, { input: input(ids) });
    assert.deepEqual([what, code], [what, 'BAD_USER_INPUT']);
    assert.match(message, /is a service: it has no stock/);
  }
  const RECORD = 'mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { number } }';
  const lines = [{ itemId, quantity: '1', unitCost: '40' }];
  await shop.get(RECORD, { input: { supplierId: ids.supplierId, lines } });
  assert.equal((await questions(shop, itemId)).itemMovements.totalCount, 0);
  for (const wrong of [{ trackingMode: 'LOT' }, { inventory: { reorderLevel: '1' } }]) {
    const input = { sku: 'S-9', name: 'S', unitPrice: '1', kind: 'SERVICE', ...wrong };
    assert.equal((await shop.refuses('createItem', input)).code, 'BAD_USER_INPUT');
  }
  await assertVerified(shop);
});

test('a box of twelve takes twelve from the shelf, and comes back as twelve', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop);
  const item = await create(shop, { units: BOXES, barcodes: ['7500'] });
  assert.deepEqual(item.units, [{ unit: 'caja', factor: '12', price: '100' }]);
  await adjust(shop, item.id, '50');
  const lines = [
    { barcode: '7502', quantity: '2' },
    { itemId: item.id, unit: 'und', quantity: '1' },
  ];
  const createOrder = await shop.call('createOrder { id subtotal lines { quantity unit unitFactor unitPrice } }', {
    clientId,
    lines,
  });
  assert.deepEqual(createOrder.lines, [
    { quantity: '2', unit: 'caja', unitFactor: '12', unitPrice: '100' },
    { quantity: '1', unit: 'und', unitFactor: '1', unitPrice: '10' },
  ]);
  assert.equal(createOrder.subtotal, '210');
  assert.deepEqual(await stockOf(shop, item.id), { onHand: '50', available: '25' });
  const sold = await invoice(shop, createOrder.id);
  assertEach(sold.pacInput.items, (one) => [one.unit, one.quantity, one.prices.transfer], [
    ['caja', 2, 100],
    ['und', 1, 10],
  ]);
  assert.deepEqual(await stockOf(shop, item.id), { onHand: '25', available: '25' });
  const { itemStockMetrics, itemTopClients } = await questions(shop, item.id);
  assert.deepEqual([itemStockMetrics.unitsSoldInWindow, itemTopClients], ['25', [{ unitsSold: '25' }]]);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await eventually(() => readInvoice(shop, sold.id), { legalStatus: 'DGI_AUTHORIZED' });
  const of = {
    invoiceId: sold.id,
    reason: 'One box was wet',
    lines: [{ invoiceLineId: sold.lines[0].id, quantity: '1' }],
  };
  const createCredit = await shop.call(CREDIT, of);
  assert.deepEqual(
    [createCredit.total, createCredit.lines],
    ['107', [{ quantity: '1', unit: 'caja', unitFactor: '12' }]],
  );
  assert.equal((await stockOf(shop, item.id)).onHand, '37');
  const internal = await shop.call(CREDIT, { ...of, reason: 'The other too', mode: 'PROFORM' });
  assert.equal((await stockOf(shop, item.id)).onHand, '49');
  await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: internal.id });
  assert.equal((await stockOf(shop, item.id)).onHand, '37');
  assert.equal((await questions(shop, item.id)).itemStockMetrics.unitsSoldInWindow, '13');
  await assertVerified(shop);
});

test('a canceled invoice in boxes gives back what its credits have left', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const item = await create(shop, { units: BOXES });
  await adjust(shop, item.id, '36');
  const LINE = { itemId: item.id, unit: 'caja', quantity: '3' };
  const createOrder = await shop.call('createOrder', { clientId, lines: [LINE] });
  const sold = await invoice(shop, createOrder.id, 'PROFORM');
  assert.equal((await stockOf(shop, item.id)).onHand, '0');
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: sold.id });
  assert.deepEqual(await stockOf(shop, item.id), { onHand: '36', available: '36' });
  const { code } = await shop.refuses('createOrder', { clientId, lines: [{ ...LINE, quantity: '4' }] });
  assert.equal(code, 'INSUFFICIENT_STOCK');
  await assertVerified(shop);
});

test('units change, and lines that were written in one keep its factor', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const item = await create(shop, { units: BOXES });
  await adjust(shop, item.id, '100');
  const order = async (unit: string): Promise<Answer> =>
    await shop.call('createOrder { id lines { unitFactor unitPrice } }', {
      clientId,
      lines: [{ itemId: item.id, unit, quantity: '1' }],
    });
  const before = await order('caja');
  const UPDATE = `mutation ($id: UUID!, $input: UpdateItemInput!) { updateItem(itemId: $id, input: $input) {
    units { unit factor price } barcodes { barcode unit } } }`;
  const units = [
    { unit: 'caja', factor: '10' },
    { unit: 'paquete', factor: '0.5', barcodes: ['7502'] },
  ];
  const { updateItem } = await shop.get(UPDATE, { id: item.id, input: { units, barcodes: ['7501'] } });
  assert.deepEqual(updateItem, {
    units: [
      { unit: 'paquete', factor: '0.5', price: null },
      { unit: 'caja', factor: '10', price: null },
    ],
    barcodes: [
      { barcode: '7501', unit: null },
      { barcode: '7502', unit: 'paquete' },
    ],
  });
  assert.deepEqual((await order('paquete')).lines, [{ unitFactor: '0.5', unitPrice: '5' }]);
  assert.equal((await stockOf(shop, item.id)).available, '87.5');
  const sold = await invoice(shop, before.id, 'PROFORM');
  assert.equal((await stockOf(shop, item.id)).onHand, '88');
  assert.equal(sold.total, '107');
  const other = await create(shop, {});
  const { code, message } = await shop.refusal(UPDATE, { id: other.id, input: { barcodes: ['7501'] } });
  assert.deepEqual([code, message], ['CONFLICT', 'The barcode 7501 belongs to another item or unit']);
});

test('an item is found by its barcode, and by its kind', async () => {
  const shop = await (await world()).tenant();
  const service = await create(shop, { sku: 'A-75010', name: 'Instalación', kind: 'SERVICE' });
  const item = await create(shop, { sku: 'Z-1', units: BOXES, barcodes: ['7500'] });
  const { itemByBarcode } = await shop.get('{ itemByBarcode(barcode: " 7502 ") { id barcodes { barcode unit } } }');
  assert.equal(itemByBarcode.id, item.id);
  assert.deepEqual(itemByBarcode.barcodes, [
    { barcode: '7500', unit: null },
    { barcode: '7501', unit: 'caja' },
    { barcode: '7502', unit: 'caja' },
  ]);
  assert.equal((await shop.refusal('{ itemByBarcode(barcode: "0000") { id } }')).code, 'NOT_FOUND');
  const items = await shop.call('items { totalCount records { id } }', { search: '7501' });
  assertEach(items.records, (one) => one.id, [item.id, service.id]);
  const services = await shop.call('items { totalCount records { id } }', { kind: 'SERVICE' });
  assert.deepEqual(services, { totalCount: 1, records: [{ id: service.id }] });
});

const WRONG_LINES: readonly (readonly [line: object, message: RegExp, field: string])[] = [
  [{ unit: 'docena' }, /has no unit docena/, 'lines[0].unit'],
  [{ unit: 'constructor' }, /has no unit constructor/, 'lines[0].unit'],
  [{ unit: 'gota', quantity: '0.01' }, /comes to 0.00000001/, 'lines[0].quantity'],
  [{ barcode: '7500' }, /either by itemId or by barcode/, 'lines[0].itemId'],
  [{ itemId: null }, /either by itemId or by barcode/, 'lines[0].itemId'],
  [{ itemId: null, barcode: '7500', unit: 'und' }, /beside a barcode/, 'lines[0].unit'],
  [{ itemId: null, barcode: '1' }, /Item not found/, 'lines[0].barcode'],
];

test('a line that names no unit of its item is refused, with the field', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const units = [{ unit: 'gota', factor: '0.000001' }];
  const item = await create(shop, { units, barcodes: ['7500'] });
  for (const [line, message, field] of WRONG_LINES) {
    const answer = await shop.ask('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId, lines: [{ itemId: item.id, quantity: '1', ...line }] },
    });
    const [error] = answer.errors!;
    assert.match(error!.message, message);
    assert.equal((error!.extensions as { field?: string }).field, field);
  }
});

const WRONG_UNITS: readonly (readonly [input: object, message: RegExp])[] = [
  [{ units: [{ unit: 'und', factor: '2' }] }, /must not name und twice/],
  [{ units: [{ unit: 'caja', factor: '0' }] }, /factor must be above 0/],
  [{ units: [{ unit: ' ', factor: '1', price: '-1' }] }, /unit must not be empty.*price must not be below 0/],
  [{ barcodes: ['1', '1'] }, /must not name 1 twice/],
];

test('units and barcodes that say two things are refused', async () => {
  const shop = await (await world()).tenant();
  for (const [input, message] of WRONG_UNITS) {
    const refusal = await shop.refuses('createItem', { sku: 'W', name: 'W', unitPrice: '1', ...input });
    assert.equal(refusal.code, 'BAD_USER_INPUT');
    assert.match(refusal.message, message);
  }
});

const PURCHASE = 'createPurchaseOrder { id lines { id quantity unit unitFactor unitCost quantityReceived } }';

test('what is bought in boxes comes as so many pieces, at what a piece costs', async () => {
  const { here, shop } = await newShop();
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Casa") { id } }');
  const item = await create(shop, { units: BOXES, trackingMode: 'LOT' });
  const supplierId = createSupplier.id;
  const line = { itemId: item.id, unit: 'caja', quantity: '4', unitCost: '60' };
  const order = await shop.call(PURCHASE, { supplierId, lines: [line] });
  const lineId = order.lines[0].id;
  assert.deepEqual(order.lines, [
    { id: lineId, quantity: '4', unit: 'caja', unitFactor: '12', unitCost: '60', quantityReceived: '0' },
  ]);
  const read = async (): Promise<Answer> =>
    shop.get(
      `query ($id: UUID!) { itemIncomingQuantity(itemId: $id) items { records { coverage { incomingQuantity } averageCost } }
         getInventoryLotsByItemId(itemId: $id) { lotNumber quantityRemaining } }`,
      { id: item.id },
    );
  assert.equal((await read()).itemIncomingQuantity, '48');
  const receipt = { purchaseOrderId: order.id, lines: [{ lineId, quantity: '1.5', lotNumber: 'L1' }] };
  const receivePurchaseOrder = await shop.call('receivePurchaseOrder { status lines { quantityReceived } }', receipt);
  assert.deepEqual(receivePurchaseOrder, { status: 'PARTIALLY_RECEIVED', lines: [{ quantityReceived: '1.5' }] });
  assert.deepEqual(await read(), {
    itemIncomingQuantity: '30',
    items: { records: [{ coverage: { incomingQuantity: '30' }, averageCost: '5' }] },
    getInventoryLotsByItemId: [{ lotNumber: 'L1', quantityRemaining: '18' }],
  });
  // Half a box goes back: six pieces at five each, as they came.
  await shop.call('reversePurchaseReceipt', {
    purchaseOrderId: order.id,
    reason: 'Counted twice',
    lines: [{ lineId, quantity: '0.5', lotNumber: 'L1' }],
  });
  const afterBack = await read();
  assert.equal(afterBack.itemIncomingQuantity, String(48 - 12));
  assert.deepEqual(afterBack.getInventoryLotsByItemId, [{ lotNumber: 'L1', quantityRemaining: String(18 - 6) }]);
  assert.equal((await stockOf(shop, item.id)).onHand, String(18 - 6));
  await shop.call('receivePurchaseOrder { status lines { quantityReceived } }', {
    purchaseOrderId: order.id,
    lines: [{ lineId, quantity: '0.5', lotNumber: 'L1' }],
  });
  const RECORD = 'mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { number } }';
  await shop.get(RECORD, {
    input: { supplierId, lines: [{ ...line, quantity: '1', unitCost: '10', lotNumber: 'L2' }] },
  });
  // (18 × 5 + 12 × 0.833333) ÷ 30
  assert.equal((await read()).items.records[0].averageCost, '3.333333');
  assert.equal((await stockOf(shop, item.id)).onHand, '30');
  assert.deepEqual(await inTenant(here.app, shop.tenant, (db) => verifyPurchases(db)), []);
  await assertVerified(shop);
});

test('a unit that is unknown, and a box of serials, are not bought', async () => {
  const shop = await (await world()).tenant();
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Casa") { id } }');
  const serial = await create(shop, { units: BOXES, trackingMode: 'SERIAL' });
  for (const [unit, message] of [
    ['docena', /has no unit docena/],
    ['caja', /is tracked by serial: it comes in its own unit/],
  ] as const) {
    const lines = [{ itemId: serial.id, unit, quantity: '1', unitCost: '1' }];
    const refusal = await shop.refuses('createPurchaseOrder', { supplierId: createSupplier.id, lines });
    assert.match(refusal.message, message);
  }
});

test('a pair of serials is sold as two of them', async () => {
  const shop = await (await world()).tenant();
  const item = await create(shop, { trackingMode: 'SERIAL', units: [{ unit: 'par', factor: '2' }] });
  for (const lotNumber of ['S1', 'S2', 'S3']) {
    await shop.call('adjustInventory', { itemId: item.id, quantityChange: '1', description: 'Came', lotNumber });
  }
  const sell = async (quantity: string): Promise<Answer> => {
    const input = { clientId: await newClient(shop), lines: [{ itemId: item.id, unit: 'par', quantity }] };
    const createOrder = await shop.call('createOrder', input);
    const INVOICE_IT = 'mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }';
    return shop.ask(INVOICE_IT, { id: createOrder.id });
  };
  assert.equal((await sell('0.25')).errors?.[0]?.extensions.code, 'BAD_USER_INPUT', 'half a serial');
  assert.equal((await sell('1')).errors, undefined);
  assert.equal((await stockOf(shop, item.id)).onHand, '1');
});
