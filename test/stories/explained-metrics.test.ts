// The metrics say what they stand on: which documents were counted, which were left out, and on which days there was nothing to sell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifySales } from '../../src/invoicing/index.ts';
import { recordHistory } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, type Answer, type TestTenant } from '../support/world.ts';

const METRICS = `query ($itemId: UUID!, $windowDays: Int! = 30, $locationId: UUID) {
  itemStockMetrics(itemId: $itemId, windowDays: $windowDays, locationId: $locationId) {
    unitsSoldInWindow documentsCounted documentsLeftOut dailyVelocity stockoutDays velocityWhenInStock } }`;

async function metrics(shop: TestTenant, itemId: string, more: object = {}): Promise<Answer> {
  return (await shop.get(METRICS, { itemId, ...more })).itemStockMetrics;
}

async function documents(shop: TestTenant, itemId: string, locationId?: string): Promise<unknown[]> {
  const found = await metrics(shop, itemId, { locationId });
  return [found.unitsSoldInWindow, found.documentsCounted, found.documentsLeftOut];
}

async function credit(shop: TestTenant, invoiceId: string, lines: object[], restock = true): Promise<string> {
  return (
    await shop.call('createCredit', {
      invoiceId,
      mode: 'PROFORM',
      reason: 'Came back',
      restock,
      lines,
      idempotencyKey: crypto.randomUUID(),
    })
  ).id;
}

test('documents are counted once, wherever their lines are, and left out when they no longer count', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '100' });
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const main = (await shop.get('{ locations { id isDefault } }')).locations.find((one: Answer) => one.isDefault).id;
  const david = createLocation.id;
  await adjust(shop, itemId, '100', david);
  const client = await newClient(shop);
  const sell = async (...lines: object[]): Promise<Answer> => {
    const order = await newOrder(shop, client, lines.map((line) => ({ itemId, ...line })) as never);
    return invoice(shop, order.id, 'PROFORM');
  };
  assert.deepEqual(await documents(shop, itemId), ['0', 0, 0]);

  const both = await sell({ quantity: '2' }, { quantity: '3', locationId: david }, { quantity: '1' });
  assert.deepEqual(await documents(shop, itemId), ['6', 1, 0]);
  assert.deepEqual(await documents(shop, itemId, main), ['3', 1, 0]);
  assert.deepEqual(await documents(shop, itemId, david), ['3', 1, 0]);

  const returned = await credit(shop, both.id, [{ invoiceLineId: both.lines[1].id, quantity: '1' }]);
  await credit(shop, both.id, [{ invoiceLineId: both.lines[0].id, quantity: '1' }], false);
  assert.deepEqual(await documents(shop, itemId), ['5', 2, 0], 'money only brings nothing back');
  assert.deepEqual(await documents(shop, itemId, david), ['2', 2, 0]);
  assert.deepEqual(await documents(shop, itemId, main), ['3', 1, 0]);

  await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: returned });
  assert.deepEqual(await documents(shop, itemId), ['6', 1, 1]);
  assert.deepEqual(await documents(shop, itemId, david), ['3', 1, 1]);
  assert.deepEqual(await documents(shop, itemId, main), ['3', 1, 0]);

  const canceled = await sell({ quantity: '4', locationId: david }, { quantity: '4' });
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  assert.deepEqual(await documents(shop, itemId), ['6', 1, 2]);
  assert.deepEqual(await documents(shop, itemId, david), ['3', 1, 2]);
  assert.deepEqual(await documents(shop, itemId, main), ['3', 1, 1]);

  assert.deepEqual(await inTenant(here.app, shop.tenant, (db) => verifySales(db)), { problems: [] });
});

const DAY_MS = 86_400_000;

test('days without stock are told, and the velocity of the others', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop);
  assert.deepEqual(await metrics(shop, itemId), {
    unitsSoldInWindow: '0',
    documentsCounted: 0,
    documentsLeftOut: 0,
    dailyVelocity: '0',
    stockoutDays: 30,
    velocityWhenInStock: null,
  });

  const main = (await shop.get('{ locations { id } }')).locations[0].id;
  const now = here.app.clock.now().getTime();
  const movement = (daysAgo: number, change: string) => ({
    itemId,
    locationId: main,
    change,
    source: { type: 'MANUAL_ADJUSTMENT' as const, id: crypto.randomUUID() },
    occurredAt: new Date(now - daysAgo * DAY_MS),
  });
  const history = [movement(20, '10'), movement(17, '-4'), movement(15, '-6'), movement(5, '8')];
  await inTenant(here.app, shop.tenant, (db) => recordHistory(db, history, 'import'));
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '3' }]);
  await invoice(shop, order.id, 'PROFORM');

  // 9 days before the first goods came, and 9 from the day after the last of them left to the day before the next came.
  assert.deepEqual(await metrics(shop, itemId), {
    unitsSoldInWindow: '3',
    documentsCounted: 1,
    documentsLeftOut: 0,
    dailyVelocity: '0.1',
    stockoutDays: 18,
    velocityWhenInStock: '0.25',
  });
  for (const [windowDays, stockoutDays] of [
    [1, 0],
    [6, 0],
    [7, 1],
    [15, 9],
    [16, 9],
    [21, 9],
    [22, 10],
  ]) {
    assert.equal((await metrics(shop, itemId, { windowDays })).stockoutDays, stockoutDays, `${windowDays} days`);
  }
});
