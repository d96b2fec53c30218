// Purchasing: goods that are ordered, come in part, in lots, too many, or not at all; what is still to come, and what they cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../src/stock/index.ts';
import { receivePurchaseOrder, verifyPurchases } from '../../src/purchasing/index.ts';
import { inTenant, type Role } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const ORDER = 'id number status lines { id quantity quantityReceived }';

interface Line {
  itemId: string;
  quantity: string;
  unitCost: string;
  locationId?: string;
}

async function supplierOf(shop: TestTenant): Promise<string> {
  return (await shop.get('mutation { createSupplier(name: "Bodega") { id } }')).createSupplier.id;
}

async function order(shop: TestTenant, lines: Line[]): Promise<Answer> {
  return shop.call(`createPurchaseOrder { ${ORDER} }`, { supplierId: await supplierOf(shop), lines });
}

async function receive(shop: TestTenant, purchaseOrderId: string, lines: object[], more: object = {}): Promise<Answer> {
  return shop.call(`receivePurchaseOrder { ${ORDER} }`, { purchaseOrderId, lines, ...more });
}

const end = (verb: 'close' | 'cancel') =>
  `mutation ($id: UUID!) { ${verb}PurchaseOrder(purchaseOrderId: $id) { ${ORDER} } }`;

async function incoming(shop: TestTenant, itemId: string): Promise<string> {
  return shop.call('itemIncomingQuantity', { itemId });
}

async function costOf(shop: TestTenant, itemId: string): Promise<string> {
  return (await shop.call('getItemById { averageCost }', { id: itemId })).averageCost;
}

async function assertBooksHold(shop: TestTenant): Promise<void> {
  const { app } = await world();
  assert.deepEqual((await inTenant(app, shop.tenant, (db) => verifyLedger(db))).problems, []);
  assert.deepEqual(await inTenant(app, shop.tenant, (db) => verifyPurchases(db)), []);
}

test('goods come in part, in lots and too many; what is incoming is what is still to come', async () => {
  const shop = await (await world()).tenant();
  const [plain, lots] = [await newItem(shop), await newItem(shop, { tracking: 'LOT' })];
  const placed = await order(shop, [
    { itemId: plain, quantity: '10', unitCost: '2' },
    { itemId: lots, quantity: '6', unitCost: '3' },
    { itemId: plain, quantity: '4', unitCost: '2.5' },
  ]);
  assert.match(placed.number, /^OC-\d{10}$/);
  assert.deepEqual([placed.status, await incoming(shop, plain), await incoming(shop, lots)], ['OPEN', '14', '6']);
  const [first, inLots, third] = placed.lines;

  const part = await receive(shop, placed.id, [
    { lineId: first.id, quantity: '3.5' },
    { lineId: inLots.id, quantity: '2', lotNumber: 'L-1', expirationDate: '2027-05-31' },
    { lineId: inLots.id, quantity: '1', lotNumber: 'L-2', expirationDate: '2027-01-31' },
  ]);
  assert.equal(part.status, 'PARTIALLY_RECEIVED');
  assert.deepEqual([await incoming(shop, plain), await incoming(shop, lots)], ['10.5', '3']);

  // Too many of one line do not make up for another.
  await receive(shop, placed.id, [{ lineId: third.id, quantity: '9' }]);
  assert.equal(await incoming(shop, plain), '6.5');

  const closed = (await shop.get(end('close'), { id: placed.id })).closePurchaseOrder;
  assert.equal(closed.status, 'CLOSED');
  assert.deepEqual([await incoming(shop, plain), await incoming(shop, lots)], ['0', '0']);
  const late = await shop.refuses('receivePurchaseOrder', {
    purchaseOrderId: placed.id,
    lines: [{ lineId: first.id, quantity: '1' }],
  });
  assert.equal(late.code, 'CONFLICT');
  const state = await shop.get(
    `query ($plain: UUID!, $lots: UUID!) {
      getInventoryLotsByItemId(itemId: $lots) { lotNumber quantityRemaining unitCost expirationDate }
      itemMovements(itemId: $plain) { records { movementType sourceType referenceNumber counterpartyName quantityChange } } }`,
    { plain, lots },
  );
  // In the order in which they leave.
  assert.deepEqual(state.getInventoryLotsByItemId, [
    { lotNumber: 'L-2', quantityRemaining: '1', unitCost: '3', expirationDate: '2027-01-31' },
    { lotNumber: 'L-1', quantityRemaining: '2', unitCost: '3', expirationDate: '2027-05-31' },
  ]);
  const purchase = {
    movementType: 'COMPRA',
    sourceType: 2,
    referenceNumber: placed.number,
    counterpartyName: 'Bodega',
  };
  assert.deepEqual(state.itemMovements.records, [
    { ...purchase, quantityChange: '9' },
    { ...purchase, quantityChange: '3.5' },
  ]);
  await assertBooksHold(shop);
});

test('the reason of receiving more than was ordered stands in the ledger, on those lines alone', async () => {
  const shop = await (await world()).tenant();
  const [over, exact] = [await newItem(shop), await newItem(shop)];
  const { id, lines } = await order(shop, [
    { itemId: over, quantity: '5', unitCost: '1' },
    { itemId: exact, quantity: '5', unitCost: '1' },
  ]);
  const came = [
    { lineId: lines[0].id, quantity: '6' },
    { lineId: lines[1].id, quantity: '5' },
  ];
  await receive(shop, id, came, { overReceiptReason: ' One as a gift ' });
  const described = async (itemId: string): Promise<unknown> =>
    (await shop.call('itemMovements { records { description } }', { itemId })).records;
  assert.deepEqual(await described(over), [{ description: 'One as a gift' }]);
  assert.deepEqual(await described(exact), [{ description: null }]);
  await assertBooksHold(shop);
});

test('an order of which nothing has come can be canceled, and then nothing of it is incoming', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop);
  const [empty, begun] = [
    await order(shop, [{ itemId, quantity: '5', unitCost: '1' }]),
    await order(shop, [{ itemId, quantity: '7', unitCost: '1' }]),
  ];
  await receive(shop, begun.id, [{ lineId: begun.lines[0].id, quantity: '1' }]);
  const canceled = (await shop.get(end('cancel'), { id: empty.id })).cancelPurchaseOrder;
  assert.equal(canceled.status, 'CANCELED');
  assert.deepEqual((await shop.get(end('cancel'), { id: empty.id })).cancelPurchaseOrder, canceled, 'twice is once');
  assert.equal(await incoming(shop, itemId), '6');
  const refusal = await shop.refusal(end('cancel'), { id: begun.id });
  assert.deepEqual([refusal.code, /close it instead/.test(refusal.message)], ['CONFLICT', true]);
  assert.equal((await shop.refusal(end('close'), { id: empty.id })).code, 'CONFLICT');
  await assertBooksHold(shop);
});

test('the average cost follows what was received, and nothing else', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop);
  assert.equal(await costOf(shop, itemId), '0');
  const { id, lines } = await order(shop, [{ itemId, quantity: '100', unitCost: '2' }]);
  await receive(shop, id, [{ lineId: lines[0].id, quantity: '10' }]);
  assert.equal(await costOf(shop, itemId), '2');

  const supplier = await supplierOf(shop);
  const recordSupplierInvoice = (unitCost: string, quantity: string) =>
    shop.get('mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { number } }', {
      input: { supplierId: supplier, lines: [{ itemId, quantity, unitCost }] },
    });
  const { recordSupplierInvoice: recorded } = await recordSupplierInvoice('5', '20');
  assert.match(recorded.number, /^FP-\d{10}$/);
  // (10 × 2 + 20 × 5) ÷ 30
  assert.equal(await costOf(shop, itemId), '4');

  // Neither a sale, nor its return, nor a count, nor a way to another shelf moves it.
  const clientId = await newClient(shop);
  const sold = await invoice(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '15' }])).id, 'PROFORM');
  await adjust(shop, itemId, '3');
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: sold.id });
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const main = locations.find((one: { isDefault: boolean }) => one.isDefault).id;
  await shop.call('transferStock', { itemId, fromLocationId: main, toLocationId: createLocation.id, quantity: '5' });
  assert.equal(await costOf(shop, itemId), '4');

  // Found goods with a cost do: (33 × 4 + 11 × 8) ÷ 44, over all locations.
  await shop.call('adjustInventory', { itemId, quantityChange: '11', unitCost: '8', description: 'Found' });
  assert.equal(await costOf(shop, itemId), '5');
  const { itemMovements } = await shop.get(
    'query ($id: UUID!) { itemMovements(itemId: $id, types: [COMPRA]) { records { unitValue totalValue sourceType } } }',
    { id: itemId },
  );
  assert.deepEqual(itemMovements.records, [
    { unitValue: '5', totalValue: '100', sourceType: 4 },
    { unitValue: '5', totalValue: '50', sourceType: 2 },
  ]);
  await assertBooksHold(shop);
});

const REVERSE = `mutation ($input: ReversePurchaseReceiptInput!) { reversePurchaseReceipt(input: $input) { ${ORDER} } }`;
const reversalOf = (purchaseOrderId: string, lines: object[], more: object = {}) => ({
  input: { purchaseOrderId, lines, reason: 'Counted twice', ...more },
});

async function notReversed(shop: TestTenant, variables: object, role?: Role): Promise<Answer> {
  const { errors } = await shop.ask(REVERSE, variables, role);
  return { ...errors![0]!.extensions, message: errors![0]!.message };
}

/** On hand and average cost, in thousandths. */
async function stateOf(shop: TestTenant, id: string): Promise<{ onHand: number; average: number }> {
  const item = await shop.call('getItemById { averageCost inventory { onHand } }', { id });
  return { onHand: Number(item.inventory.onHand), average: Math.round(Number(item.averageCost) * 1000) };
}

test('goods that came in the past came then, and what takes them back happens now', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop);
  const { id, lines } = await order(shop, [{ itemId, quantity: '10', unitCost: '20' }]);
  const lineId: string = lines[0].id;
  const cameAt = new Date(Date.now() - 30 * 86_400_000);
  const receipt = { purchaseOrderId: id, lines: [{ lineId, quantity: '10' }], occurredAt: cameAt };
  await inTenant(here.app, shop.tenant, (db) => receivePurchaseOrder(db, receipt, 'ana'));
  const from = Date.now();
  await shop.get(REVERSE, reversalOf(id, [{ lineId, quantity: '4' }]));
  const until = Date.now();
  const itemMovements = await shop.call('itemMovements { records { quantityChange occurredAt } }', { itemId });
  const [back, came] = itemMovements.records;
  assert.deepEqual([came.quantityChange, Date.parse(came.occurredAt)], ['10', cameAt.getTime()]);
  assert.equal(back.quantityChange, '-4');
  const backAt = Date.parse(back.occurredAt);
  assert.ok(backAt >= from && backAt <= until, back.occurredAt);
});

test('a receipt is taken back by a movement: order, stock, what is incoming and the average cost are as before', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop);
  const before = await order(shop, [{ itemId, quantity: '30', unitCost: '10' }]);
  await receive(shop, before.id, [{ lineId: before.lines[0].id, quantity: '30' }]);
  const { id, lines } = await order(shop, [{ itemId, quantity: '10', unitCost: '20' }]);
  const lineId = lines[0].id;
  assert.deepEqual(await stateOf(shop, itemId), { onHand: 30, average: 10_000 });
  await receive(shop, id, [{ lineId, quantity: '10' }]);
  assert.deepEqual(await stateOf(shop, itemId), { onHand: 40, average: ((30 * 10 + 10 * 20) * 1000) / 40 });

  const back = (await shop.get(REVERSE, reversalOf(id, [{ lineId, quantity: '4', expectedReceived: '10' }])))
    .reversePurchaseReceipt;
  assert.deepEqual([back.status, back.lines[0].quantityReceived], ['PARTIALLY_RECEIVED', '6']);
  assert.equal(await incoming(shop, itemId), '4');
  assert.deepEqual(await stateOf(shop, itemId), { onHand: 36, average: Math.round(((30 * 10 + 6 * 20) * 1000) / 36) });
  // A caller that saw ten received does not reverse units that another has reversed.
  const late = await notReversed(shop, reversalOf(id, [{ lineId, quantity: '4', expectedReceived: '10' }]));
  assert.deepEqual([late.code, late.field], ['CONFLICT', 'lines[0].expectedReceived']);
  assert.match(late.message, /6 are received, not 10/);

  const all = (await shop.get(REVERSE, reversalOf(id, [{ lineId, quantity: '6' }]))).reversePurchaseReceipt;
  assert.deepEqual([all.status, all.lines[0].quantityReceived], ['OPEN', '0']);
  assert.equal(await incoming(shop, itemId), '10');
  assert.deepEqual(await stateOf(shop, itemId), { onHand: 30, average: 10_000 });
  const again = await notReversed(shop, reversalOf(id, [{ lineId, quantity: '6' }]));
  assert.deepEqual([again.code, again.field], ['CONFLICT', 'lines[0].quantity']);
  assert.match(again.message, /0 are received: 6 cannot/);

  const itemMovements = await shop.call(
    'itemMovements { records { movementType quantityChange balanceAfter description referenceNumber counterpartyName } }',
    { itemId },
  );
  const row = { movementType: 'COMPRA', referenceNumber: before.number.replace(/1$/, '2'), counterpartyName: 'Bodega' };
  assert.deepEqual(itemMovements.records.slice(0, 3), [
    { ...row, quantityChange: '-6', balanceAfter: '30', description: 'Counted twice' },
    { ...row, quantityChange: '-4', balanceAfter: '36', description: 'Counted twice' },
    { ...row, quantityChange: '10', balanceAfter: '40', description: null },
  ]);
  // The order awaits its goods as if they had never come.
  assert.equal((await receive(shop, id, [{ lineId, quantity: '10' }])).status, 'RECEIVED');
  await assertBooksHold(shop);
});

test('what was received is not taken back where it is sold, closed, unnamed or too much, and nothing is kept then', async () => {
  const shop = await (await world()).tenant();
  const [plain, lots, serial] = [
    await newItem(shop),
    await newItem(shop, { tracking: 'LOT' }),
    await newItem(shop, { tracking: 'SERIAL' }),
  ];
  const { id, lines } = await order(shop, [
    { itemId: plain, quantity: '5', unitCost: '2' },
    { itemId: lots, quantity: '6', unitCost: '3' },
    { itemId: serial, quantity: '2', unitCost: '4' },
  ]);
  const [ofPlain, ofLots, ofSerial] = lines.map((line: { id: string }) => line.id);
  await receive(shop, id, [
    { lineId: ofPlain, quantity: '5' },
    { lineId: ofLots, quantity: '2', lotNumber: 'L-1' },
    { lineId: ofLots, quantity: '3', lotNumber: 'L-2' },
    { lineId: ofSerial, quantity: '1', lotNumber: 'S-1' },
    { lineId: ofSerial, quantity: '1', lotNumber: 'S-2' },
  ]);
  const clientId = await newClient(shop);
  const sale = await newOrder(shop, clientId, [
    { itemId: plain, quantity: '4' },
    { itemId: lots, quantity: '1' },
    { itemId: serial, quantity: '1' },
  ]);
  await invoice(shop, sale.id, 'PROFORM');
  const left = async (itemId: string): Promise<Record<string, string>> => {
    const data = await shop.get(
      'query ($id: UUID!) { getInventoryLotsByItemId(itemId: $id) { lotNumber quantityRemaining } }',
      { id: itemId },
    );
    const rows = data.getInventoryLotsByItemId as { lotNumber: string; quantityRemaining: string }[];
    return Object.fromEntries(rows.map((lot) => [lot.lotNumber, lot.quantityRemaining]));
  };
  const refused = async (line: object, more: object = {}): Promise<unknown> => {
    const { code, field } = await notReversed(shop, reversalOf(id, [line], more));
    return [code, field];
  };
  assert.deepEqual(await refused({ lineId: ofPlain, quantity: '2' }), ['INSUFFICIENT_STOCK', undefined]);
  assert.deepEqual(await refused({ lineId: ofLots, quantity: '2', lotNumber: 'L-1' }), [
    'INSUFFICIENT_STOCK',
    undefined,
  ]);
  assert.deepEqual(await refused({ lineId: ofSerial, quantity: '1', lotNumber: 'S-1' }), [
    'INSUFFICIENT_STOCK',
    undefined,
  ]);
  assert.deepEqual(await refused({ lineId: ofLots, quantity: '1' }), ['BAD_USER_INPUT', 'lines[0].lotNumber']);
  const second = await notReversed(
    shop,
    reversalOf(id, [
      { lineId: ofPlain, quantity: '1' },
      { lineId: ofLots, quantity: '1' },
    ]),
  );
  assert.equal(second.field, 'lines[1].lotNumber');
  assert.deepEqual(await refused({ lineId: ofPlain, quantity: '6' }), ['CONFLICT', 'lines[0].quantity']);
  assert.deepEqual(await refused({ lineId: ofPlain, quantity: '1' }, { reason: ' ' }), ['BAD_USER_INPUT', 'reason']);
  assert.deepEqual(await refused({ lineId: id, quantity: '1' }), ['NOT_FOUND', 'lines[0].lineId']);
  assert.equal(
    (await notReversed(shop, reversalOf(id, [{ lineId: ofPlain, quantity: '1' }]), 'viewer')).code,
    'FORBIDDEN',
  );
  await assertBooksHold(shop);

  // Named lots and serials that are there leave, and may come again; a repeated request is one.
  const there = reversalOf(
    id,
    [
      { lineId: ofPlain, quantity: '1' },
      { lineId: ofLots, quantity: '1', lotNumber: 'L-1' },
      { lineId: ofLots, quantity: '3', lotNumber: 'L-2' },
      { lineId: ofSerial, quantity: '1', lotNumber: 'S-2' },
    ],
    { idempotencyKey: 'truck 7' },
  );
  await Promise.all([1, 2, 3].map(() => shop.get(REVERSE, there)));
  assert.deepEqual(await left(lots), { 'L-1': '0', 'L-2': '0' });
  assert.deepEqual(await left(serial), { 'S-1': '0', 'S-2': '0' });
  assert.equal((await stateOf(shop, plain)).onHand, 0);
  await receive(shop, id, [{ lineId: ofSerial, quantity: '1', lotNumber: 'S-2' }]);
  await assertBooksHold(shop);

  await shop.get(end('close'), { id });
  assert.deepEqual(await refused({ lineId: ofSerial, quantity: '1', lotNumber: 'S-2' }), ['CONFLICT', undefined]);
  await assertBooksHold(shop);
});

test('a lot that another receipt shares keeps the cost of what stays in it', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { tracking: 'LOT' });
  const lot = async (): Promise<number[]> => {
    const lots = await shop.call('getInventoryLotsByItemId { lotNumber quantityRemaining unitCost }', { itemId });
    assertEach(lots, ({ lotNumber }) => lotNumber, ['L-1']);
    return [Number(lots[0].quantityRemaining), Math.round(Number(lots[0].unitCost) * 1000)];
  };
  const came = async (quantity: string, unitCost: string): Promise<{ id: string; lineId: string }> => {
    const { id, lines } = await order(shop, [{ itemId, quantity, unitCost }]);
    await receive(shop, id, [{ lineId: lines[0].id, quantity, lotNumber: 'L-1' }]);
    return { id, lineId: lines[0].id };
  };
  const back = ({ id, lineId }: { id: string; lineId: string }, quantity: string) =>
    shop.get(REVERSE, reversalOf(id, [{ lineId, quantity, lotNumber: ' L-1 ' }]));
  const first = await came('6', '3');
  const second = await came('4', '8');
  assert.deepEqual(await lot(), [10, ((6 * 3 + 4 * 8) * 1000) / 10]);
  await back(second, '3');
  assert.deepEqual(await lot(), [7, Math.round(((6 * 3 + 8) * 1000) / 7)]);
  const sale = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '2' }]);
  await invoice(shop, sale.id, 'PROFORM');
  // Two left at the lot's cost; what is taken back leaves at its own.
  const worth = (5 * (6 * 3 + 8)) / 7;
  assert.deepEqual(await lot(), [5, Math.round(((6 * 3 + 8) * 1000) / 7)]);
  await back(second, '1');
  assert.deepEqual(await lot(), [4, Math.round(((worth - 8) * 1000) / 4)]);
  assert.equal((await stateOf(shop, itemId)).average, Math.round(((worth - 8) * 1000) / 4));
  // The last of it leaves no cost to count.
  await back(first, '4');
  assert.equal((await lot())[0], 0);
  assert.deepEqual(
    (await notReversed(shop, reversalOf(first.id, [{ lineId: first.lineId, quantity: '1', lotNumber: 'L-9' }]))).code,
    'INSUFFICIENT_STOCK',
  );
  await assertBooksHold(shop);
});

test('goods come to the location of their line and are taken back from there', async () => {
  const shop = await (await world()).tenant();
  await shop.get('mutation { createLocation(name: "Colón", code: "COL") { id } }');
  const { locations } = await shop.get('{ locations { id } }');
  const [here, there]: [string, string] = locations.map(({ id }: Answer) => id);
  const itemId = await newItem(shop);
  const { id, lines } = await order(shop, [
    { itemId, quantity: '5', unitCost: '9', locationId: here },
    { itemId, quantity: '7', unitCost: '9', locationId: there },
  ]);
  const assertAt = async (expected: Record<string, number>): Promise<void> => {
    const getItemById = await shop.call('getItemById { inventory { levels { locationId available } } }', {
      id: itemId,
    });
    const { levels } = getItemById.inventory;
    assert.deepEqual(
      Object.fromEntries(levels.map((level: Answer) => [level.locationId, Number(level.available)])),
      expected,
    );
  };
  const line = (at: string, quantity: string): object => ({ lineId: lines[at === here ? 0 : 1].id, quantity });
  await receive(shop, id, [line(there, '6')]);
  await assertAt({ [there]: 6 });
  await receive(shop, id, [line(here, '5'), line(there, '1')]);
  await assertAt({ [here]: 5, [there]: 6 + 1 });
  await shop.get(REVERSE, reversalOf(id, [line(there, '4'), line(here, '2')]));
  await assertAt({ [here]: 5 - 2, [there]: 6 + 1 - 4 });
  await assertBooksHold(shop);
});

test('lines that together take back more than was received are refused as a whole', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const { id, lines } = await order(shop, [{ itemId, quantity: '6', unitCost: '2' }]);
  await receive(shop, id, [{ lineId: lines[0].id, quantity: '6' }]);
  const part = { lineId: lines[0].id, quantity: '4' };
  const { code, field } = await notReversed(shop, reversalOf(id, [part, part]));
  assert.deepEqual([code, field], ['CONFLICT', 'lines[0].quantity']);
  assert.equal((await stateOf(shop, itemId)).onHand, 106);
  const both = await shop.get(REVERSE, reversalOf(id, [part, { ...part, quantity: '2' }]));
  assert.deepEqual(
    [both.reversePurchaseReceipt.status, both.reversePurchaseReceipt.lines[0].quantityReceived],
    ['OPEN', '0'],
  );
  assert.equal((await stateOf(shop, itemId)).onHand, 100);
  await shop.get(end('cancel'), { id });
  const { message } = await notReversed(shop, reversalOf(id, [part]));
  assert.match(message, /CANCELED: what came on it stays/);
  await assertBooksHold(shop);
});

test('two that take back the same receipt at once take it back once', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const { id, lines } = await order(shop, [{ itemId, quantity: '5', unitCost: '2' }]);
  await receive(shop, id, [{ lineId: lines[0].id, quantity: '12' }], { overReceiptReason: 'A gift' });
  const seen = [{ lineId: lines[0].id, quantity: '5', expectedReceived: '12' }];
  const done = await Promise.allSettled([1, 2].map(() => shop.get(REVERSE, reversalOf(id, seen))));
  assert.deepEqual(done.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  assert.equal((await stateOf(shop, itemId)).onHand, 107);
  await assertBooksHold(shop);
});

test('a purchase of an older release that names no order is no fault', async () => {
  const { app, query } = await world();
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '5' });
  await query(
    `update inventory_logs set source_type = 2, movement_type = 'COMPRA', source_id = null where item_id = $1`,
    [itemId],
  );
  assert.deepEqual(await inTenant(app, shop.tenant, (db) => verifyPurchases(db)), []);
  await query('update inventory_logs set source_id = gen_random_uuid() where item_id = $1', [itemId]);
  const [problem] = await inTenant(app, shop.tenant, (db) => verifyPurchases(db));
  assert.equal(problem?.check, 'received');
});

test('an invoice of a supplier is read by the source of its movements, and in a list by supplier, day and number', async () => {
  const here = await world();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const itemId = await newItem(shop);
  const [bodega, second] = [await supplierOf(shop), await supplierOf(shop)];
  const bought: string[] = [];
  for (const [supplierId, quantity] of [
    [bodega, '3'],
    [second, '7'],
    [bodega, '11'],
  ] as const) {
    const lines = [
      { itemId, quantity, unitCost: '1.15' },
      { itemId, quantity: '2', unitCost: '0.005' },
    ];
    const recordSupplierInvoice = await shop.call('recordSupplierInvoice', { supplierId, lines });
    bought.push(recordSupplierInvoice.id);
  }
  const ONE = `query ($id: UUID!) { supplierInvoice(id: $id) {
    id number total createdBy supplier { id } lines { item { id } quantity unit unitFactor unitCost } } }`;
  const { records } = await shop.call('itemMovements { records { sourceId } }', { itemId, types: ['COMPRA'] });
  assert.deepEqual(new Set(records.map(({ sourceId }: Answer) => sourceId)), new Set(bought));
  const { supplierInvoice } = await shop.get(ONE, { id: bought[1] });
  // 7 × 1.15 + 2 × 0.005
  assert.equal(supplierInvoice.total, '8.06');
  assert.equal(supplierInvoice.supplier.id, second);
  assertEach(supplierInvoice.lines, (line) => [line.item.id, line.quantity, line.unitFactor, line.unitCost], [
    [itemId, '7', '1', '1.15'],
    [itemId, '2', '1', '0.005'],
  ]);
  const refused = await other.ask(ONE, { id: bought[1] });
  assert.equal(refused.errors![0]!.extensions['code'], 'NOT_FOUND');

  const list = async (args: string, of = shop): Promise<Answer> =>
    (await of.get(`{ supplierInvoices(${args}) { totalCount records { id } pageInfo { endCursor hasNextPage } } }`))
      .supplierInvoices;
  const ids = ({ records: found }: Answer): string[] => found.map(({ id }: Answer) => id);
  const newest = bought.toReversed();
  const first = await list('first: 2');
  assert.deepEqual([ids(first), first.totalCount, first.pageInfo.hasNextPage], [newest.slice(0, 2), 3, true]);
  assert.deepEqual(ids(await list(`first: 2, after: "${first.pageInfo.endCursor}"`)), newest.slice(2));
  assert.deepEqual(ids(await list(`supplierId: "${bodega}"`)), [bought[2], bought[0]]);
  assert.deepEqual(ids(await list('orderBy: { field: NUMBER, direction: ASC }')), bought);
  assert.deepEqual(ids(await list(`search: "${supplierInvoice.number}"`)), [bought[1]]);
  assert.deepEqual(ids(await list('search: "bodéga"')), newest);
  assert.deepEqual(ids(await list('from: "2000-01-01", to: "2000-01-02"')), []);
  assert.deepEqual(ids(await list('updatedSince: "2000-01-01T00:00:00Z"')), bought);
  assert.equal((await list('first: 5', other)).totalCount, 0);
});
