// Sales that were taken at a till: handed in by another user in their maker's name, and told to the company while they wait or were refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToken } from '../../src/access/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { newClient, newItem } from '../support/business.ts';
import { JWT_SECRET, world, type Answer, type TestTenant } from '../support/world.ts';

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const INVOICE = `mutation ($id: UUID!, $madeBy: String, $key: String) {
  generateInvoice(orderId: $id, mode: PROFORM, madeBy: $madeBy, idempotencyKey: $key, payment: { payments: [{ method: CASH, amount: "10" }] }) {
    id number payments { createdBy } } }`;
const REPORT = `mutation ($till: String!, $sales: [TillSaleInput!]!) { reportTillSales(till: $till, sales: $sales) { id state reason } }`;
const DISCARD =
  'mutation ($id: UUID!, $reason: String!) { discardTillSale(id: $id, reason: $reason) { state reason } }';
const NEEDS = '{ today { needs(kinds: [TILL_SALES]) { count amount records { id name amount since reason } } } }';

async function cashier(shop: TestTenant, userName: string): Promise<string> {
  const { app, clock } = await world();
  const wanted = { userName, role: 'operator', expiresIn: '1h', now: clock.now() } as const;
  return (await createToken(app, shop.tenant, JWT_SECRET, wanted)).id;
}

/** Code, field and params of the one refusal. */
async function refused(shop: TestTenant, query: string, variables: object): Promise<Answer> {
  const { errors } = await shop.ask(query, variables, 'operator');
  assert.equal(errors?.length, 1);
  return errors[0]!.extensions;
}

const needs = async (shop: TestTenant): Promise<Answer> => (await shop.get(NEEDS)).today.needs;

test('who hands a sale in files it in the name of its maker, once; a stranger has none', async () => {
  const here = await world();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  await cashier(shop, 'ana');
  await cashier(other, 'eva');
  const line = { itemId: await newItem(shop, { stock: '9', price: '10', taxRate: '0' }), quantity: '1' };
  const input = { clientId: await newClient(shop), lines: [line], madeBy: 'ana', idempotencyKey: 'sale-1-order' };
  const { createOrder } = await shop.get(ORDER, { input }, 'operator');
  // As another user sends the same again after its answer was lost.
  assert.deepEqual((await shop.get(ORDER, { input }, 'admin')).createOrder, createOrder);
  const filing = { id: createOrder.id, madeBy: 'ana', key: 'sale-1-invoice' };
  const { generateInvoice } = await shop.get(INVOICE, filing, 'operator');
  assert.deepEqual((await shop.get(INVOICE, filing, 'admin')).generateInvoice, generateInvoice);
  // As a till of the release before has sent it.
  assert.deepEqual((await shop.get(INVOICE, { ...filing, madeBy: null }, 'admin')).generateInvoice, generateInvoice);
  assert.deepEqual(generateInvoice.payments, [{ createdBy: 'ana' }]);
  const rows = await here.query<{ made: string; n: number }>(
    `select created_by as made, count(*)::int as n from (
       select created_by from orders where tenant_id = $1 union all select created_by from invoices where tenant_id = $1
       union all select created_by from payments where tenant_id = $1
       union all select created_by from inventory_logs where tenant_id = $1 and source_id = $2) written group by 1`,
    [shop.tenant.id, generateInvoice.id],
  );
  assert.deepEqual(rows, [{ made: 'ana', n: 4 }]);
  const acts = await here.query<{ actor: string; made: string }>(
    `select actor, act_after(tenant_id, after) -> ('invoices/' || $2) ->> 'created_by' as made from acts where tenant_id = $1 and operation = 'generateInvoice'`,
    [shop.tenant.id, generateInvoice.id],
  );
  assert.deepEqual(acts[0], { actor: 'user:operator-user', made: 'ana' }, 'the act has who sent it, and who made it');

  for (const madeBy of ['eva', 'stranger', 'system', 'user:ana', '']) {
    const { code, field, params } = await refused(shop, ORDER, {
      input: { ...input, madeBy, idempotencyKey: `of ${madeBy}` },
    });
    assert.deepEqual([code, field, params.user], ['BAD_USER_INPUT', 'madeBy', madeBy]);
    assert.equal((await shop.refusal(INVOICE, { ...filing, madeBy, key: `for ${madeBy}` })).code, 'BAD_USER_INPUT');
  }
  // A user of an identity provider, whose session is over: there is an act of theirs.
  await here.sql`insert into acts (tenant_id, id, actor, operation, entity_ids)
    values (${shop.tenant.id}, gen_random_uuid(), 'user:luz', 'createClient', '{}')`;
  assert.ok(
    (await shop.get(ORDER, { input: { ...input, madeBy: 'luz', idempotencyKey: 'sale-2-order' } })).createOrder.id,
  );
});

test('what waits at tills is a need of the company until it is filed or discarded with a reason', async () => {
  const here = await world();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const sale = (name: string, amount: string, reason?: string) => ({
    ...{
      id: `018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5${name}`,
      madeBy: 'ana',
      soldAt: `2026-01-0${name}T15:00:00.000Z`,
      amount,
      reason,
    },
  });
  const tell = async (till: string, ...sales: object[]): Promise<Answer[]> =>
    (await shop.get(REPORT, { till, sales }, 'operator')).reportTillSales;
  const [first, second] = await tell('A', sale('1', '0.10'), sale('2', '115.50', 'Not enough stock'));
  await tell('B', sale('3', '0.20'));
  const since = (day: number) => `2026-01-0${day}T15:00:00.000Z`;
  const [need] = await needs(shop);
  // In cents: 10 + 11,550 + 20.
  assert.deepEqual([need.count, need.amount], [3, '115.8']);
  assertEach(need.records, ({ name, amount, since, reason }) => ({ name, amount, since, reason }), [
    { name: 'ana', amount: '115.5', since: since(2), reason: 'Not enough stock' },
    { name: 'ana', amount: '0.1', since: since(1), reason: null },
    { name: 'ana', amount: '0.2', since: since(3), reason: null },
  ]);
  assert.deepEqual(await needs(other), []);

  // A sale that A keeps no longer has been filed; B was not asked.
  assert.deepEqual(await tell('A', sale('2', '115.50', 'Not enough stock')), [second]);
  assert.equal((await needs(shop))[0].count, 2);
  assert.equal((await shop.refusal(DISCARD, { id: first!.id, reason: 'Paid back' }, 'operator')).code, 'CONFLICT');
  assert.equal((await other.refusal(DISCARD, { id: second!.id, reason: 'Paid back' }, 'operator')).code, 'NOT_FOUND');
  assert.equal((await refused(shop, DISCARD, { id: second!.id, reason: ' ' })).field, 'reason');
  await shop.get(DISCARD, { id: second!.id, reason: 'Paid back' }, 'operator');
  const [act] = await here.query<{ actor: string; said: Answer }>(
    `select actor, after -> ('till_sales/' || $2) as said from acts where tenant_id = $1 and operation = 'discardTillSale'`,
    [shop.tenant.id, second!.id],
  );
  assert.equal(act!.actor, 'user:operator-user');
  assert.deepEqual([act!.said.state, act!.said.reason], ['DISCARDED', 'Paid back']);
  // The till had not heard of it, and hears of it now.
  assert.deepEqual(await tell('A', sale('2', '115.50', 'Not enough stock')), [
    { ...second, state: 'DISCARDED', reason: 'Paid back' },
  ]);
  assert.equal((await needs(shop))[0].amount, '0.2');
  await tell('B');
  assert.deepEqual(await needs(shop), []);
  const many = Array.from({ length: 501 }, (_, n) => ({ ...sale('1', '1'), id: `${n}` }));
  assert.equal((await refused(shop, REPORT, { till: 'A', sales: many })).field, 'sales');
});

test('what is discarded leaves no order open: its goods are free, and what was invoiced or is of others stays', async () => {
  const here = await world();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const itemId = await newItem(shop, { stock: '9', price: '10', taxRate: '0' });
  const available = async () =>
    (await shop.call('getItemById { inventory { available } }', { id: itemId })).inventory.available;
  const sale = (last: string) => ({
    ...{ id: `018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e6${last}`, madeBy: 'ana', soldAt: '2026-01-05T15:00:00.000Z' },
    ...{ amount: '30', reason: 'Refused by the PAC' },
  });
  /** As a till names its order: by the digits of the sale. */
  const order = async (of: TestTenant, item: string, last: string): Promise<string> => {
    const input = {
      ...{ clientId: await newClient(of), lines: [{ itemId: item, quantity: '3' }] },
      externalId: `counter-018f3c1e7b6a7c3e9d550a1b2c3d4e6${last}`,
    };
    return (await of.get(ORDER, { input }, 'operator')).createOrder.id;
  };
  const status = async (of: TestTenant, id: string) => (await of.call('order { status }', { id })).status;
  const [open, invoiced, elsewhere, neighbor] = [
    await order(shop, itemId, '1'),
    await order(shop, itemId, '2'),
    await order(other, await newItem(other, { stock: '9' }), '1'),
    await order(shop, itemId, '4'),
  ];
  await shop.get('mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }', { id: invoiced });
  await shop.get(REPORT, { till: 'A', sales: [sale('1'), sale('2'), sale('3')] }, 'operator');
  // Three of 9 are sold, and three and three are held.
  assert.equal(await available(), '0');
  const discard = { id: sale('1').id, reason: 'The money was given back' };
  await shop.get(DISCARD, discard, 'operator');
  assert.equal((await shop.refusal(DISCARD, discard, 'operator')).code, 'CONFLICT');
  assert.equal(await available(), '3');
  for (const last of ['2', '3']) await shop.get(DISCARD, { id: sale(last).id, reason: 'Invoiced by hand' }, 'operator');
  assert.deepEqual(
    [
      await status(shop, open),
      await status(shop, invoiced),
      await status(shop, neighbor),
      await status(other, elsewhere),
    ],
    ['CANCELED', 'INVOICED', 'OPEN', 'OPEN'],
  );
  const [act] = await here.query<{ was: string; is: string }>(
    `select before -> ('orders/' || $2) ->> 'status' as was, after -> ('orders/' || $2) ->> 'status' as is
     from acts where tenant_id = $1 and operation = 'discardTillSale' and after ? ('orders/' || $2)`,
    [shop.tenant.id, open],
  );
  assert.deepEqual(act, { was: 'OPEN', is: 'CANCELED' });
});
