// Selling without stock: a company that allows it sells what its ledger does not have, nothing else goes below zero by it, and what is
// below zero is answered as integers have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { adjust, assertLedgerHolds, newClient, newItem, newOrder } from '../support/business.ts';
import { dice } from '../support/dice.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const SELLS = 'mutation ($on: Boolean!) { updateTenant(input: { sellsWithoutStock: $on }) { sellsWithoutStock } }';
const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const INVOICE = 'mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id lines { id } } }';
const STATE = `query ($id: UUID!) { getItemById(id: $id) { averageCost inventory { onHand available levels { available } } }
  itemMovements(itemId: $id, limit: 100) { records { balanceAfter } } }`;
const NEEDS = '{ today { needs(kinds: [BELOW_ZERO]) { count records { id about quantity } } } }';

const set = (shop: TestTenant, on: boolean): Promise<Answer> => shop.get(SELLS, { on }, 'admin');

async function sell(shop: TestTenant, clientId: string, itemId: string, quantity: string): Promise<void> {
  const order = await newOrder(shop, clientId, [{ itemId, quantity }]);
  await shop.get(INVOICE, { id: order.id });
}

const refused = async (shop: TestTenant, clientId: string, itemId: string, quantity = '1'): Promise<string> =>
  (await shop.refusal(ORDER, { input: { clientId, lines: [{ itemId, quantity }] } })).code;

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
  const { needs } = (await shop.get(NEEDS)).today;
  assertEach(needs, ({ count, records }) => [count, records[0].id, records[0].quantity], [
    [1, itemId, String(balance)],
  ]);
  await assertLedgerHolds(shop);

  const input = { itemId, quantityChange: '-1', description: 'Broken' };
  assert.equal((await shop.refuses('adjustInventory', input)).code, 'INSUFFICIENT_STOCK');
  assert.equal((await shop.refuses('reserveStock', { itemId, quantity: '1' })).code, 'INSUFFICIENT_STOCK');
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
  await assertLedgerHolds(shop);
});

const SEED = 20_251;
const STEPS = 70;
const WINDOW = 30;

const QUESTIONS = `query ($id: UUID!, $at: UUID) {
  itemMovements(itemId: $id, locationId: $at, limit: 100) { totalCount records { locationId quantityChange balanceAfter } }
  itemStockMetrics(itemId: $id, locationId: $at, windowDays: ${WINDOW}) {
    unitsSoldInWindow dailyVelocity availableQuantity daysOfCoverage projectedStockoutDate }
  itemIncomingQuantity(itemId: $id)
  itemTopClients(itemId: $id, windowDays: ${WINDOW}, limit: 10) { clientId unitsSold }
  itemStockHistory(itemId: $id, locationId: $at, rangeDays: 3, withEvents: true) {
    points { value } events { quantityChange balanceAfter } }
  availableQuantity(itemId: $id, locationId: $at)
  getItemById(id: $id) { inventory { onHand available levels { locationId available } } } }`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** With four digits, half to even, in whole numbers. */
function quotient(above: number, below: number): string {
  const [scaled, divisor] = [BigInt(above) * 10_000n, BigInt(below)];
  const rest = (scaled % divisor) * 2n;
  const down = scaled / divisor;
  const isUp = rest > divisor || (rest === divisor && down % 2n === 1n);
  const text = String(isUp ? down + 1n : down).padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`.replace(/\.?0+$/, '');
}

const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format(new Date());
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Facts of the shop, in pieces; none of them was read back. */
interface Facts {
  moves: { at: string; change: number }[];
  sold: Map<string, number>;
  reserved: Map<string, number>;
  soldAt: Map<string, number>;
  incoming: number;
}

const raise = (of: Map<string, number>, key: string, by: number): unknown => of.set(key, (of.get(key) ?? 0) + by);

async function assertAnswers(shop: TestTenant, itemId: string, facts: Facts, at: string | undefined): Promise<void> {
  const isHere = (place: string): boolean => at === undefined || at === place;
  const moves = facts.moves.filter((one) => isHere(one.at));
  const onHand = sum(moves.map(({ change }) => change));
  const reserved = sum([...facts.reserved].filter(([place]) => isHere(place)).map(([, many]) => many));
  const sold = sum([...facts.soldAt].filter(([place]) => isHere(place)).map(([, many]) => many));
  const days = [today()];
  const answer: Answer = await shop.get(QUESTIONS, { id: itemId, at });
  days.push(today());
  const balances = new Map<string, number>();
  const chain = moves.map(({ at, change }) => {
    raise(balances, at, change);
    return { locationId: at, quantityChange: String(change), balanceAfter: String(balances.get(at)) };
  });
  const newest = chain.toReversed().slice(0, 100);
  assert.deepEqual(answer.itemMovements, { totalCount: chain.length, records: newest });
  const events = chain.map(({ quantityChange, balanceAfter }) => ({ quantityChange, balanceAfter }));
  assert.deepEqual(answer.itemStockHistory.events, events);
  assert.deepEqual(answer.itemStockHistory.points.map(({ value }: Answer) => value).slice(-1), [String(onHand)]);
  const free = onHand - reserved;
  const covered = Math.max(free, 0) * WINDOW;
  const { projectedStockoutDate, ...metrics } = answer.itemStockMetrics;
  assert.deepEqual(metrics, {
    unitsSoldInWindow: String(sold),
    dailyVelocity: quotient(sold, WINDOW),
    availableQuantity: String(free),
    daysOfCoverage: quotient(covered, sold),
  });
  assert.ok(days.some((day) => projectedStockoutDate === addDays(day, Math.floor(covered / sold))));
  assert.equal(answer.itemIncomingQuantity, String(facts.incoming));
  assert.equal(answer.availableQuantity, String(free));
  assert.deepEqual(
    Object.fromEntries(answer.itemTopClients.map((one: Answer) => [one.clientId, one.unitsSold])),
    Object.fromEntries([...facts.sold].filter(([, units]) => units > 0).map(([id, units]) => [id, String(units)])),
  );
  if (at !== undefined) return;
  const { levels, ...totals } = answer.getItemById.inventory;
  assert.deepEqual(totals, { onHand: String(onHand), available: String(free) });
  const there = [...balances].map(([place, balance]) => [place, String(balance - (facts.reserved.get(place) ?? 0))]);
  assert.deepEqual(
    Object.fromEntries(levels.map((level: Answer) => [level.locationId, level.available])),
    Object.fromEntries(there),
  );
}

test(`a walk that crosses zero again and again is answered as integers have it (seed ${SEED})`, async () => {
  const { shop } = await newShop();
  await shop.get('mutation { createLocation(name: "Colón", code: "COL") { id } }');
  const { locations } = await shop.get('{ locations { id name } }');
  const places: string[] = locations.map(({ id }: Answer) => id);
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Mayorista") { id } }');
  const clients = [await newClient(shop, 'Ana'), await newClient(shop, 'Berta')];
  const itemId = await newItem(shop);
  await set(shop, true);
  const chance = dice(SEED);
  const facts: Facts = { moves: [], sold: new Map(), reserved: new Map(), soldAt: new Map(), incoming: 0 };
  const sales: { id: string; lineId: string; at: string; clientId: string; left: number }[] = [];
  const balanceOf = (at: string): number => sum(facts.moves.filter((one) => one.at === at).map(({ change }) => change));
  const move = (at: string, change: number): unknown => facts.moves.push({ at, change });
  for (let step = 0; step < STEPS; step += 1) {
    const at = places[chance(2)]!;
    const many = 1 + chance(9);
    const what = chance(10);
    if (step > 1 && balanceOf(at) < 0 && what < 6) {
      await adjust(shop, itemId, String(many + 3), at);
      move(at, many + 3);
    } else if (what === 6) {
      const line = { itemId, quantity: String(many + 2), unitCost: '3', locationId: at };
      const made = await shop.call('createPurchaseOrder { id lines { id } }', {
        supplierId: createSupplier.id,
        lines: [line],
      });
      const lines = [{ lineId: made.lines[0].id, quantity: String(many) }];
      await shop.call('receivePurchaseOrder', { purchaseOrderId: made.id, lines });
      move(at, many);
      facts.incoming += 2;
    } else if (what === 7) {
      await newOrder(shop, clients[chance(2)]!, [{ itemId, quantity: '1', locationId: at }]);
      raise(facts.reserved, at, 1);
    } else if (what === 8 && sales.some(({ left }) => left > 0)) {
      const sale = sales.find(({ left }) => left > 0)!;
      const lines = [{ invoiceLineId: sale.lineId, quantity: '1' }];
      const input = { invoiceId: sale.id, mode: 'PROFORM', reason: 'Returned by the client', restock: true, lines };
      await shop.call('createCredit', { ...input, idempotencyKey: `back-${step}` });
      sale.left -= 1;
      move(sale.at, 1);
      raise(facts.sold, sale.clientId, -1);
      raise(facts.soldAt, sale.at, -1);
    } else {
      const clientId = clients[chance(2)]!;
      const order = await newOrder(shop, clientId, [{ itemId, quantity: String(many), locationId: at }]);
      const { generateInvoice: made } = await shop.get(INVOICE, { id: order.id });
      sales.push({ id: made.id, lineId: made.lines[0].id, at, clientId, left: many });
      move(at, -many);
      raise(facts.sold, clientId, many);
      raise(facts.soldAt, at, many);
    }
    if (step > 1 && step % 10 === 0) await assertAnswers(shop, itemId, facts, undefined);
  }
  for (const at of [undefined, ...places]) await assertAnswers(shop, itemId, facts, at);
  for (const at of places) {
    let [balance, crossings] = [0, 0];
    for (const { change } of facts.moves.filter((one) => one.at === at)) {
      if (Math.sign(balance) !== Math.sign(balance + change)) crossings += 1;
      balance += change;
    }
    assert.ok(crossings > 5, `${crossings} crossings at ${at}`);
  }

  // To be counted: what is below zero, and where.
  for (const at of places) {
    const goes = balanceOf(at) + 2;
    if (goes <= 0) continue;
    const order = await newOrder(shop, clients[0]!, [{ itemId, quantity: String(goes), locationId: at }]);
    await shop.get(INVOICE, { id: order.id });
    move(at, -goes);
    raise(facts.sold, clients[0]!, goes);
    raise(facts.soldAt, at, goes);
  }
  await assertAnswers(shop, itemId, facts, undefined);
  const { needs } = (await shop.get(NEEDS)).today;
  const [{ about, ...need }] = needs[0].records;
  assert.deepEqual(need, { id: itemId, quantity: String(sum(places.map(balanceOf))) });
  for (const { name } of locations) assert.ok(about.includes(name), `${about} does not name ${name}`);
  await assertLedgerHolds(shop);
});

for (const on of [false, true]) {
  test(`the last piece, sold twice at once: ${on ? 'both have it where the setting is on' : 'exactly one has it'}`, async () => {
    const { here, shop } = await newShop();
    const clientId = await newClient(shop);
    if (on) await set(shop, true);
    for (let round = 0; round < 6; round += 1) {
      const itemId = await newItem(shop, { stock: '1' });
      const sell = async (): Promise<string> => {
        const { data, errors } = await shop.ask(ORDER, { input: { clientId, lines: [{ itemId, quantity: '1' }] } });
        if (errors) return errors[0]!.extensions.code;
        await shop.get(INVOICE, { id: data!.createOrder.id });
        return 'sold';
      };
      const outcomes = (await Promise.all([sell(), sell()])).toSorted();
      assert.deepEqual(outcomes, on ? ['sold', 'sold'] : ['INSUFFICIENT_STOCK', 'sold']);
      const rows = await here.sql<{ balance: string }>`select trim_scale(new_quantity)::text as balance
        from inventory_logs where item_id = ${itemId} order by seq`;
      assertEach(rows, ({ balance }) => balance, on ? ['1', '0', '-1'] : ['1', '0']);
    }
    await assertLedgerHolds(shop);
  });
}
