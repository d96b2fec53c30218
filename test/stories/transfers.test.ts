// Transfers of many items: what left is in transit until it is received or lost, by a journal of the test's own in integers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { adjust, newClient, newItem } from '../support/business.ts';
import { sell } from '../support/count-while-selling.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

const OF = `id status statusBy reason note valueInTransit valueLost from { id } to { id }
  lines { id item { id } quantity received lost inTransit unitCost }`;
const SEND = `mutation ($id: UUID!, $from: UUID!, $to: UUID!, $lines: [TransferLineInput!]!, $note: String, $key: String) {
  sendTransfer(input: { id: $id, fromLocationId: $from, toLocationId: $to, lines: $lines, note: $note, idempotencyKey: $key }) { ${OF} } }`;
const RECEIVE = `mutation ($id: UUID!, $lines: [TransferReceiptInput!], $key: String) {
  receiveTransfer(input: { id: $id, lines: $lines, idempotencyKey: $key }) { ${OF} } }`;
const CLOSE = `mutation ($id: UUID!, $reason: String!) { closeTransfer(id: $id, reason: $reason) { ${OF} } }`;

interface Places {
  from: string;
  to: string;
}

async function places(shop: TestTenant): Promise<Places> {
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  return { from: locations.find((one: Answer) => one.isDefault).id, to: createLocation.id };
}

async function buy(shop: TestTenant, itemId: string, quantity: number, unitCost: string, locationId?: string) {
  await shop.get('mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', {
    input: { itemId, quantityChange: String(quantity), unitCost, description: 'Came', locationId },
  });
}

async function send(shop: TestTenant, at: Places, goods: Record<string, number>, more: object = {}): Promise<Answer> {
  const lines = Object.entries(goods).map(([itemId, quantity]) => ({ itemId, quantity: String(quantity) }));
  return (await shop.get(SEND, { id: randomUUID(), ...at, lines, ...more })).sendTransfer;
}

const receive = async (shop: TestTenant, id: string, lines?: object[]): Promise<Answer> =>
  (await shop.get(RECEIVE, { id, lines })).receiveTransfer;

/** Quantities at the first location, at the second one, and to come. */
async function stock(shop: TestTenant, itemId: string, { from, to }: Places): Promise<number[]> {
  const { getItemById, itemIncomingQuantity } = await shop.get(
    'query ($id: UUID!) { getItemById(id: $id) { inventory { levels { locationId onHand } } } itemIncomingQuantity(itemId: $id) }',
    { id: itemId },
  );
  const at = (id: string): number =>
    Number(getItemById.inventory.levels.find((one: Answer) => one.locationId === id)?.onHand ?? 0);
  return [at(from), at(to), Number(itemIncomingQuantity)];
}

const averageOf = async (shop: TestTenant, id: string): Promise<string> =>
  (await shop.get('query ($id: UUID!) { getItemById(id: $id) { averageCost } }', { id })).getItemById.averageCost;

test('a transfer by hand: sent, received in parts, and the rest lost, at one cost with what is on hand', async () => {
  const here = await world();
  const shop = await here.tenant();
  const at = await places(shop);
  const [rice, salt] = [await newItem(shop), await newItem(shop)];
  await buy(shop, rice, 10, '2');
  await buy(shop, salt, 4, '0.335');
  const sent = await send(shop, at, { [rice]: 5, [salt]: 4 }, { note: 'Truck 3' });
  assert.deepEqual([sent.status, sent.valueInTransit, sent.valueLost], ['IN_TRANSIT', '11.34', '0']);
  assert.deepEqual(
    [await stock(shop, rice, at), await stock(shop, salt, at)],
    [
      [5, 0, 5],
      [0, 0, 4],
    ],
  );
  // While it is on the way, five come at twice the cost: (10 × 2 + 5 × 4) ÷ 15.
  await buy(shop, rice, 5, '4');
  assert.equal(await averageOf(shop, rice), '2.666667');
  assert.equal(
    (await shop.call(`transfer { ${OF} }`, { id: sent.id })).valueInTransit,
    '14.67',
    '5 × 2.666667 + 4 × 0.335',
  );
  const [riceLine, saltLine] = sent.lines;
  const [{ since }] = (await here.query('select clock_timestamp() as since')) as [{ since: Date }];
  await receive(shop, sent.id, [{ lineId: riceLine.id, quantity: '2' }]);
  const changed = await shop.get('query ($since: DateTime!) { transfers(updatedSince: $since) { records { id } } }', {
    since,
  });
  assert.deepEqual(changed.transfers.records, [{ id: sent.id }], 'a part that came is a change');
  const part = await receive(shop, sent.id, [{ lineId: riceLine.id, quantity: '3' }]);
  assert.equal(await averageOf(shop, rice), '2.666667');
  assert.deepEqual([part.status, part.valueInTransit], ['IN_TRANSIT', '1.34']);
  await receive(shop, sent.id, [{ lineId: saltLine.id, quantity: '1' }]);
  const closed = (await shop.get(CLOSE, { id: sent.id, reason: 'Fell off' })).closeTransfer;
  assert.deepEqual(
    [closed.status, closed.reason, closed.valueInTransit, closed.valueLost],
    ['CLOSED', 'Fell off', '0', '1.01'],
  );
  assertEach(closed.lines, (one) => [one.quantity, one.received, one.lost, one.inTransit, one.unitCost], [
    ['5', '5', '0', '0', '2'],
    ['4', '1', '3', '0', '0.335'],
  ]);
  assert.deepEqual(
    [await stock(shop, rice, at), await stock(shop, salt, at)],
    [
      [10, 5, 0],
      [0, 1, 0],
    ],
  );
  assert.equal((await shop.refusal(RECEIVE, { id: sent.id })).code, 'CONFLICT');
  assert.equal((await shop.get(CLOSE, { id: sent.id, reason: 'Again' })).closeTransfer.reason, 'Fell off');
  // A line is one adjustment of several movements, once in their list.
  const { adjustment, adjustments } = await shop.get(
    `query ($id: UUID!) { adjustment(id: $id) { quantityChange movements { quantityChange newQuantity description } }
      adjustments(first: 100) { totalCount records { id } } }`,
    { id: riceLine.id },
  );
  assert.deepEqual(
    [adjustment.quantityChange, adjustment.movements.map(Object.values)],
    [
      '0',
      [
        ['-5', '5', 'Transfer to DAV: Truck 3'],
        ['2', '2', 'Transfer from MAIN: Truck 3'],
        ['3', '5', 'Transfer from MAIN: Truck 3'],
      ],
    ],
  );
  const listed = adjustments.records.map(({ id }: Answer) => id);
  assert.deepEqual([adjustments.totalCount, new Set(listed).size], [5, 5], 'three receipts of goods, two lines');
});

test('a receipt is taken back while goods are on the way: those that stay are worth what was paid for them', async () => {
  const shop = await (await world()).tenant();
  const at = await places(shop);
  const sending = { rice: 9, salt: 5, oil: 0 };
  const items: Record<string, string> = {};
  for (const name of Object.keys(sending)) {
    items[name] = await newItem(shop);
    await buy(shop, items[name], 10, '5');
  }
  const [supplierId, ids] = [
    (await shop.get('mutation { createSupplier(name: "Bodega") { id } }')).createSupplier.id,
    Object.values(items),
  ];
  const ordered = ids.map((itemId) => ({ itemId, quantity: '10', unitCost: '10' }));
  const { id: purchaseOrderId, lines } = await shop.call('createPurchaseOrder { id lines { id } }', {
    ...{ supplierId, lines: ordered },
  });
  const came = lines.map((line: Answer) => ({ lineId: line.id, quantity: '10' }));
  // Oil left before the receipt: 9 of 10 that cost 5, and one more was bought at 15.
  const early = await send(shop, at, { [items.oil!]: 9 });
  await buy(shop, items.oil!, 1, '15');
  await shop.call('receivePurchaseOrder { id }', { purchaseOrderId, lines: came });
  assert.equal(await averageOf(shop, items.rice!), '7.5');
  const sent = await send(shop, at, { [items.rice!]: 9, [items.salt!]: 5 });
  assert.equal(sent.valueInTransit, String((9 + 5) * 7.5));
  await shop.call('reversePurchaseReceipt { id }', { purchaseOrderId, lines: came, reason: 'Counted twice' });
  const oil = ((10 * 5 + 15) / 11).toFixed(6);
  const assertCosts = async (): Promise<void> =>
    assert.deepEqual(await Promise.all(ids.map((id) => averageOf(shop, id))), ['5', '5', oil]);
  await assertCosts();
  assert.equal((await shop.call(`transfer { ${OF} }`, { id: sent.id })).valueInTransit, String((9 + 5) * 5));
  await receive(shop, sent.id, [{ lineId: sent.lines[0].id, quantity: '4' }]);
  await shop.get(CLOSE, { id: sent.id, reason: 'Fell off' });
  await receive(shop, early.id);
  await assertCosts();
});

test('random transfers, receipts, losses and sales at once leave what a journal of integers says', async () => {
  const shop = await (await world()).tenant();
  const at = await places(shop);
  const clientId = await newClient(shop);
  const items = await Promise.all([1, 2, 3].map(() => newItem(shop)));
  for (const itemId of items) await buy(shop, itemId, 400, '1.25');
  const journal = new Map(items.map((itemId) => [itemId, [400, 0, 0]]));
  let seed = 20261127;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const rounds = Array.from({ length: 24 }, () => items.map(() => [1 + random(6), random(7), 1 + random(2)] as const));
  await Promise.all(
    rounds.map(async (round, n) => {
      const goods = Object.fromEntries(items.map((itemId, i) => [itemId, round[i]![0]]));
      // Sent in another order each time: locks must not wait in a circle.
      const turned = n % 2 === 0 ? goods : Object.fromEntries(Object.entries(goods).toReversed());
      const [sent] = await Promise.all([
        send(shop, at, turned),
        ...items.map((itemId, i) => sell(shop, clientId, itemId, round[i]![2])),
      ]);
      const parts = items.map((itemId, i) => [itemId, Math.min(round[i]![0], round[i]![1])] as const);
      const lines = parts
        .filter(([, part]) => part > 0)
        .map(([itemId, part]) => ({
          lineId: sent.lines.find((one: Answer) => one.item.id === itemId).id,
          quantity: String(part),
        }));
      if (lines.length > 0) await receive(shop, sent.id, lines);
      const isWhole = parts.every(([itemId, part]) => part === goods[itemId]);
      if (n % 3 === 0 && !isWhole) await shop.get(CLOSE, { id: sent.id, reason: 'Lost' });
      for (const [i, [itemId, part]] of parts.entries()) {
        const has = journal.get(itemId)!;
        has[0]! -= goods[itemId]! + round[i]![2];
        has[1]! += part;
        if (n % 3 !== 0) has[2]! += goods[itemId]! - part;
      }
    }),
  );
  for (const itemId of items) {
    assert.deepEqual(await stock(shop, itemId, at), journal.get(itemId));
    assert.equal(await averageOf(shop, itemId), '1.25');
  }
  // Each line says of itself what the ledger says of it.
  const { query } = await world();
  const wrong = await query(
    `select line.id from transfer_lines line join inventory_logs log on log.tenant_id = line.tenant_id and log.source_id = line.id
     where line.tenant_id = $1 group by line.id, line.quantity, line.received
     having -sum(log.quantity_change) filter (where log.quantity_change < 0) <> line.quantity
       or coalesce(sum(log.quantity_change) filter (where log.quantity_change > 0), 0) <> line.received`,
    [shop.tenant.id],
  );
  assert.deepEqual(wrong, []);
});

test('two who receive at once take in no more than was sent; a repeated request does nothing', async () => {
  const shop = await (await world()).tenant();
  const at = await places(shop);
  const itemId = await newItem(shop, { stock: '20' });
  const [id, key] = [randomUUID(), randomUUID()];
  const lines = [{ itemId, quantity: '8' }];
  const asked = { id, ...at, lines, key };
  const [first, second] = await Promise.all([shop.get(SEND, asked), shop.get(SEND, asked)]);
  assert.deepEqual(first.sendTransfer, second.sendTransfer);
  // Under no key: the id is the caller's own.
  assert.deepEqual((await shop.get(SEND, { ...asked, key: null })).sendTransfer.lines, first.sendTransfer.lines);
  assert.deepEqual(await stock(shop, itemId, at), [12, 0, 8]);
  const some = { id, lines: [{ lineId: first.sendTransfer.lines[0].id, quantity: '3' }], key: randomUUID() };
  for (const _ of [1, 2]) await shop.get(RECEIVE, some);
  assert.deepEqual(await stock(shop, itemId, at), [12, 3, 5]);
  const tried = await Promise.allSettled([1, 2, 3].map(() => receive(shop, id)));
  assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await stock(shop, itemId, at), [12, 8, 0]);
  assert.equal((await shop.call(`transfer { ${OF} }`, { id })).status, 'RECEIVED');
  const { transfers } = await shop.get(
    'query ($to: UUID!) { transfers(status: RECEIVED, toLocationId: $to) { totalCount records { id } } }',
    { to: at.to },
  );
  assert.deepEqual([transfers.totalCount, transfers.records[0].id], [1, id]);
});

test('what is refused moves nothing: too much, a lot, a service, the same place, another company, a cashier', async () => {
  const here = await world();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const at = await places(shop);
  const [itemId, lot] = [await newItem(shop, { stock: '5' }), await newItem(shop, { tracking: 'LOT' })];
  const refusal = async (text: string, args: object): Promise<Answer> =>
    (await shop.ask(text, args)).errors![0]!.extensions;
  const sending = (lines: object[], more: object = {}) => refusal(SEND, { id: randomUUID(), ...at, lines, ...more });
  const one = { itemId, quantity: '1' };
  const refused = [
    [await sending([one, { itemId, quantity: '5' }]), 'INSUFFICIENT_STOCK'],
    [await sending([one, { itemId: lot, quantity: '1' }]), 'BAD_USER_INPUT', 'lines[1].itemId'],
    [await sending([]), 'BAD_USER_INPUT', 'lines'],
    [await sending([{ itemId, quantity: '0' }]), 'BAD_USER_INPUT', 'lines[0].quantity'],
    [await sending([one], { to: at.from }), 'BAD_USER_INPUT', 'toLocationId'],
    [await sending([one], { to: randomUUID() }), 'NOT_FOUND', 'toLocationId'],
    [await sending([{ ...one, itemId: await newItem(other) }]), 'NOT_FOUND', 'lines[0].itemId'],
  ] as const;
  for (const [{ code, params }, expected, field] of refused)
    assert.deepEqual([code, field && params?.field], [expected, field]);
  assert.deepEqual(await stock(shop, itemId, at), [5, 0, 0]);
  const sent = await send(shop, at, { [itemId]: 3 });
  const [{ id: lineId }] = sent.lines;
  const receiving = (lines: object[]) => refusal(RECEIVE, { id: sent.id, lines });
  assert.deepEqual((await receiving([{ lineId, quantity: '3.01' }])).params, {
    ...{ field: 'lines[0].quantity', number: 1, rest: '3', quantity: '3.01' },
  });
  assert.equal((await receiving([{ lineId: randomUUID(), quantity: '1' }])).code, 'NOT_FOUND');
  assert.equal(
    (
      await receiving([
        { lineId, quantity: '1' },
        { lineId, quantity: '1' },
      ])
    ).params.field,
    'lines[1].lineId',
  );
  assert.equal((await refusal(CLOSE, { id: sent.id, reason: ' ' })).params.field, 'reason');
  for (const text of [RECEIVE, CLOSE])
    assert.equal((await other.refusal(text, { id: sent.id, reason: 'Mine' })).code, 'NOT_FOUND');
  assert.equal((await other.refuses('transfer', { id: sent.id })).code, 'NOT_FOUND');
  assert.equal((await shop.refusal(RECEIVE, { id: sent.id }, 'cashier')).code, 'FORBIDDEN');
  assert.equal((await shop.refusal('{ transfers { totalCount } }', {}, 'cashier')).code, 'FORBIDDEN');
  assert.deepEqual(await stock(shop, itemId, at), [2, 0, 3]);
});

test('a location to which goods are on the way is not archived: they would be on hand where nothing is sold', async () => {
  const shop = await (await world()).tenant();
  const at = await places(shop);
  const item = await newItem(shop);
  await buy(shop, item, 10, '2', at.from);
  const ARCHIVE = 'mutation ($id: UUID!) { updateLocation(locationId: $id, archived: true) { archivedAt } }';
  const archive = () => shop.ask(ARCHIVE, { id: at.to }, 'admin');
  const { id } = await send(shop, at, { [item]: 10 });
  const refused = async (message: RegExp) => {
    const { errors } = await archive();
    assert.match(errors![0]!.message, message);
    assert.deepEqual((errors![0]!.extensions as Answer).field, 'archived');
  };
  await refused(/^Goods are on the way to location DAV, such as SKU-/);
  const [line] = (await shop.get(`query ($id: UUID!) { transfer(id: $id) { lines { id } } }`, { id })).transfer.lines;
  await receive(shop, id, [{ lineId: line.id, quantity: '4' }]);
  await refused(/^Location DAV still has stock/);
  await adjust(shop, item, '-4', at.to);
  await refused(/^Goods are on the way/);
  await shop.get(CLOSE, { id, reason: 'The truck burnt' });
  assert.ok((await archive()).data!['updateLocation']);
});
