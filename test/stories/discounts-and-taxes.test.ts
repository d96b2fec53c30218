// Discounts, ISC and other taxes, from the order to what the PAC counts and what a credit gives back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../../src/platform/decimal.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const READ = `query ($id: UUID!) { invoice(id: $id) {
  discount subtotal isc otherTax tax total legalStatus taxes { rate base tax }
  lines { id discount net iscRate isc otherTax { code amount } tax total } } }`;

const CREDIT = `mutation ($input: CreateCreditInput!) { createCredit(input: $input) {
  subtotal isc otherTax tax total taxes { rate base tax } pacInput lines { net isc otherTax tax total } } }`;

const read = async (shop: TestTenant, id: string): Promise<Answer> => (await shop.get(READ, { id })).invoice;

/** Once the DGI has authorized it. */
async function authorized({ simulator }: World, shop: TestTenant, { id, documentId }: Answer): Promise<Answer> {
  await simulator.verdict(documentId, 'DGI_AUTHORIZED');
  return eventually(() => read(shop, id), { legalStatus: 'DGI_AUTHORIZED' });
}

test('a discount per unit, ISC and another tax reach the PAC, which comes to the same total', async () => {
  const { here, shop } = await newShop();
  const beer = await newItem(shop, { stock: '100', price: '12.5', taxRate: '10' });
  const policy = await newItem(shop, { stock: '100', price: '200', taxRate: '7' });
  const order = await newOrder(shop, await newClient(shop), [
    { itemId: beer, quantity: '4', discount: '2.5', iscRate: '5' },
    { itemId: policy, quantity: '1', otherTax: { code: '03' } },
  ]);
  // 40 and 200; ISC 2; 5 % of 200; ITBMS 4 and 14.
  assert.deepEqual([order.subtotal, order.tax, order.total], ['240', '18', '270']);
  const sold = await invoice(shop, order.id);
  const [line, other] = sold.pacInput.items;
  assert.deepEqual(
    [line.prices, line.isc, line.oti],
    [{ transfer: 12.5, discount: 2.5 }, { rate: 5, amount: 2 }, undefined],
  );
  assert.deepEqual([other.prices, other.isc, other.oti], [{ transfer: 200 }, undefined, [{ code: '03', amount: 10 }]]);
  const issued = await authorized(here, shop, sold);
  assert.partialDeepStrictEqual(issued, { subtotal: '240', isc: '2', otherTax: '10', tax: '18', total: '270' });
  assert.deepEqual(issued.taxes, [
    { rate: '7', base: '200', tax: '14' },
    { rate: '10', base: '40', tax: '4' },
  ]);
  assertEach(issued.lines, ({ total }) => total, ['46', '224']);
});

test('a discount on the whole is taken off to the cent, and credits in parts give back the whole', async () => {
  const { here, shop } = await newShop();
  const items = [
    await newItem(shop, { stock: '100', price: '3.33' }),
    await newItem(shop, { stock: '100', price: '0.99' }),
  ];
  const lines = [
    { itemId: items[0]!, quantity: '7', iscRate: '5' },
    { itemId: items[1]!, quantity: '3', otherTax: { code: '01', amount: '1' } },
  ];
  const order = await newOrder(shop, await newClient(shop), lines, { discount: '5' });
  assert.equal(order.subtotal, '21.28'); // 23.31 + 2.97 − 5
  const sold = await invoice(shop, order.id);
  const { id } = sold;
  const issued = await authorized(here, shop, sold);
  assert.equal(issued.discount, '5');
  const previewCredit = await shop.call('previewCredit { subtotal isc otherTax tax total balance }', { invoiceId: id });
  const { subtotal, isc, otherTax, tax, total } = issued;
  assert.deepEqual(previewCredit, { subtotal, isc, otherTax, tax, total, balance: '0' });
  const credits = [];
  for (const quantity of ['1', '2'])
    credits.push(
      await creditOf(shop, {
        invoiceId: id,
        reason: `Part of ${quantity}`,
        lines: issued.lines.map((line: Answer) => ({ invoiceLineId: line.id, quantity })),
      }),
    );
  credits.push(await creditOf(shop, { invoiceId: id, reason: 'The rest' }));
  for (const part of ['subtotal', 'isc', 'otherTax', 'tax', 'total'])
    assert.equal(add('0', ...credits.map((credit) => credit[part])), issued[part], part);
  assert.equal(credits[0].pacInput.items[1].oti[0].amount, 0.33);
  for (const credit of credits) {
    const nets = credit.pacInput.items.map(({ quantity, prices }: Answer) => {
      const [price, discount = 0] = [prices.transfer, prices.discount].map((one) => Math.round(one * 1e6) || 0);
      return (BigInt(quantity) * BigInt(price! - discount) + 5_000n) / 10_000n;
    });
    const net = nets.reduce((one: bigint, other: bigint) => one + other, 0n);
    assert.equal(net, BigInt(Math.round(Number(credit.subtotal) * 100)), 'the PAC counts what is booked');
  }
  assert.deepEqual((await inTenant(here.app, shop.tenant, (db) => verifySales(db))).problems, []);
});

async function creditOf(shop: TestTenant, input: object): Promise<Answer> {
  return (await shop.get(CREDIT, { input })).createCredit;
}

test('what an item bears is what its lines bear, unless they say otherwise', async () => {
  const shop = await (await world()).tenant();
  const { createItem } = await shop.get(
    'mutation ($input: CreateItemInput!) { createItem(input: $input) { id iscRate otherTax { code rate } } }',
    { input: { sku: 'SEGURO', name: 'Seguro', unitPrice: '100', iscRate: '2', otherTax: { code: '04' } } },
  );
  assert.deepEqual([createItem.iscRate, createItem.otherTax], ['2', { code: '04', rate: '1' }]);
  await adjust(shop, createItem.id, '10');
  const line = { itemId: createItem.id, quantity: '1' };
  const createOrder = await shop.call(
    'createOrder { isc otherTax total lines { iscRate otherTax { code amount } total } }',
    {
      clientId: await newClient(shop),
      lines: [line, { ...line, iscRate: '0', otherTax: { code: '11', amount: '0.5' } }],
    },
  );
  assert.deepEqual(createOrder, {
    isc: '2',
    otherTax: '1.5',
    total: '217.5',
    lines: [
      { iscRate: '2', otherTax: { code: '04', amount: '1' }, total: '110' },
      { iscRate: '0', otherTax: { code: '11', amount: '0.5' }, total: '107.5' },
    ],
  });
});

test('what cannot be taken off or borne is refused, each with its field', async () => {
  const shop = await (await world()).tenant();
  const [itemId, clientId] = [await newItem(shop, { stock: '100', price: '10' }), await newClient(shop)];
  const refused = async (line: object, more: object = {}) => {
    const { errors } = await shop.ask('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId, lines: [{ itemId, quantity: '1', ...line }], ...more },
    });
    return errors?.map(({ extensions }) => [extensions.code, (extensions as { field?: string }).field]);
  };
  const bad = (field: string) => [['BAD_USER_INPUT', field]];
  assert.deepEqual(await refused({ discount: '10.01' }), bad('lines[0].discount'));
  assert.deepEqual(await refused({ discount: '-1' }), bad('lines[0].discount'));
  assert.deepEqual(await refused({ iscRate: '101' }), bad('lines[0].iscRate'));
  assert.deepEqual(await refused({ otherTax: { code: '12', amount: '1' } }), bad('lines[0].otherTax.code'));
  assert.deepEqual(await refused({ otherTax: { code: '01' } }), bad('lines[0].otherTax'));
  assert.deepEqual(await refused({ otherTax: { code: '03', rate: '5', amount: '1' } }), bad('lines[0].otherTax'));
  assert.deepEqual(await refused({}, { discount: '10.01' }), bad('discount'));
  assert.deepEqual(await refused({}, { discount: '0.001' }), bad('discount'));
  assert.equal(await refused({ discount: '10' }), undefined);
});

test('folio verify counts lines and documents anew', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10', price: '20' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '2', discount: '1', iscRate: '5' }]);
  const { id } = await invoice(shop, order.id, 'PROFORM');
  const problems = async () => {
    const found = await inTenant(here.app, shop.tenant, (db) => verifySales(db));
    return found.problems.map(({ check, detail }) => `${check}: ${detail}`);
  };
  assert.deepEqual(await problems(), []);
  await here.query('update invoice_lines set isc = isc + 0.01 where invoice_id = $1', [id]);
  assert.deepEqual(await problems(), [
    'line_amounts: line 1 of PRO-0000000001 comes to 38 + 1.91 + 2.66 (net, ISC, ITBMS) and should to 38 + 1.9 + 2.66',
    'totals: PRO-0000000001 comes to 42.56, its lines to 42.57, or by other parts',
  ]);
  await here.query('update invoice_lines set isc = isc - 0.01 where invoice_id = $1', [id]);
  await here.rewrite(['update invoices set subtotal = subtotal - 1, tax = tax + 1 where id = $1', [id]]);
  assert.deepEqual(await problems(), ['totals: PRO-0000000001 comes to 42.56, its lines to 42.56, or by other parts']);
});
