// The pages of clients and suppliers: what is owed, how long payment and delivery take, what is bought; against sums made here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const DAY_MS = 86_400_000;
const day = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format(Date.now() - daysAgo * DAY_MS);
const noon = (daysAgo: number) => `${day(daysAgo)}T17:00:00Z`;

const CLIENT = `query ($id: UUID!) { clientAccount(clientId: $id) {
  aging { client { id } current days1To30 days31To60 days61To90 over90 owed inHand }
  daysToPay { from to average payments paid slowest { number days amount issuedDay paidDay } }
  bought { item { id } units net documents lastDay } } }`;
const SUPPLIER = `query ($id: UUID!) { supplierAccount(supplierId: $id) {
  orders { number status } leadTime { days fastest slowest orders }
  bought { item { id } units spent lastCost lastDay purchases } } }`;

async function sale(shop: TestTenant, clientId: string, itemId: string, quantity: string): Promise<Answer> {
  const order = await newOrder(shop, clientId, [{ itemId, quantity }]);
  return invoice(shop, order.id, 'PROFORM');
}

/** As if it had been issued that many days ago; nothing else in the API can issue in the past. */
async function aged(id: string, days: number): Promise<void> {
  const { query } = await world();
  await query(
    `update invoices set issued_at = issued_at - $2 * interval '1 day', issue_day = issue_day - $2::int where id = $1`,
    [id, days],
  );
}

const pay = async (shop: TestTenant, id: string, amount: string, daysAgo: number): Promise<string> => {
  const { registerPayment } = await shop.get(
    `mutation ($id: UUID!, $amount: Decimal!, $paidAt: DateTime) {
      registerPayment(invoiceId: $id, amount: $amount, paidAt: $paidAt) { payments { id } } }`,
    { id, amount, paidAt: noon(daysAgo) },
  );
  return registerPayment.payments.at(-1).id;
};

test('a client owes by age what it owes of its own invoices alone, like the list of all receivables has it', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { negative: true, taxRate: '0', price: '1' });
  const [ana, luis] = [await newClient(shop, 'Ana'), await newClient(shop, 'Luis')];
  for (const [client, quantity, days] of [
    [ana, '2', 0],
    [ana, '4', 10],
    [ana, '8', 45],
    [ana, '16', 75],
    [ana, '32', 120],
    [luis, '64', 45],
  ] as const) {
    await aged((await sale(shop, client, itemId, quantity)).id, days);
  }
  const over = await sale(shop, ana, itemId, '100');
  await pay(shop, over.id, '103', 0);
  const { aging } = (await shop.get(CLIENT, { id: ana })).clientAccount;
  const ages = {
    current: '2',
    days1To30: '4',
    days31To60: '8',
    days61To90: '16',
    over90: '32',
    owed: '62',
    inHand: '3',
  };
  assert.deepEqual(aging, { client: { id: ana }, ...ages });
  const { receivables } = await shop.get(
    '{ receivables { clients { client { id } current days1To30 days31To60 days61To90 over90 owed inHand } } }',
  );
  assert.deepEqual(
    receivables.clients.find(({ client }: Answer) => client.id === ana),
    aging,
  );
  const other = await newClient(shop, 'Other');
  const none = (await shop.get(CLIENT, { id: other })).clientAccount;
  assert.equal(none.aging.owed, '0');
  assert.deepEqual([none.daysToPay.average, none.daysToPay.payments, none.bought], [null, 0, []]);
});

test('days to pay are weighted by amount; what was given back, is void or is older than a year is left out', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { negative: true, taxRate: '0', price: '1' });
  const clientId = await newClient(shop);
  const sold: [amount: string, issued: number, paid: number, refund?: string][] = [
    ['100', 40, 10],
    ['300', 20, 20],
    ['50', 90, 30, '20'],
    ['1000', 500, 400],
  ];
  for (const [amount, issued, paid, refund] of sold) {
    const one = await sale(shop, clientId, itemId, amount);
    await aged(one.id, issued);
    const paymentId = await pay(shop, one.id, amount, paid);
    if (refund !== undefined) await shop.call('refundPayment', { paymentId, amount: refund, reason: 'Too much' });
  }
  const canceled = await sale(shop, clientId, itemId, '700');
  await aged(canceled.id, 60);
  await pay(shop, canceled.id, '700', 1);
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });

  const { daysToPay, bought } = (await shop.get(CLIENT, { id: clientId })).clientAccount;
  const counted = sold
    .filter(([, , paid]) => paid < 365)
    .map(([amount, issued, paid, refund = '0']) => ({ amount: Number(amount) - Number(refund), days: issued - paid }));
  const paid = counted.reduce((sum, { amount }) => sum + amount, 0);
  const average = counted.reduce((sum, { amount, days }) => sum + amount * days, 0) / paid;
  assert.equal(Number(daysToPay.average), Math.round(average * 10) / 10);
  assert.deepEqual([daysToPay.payments, Number(daysToPay.paid)], [3, paid]);
  assert.deepEqual([daysToPay.from, daysToPay.to], [day(364), day(0)]);
  assertEach(daysToPay.slowest, (one) => [one.days, one.amount], [
    [60, '30'],
    [30, '100'],
    [0, '300'],
  ]);
  // The one of 500 days ago and the canceled one are not among them.
  assert.deepEqual(bought, [{ item: { id: itemId }, units: '450', net: '450', documents: 3, lastDay: day(20) }]);
});

test('what a client buys is less what came back, most money first', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const [cheap, dear] = [
    await newItem(shop, { negative: true, taxRate: '7', price: '1' }),
    await newItem(shop, { negative: true, taxRate: '7', price: '30' }),
  ];
  await sale(shop, clientId, cheap, '40');
  const { id, lines } = await sale(shop, clientId, dear, '5');
  await shop.call('createCredit', {
    invoiceId: id,
    mode: 'PROFORM',
    reason: 'Came back',
    lines: [{ invoiceLineId: lines[0].id, quantity: '3' }],
  });
  const { bought } = (await shop.get(CLIENT, { id: clientId })).clientAccount;
  assertEach(bought, ({ item, units, net }) => [item.id, units, net], [
    [dear, '2', '60'],
    [cheap, '40', '40'],
  ]);
});

test('a note of money alone lowers what a client paid, and not the units that it bought', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop);
  const itemId = await newItem(shop, { stock: '20', taxRate: '0', price: '10' });
  const { id, lines } = await sale(shop, clientId, itemId, '10');
  const credit = (quantity: string, restock: boolean) =>
    shop.call('createCredit { id }', {
      ...{ invoiceId: id, mode: 'PROFORM', reason: `Restock: ${restock}`, restock },
      lines: [{ invoiceLineId: lines[0].id, quantity }],
    });
  const bought = async () => {
    const { clientAccount, itemTopClients } = await shop.get(
      `query ($clientId: UUID!, $itemId: UUID!) { clientAccount(clientId: $clientId) { bought { units net } }
        itemTopClients(itemId: $itemId, windowDays: 30) { unitsSold } }`,
      { clientId, itemId },
    );
    assert.equal(clientAccount.bought[0].units, itemTopClients[0].unitsSold);
    return clientAccount.bought;
  };
  await credit('4', false);
  assert.deepEqual(await bought(), [{ units: '10', net: '60' }]);
  await credit('3', true);
  assert.deepEqual(await bought(), [{ units: '7', net: '30' }]);
  const ended = await credit('2', true);
  await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: ended.id });
  assert.deepEqual(await bought(), [{ units: '7', net: '30' }]);
  await credit('3', false);
  assert.deepEqual(await bought(), [{ units: '7', net: '0' }]);
});

test('what a client bought is its invoices less its credit notes, to the cent', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop);
  const itemId = await newItem(shop, { negative: true, taxRate: '0', price: '0.335' });
  let cents = 0;
  for (let n = 0; n < 2; n++) {
    const { id, lines, total } = await sale(shop, clientId, itemId, '3');
    const credit = await shop.call('createCredit { total }', {
      ...{ invoiceId: id, mode: 'PROFORM', reason: 'One came back' },
      lines: [{ invoiceLineId: lines[0].id, quantity: '1' }],
    });
    // 1.005 less 0.335, each rounded half up.
    assert.deepEqual([total, credit.total], ['1.01', '0.34']);
    cents += 101 - 34;
  }
  const { bought } = (await shop.get(CLIENT, { id: clientId })).clientAccount;
  assertEach(bought, ({ units, net }) => [units, Math.round(Number(net) * 100)], [['4', cents]]);
});

test('a supplier’s orders, what came of them and how long it took', async () => {
  const { here, shop } = await newShop();
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Distribuidora") { id } }');
  const id = createSupplier.id as string;
  const [rice, oil] = [await newItem(shop), await newItem(shop)];

  async function ordered(itemId: string, quantity: string, cost: string, daysAgo: number, receives?: string) {
    const { createPurchaseOrder: made } = await shop.get(
      'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id number lines { id } } }',
      { input: { supplierId: id, lines: [{ itemId, quantity, unitCost: cost }] } },
    );
    await here.query(`update purchase_orders set created_at = $2 where id = $1`, [made.id, noon(daysAgo)]);
    if (receives !== undefined)
      await shop.get('mutation ($input: ReceivePurchaseOrderInput!) { receivePurchaseOrder(input: $input) { id } }', {
        input: { purchaseOrderId: made.id, lines: [{ lineId: made.lines[0].id, quantity: receives }] },
      });
    return made.number as string;
  }
  const numbers = [
    await ordered(rice, '10', '2', 9, '10'),
    await ordered(rice, '20', '2.5', 4, '20'),
    await ordered(oil, '5', '8', 2, '5'),
    await ordered(rice, '40', '3', 1, '15'),
  ];
  await shop.call('recordSupplierInvoice', { supplierId: id, lines: [{ itemId: oil, quantity: '1', unitCost: '9' }] });
  const { orders, leadTime, bought } = (await shop.get(SUPPLIER, { id })).supplierAccount;
  assertEach(orders, ({ number }) => number, [numbers[3], numbers[2], numbers[1], numbers[0]]);
  // Nine, four and two days; the one that is received in part is still waited for.
  assert.deepEqual(leadTime, { days: '4', fastest: 2, slowest: 9, orders: 3 });
  assertEach(bought, ({ item, units, spent, lastCost, purchases }) => [item.id, units, spent, lastCost, purchases], [
    [rice, '45', '115', '3', 3],
    [oil, '6', '49', '9', 2],
  ]);

  // All that came of it left again.
  const line = { itemId: oil, quantity: '1', unitCost: '8' };
  const taken = await shop.call('createPurchaseOrder { id lines { id } }', { supplierId: id, lines: [line] });
  await here.query(`update purchase_orders set created_at = $2 where id = $1`, [taken.id, noon(30)]);
  const receipt = { purchaseOrderId: taken.id, lines: [{ lineId: taken.lines[0].id, quantity: '1' }] };
  await shop.call('receivePurchaseOrder', receipt);
  await shop.call('reversePurchaseReceipt', { ...receipt, reason: 'Broken' });
  await shop.get('mutation ($id: UUID!) { closePurchaseOrder(purchaseOrderId: $id) { id } }', { id: taken.id });
  assert.deepEqual((await shop.get(SUPPLIER, { id })).supplierAccount.leadTime, leadTime);
});

test('a receipt that was taken back does not prolong the time that a supplier takes', async () => {
  const { here, shop } = await newShop();
  const { id } = await shop.call('createSupplier', { name: 'Distribuidora' });
  const itemId = await newItem(shop);
  const lines = [{ itemId, quantity: '10', unitCost: '2' }];
  const made = await shop.call('createPurchaseOrder { id lines { id } }', { supplierId: id, lines });
  const of = (quantity: string, more = {}) => ({
    purchaseOrderId: made.id,
    lines: [{ lineId: made.lines[0].id, quantity }],
    ...more,
  });
  await here.query(`update purchase_orders set created_at = $2 where id = $1`, [made.id, noon(22)]);
  await shop.call('receivePurchaseOrder', of('4'));
  await here.rewrite([`update inventory_logs set occurred_at = $2 where item_id = $1`, [itemId, noon(19)]]);
  await shop.call('receivePurchaseOrder', of('6'));
  await shop.call('reversePurchaseReceipt', of('6', { reason: 'Broken' }));
  await shop.get('mutation ($id: UUID!) { closePurchaseOrder(purchaseOrderId: $id) { id } }', { id: made.id });
  const { leadTime } = (await shop.get(SUPPLIER, { id })).supplierAccount;
  assert.deepEqual(leadTime, { days: '3', fastest: 3, slowest: 3, orders: 1 });
});
