// An order is edited until it is invoiced: its lines, its money and what it reserves are as if it had been taken so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertLedgerHolds, invoice, newClient, newItem, newOrder, stockOf } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const ORDER =
  'id number status version subtotal tax total dueDate client { id } lines { id quantity unitPrice item { id } }';
const UPDATE = `mutation ($orderId: UUID!, $input: UpdateOrderInput!) { updateOrder(orderId: $orderId, input: $input) { ${ORDER} } }`;

async function read(shop: TestTenant, id: string): Promise<Answer> {
  return await shop.call(`order { ${ORDER} }`, { id });
}

async function update(shop: TestTenant, orderId: string, input: object): Promise<Answer> {
  return (await shop.get(UPDATE, { orderId, input })).updateOrder;
}

test('lines are replaced, and what is reserved moves by the difference', async () => {
  const shop = await (await world()).tenant();
  const [one, other] = [await newItem(shop, { stock: '10' }), await newItem(shop, { stock: '10' })];
  const order = await newOrder(shop, await newClient(shop), [{ itemId: one, quantity: '8' }]);
  // More than is left beside its own eight: it needs two of the two that are there.
  const changed = await update(shop, order.id, {
    lines: [
      { itemId: one, quantity: '10' },
      { itemId: other, quantity: '1', unitPrice: '5' },
    ],
  });
  assert.deepEqual([changed.subtotal, changed.tax, changed.total, changed.version], ['105', '7.35', '112.35', 2]);
  assert.equal((await stockOf(shop, one)).available, '0');
  assert.equal((await stockOf(shop, other)).available, '9');
  await update(shop, order.id, { lines: [{ itemId: other, quantity: '4' }] });
  assert.equal((await stockOf(shop, one)).available, '10');
  assert.equal((await stockOf(shop, other)).available, '6');
  const sold = await invoice(shop, order.id, 'PROFORM');
  assert.deepEqual([sold.total, sold.lines.length], ['42.8', 1]);
  assert.deepEqual(await stockOf(shop, other), { onHand: '6', available: '6' });
  await assertLedgerHolds(shop);
});

test('a shortage refuses the whole, and nothing has changed', async () => {
  const shop = await (await world()).tenant();
  const [one, other] = [await newItem(shop, { stock: '10' }), await newItem(shop, { stock: '1' })];
  const order = await newOrder(shop, await newClient(shop), [{ itemId: one, quantity: '8' }]);
  const before = await read(shop, order.id);
  const lines = [
    { itemId: one, quantity: '1' },
    { itemId: other, quantity: '2' },
  ];
  const input = { lines, dueDate: '2027-01-01' };
  assert.equal((await shop.refusal(UPDATE, { orderId: order.id, input })).code, 'INSUFFICIENT_STOCK');
  assert.deepEqual(await read(shop, order.id), before);
  assert.equal((await stockOf(shop, one)).available, '2');
  await assertLedgerHolds(shop);
});

test('an order asks for less where the shelf is short already, and not for more', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { negative: true });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '8' }]);
  await here.query('update items set allow_negative_stock = false where id = $1', [itemId]);
  await update(shop, order.id, { lines: [{ itemId, quantity: '5' }] });
  await update(shop, order.id, { lines: [{ itemId, quantity: '5', unitPrice: '9' }] });
  const more = { orderId: order.id, input: { lines: [{ itemId, quantity: '6' }] } };
  assert.equal((await shop.refusal(UPDATE, more)).code, 'INSUFFICIENT_STOCK');
  assert.equal((await stockOf(shop, itemId)).available, '-5');
});

test('client, due date and discount change by themselves', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '4' }], { dueDate: '2027-01-01' });
  const { lines } = await read(shop, order.id);
  const client = await newClient(shop, 'Berta');
  const moved = await update(shop, order.id, { clientId: client, dueDate: null });
  assert.deepEqual([moved.client.id, moved.dueDate, moved.lines, moved.total], [client, null, lines, '42.8']);
  const cheaper = await update(shop, order.id, { discount: '4' });
  assert.deepEqual([cheaper.subtotal, cheaper.total, cheaper.lines], ['36', '38.52', lines]);
  const more = await update(shop, order.id, { lines: [{ itemId, quantity: '5' }] });
  assert.deepEqual([more.subtotal, more.version], ['46', 4], 'the discount stays');
  assert.equal((await update(shop, order.id, { discount: null })).subtotal, '50');
  assert.equal((await stockOf(shop, itemId)).available, '5');
  await assertLedgerHolds(shop);
});

test('two who edit one order: who names the version that was seen is told, else the last one is right', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id, number } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const to = (quantity: string, more = {}) => ({ orderId: id, input: { lines: [{ itemId, quantity }], ...more } });
  const both = await Promise.all([
    shop.ask(UPDATE, to('2', { expectedVersion: 1 })),
    shop.ask(UPDATE, to('3', { expectedVersion: 1 })),
  ]);
  assert.deepEqual(both.map(({ errors }) => errors?.[0]?.extensions.code ?? 'ok').toSorted(), ['CONFLICT', 'ok']);
  const message = both.flatMap(({ errors }) => errors ?? [])[0]?.message;
  assert.equal(message, `Order ${number} was changed meanwhile: it is version 2, not 1`);
  await shop.get(UPDATE, to('4'));
  assert.equal((await stockOf(shop, itemId)).available, '6');
});

test('an order that is invoiced or canceled stays as it is; one whose invoice was taken back may be edited', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const itemId = await newItem(shop, { stock: '10' });
  const line = { itemId, quantity: '2' };
  const canceled = await newOrder(shop, clientId, [line]);
  await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: canceled.id });
  const order = await newOrder(shop, clientId, [line]);
  const sold = await invoice(shop, order.id, 'PROFORM');
  for (const { id } of [canceled, order]) {
    const input = { lines: [{ itemId, quantity: '3' }] };
    assert.equal((await shop.refusal(UPDATE, { orderId: id, input })).code, 'CONFLICT');
  }
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: sold.id });
  await update(shop, order.id, { lines: [{ itemId, quantity: '3' }] });
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '10', available: '7' });
  await invoice(shop, order.id, 'PROFORM');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '7', available: '7' });
  await assertLedgerHolds(shop);
});

test('however orders are edited at once, what is promised is what their lines say', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop);
  const quantity = fc.integer({ min: 1, max: 8 });
  const edit = fc.record({
    order: fc.nat({ max: 2 }),
    lines: fc.array(fc.tuple(fc.nat({ max: 1 }), quantity), { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 8 }), async (edits) => {
      const items = [await newItem(shop, { stock: '20' }), await newItem(shop, { stock: '20' })];
      const orders: string[] = [];
      for (const itemId of [items[0]!, items[1]!, items[0]!]) {
        orders.push((await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
      }
      const answers = await Promise.all(
        edits.map(({ order, lines }) => {
          const input = { lines: lines.map(([at, units]) => ({ itemId: items[at], quantity: String(units) })) };
          return shop.ask(UPDATE, { orderId: orders[order], input });
        }),
      );
      for (const { errors } of answers) {
        if (errors) assert.equal(errors[0]!.extensions.code, 'INSUFFICIENT_STOCK');
      }
      const promised = new Map<string, number>();
      for (const id of orders) {
        for (const { item, quantity: units } of (await read(shop, id)).lines) {
          promised.set(item.id, (promised.get(item.id) ?? 0) + Number(units));
        }
      }
      for (const itemId of items) {
        const { available } = await stockOf(shop, itemId);
        assert.equal(Number(available), 20 - (promised.get(itemId) ?? 0));
        assert.ok(Number(available) >= 0);
      }
    }),
    { numRuns: 15 },
  );
  await assertLedgerHolds(shop);
});
