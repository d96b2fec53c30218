// Goods move between locations as one operation, and adjustments may say what they believe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newItem } from '../support/business.ts';
import { world, type TestTenant } from '../support/world.ts';

const TRANSFER = `mutation ($input: TransferStockInput!) { transferStock(input: $input) {
  id out { quantityChange newQuantity description sourceType } in { quantityChange newQuantity description } } }`;

async function locations(shop: TestTenant): Promise<[string, string]> {
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const found = (await shop.get('{ locations { id isDefault } }')).locations;
  return [found.find((one: { isDefault: boolean }) => one.isDefault).id, createLocation.id];
}

test('a transfer lowers one location and raises the other', async () => {
  const shop = await (await world()).tenant();
  const [from, to] = await locations(shop);
  const itemId = await newItem(shop, { stock: '10' });
  const input = { itemId, fromLocationId: from, toLocationId: to, quantity: '4', idempotencyKey: 'once' };
  const { transferStock } = await shop.get(TRANSFER, { input });
  assert.deepEqual(transferStock.out, {
    quantityChange: '-4',
    newQuantity: '6',
    description: 'Transfer to DAV',
    sourceType: 5,
  });
  assert.deepEqual(transferStock.in, { quantityChange: '4', newQuantity: '4', description: 'Transfer from MAIN' });
  const again = await shop.get(TRANSFER, { input });
  assert.deepEqual(again.transferStock, transferStock, 'the same key moves once');
});

test('a transfer of more than there is moves nothing', async () => {
  const shop = await (await world()).tenant();
  const [from, to] = await locations(shop);
  const itemId = await newItem(shop, { stock: '3' });
  const refusal = await shop.refusal(TRANSFER, {
    input: { itemId, fromLocationId: from, toLocationId: to, quantity: '4' },
  });
  assert.equal(refusal.code, 'INSUFFICIENT_STOCK');
  const itemMovements = await shop.call('itemMovements { totalCount }', { itemId });
  assert.equal(itemMovements.totalCount, 1);
});

test('a lot takes its expiry, its cost and its age along', async () => {
  const { query } = await world();
  const shop = await (await world()).tenant();
  const [from, to] = await locations(shop);
  const itemId = await newItem(shop, { tracking: 'LOT' });
  const bring = (lotNumber: string, unitCost: string, expirationDate?: string) =>
    shop.call('adjustInventory', {
      itemId,
      quantityChange: '10',
      description: 'Came',
      lotNumber,
      unitCost,
      ...(expirationDate ? { expirationDate } : {}),
    });
  await bring('L-1', '2', '2027-01-31');
  await bring('L-2', '4');
  const transfer = { itemId, fromLocationId: from, toLocationId: to, quantity: '3' };
  for (const lotNumber of ['L-2', 'L-1']) await shop.get(TRANSFER, { input: { ...transfer, lotNumber } });
  const stays = await shop.refusal(TRANSFER, {
    input: { ...transfer, lotNumber: 'L-1', expirationDate: '2028-01-01' },
  });
  assert.match(stays.message, /expires on 2027-01-31, not on 2028-01-01/);
  const lots = await query(
    `select lot_number, quantity_remaining, unit_cost, expiration_date, received_at from inventory_lots
     where item_id = $1 and location_id = $2 order by lot_number`,
    [itemId, to],
  );
  const before = await query(
    `select lot_number, 3::numeric as quantity_remaining, unit_cost, expiration_date, received_at from inventory_lots
     where item_id = $1 and location_id = $2 order by lot_number`,
    [itemId, from],
  );
  assert.deepEqual(lots, before);
});

test('an adjustment that believes in a stale balance is refused and leaves nothing', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const adjust = (expectedBalance: string) => ({
    itemId,
    quantityChange: '-2',
    description: 'Broken',
    expectedBalance,
  });
  const refusal = await shop.refuses('adjustInventory', adjust('9'));
  assert.equal(refusal.code, 'CONFLICT');
  assert.match(refusal.message, /10, not 9/);
  assert.equal((await shop.call('adjustInventory { newQuantity }', adjust('10.0'))).newQuantity, '8');
});
