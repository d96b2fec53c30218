// Tokens limited to B/.100 a day, attacked over every face: what their acts moved is read from the rows alone. `npm run fuzz -- --only limits` goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAssistant, type Assistant } from '../support/assistant.ts';
import { newItem, newOrder } from '../support/business.ts';
import { attack, attackedShop as shopIn, facesOf, PER_DAY } from '../support/limits-attack.ts';
import { world } from '../support/world.ts';

const attackedShop = async () => shopIn(await world());

/** Code of an act by GraphQL, or `done`. */
const codeOf = async (who: Assistant, name: string, variables: Record<string, unknown>): Promise<string> =>
  (await facesOf(await world(), who)[0]!(name, variables)).code;

test('tokens limited to B/.100 do not pass them, by whatever acts, amounts, colleagues, faces and clocks', async () => {
  const { acts, told, most } = await attack(await world(), 31, 10);
  // Each act was judged, none only by the shape of its input; and the tokens are of use.
  for (const [name, codes] of told) assert.ok(codes.has('done') || codes.has('FORBIDDEN'), name);
  assert.ok(acts > 0 && most.done > 0n && most.held > 0n);
});

test('neither a colleague of the same user, nor a session, nor another office widens a token', async () => {
  const { here, shop, itemId, clientId, supplierId, sold } = await attackedShop();
  const limits = { amountPerDay: String(PER_DAY) };
  const [first, second] = [await newAssistant(here, shop, limits), await newAssistant(here, shop, limits)];
  const adjust = (who: Assistant, quantityChange: string): Promise<string> =>
    codeOf(who, 'adjustInventory', { input: { itemId, quantityChange, description: 'Counted' } });
  assert.deepEqual([await adjust(first, '-3'), await adjust(first, '-1')], ['done', 'FORBIDDEN']);
  assert.deepEqual([await adjust(second, '-3'), await adjust(second, '1')], ['done', 'FORBIDDEN']);
  // The next day has a sum of its own.
  const lasting = await newAssistant(here, shop, limits, { expiresIn: '3d' });
  assert.deepEqual([await adjust(lasting, '-3'), await adjust(lasting, '-1')], ['done', 'FORBIDDEN']);
  here.clock.offsetMs += 86_400_000;
  try {
    assert.deepEqual([await adjust(lasting, '-3'), await adjust(lasting, '-1')], ['done', 'FORBIDDEN']);
  } finally {
    here.clock.offsetMs -= 86_400_000;
  }
  // No single order is above the day, though only its invoice counts.
  const order = (quantity: string) => ({ input: { clientId, lines: [{ itemId, quantity, unitPrice: '0.01' }] } });
  assert.equal(await codeOf(first, 'createOrder', order('4')), 'FORBIDDEN');
  assert.equal(await codeOf(first, 'createOrder', order('3')), 'done');
  // Goods that are given away are worth what they cost.
  const dear = await newItem(shop, { price: '0', taxRate: '0' });
  await shop.call('recordSupplierInvoice', { supplierId, lines: [{ itemId: dear, quantity: '10', unitCost: '40' }] });
  const third = await newAssistant(here, shop, limits);
  const given = { input: { itemId: dear, quantityChange: '-3', description: 'Counted' } };
  assert.equal(await codeOf(third, 'adjustInventory', given), 'FORBIDDEN');
  // No token with limits opens a session, which would have none: a cashier's would have its role.
  const till = await newAssistant(here, shop, { acts: [], amountPerAct: '1' }, { role: 'cashier' });
  for (const { token } of [first, till]) {
    const opened = await fetch(`${here.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    });
    assert.deepEqual([opened.status, opened.headers.getSetCookie()], [403, []]);
  }
  // Another office: money, documents and goods of invoices that were made elsewhere.
  const createOffice = await shop.call('createOffice', { code: '0007', name: 'Otra' });
  const elsewhere = await newAssistant(here, shop, { officeIds: [createOffice.id] });
  const invoiceId = sold[3]!.id as string;
  const line = { invoiceLineId: sold[3]!.lines[0].id, quantity: '1' };
  for (const [name, variables] of [
    ['registerPayment', { invoiceId, amount: '1', method: 'CASH' }],
    ['createCredit', { input: { invoiceId, mode: 'PROFORM', reason: 'Goods come back', lines: [line] } }],
    ['cancelInvoice', { invoiceId }],
    ['reserveStock', { input: { itemId, quantity: '1' } }],
    ['createOrder', order('1')],
  ] as const)
    assert.equal(await codeOf(elsewhere, name, variables), 'FORBIDDEN', name);
});

test('what is held in small parts adds up, and so does what was there before an act', async () => {
  const { here, shop, itemId, clientId, supplierId, sold, payments } = await attackedShop();
  const limited = (more: object = {}) => newAssistant(here, shop, { amountPerDay: String(PER_DAY), ...more });
  const by = async (who: Assistant, ...acts: readonly [name: string, variables: Record<string, unknown>][]) => {
    const said: string[] = [];
    for (const [name, variables] of acts) said.push(await codeOf(who, name, variables));
    return said;
  };
  const held = (quantity: string, more: object = {}) => ({ input: { itemId, quantity, ...more } });
  const sale = (quantity: string) => ({ input: { clientId, lines: [{ itemId, quantity }] } });
  const small = await limited();
  const three = ['done', 'done', 'done', 'FORBIDDEN'];
  assert.deepEqual(await by(small, ...Array(4).fill(['reserveStock', held('1')])), three);
  // Goods that it holds leave it free to act: an order of a person is invoiced.
  assert.deepEqual(await by(small, ['createOrder', sale('1')]), ['FORBIDDEN']);
  const { id: theirs } = await newOrder(shop, clientId, [{ itemId, quantity: '3' }]);
  assert.deepEqual(await by(small, ['generateInvoice', { orderId: theirs, mode: 'PROFORM' }]), ['done']);
  assert.deepEqual(await by(await limited(), ...Array(4).fill(['createOrder', sale('1')])), three);
  // A person's reservation, order, and payment.
  const reserveStock = await shop.call('reserveStock', held('4').input);
  const released = ['releaseReservation', { reservationId: reserveStock.id }] as const;
  assert.deepEqual(await by(await limited(), [...released]), ['FORBIDDEN']);
  const { id: dear } = await newOrder(shop, clientId, [{ itemId, quantity: '1', unitPrice: '5000' }]);
  const cheaper = { orderId: dear, input: { lines: [{ itemId, quantity: '1', unitPrice: '0.01' }] } };
  assert.deepEqual(await by(await limited(), ['updateOrder', cheaper]), ['FORBIDDEN']);
  const less = { paymentId: payments[0], amount: '1', method: 'CASH', reason: 'It was another sum' };
  assert.deepEqual(await by(await limited(), ['correctPayment', less]), ['FORBIDDEN']);
  // Goods that are bought for less than they are worth count as what they are worth; a price or a tax does not change.
  const bought = (unitCost: string) => ({ input: { supplierId, lines: [{ itemId, quantity: '100', unitCost }] } });
  for (const unitCost of ['0', '0.0001'])
    assert.deepEqual(await by(await limited(), ['recordSupplierInvoice', bought(unitCost)]), ['FORBIDDEN'], unitCost);
  assert.deepEqual(await by(await limited(), ['createPurchaseOrder', bought('0')]), ['FORBIDDEN']);
  // More comes than was ordered.
  const { createPurchaseOrder } = await shop.get(
    'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id lines { id } } }',
    { input: { supplierId, lines: [{ itemId, quantity: '0.001', unitCost: '0.0001' }] } },
  );
  const { id: purchaseOrderId, lines: ordered } = createPurchaseOrder;
  const came = { input: { purchaseOrderId, lines: [{ lineId: ordered[0].id, quantity: '40' }] } };
  assert.deepEqual(await by(await limited(), ['receivePurchaseOrder', came]), ['FORBIDDEN']);
  const { createPriceList } = await shop.get('mutation { createPriceList(name: "Otra") { id } }');
  const caja = { unit: 'caja', factor: '12', price: '120' };
  const boxed = await shop.call('createItem', { sku: 'BOX', name: 'Box', unitPrice: '10', units: [caja] });
  const ofBox = (input: object) => ['updateItem', { itemId: boxed.id, input }] as const;
  const bag = { unit: 'bolsa', factor: '3' };
  for (const change of [
    ['updateItem', { itemId, input: { taxRate: '7' } }],
    ['setPrices', { priceListId: createPriceList.id, prices: [{ itemId, price: '0.01' }] }],
    ofBox({ units: [{ ...caja, price: '0.01' }] }),
    ofBox({ units: [{ ...caja, factor: '6' }] }),
    ofBox({ units: [] }),
    ofBox({ units: [caja, { ...bag, price: '0.01' }] }),
    ofBox({ otherTax: { code: '01', rate: '5' } }),
  ] as const)
    assert.deepEqual(await by(await limited(), [...change]), ['FORBIDDEN'], JSON.stringify(change));
  // No price changes.
  const made = { sku: 'NEW', name: 'New', unitPrice: '1', units: [{ ...caja, price: '9' }] };
  for (const change of [
    ofBox({ units: [caja, bag] }),
    ofBox({ name: 'Caja' }),
    ['createItem', { input: made }],
  ] as const)
    assert.deepEqual(await by(await limited(), [...change]), ['done'], JSON.stringify(change));
  assert.equal(sold.length, 4);
});

test('no day of a token begins twice, though one clock be behind', async () => {
  const { here, shop, itemId } = await attackedShop();
  const assistant = await newAssistant(here, shop, { amountPerDay: String(PER_DAY) }, { expiresIn: '5d' });
  const adjust = (): Promise<string> =>
    codeOf(assistant, 'adjustInventory', { input: { itemId, quantityChange: '-3', description: 'Counted' } });
  const said: string[] = [];
  for (const offset of [0, 1, 0, 1, 0]) {
    here.clock.offsetMs += offset * 86_400_000;
    try {
      said.push(await adjust());
    } finally {
      here.clock.offsetMs -= offset * 86_400_000;
    }
  }
  assert.deepEqual(said, ['done', 'done', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});
