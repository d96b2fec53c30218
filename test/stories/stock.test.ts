// Stock: the ledger, what is promised, and many hands on one shelf.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inTenant } from '../../src/tenancy/index.ts';
import { adjust, assertLedgerHolds, invoice, newClient, newItem, newOrder, stockOf } from '../support/business.ts';
import { newShop, world, type Answer, type GraphQLAnswer, type TestTenant } from '../support/world.ts';

const ADJUST = `mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) {
  id itemId locationId sourceType sourceId method quantityChange newQuantity description createdBy createdAt } }`;
const RELEASE = 'mutation ($id: UUID!) { releaseReservation(reservationId: $id) { id status } }';
const LOGS = 'getIventoryLogsByItemId { quantityChange newQuantity sourceType method description }';
const LOTS = `query ($id: UUID!) { getInventoryLotsByItemId(itemId: $id) { lotNumber quantityReceived quantityRemaining expirationDate } }`;
const UNKNOWN_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

async function adjustBy(shop: TestTenant, input: object): Promise<Answer> {
  return (await shop.get(ADJUST, { input: { description: 'Counted', ...input } })).adjustInventory;
}

async function reserve(shop: TestTenant, input: object): Promise<Answer> {
  return shop.call('reserveStock { id itemId locationId quantity status orderId }', input);
}

/** Newest first. */
async function logsOf(shop: TestTenant, id: string, location?: string): Promise<Answer[]> {
  return shop.call(LOGS, { itemId: id, locationId: location, limit: 100 });
}

async function reservationsOf(shop: TestTenant, id: string): Promise<Answer[]> {
  const data = await shop.get(
    'query ($id: UUID!) { stockReservationsByItem(itemId: $id) { id quantity status orderId } }',
    { id },
  );
  return data.stockReservationsByItem;
}

function codesOf(answers: GraphQLAnswer<Answer>[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const answer of answers) {
    const code = answer.errors?.[0]?.extensions.code ?? 'ok';
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

test('an adjustment is a row of the ledger with its reason, its author and the balance after it', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop);
  const { locations } = await shop.get('{ locations { id name code isDefault } }');
  const first = await adjustBy(shop, { itemId, quantityChange: '10.5', description: 'Found behind the shelf' });
  assert.deepEqual(
    { ...first, id: '', sourceId: '', createdAt: '' },
    {
      id: '',
      itemId,
      locationId: locations[0].id,
      sourceType: 5,
      sourceId: '',
      method: 'manual_adjustment',
      quantityChange: '10.5',
      newQuantity: '10.5',
      description: 'Found behind the shelf',
      createdBy: 'admin-user',
      createdAt: '',
    },
  );
  assert.match(first.createdAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.equal((await adjustBy(shop, { itemId, quantityChange: '-0.5' })).newQuantity, '10');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '10' });
  await assertLedgerHolds(shop);
});

for (const [what, more, code] of [
  ['nothing', { quantityChange: '0' }, 'BAD_USER_INPUT'],
  ['without a reason', { description: ' ' }, 'BAD_USER_INPUT'],
  ['more than there is', { quantityChange: '-4' }, 'INSUFFICIENT_STOCK'],
  ['an unknown item', { itemId: UNKNOWN_ID }, 'NOT_FOUND'],
  ['at an unknown location', { locationId: UNKNOWN_ID }, 'NOT_FOUND'],
  ['goods that leave, at a cost', { quantityChange: '-1', unitCost: '2' }, 'BAD_USER_INPUT'],
  ['at a cost below zero', { unitCost: '-2' }, 'BAD_USER_INPUT'],
  ['a lot of what has no lots', { lotNumber: 'L1' }, 'BAD_USER_INPUT'],
] as const) {
  test(`an adjustment of ${what} is ${code} and changes nothing`, async () => {
    const shop = await (await world()).tenant();
    const itemId = await newItem(shop, { stock: '3' });
    const input = { itemId, quantityChange: '1', description: 'Counted', ...more };
    assert.equal((await shop.refusal(ADJUST, { input })).code, code);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '3', available: '3' });
    assert.equal((await logsOf(shop, itemId)).length, 1);
  });
}

test('an item that may go negative does, and the ledger follows it', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { negative: true });
  await adjust(shop, itemId, '-2.5');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '-2.5', available: '-2.5' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '4' }]);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '-2.5', available: '-6.5' });
  await invoice(shop, order.id, 'PROFORM');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '-6.5', available: '-6.5' });
  await assertLedgerHolds(shop);
});

test('each location has a balance of its own', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const { createLocation } = await shop.get('mutation { createLocation(name: "Colón", code: "COL") { id isDefault } }');
  assert.equal(createLocation.isDefault, false);
  const there = { itemId, locationId: createLocation.id };
  assert.equal((await adjustBy(shop, { ...there, quantityChange: '4' })).newQuantity, '4');
  assert.equal(
    (await shop.refusal(ADJUST, { input: { ...there, quantityChange: '-5', description: 'x' } })).code,
    'INSUFFICIENT_STOCK',
  );
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '14', available: '14' });
  const availableQuantity = await shop.call('availableQuantity', there);
  assert.equal(availableQuantity, '4');
  await reserve(shop, { ...there, quantity: '1.5' });
  const { items } = await shop.get('{ items { records { inventory { available levels { locationId available } } } } }');
  const { available, levels } = items.records[0].inventory;
  assert.equal(available, '12.5');
  assert.deepEqual(
    levels.map((level: Answer) => level.available),
    ['10', '2.5'],
  );
  assert.equal(levels[1].locationId, createLocation.id);
  assert.equal((await logsOf(shop, itemId)).length, 2);
  assert.equal((await logsOf(shop, itemId, createLocation.id)).length, 1);
  assert.equal((await shop.refusal('mutation { createLocation(name: "Other", code: "COL") { id } }')).code, 'CONFLICT');
});

test('what is reserved is on hand and not available, until it is released', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const reservation = await reserve(shop, { itemId, quantity: '4' });
  assert.equal(reservation.status, 'ACTIVE');
  assert.equal(reservation.orderId, null);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '6' });
  assert.equal((await shop.refuses('reserveStock', { itemId, quantity: '7' })).code, 'INSUFFICIENT_STOCK');
  assert.equal((await shop.refuses('reserveStock', { itemId, quantity: '0' })).code, 'BAD_USER_INPUT');
  assert.equal(
    (await shop.refusal(ADJUST, { input: { itemId, quantityChange: '-7', description: 'x' } })).code,
    'INSUFFICIENT_STOCK',
  );
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await shop.get(RELEASE, { id: reservation.id })).releaseReservation.status, 'RELEASED');
    assert.deepEqual(
      await stockOf(shop, itemId),
      { onHand: '10', available: '10' },
      'releasing twice is releasing once',
    );
  }
  assert.equal((await shop.refusal(RELEASE, { id: UNKNOWN_ID })).code, 'NOT_FOUND');
  await assertLedgerHolds(shop);
});

test('an order reserves its quantities, its cancel releases them, once', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [
    { itemId, quantity: '3' },
    { itemId, quantity: '2.5' },
  ]);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '4.5' });
  const held = await reservationsOf(shop, itemId);
  assert.deepEqual(
    new Set(held.map((one) => `${one.quantity} ${one.status} ${one.orderId}`)),
    new Set([`2.5 ACTIVE ${order.id}`, `3 ACTIVE ${order.id}`]),
  );
  assert.equal((await shop.refusal(RELEASE, { id: held[0].id })).code, 'CONFLICT', 'that is the order’s to release');
  for (let time = 0; time < 2; time += 1) {
    const cancelOrder = await shop.call('cancelOrder { status }', { orderId: order.id });
    assert.equal(cancelOrder.status, 'CANCELED');
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '10' });
  }
  assert.equal((await shop.refuses('generateInvoice', { orderId: order.id })).code, 'CONFLICT');
  await assertLedgerHolds(shop);
});

test('the invoice uses the order’s reservation up in the moment in which it moves the goods', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '10' }]);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '0' });
  const made = await invoice(shop, order.id, 'PROFORM');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '0', available: '0' });
  const [used] = await reservationsOf(shop, itemId);
  assert.equal(used.status, 'CONSUMED');
  assert.equal((await shop.refusal(RELEASE, { id: used.id })).code, 'CONFLICT');
  assert.equal((await shop.refuses('cancelOrder', { orderId: order.id })).code, 'CONFLICT');
  const [log] = await logsOf(shop, itemId);
  assert.deepEqual(log, {
    quantityChange: '-10',
    newQuantity: '0',
    sourceType: 1,
    method: 'invoice',
    description: null,
  });
  assert.equal(made.number.startsWith('PRO-'), true);
  await assertLedgerHolds(shop);
});

test('an order cannot take what another one holds', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const clientId = await newClient(shop);
  const first = await newOrder(shop, clientId, [{ itemId, quantity: '7' }]);
  const create = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
  const input = { clientId, lines: [{ itemId, quantity: '4' }] };
  assert.equal((await shop.refusal(create, { input })).code, 'INSUFFICIENT_STOCK');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '3' }, 'the refused one holds nothing');
  const { orders } = await shop.get('{ orders { totalCount } }');
  assert.equal(orders.totalCount, 1);
  await newOrder(shop, clientId, [{ itemId, quantity: '3' }]);
  assert.equal((await invoice(shop, first.id, 'PROFORM')).total, '74.9');
});

for (const [what, lines, code] of [
  ['no lines', [], 'BAD_USER_INPUT'],
  ['a quantity of nothing', [{ quantity: '0' }], 'BAD_USER_INPUT'],
  ['a quantity below nothing', [{ quantity: '-1' }], 'BAD_USER_INPUT'],
  ['a price below nothing', [{ quantity: '1', unitPrice: '-1' }], 'BAD_USER_INPUT'],
  ['a tax that does not exist', [{ quantity: '1', taxRate: '8' }], 'BAD_USER_INPUT'],
  ['a lot of 61 characters', [{ quantity: '1', lotNumber: 'L'.repeat(61) }], 'BAD_USER_INPUT'],
  ['an unknown item', [{ quantity: '1', itemId: UNKNOWN_ID }], 'NOT_FOUND'],
  ['an unknown location', [{ quantity: '1', locationId: UNKNOWN_ID }], 'NOT_FOUND'],
  ['one good line and one bad', [{ quantity: '1' }, { quantity: '100' }], 'INSUFFICIENT_STOCK'],
] as const) {
  test(`an order with ${what} is ${code} and reserves nothing`, async () => {
    const shop = await (await world()).tenant();
    const itemId = await newItem(shop, { stock: '10' });
    const input = { clientId: await newClient(shop), lines: lines.map((line) => ({ itemId, ...line })) };
    const refusal = await shop.refuses('createOrder', input);
    assert.equal(refusal.code, code);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '10' });
    assert.equal((await shop.get('{ orders { totalCount } }')).orders.totalCount, 0);
  });
}

test('D46: money is rounded line by line, half away from zero', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const order = await newOrder(shop, await newClient(shop), [
    { itemId, quantity: '3', unitPrice: '0.335' },
    { itemId, quantity: '1', unitPrice: '0.215' },
    { itemId, quantity: '0.5', unitPrice: '0.01' },
  ]);
  // 1.005 → 1.01 and 7 % 0.0707 → 0.07; 0.215 → 0.22 and 0.0154 → 0.02; 0.005 → 0.01 and 0.0007 → 0.
  assert.deepEqual([order.subtotal, order.tax, order.total], ['1.24', '0.09', '1.33']);
});

test('F51: fifty writers on one item lose nothing, and chain and sum hold', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '1000' });
  const changes = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? '-7' : `${index}.25`));
  await Promise.all(changes.map((quantityChange) => adjustBy(shop, { itemId, quantityChange })));
  const expected = changes.reduce((sum, change) => sum + Number(change), 1000);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: String(expected), available: String(expected) });
  const logs = (await logsOf(shop, itemId)).toReversed();
  assert.equal(logs.length, 51);
  let balance = 0;
  for (const { quantityChange, newQuantity } of logs) {
    balance += Number(quantityChange);
    assert.equal(newQuantity, String(balance));
  }
  await assertLedgerHolds(shop);
});

test('F51: orders, invoices, cancels, adjustments and reservations at once leave a ledger that holds', async () => {
  const { shop } = await newShop();
  const [first, second] = [await newItem(shop, { stock: '500' }), await newItem(shop, { stock: '500' })];
  const clientId = await newClient(shop);
  const sell = async (turn: number): Promise<void> => {
    // Half of them name the items the other way round: who locks in the order of asking would stand in a circle.
    const lines = [
      { itemId: first, quantity: '1' },
      { itemId: second, quantity: '2' },
    ];
    const order = await newOrder(shop, clientId, turn % 2 === 0 ? lines : lines.toReversed());
    if (turn % 5 === 0) await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: order.id });
    else await invoice(shop, order.id, 'PROFORM');
  };
  await Promise.all([
    ...Array.from({ length: 20 }, (_, turn) => sell(turn)),
    ...Array.from({ length: 10 }, (_, turn) => adjust(shop, turn % 2 === 0 ? first : second, '1')),
    ...Array.from({ length: 5 }, async () => {
      const { id } = await reserve(shop, { itemId: second, quantity: '1' });
      await shop.get(RELEASE, { id });
    }),
  ]);
  assert.deepEqual(await stockOf(shop, first), { onHand: '489', available: '489' });
  assert.deepEqual(await stockOf(shop, second), { onHand: '473', available: '473' });
  await assertLedgerHolds(shop);
});

test('ten orders that want the last one: one has it', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '1' });
  const clientId = await newClient(shop);
  const create = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
  const input = { clientId, lines: [{ itemId, quantity: '1' }] };
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.ask(create, { input })));
  assert.deepEqual(codesOf(answers), { ok: 1, INSUFFICIENT_STOCK: 9 });
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '1', available: '0' });
  await assertLedgerHolds(shop);
});

test('ten adjustments that take out more than there is: as many as there is goods for', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '3' });
  const input = { itemId, quantityChange: '-1', description: 'Broken' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.ask(ADJUST, { input })));
  assert.deepEqual(codesOf(answers), { ok: 3, INSUFFICIENT_STOCK: 7 });
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '0', available: '0' });
  await assertLedgerHolds(shop);
});

async function lotItem(shop: TestTenant): Promise<string> {
  const itemId = await newItem(shop, { tracking: 'LOT' });
  const lots = [
    ['LATE', '10', '2027-12-31'],
    ['SOON', '4', '2027-01-31'],
    ['NEVER', '5', null],
  ] as const;
  for (const [lotNumber, quantityChange, expirationDate] of lots) {
    await adjustBy(shop, { itemId, quantityChange, lotNumber, expirationDate });
  }
  return itemId;
}

async function lotsOf(shop: TestTenant, id: string): Promise<Record<string, string>> {
  const { getInventoryLotsByItemId } = await shop.get(LOTS, { id });
  return Object.fromEntries(getInventoryLotsByItemId.map((lot: Answer) => [lot.lotNumber, lot.quantityRemaining]));
}

test('lots leave with an invoice first expired first out, and a rejection puts them back where they were', async () => {
  const { here, shop } = await newShop();
  const itemId = await lotItem(shop);
  const { getInventoryLotsByItemId } = await shop.get(LOTS, { id: itemId });
  assert.deepEqual(
    getInventoryLotsByItemId.map((lot: Answer) => lot.lotNumber),
    ['SOON', 'LATE', 'NEVER'],
    'in the order in which they leave',
  );
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '6' }]);
  const made = await invoice(shop, order.id);
  assert.deepEqual(await lotsOf(shop, itemId), { SOON: '0', LATE: '8', NEVER: '5' });
  await here.simulator.verdict(made.documentId, 'DGI_REJECTED');
  assert.deepEqual(await lotsOf(shop, itemId), { SOON: '4', LATE: '10', NEVER: '5' });
  await assertLedgerHolds(shop);
});

test('an order may name its lot, and takes no other', async () => {
  const { shop } = await newShop();
  const itemId = await lotItem(shop);
  const clientId = await newClient(shop);
  await invoice(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '3', lotNumber: 'NEVER' }])).id, 'PROFORM');
  assert.deepEqual(await lotsOf(shop, itemId), { SOON: '4', LATE: '10', NEVER: '2' });
  const greedy = await newOrder(shop, clientId, [{ itemId, quantity: '3', lotNumber: 'NEVER' }]);
  const refusal = await shop.refuses('generateInvoice', { orderId: greedy.id, mode: 'PROFORM' });
  assert.equal(refusal.code, 'INSUFFICIENT_STOCK');
  assert.deepEqual(await lotsOf(shop, itemId), { SOON: '4', LATE: '10', NEVER: '2' });
  assert.equal((await shop.get('{ invoices { totalCount } }')).invoices.totalCount, 1);
  await assertLedgerHolds(shop);
});

test('D22: a tracked item needs a lot on the way in, and a serial is one thing in one place', async () => {
  const { shop } = await newShop();
  const [lots, serials] = [await newItem(shop, { tracking: 'LOT' }), await newItem(shop, { tracking: 'SERIAL' })];
  const refused = async (input: object) => (await shop.refusal(ADJUST, { input: { description: 'x', ...input } })).code;
  assert.equal(await refused({ itemId: lots, quantityChange: '1' }), 'BAD_USER_INPUT');
  assert.equal(await refused({ itemId: serials, quantityChange: '2', lotNumber: 'S1' }), 'BAD_USER_INPUT');
  await adjustBy(shop, { itemId: serials, quantityChange: '1', lotNumber: 'S1' });
  assert.equal(await refused({ itemId: serials, quantityChange: '1', lotNumber: 'S1' }), 'CONFLICT');
  await adjustBy(shop, { itemId: serials, quantityChange: '-1', lotNumber: 'S1' });
  await adjustBy(shop, { itemId: serials, quantityChange: '1', lotNumber: 'S1' });
  assert.deepEqual(await stockOf(shop, serials), { onHand: '1', available: '1' });
  await assertLedgerHolds(shop);
});

test('a serial that is in stock again does not come back a second time by a note; its money does', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { tracking: 'SERIAL' });
  for (const lotNumber of ['S1', 'S2']) await adjustBy(shop, { itemId, quantityChange: '1', lotNumber });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '2' }]);
  const sold = await invoice(shop, order.id, 'PROFORM');
  await adjustBy(shop, { itemId, quantityChange: '1', lotNumber: 'S1' });
  const note = { invoiceId: sold.id, mode: 'PROFORM', reason: 'Back' };
  const { code, message } = await shop.refuses('createCredit', note);
  assert.deepEqual([code, /^Serial S1 of .* is in stock already$/.test(message)], ['CONFLICT', true]);
  assert.deepEqual(await lotsOf(shop, itemId), { S1: '1', S2: '0' });
  await shop.call('createCredit', { ...note, restock: false });
  assert.deepEqual(await lotsOf(shop, itemId), { S1: '1', S2: '0' });
  await assertLedgerHolds(shop);
});

test('the ledger cannot be changed, not even by the service’s own role', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '3' });
  for (const statement of [
    'update inventory_logs set quantity_change = 0',
    'delete from inventory_logs',
    'truncate inventory_logs',
  ]) {
    await assert.rejects(
      inTenant(here.app, shop.tenant, (db) => sql.raw(statement).execute(db)),
      /permission denied/,
    );
  }
  assert.equal((await logsOf(shop, itemId)).length, 1);
});
