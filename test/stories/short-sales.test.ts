// Selling without stock: a company that allows it sells what its ledger does not have, and nothing else goes below zero by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { adjust, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, world, type Answer, type TestTenant } from '../support/world.ts';

const SELLS = 'mutation ($on: Boolean!) { updateTenant(input: { sellsWithoutStock: $on }) { sellsWithoutStock } }';
const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const INVOICE = 'mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }';
const STATE = `query ($id: UUID!) { getItemById(id: $id) { averageCost inventory { onHand available levels { available } } }
  itemMovements(itemId: $id, limit: 100) { records { balanceAfter } } }`;
const NEEDS = '{ today { needs(kinds: [BELOW_ZERO]) { count records { id quantity } } } }';

/** Every process knows of the setting within seconds. */
async function set(shop: TestTenant, on: boolean): Promise<void> {
  await shop.get(SELLS, { on }, 'admin');
  await eventually(
    () => shop.get('{ viewer { tenant { sellsWithoutStock } } }'),
    ({ viewer }) => viewer.tenant.sellsWithoutStock === on,
  );
}

async function sell(shop: TestTenant, clientId: string, itemId: string, quantity: string): Promise<void> {
  const order = await newOrder(shop, clientId, [{ itemId, quantity }]);
  await shop.get(INVOICE, { id: order.id });
}

const refused = async (shop: TestTenant, clientId: string, itemId: string, quantity = '1'): Promise<string> =>
  (await shop.refusal(ORDER, { input: { clientId, lines: [{ itemId, quantity }] } })).code;

async function assertBooksHold(shop: TestTenant): Promise<void> {
  const { app } = await world();
  assert.deepEqual((await inTenant(app, shop.tenant, (db) => verifyLedger(db))).problems, []);
}

test('with the setting sales go below zero, by integers; lots, adjustments, reservations and another company do not', async () => {
  const [shop, other] = [await (await world()).tenant(), await (await world()).tenant()];
  const [clientId, otherClient] = [await newClient(shop), await newClient(other)];
  const [itemId, lots, theirs] = [
    await newItem(shop, { stock: '3' }),
    await newItem(shop, { tracking: 'LOT' }),
    await newItem(other),
  ];
  assert.equal(await refused(shop, clientId, itemId, '4'), 'INSUFFICIENT_STOCK', 'off for who never said otherwise');
  await set(shop, true);
  await sell(shop, clientId, itemId, '4');
  let balance = 3n - 4n;
  const balances = [3n, balance];
  for (let step = 1n; step <= 12n; step += 1n) {
    // A walk that crosses zero both ways, the same each time.
    const quantity = ((step * 7n) % 5n) + 1n;
    const comes = step % 3n === 0n;
    if (comes) await adjust(shop, itemId, String(quantity * 3n));
    else await sell(shop, clientId, itemId, String(quantity));
    balance += comes ? quantity * 3n : -quantity;
    balances.push(balance);
  }
  if (balance >= 0n) {
    await sell(shop, clientId, itemId, String(balance + 2n));
    balances.push(-2n);
  }
  balance = balances.at(-1)!;
  const state: Answer = await shop.get(STATE, { id: itemId });
  const rows = state.itemMovements.records.map((row: Answer) => BigInt(row.balanceAfter)).reverse();
  assert.deepEqual(rows, balances);
  assert.ok(balances.filter((one) => one < 0n).length > 1);
  assert.deepEqual(state.getItemById.inventory, {
    onHand: String(balance),
    available: String(balance),
    levels: [{ available: String(balance) }],
  });
  assert.deepEqual((await shop.get(NEEDS)).today.needs, [
    { count: 1, records: [{ id: itemId, quantity: String(balance) }] },
  ]);
  await assertBooksHold(shop);

  const adjusting = 'mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }';
  const input = { itemId, quantityChange: '-1', description: 'Broken' };
  assert.equal((await shop.refusal(adjusting, { input })).code, 'INSUFFICIENT_STOCK');
  const reserving = 'mutation ($input: ReserveStockInput!) { reserveStock(input: $input) { id } }';
  assert.equal((await shop.refusal(reserving, { input: { itemId, quantity: '1' } })).code, 'INSUFFICIENT_STOCK');
  assert.equal(await refused(shop, clientId, lots), 'INSUFFICIENT_STOCK');
  assert.equal(await refused(other, otherClient, theirs), 'INSUFFICIENT_STOCK');

  const promised = await newOrder(shop, clientId, [{ itemId, quantity: '5' }]);
  await set(shop, false);
  assert.equal(await refused(shop, clientId, itemId), 'INSUFFICIENT_STOCK');
  assert.equal((await shop.refusal(INVOICE, { id: promised.id })).code, 'INSUFFICIENT_STOCK', 'it was promised before');
  await adjust(shop, itemId, String(5n - balance));
  await shop.get(INVOICE, { id: promised.id });
  assert.deepEqual((await shop.get(NEEDS)).today.needs, []);
  assert.equal((await shop.get(STATE, { id: itemId })).getItemById.inventory.available, '0');
  await assertBooksHold(shop);
});
