// A token limited to B/.100 a day and B/.60 an act, attacked over every face: what its acts moved is read from the rows alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actOf } from '../../src/mcp/acts.ts';
import { newAssistant, type Assistant } from '../support/assistant.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, type Answer, type TestTenant, type World } from '../support/world.ts';

const PER_DAY = 100;
const PER_ACT = 60;
const PRICE = 30;

/** Sums of all that a company has, in balboas; goods at the price that the test gave them. */
async function moved(here: World, shop: TestTenant): Promise<Record<string, number>> {
  const of = (sum: string, table: string): string =>
    `(select coalesce(sum(${sum}), 0)::float8 from ${table} where tenant_id = $1)`;
  const [row] = await here.query<Record<string, number>>(
    `select ${of('total', 'invoices')} as invoiced, ${of('total', 'credits')} as credited, ${of('total', 'debit_notes')} as debited,
      ${of('amount', 'payments')} as paid, ${of('amount', 'refunds')} as refunded,
      ${of('quantity * unit_cost', 'supplier_invoice_lines')} as bought,
      ${of(`abs(quantity_change) * ${PRICE} * (movement_type in ('VENTA', 'AJUSTE'))::int`, 'inventory_logs')} as shipped`,
    [shop.tenant.id],
  );
  return row!;
}

/** `done`, or the code of the refusal. */
type Face = (name: string, variables: Record<string, unknown>) => Promise<string>;

async function post(
  here: World,
  { token }: Assistant,
  address: string,
  body: unknown,
  method = 'POST',
): Promise<{ ok: boolean; json: Answer }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${here.url}${address}`, { method, headers, body: JSON.stringify(body) });
  assert.ok(response.status < 500, `${address} ${JSON.stringify(body)} ${response.status}`);
  return { ok: response.ok, json: await response.json() };
}

const ROUTES: Readonly<Record<string, (variables: Answer) => [address: string, body: object, method?: string]>> = {
  createOrder: ({ input }) => ['/v1/orders', input],
  updateOrder: ({ orderId, input }) => [`/v1/orders/${orderId}`, input, 'PATCH'],
  generateInvoice: (variables) => ['/v1/invoices', variables],
  registerPayment: ({ invoiceId, ...rest }) => [`/v1/invoices/${invoiceId}/pay`, rest],
  refundPayment: ({ paymentId, ...rest }) => [`/v1/payments/${paymentId}/refund`, rest],
  createCredit: ({ input }) => ['/v1/credits', input],
  adjustInventory: ({ input: { itemId, ...rest } }) => [`/v1/items/${itemId}/adjust`, rest],
  updateItem: ({ itemId, input }) => [`/v1/items/${itemId}`, input, 'PATCH'],
};

const saidBy = (errors: Answer): string => errors?.[0]?.extensions.code ?? 'done';

/** The same act by GraphQL, twice in one document, by REST, and as a plan. */
function facesOf(here: World, assistant: Assistant): Face[] {
  const graphql: Face = async (name, variables) => {
    const { json } = await post(here, assistant, '/graphql', { query: actOf(name).text, variables });
    return saidBy(json.errors);
  };
  const twice: Face = async (name, variables) => {
    const text = actOf(name).text;
    const [, head, field] = /^(.+?\)) \{ (.+) \}$/.exec(text)!;
    const { json } = await post(here, assistant, '/graphql', {
      query: `${head} { a: ${field} b: ${field} }`,
      variables,
    });
    return Object.values<unknown>(json.data ?? {}).some((one) => one !== null) ? 'done' : saidBy(json.errors);
  };
  const rest: Face = async (name, variables) => {
    const route = ROUTES[name];
    if (!route) return graphql(name, variables);
    const [address, body, method] = route(variables);
    const { ok, json } = await post(here, assistant, address, body, method);
    return ok ? 'done' : saidBy(json.errors);
  };
  const planned: Face = async (name, variables) => {
    const { isError, json } = await assistant.call('plan', { act: name, arguments: variables });
    if (isError) return json.extensions.code;
    const answers = await Promise.all([1, 2].map(() => assistant.call('confirm', { planId: json.planId })));
    return answers.some((one) => !one.isError) ? 'done' : answers[0]!.json.extensions.code;
  };
  return [graphql, twice, rest, planned];
}

/** The same numbers each time. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

async function attackedShop() {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '1000', price: String(PRICE), taxRate: '0' });
  const clientId = await newClient(shop);
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Proveedor") { id } }');
  const sold: Answer[] = [];
  for (let at = 0; at < 4; at++) {
    const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '20' }]);
    sold.push(await invoice(shop, id, 'PROFORM'));
  }
  const payments: string[] = [];
  for (const { id } of sold.slice(0, 2)) {
    await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "600", method: CASH) { id } }', {
      id,
    });
    const { invoice: paid } = await shop.get('query ($id: UUID!) { invoice(id: $id) { payments { id } } }', { id });
    payments.push(paid.payments[0].id);
  }
  // Orders of people, which an assistant may try to turn into invoices.
  const orders: string[] = [];
  for (const more of [{ unitPrice: '0.01' }, { discount: '29.99' }, {}])
    orders.push((await newOrder(shop, clientId, [{ itemId, quantity: '10', ...more }])).id);
  return { here, shop, itemId, clientId, supplierId: createSupplier.id as string, sold, payments, orders };
}

test('a token limited to B/.100 does not pass them, by whatever acts, amounts and faces', async () => {
  const { here, shop, itemId, clientId, supplierId, sold, payments, orders } = await attackedShop();
  const assistant = await newAssistant(here, shop, { amountPerDay: String(PER_DAY), amountPerAct: String(PER_ACT) });
  const faces = facesOf(here, assistant);
  const roll = dice(31);
  const one = <T>(from: readonly T[]): T => from[roll(from.length)]!;
  const quantity = () => one(['-1', '0', '0.001', '1', '2', '3', '40', '1e3', '999999999']);
  const money = () => one(['-30', '0', '0.01', '30', '60', '61', '600', '99999999']);
  const list: string[] = [];
  const own: string[] = [...orders];
  const generic = () => ({
    input: {
      ...{
        clientId,
        mode: 'PROFORM',
        reason: 'Charges that were left out',
        reference: { number: '1', date: '2026-01-01' },
      },
      lines: [{ description: 'Charge', quantity: quantity(), unitPrice: money(), taxRate: '0' }],
    },
  });
  const acts: Record<string, (at?: Answer) => Record<string, unknown>> = {
    createOrder: () => ({
      input: {
        clientId,
        lines: [
          {
            itemId,
            quantity: quantity(),
            ...one([{}, { unitPrice: '0' }, { unitPrice: '0.01' }, { discount: money() }]),
          },
        ],
        ...one<object>([{}, { discount: money() }]),
      },
    }),
    updateOrder: () => ({
      orderId: one(own),
      input: { lines: [{ itemId, quantity: quantity(), unitPrice: one(['0', '0.01', '-1', '30']) }] },
    }),
    generateInvoice: () => ({ orderId: one(own), mode: 'PROFORM' }),
    registerPayment: () => ({ invoiceId: one(sold).id, amount: money(), method: 'CASH', allowOverpayment: true }),
    refundPayment: () => ({ paymentId: one(payments), amount: money(), reason: 'Money is given back' }),
    correctPayment: () => ({ paymentId: one(payments), amount: money(), method: 'CASH', reason: 'It was another sum' }),
    movePayment: () => ({ paymentId: one(payments), invoiceId: sold[2].id, amount: money() }),
    createCredit: (at = one(sold)) => ({
      input: {
        invoiceId: at.id,
        mode: 'PROFORM',
        reason: 'Goods come back',
        lines: [{ invoiceLineId: at.lines[0].id, quantity: quantity() }],
      },
    }),
    createGenericDebitNote: generic,
    createGenericCredit: generic,
    createDebitNote: () => ({
      input: {
        ...{ invoiceId: one(sold).id, mode: 'PROFORM', reason: 'Charges that were left out' },
        lines: [{ description: 'Charge', quantity: quantity(), unitPrice: money(), taxRate: '0' }],
      },
    }),
    adjustInventory: () => ({ input: { itemId, quantityChange: quantity(), description: 'Counted' } }),
    reserveStock: () => ({ input: { itemId, quantity: quantity() } }),
    updateItem: () => ({ itemId, input: { unitPrice: one(['0', '0.01', '29', '31']) } }),
    recordSupplierInvoice: () => ({
      input: { supplierId, lines: [{ itemId, quantity: one(['0.001', '1', '2']), unitCost: money() }] },
    }),
    createPriceList: () => ({ name: `Regalo ${roll(1e9)}` }),
    setPrices: () => ({ priceListId: list[0], prices: [{ itemId, price: '0.01' }] }),
    updateClient: () => ({ clientId, input: { priceListId: list[0] } }),
  };
  const { createPriceList } = await shop.get('mutation { createPriceList(name: "Una") { id } }');
  list.push(createPriceList.id);
  const before = await moved(here, shop);
  const names = Object.keys(acts);
  const told = new Map<string, Set<string>>();
  for (let round = 0; round < 30; round++) {
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const name = one(names);
        const said = await one(faces)(name, acts[name]!());
        told.set(name, (told.get(name) ?? new Set()).add(said));
      }),
    );
    const rows = await here.query<{ id: string }>(
      `select id from orders where tenant_id = $1 and status in ('OPEN', 'PENDING')`,
      [shop.tenant.id],
    );
    own.splice(orders.length, own.length, ...rows.map(({ id }) => id));
  }
  const after = await moved(here, shop);
  const spent = Object.entries(after).map(
    ([name, sum]) => [name, Math.round((sum - before[name]!) * 100) / 100] as const,
  );
  for (const [name, sum] of spent) assert.ok(sum <= PER_DAY, JSON.stringify([name, spent]));
  // Each act was judged, none only by the shape of its input; and the token is of use.
  for (const name of names) assert.ok(told.get(name)?.has('done') || told.get(name)?.has('FORBIDDEN'), name);
  assert.ok(spent.some(([, sum]) => sum > 0));
  const [item] = await here.query<{ unit_price: string }>('select unit_price from items where id = $1', [itemId]);
  assert.equal(Number(item!.unit_price), PRICE, 'the price of what it sells');
  const reserved = await here.query<{ quantity: string }>(
    `select quantity from stock_reservations where tenant_id = $1 and quantity * ${PRICE} > ${PER_ACT} and created_by = 'ana'`,
    [shop.tenant.id],
  );
  assert.deepEqual(reserved, []);
});

test('neither a colleague of the same user, nor a session, nor another office widens a token', async () => {
  const { here, shop, itemId, clientId, supplierId, sold } = await attackedShop();
  const limits = { amountPerDay: String(PER_DAY) };
  const [first, second] = [await newAssistant(here, shop, limits), await newAssistant(here, shop, limits)];
  const adjust = (who: Assistant, quantityChange: string): Promise<string> =>
    facesOf(here, who)[0]!('adjustInventory', { input: { itemId, quantityChange, description: 'Counted' } });
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
  assert.equal(await facesOf(here, first)[0]!('createOrder', order('4')), 'FORBIDDEN');
  assert.equal(await facesOf(here, first)[0]!('createOrder', order('3')), 'done');
  // Goods that are given away are worth what they cost.
  const dear = await newItem(shop, { price: '0', taxRate: '0' });
  await shop.get('mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { id } }', {
    input: { supplierId, lines: [{ itemId: dear, quantity: '10', unitCost: '40' }] },
  });
  const third = await newAssistant(here, shop, limits);
  const given = { input: { itemId: dear, quantityChange: '-3', description: 'Counted' } };
  assert.equal(await facesOf(here, third)[0]!('adjustInventory', given), 'FORBIDDEN');
  // The session that a token opens reads.
  const opened = await fetch(`${here.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${first.token}` },
    body: JSON.stringify({ token: first.token }),
  });
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0]!)
    .join('; ');
  const acted = await fetch(`${here.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: here.url },
    body: JSON.stringify({ query: actOf('createOrder').text, variables: order('1') }),
  });
  assert.ok([401, 403].includes(opened.status) || (await acted.json()).errors?.[0]?.extensions.code === 'FORBIDDEN');
  // Another office: money, documents and goods of invoices that were made elsewhere.
  const { createOffice } = await shop.get('mutation ($input: OfficeInput!) { createOffice(input: $input) { id } }', {
    input: { code: '0007', name: 'Otra' },
  });
  const elsewhere = await newAssistant(here, shop, { officeIds: [createOffice.id] });
  const [graphql] = facesOf(here, elsewhere);
  const invoiceId = sold[3]!.id as string;
  const line = { invoiceLineId: sold[3]!.lines[0].id, quantity: '1' };
  for (const [name, variables] of [
    ['registerPayment', { invoiceId, amount: '1', method: 'CASH' }],
    ['createCredit', { input: { invoiceId, mode: 'PROFORM', reason: 'Goods come back', lines: [line] } }],
    ['cancelInvoice', { invoiceId }],
    ['reserveStock', { input: { itemId, quantity: '1' } }],
    ['createOrder', order('1')],
  ] as const)
    assert.equal(await graphql!(name, variables), 'FORBIDDEN', name);
});

test('what is held in small parts adds up, and so does what was there before an act', async () => {
  const { here, shop, itemId, clientId, supplierId, sold, payments } = await attackedShop();
  const limited = (more: object = {}) => newAssistant(here, shop, { amountPerDay: String(PER_DAY), ...more });
  const by = async (who: Assistant, ...acts: readonly [name: string, variables: Record<string, unknown>][]) => {
    const said: string[] = [];
    for (const [name, variables] of acts) said.push(await facesOf(here, who)[0]!(name, variables));
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
  const { reserveStock } = await shop.get(
    'mutation ($input: ReserveStockInput!) { reserveStock(input: $input) { id } }',
    held('4'),
  );
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
  const { createPriceList } = await shop.get('mutation { createPriceList(name: "Otra") { id } }');
  for (const change of [
    ['updateItem', { itemId, input: { taxRate: '7' } }],
    ['setPrices', { priceListId: createPriceList.id, prices: [{ itemId, price: '0.01' }] }],
  ] as const)
    assert.deepEqual(await by(await limited(), [...change]), ['FORBIDDEN'], change[0]);
  assert.equal(sold.length, 4);
});

test('no day of a token begins twice, though one clock be behind', async () => {
  const { here, shop, itemId } = await attackedShop();
  const assistant = await newAssistant(here, shop, { amountPerDay: String(PER_DAY) }, { expiresIn: '5d' });
  const adjust = (): Promise<string> =>
    facesOf(here, assistant)[0]!('adjustInventory', {
      input: { itemId, quantityChange: '-3', description: 'Counted' },
    });
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
