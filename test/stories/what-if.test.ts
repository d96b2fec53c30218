// The past of an item replayed with another policy: what the service answers, against a replay that was written another way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receivePurchaseOrder } from '../../src/purchasing/index.ts';
import { recordSales } from '../../src/rollups/index.ts';
import { recordHistory } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, type Answer, type TestTenant, type World } from '../support/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OUTCOME = '{ daysShort unitsSold unitsNotSold moneyNotSold averageStock averageMoneyBound margin ordersPlaced }';
const WHAT_IF = `query ($itemId: UUID!, $locationId: UUID, $windowDays: Int! = 365, $leadTimeDays: Int, $reorderLevel: Decimal,
    $reorderQuantity: Decimal, $demandFactor: Decimal! = "1", $price: Decimal, $elasticity: Decimal! = "0") {
  itemWhatIf(itemId: $itemId, locationId: $locationId, windowDays: $windowDays, leadTimeDays: $leadTimeDays,
    reorderLevel: $reorderLevel, reorderQuantity: $reorderQuantity, demandFactor: $demandFactor, price: $price, elasticity: $elasticity) {
    leadTimeDays reorderLevel reorderQuantity price wantedWhenOut actual ${OUTCOME} simulated ${OUTCOME} days { day actual simulated } } }`;

async function ask(shop: TestTenant, itemId: string, more: object = {}): Promise<Answer> {
  return (await shop.get(WHAT_IF, { itemId, ...more })).itemWhatIf;
}

interface Told {
  daysAgo: number;
  type: 'INVOICE' | 'PURCHASE_ORDER' | 'MANUAL_ADJUSTMENT';
  change: number;
}

/** A year in which goods came every 40 days, sold unevenly, and ran out now and then. */
function year(): Told[] {
  const told: Told[] = [];
  let stock = 0;
  for (let daysAgo = 300; daysAgo > 0; daysAgo -= 1) {
    if (daysAgo % 40 === 20) {
      told.push({ daysAgo, type: 'PURCHASE_ORDER', change: 60 });
      stock += 60;
    }
    if (daysAgo % 70 === 3 && stock > 5) {
      told.push({ daysAgo, type: 'MANUAL_ADJUSTMENT', change: -5 });
      stock -= 5;
    }
    const wanted = daysAgo % 7 === 0 ? 0 : (daysAgo * 13) % 6;
    const sold = Math.min(wanted, stock);
    if (sold > 0) told.push({ daysAgo, type: 'INVOICE', change: -sold });
    stock -= sold;
  }
  return told;
}

async function lived(here: World, shop: TestTenant, told: readonly Told[]): Promise<string> {
  const itemId = await newItem(shop, { price: '10' });
  const [clientId, { locations }] = [await newClient(shop), await shop.get('{ locations { id } }')];
  const locationId: string = locations[0].id;
  // Five hours behind UTC, as the tenant is.
  const noon = Math.floor((here.app.clock.now().getTime() - 5 * HOUR_MS) / DAY_MS) * DAY_MS + 17 * HOUR_MS;
  const at = told.map((one, index) => ({
    ...one,
    at: new Date(noon - one.daysAgo * DAY_MS + index),
    id: crypto.randomUUID(),
  }));
  await inTenant(here.app, shop.tenant, async (db) => {
    await recordHistory(
      db,
      at.map(({ type, change, at: occurredAt, id }) => ({
        itemId,
        locationId,
        change: String(change),
        source: { type, id },
        occurredAt,
      })),
      'import',
    );
    await recordSales(
      db,
      at
        .filter(({ type }) => type === 'INVOICE')
        .map(({ change, at: on, id }) => ({
          documentId: id,
          itemId,
          locationId,
          clientId,
          day: on.toISOString().slice(0, 10),
          units: String(-change),
        })),
    );
  });
  return itemId;
}

/** Day by day over a list of what is on its way, in numbers. */
function naive(told: readonly Told[], policy: { lead: number; level: number; quantity: number; factor: number }) {
  const days = Array.from({ length: 301 }, (_, index) => 300 - index).filter((ago) => ago <= told[0]!.daysAgo);
  const of = (ago: number, type: Told['type']): number =>
    told.filter((one) => one.daysAgo === ago && one.type === type).reduce((sum, { change }) => sum + change, 0);
  let real = 0;
  const out: number[] = [];
  let soldInAll = 0;
  for (const ago of days) {
    const before = real;
    real += of(ago, 'INVOICE') + of(ago, 'PURCHASE_ORDER') + of(ago, 'MANUAL_ADJUSTMENT');
    soldInAll -= of(ago, 'INVOICE');
    if (before === 0 && real === 0 && of(ago, 'INVOICE') === 0) out.push(ago);
  }
  const whenOut = Math.round((soldInAll / (days.length - out.length)) * 1e6) / 1e6;
  let [stock, sold, lost, short, orders] = [0, 0, 0, 0, 0];
  let coming: { on: number; units: number }[] = [];
  const closings = days.map((ago) => {
    for (const { units } of coming.filter(({ on }) => on === ago)) stock += units;
    coming = coming.filter(({ on }) => on !== ago);
    stock = Math.max(0, stock + of(ago, 'MANUAL_ADJUSTMENT'));
    const wanted = (out.includes(ago) ? whenOut : -of(ago, 'INVOICE')) * policy.factor;
    const given = Math.min(stock, wanted);
    stock -= given;
    sold += given;
    lost += wanted - given;
    if (wanted - given > 1e-9) short += 1;
    let position = stock + coming.reduce((sum, { units }) => sum + units, 0);
    if (position <= policy.level && policy.quantity > 0) {
      orders += 1;
      let units = 0;
      for (; position <= policy.level; position += policy.quantity) units += policy.quantity;
      coming.push({ on: ago - policy.lead, units });
    }
    return stock;
  });
  return { sold, lost, short, orders, closings, whenOut, out: out.length };
}

const close = (one: unknown, other: number, what: string): void =>
  assert.ok(Math.abs(Number(one) - other) < 0.01, `${what}: ${String(one)}, not ${other}`);

test('the past is replayed as another hand does it', async () => {
  const { here, shop } = await newShop();
  const told = year();
  const itemId = await lived(here, shop, told);
  for (const [lead, level, quantity, factor] of [
    [4, 20, 30, 1],
    [1, 5, 12, 1],
    [15, 60, 45, 1.5],
    [9, 0, 25, 2],
    [7, 10, 0, 1],
  ] as const) {
    const what = `${lead} days, level ${level}, quantity ${quantity}, demand × ${factor}`;
    const answer = await ask(shop, itemId, {
      leadTimeDays: lead,
      reorderLevel: String(level),
      reorderQuantity: String(quantity),
      demandFactor: String(factor),
    });
    const expected = naive(told, { lead, level, quantity, factor });
    const { simulated, actual, days } = answer;
    close(answer.wantedWhenOut, expected.whenOut, what);
    assert.ok(expected.out > 10, 'it does run out');
    assert.equal(actual.daysShort, expected.out, what);
    assert.equal(actual.ordersPlaced, told.filter(({ type }) => type === 'PURCHASE_ORDER').length);
    close(simulated.unitsSold, expected.sold, what);
    close(simulated.unitsNotSold, expected.lost, what);
    close(simulated.moneyNotSold, expected.lost * Number(answer.price), what);
    assert.equal(simulated.daysShort, expected.short, what);
    assert.equal(simulated.ordersPlaced, expected.orders, what);
    // From the evening before the first record on, so that the day of the first record is the first.
    assert.equal(days.length, expected.closings.length);
    for (const [at, closing] of expected.closings.entries()) close(days[at].simulated, closing, `${what}, day ${at}`);
  }
});

test('what is left out is the item’s own, money needs a cost, and demand follows the price only where it is said', async () => {
  const { here, shop } = await newShop();
  const itemId = await lived(here, shop, year());
  await shop.call('updateItemInventory', { itemId, input: { reorderLevel: '25', reorderQuantity: '40', leadTime: 6 } });
  const own = await ask(shop, itemId);
  assert.deepEqual([own.leadTimeDays, own.reorderLevel, own.reorderQuantity], [6, '25', '40']);
  assert.deepEqual([own.actual.margin, own.simulated.averageMoneyBound], [null, null]);
  await shop.call('adjustInventory', { itemId, quantityChange: '10', description: 'With a cost', unitCost: '4' });
  const dearer = await ask(shop, itemId, { price: String(Number(own.price) * 2) });
  assert.equal(dearer.simulated.unitsSold, own.simulated.unitsSold);
  close(dearer.simulated.margin, Number(own.simulated.unitsSold) * (Number(own.price) * 2 - 4), 'margin');
  close(dearer.actual.margin, Number(own.actual.unitsSold) * (Number(own.price) - 4), 'margin of the past');
  const followed = await ask(shop, itemId, { price: String(Number(own.price) * 2), elasticity: '-1' });
  const halved = await ask(shop, itemId, { demandFactor: '0.5' });
  assert.equal(followed.simulated.unitsSold, halved.simulated.unitsSold);
  assert.equal((await ask(shop, itemId, { demandFactor: '0' })).simulated.daysShort, 0);
  const empty = await ask(shop, await newItem(shop));
  assert.deepEqual([empty.days, empty.simulated.unitsSold, empty.actual.daysShort], [[], '0', 0]);
  const problems = await shop.ask(WHAT_IF, { itemId, price: '-1', demandFactor: '-1', elasticity: '2' });
  const refused = (problems.errors![0]!.extensions as Answer).problems.map((one: Answer) => one.field);
  assert.deepEqual(refused, ['price', 'demandFactor', 'elasticity']);
});

test('an order is placed once, however often its goods came, and not at all where all were taken back', async () => {
  const { here, shop } = await newShop();
  const [itemId, { id: supplierId }] = [
    await newItem(shop, { price: '10' }),
    await shop.call('createSupplier', { name: 'Ana' }),
  ];
  const ordered = async (): Promise<{ purchaseOrderId: string; lineId: string }> => {
    const lines = [{ itemId, quantity: '10', unitCost: '2' }];
    const made = await shop.call('createPurchaseOrder { id lines { id } }', { supplierId, lines });
    return { purchaseOrderId: made.id, lineId: made.lines[0].id };
  };
  const [twice, inPart, gone] = [await ordered(), await ordered(), await ordered()];
  const receipts = [
    [twice, 9],
    [inPart, 8],
    [gone, 7],
    [twice, 6],
  ] as const;
  for (const [{ purchaseOrderId, lineId }, daysAgo] of receipts) {
    const occurredAt = new Date(here.app.clock.now().getTime() - daysAgo * DAY_MS);
    const receipt = { purchaseOrderId, lines: [{ lineId, quantity: '4' }], occurredAt };
    await inTenant(here.app, shop.tenant, (db) => receivePurchaseOrder(db, receipt, 'ana'));
  }
  const reverse = ({ purchaseOrderId, lineId }: typeof gone, quantity: string) =>
    shop.call('reversePurchaseReceipt { id }', { purchaseOrderId, lines: [{ lineId, quantity }], reason: 'Not ours' });
  await reverse(inPart, '3');
  await reverse(gone, '4');
  const { actual, days } = await ask(shop, itemId);
  assert.deepEqual([actual.ordersPlaced, days.at(-1).actual], [2, String(4 * receipts.length - 3 - 4)]);
  // Goods of before the window are no order in it, nor is what takes them back.
  assert.equal((await ask(shop, itemId, { windowDays: 7 })).actual.ordersPlaced, 1);
});

test('who holds what is reserved, which purchases are to come, and how unevenly it sells', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '50' });
  const order = await newOrder(shop, await newClient(shop, 'Ana Pérez'), [{ itemId, quantity: '3' }]);
  await shop.call('reserveStock', { itemId, quantity: '2' });
  const reserved = `query ($id: UUID!) { stockReservationsByItem(itemId: $id, isActive: true) { id quantity order { id client { name } } } }`;
  const { stockReservationsByItem: held } = await shop.get(reserved, { id: itemId });
  assertEach(held, (one) => [one.quantity, one.order?.client.name ?? null], [
    ['2', null],
    ['3', 'Ana Pérez'],
  ]);
  await shop.get('mutation ($id: UUID!) { releaseReservation(reservationId: $id) { id } }', { id: held[0].id });
  await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: order.id });
  assert.deepEqual((await shop.get(reserved, { id: itemId })).stockReservationsByItem, []);

  await shop.call('updateItemInventory', { itemId, input: { leadTime: 4 } });
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Mayorista") { id } }');
  const { createPurchaseOrder: bought } = await shop.get(
    'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id number createdAt } }',
    { input: { supplierId: createSupplier.id, lines: [{ itemId, quantity: '40', unitCost: '3' }] } },
  );
  const coming = await shop.call('itemIncomingPurchases { purchaseOrderId number supplierName quantity expectedDay }', {
    itemId,
  });
  const day = new Date(Date.parse(bought.createdAt) - 5 * HOUR_MS + 4 * DAY_MS).toISOString().slice(0, 10);
  assert.deepEqual(coming, [
    { purchaseOrderId: bought.id, number: bought.number, supplierName: 'Mayorista', quantity: '40', expectedDay: day },
  ]);
  await shop.get('mutation ($id: UUID!) { cancelPurchaseOrder(purchaseOrderId: $id) { id } }', { id: bought.id });
  assert.deepEqual(await shop.call('itemIncomingPurchases { number }', { itemId }), []);

  const sold = await lived(here, shop, [
    { daysAgo: 9, type: 'PURCHASE_ORDER', change: 50 },
    { daysAgo: 4, type: 'INVOICE', change: -6 },
    { daysAgo: 2, type: 'INVOICE', change: -3 },
  ]);
  await adjust(shop, sold, '1');
  const { itemStockMetrics } = await shop.get(
    'query ($id: UUID!) { itemStockMetrics(itemId: $id, windowDays: 10) { daysWithSales dailyDeviation } }',
    { id: sold },
  );
  // Days of 6, 3 and eight times 0: the mean is 0.9, and the squares of what is left add up to 36.9.
  assert.deepEqual(itemStockMetrics, { daysWithSales: 2, dailyDeviation: '2.024846' });
});
