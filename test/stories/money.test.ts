// Money that is received, and what an invoice then is: paid, overpaid, past due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { jobsOf } from '../../src/wiring/app.ts';
import { registerPayment } from '../../src/invoicing/register-payment.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { markPastDue } from '../../src/invoicing/mark-past-due.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, newSale, readInvoice } from '../support/business.ts';
import { eventually, newShop, quietWorld, world } from '../support/world.ts';
import type { Answer, GraphQLAnswer, TestTenant, World } from '../support/world.ts';

const PAY = `mutation ($id: UUID!, $amount: Decimal!, $method: PaymentMethod! = CASH, $key: String, $reference: String, $paidAt: DateTime) {
  registerPayment(invoiceId: $id, amount: $amount, method: $method, idempotencyKey: $key, reference: $reference, paidAt: $paidAt) {
    id invoiceStatus paid balance credited total payments { id amount method reference paidAt createdBy }
  }
}`;

interface Payment {
  amount: string;
  method?: string;
  key?: string | null;
  reference?: string | null;
  paidAt?: string;
}

async function pay(shop: TestTenant, id: string, payment: Payment): Promise<Answer> {
  return (await shop.get(PAY, { id, ...payment })).registerPayment;
}

/** An invoice of 53.5 that never leaves the house. */
async function internalInvoice(shop: TestTenant, dueDate?: string): Promise<Answer> {
  const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM', ...(dueDate === undefined ? {} : { dueDate }) });
  assert.equal(invoice.total, '53.5');
  return invoice;
}

function inDays(days: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format(Date.now() + days * 86_400_000);
}

function codesOf(answers: GraphQLAnswer<Answer>[]): string[] {
  return answers.map((answer) => answer.errors?.[0]?.extensions.code ?? 'ok').toSorted();
}

test('payments lead from UNPAID over PARTIALLY_PAID and PAID to OVERPAID', async () => {
  const shop = await (await world()).tenant();
  const { id, invoiceStatus } = await internalInvoice(shop);
  assert.equal(invoiceStatus, 'UNPAID');
  const seen = [];
  for (const amount of ['3.5', '49.99', '0.01', '0.01']) {
    const { invoiceStatus, paid, balance } = await pay(shop, id, { amount });
    seen.push([invoiceStatus, paid, balance]);
  }
  assert.deepEqual(seen, [
    ['PARTIALLY_PAID', '3.5', '50'],
    ['PARTIALLY_PAID', '53.49', '0.01'],
    ['PAID', '53.5', '0'],
    ['OVERPAID', '53.51', '0'],
  ]);
});

test('a payment says how, when, by whom and what for', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  const paidAt = '2026-03-01T17:04:05.123Z';
  const { payments } = await pay(shop, id, { amount: '10.50', method: 'BANK_TRANSFER', reference: 'ACH 42', paidAt });
  const [{ id: paymentId, ...payment }] = payments;
  assert.ok(paymentId);
  assert.deepEqual(payment, {
    amount: '10.5',
    method: 'BANK_TRANSFER',
    reference: 'ACH 42',
    paidAt,
    createdBy: 'admin-user',
  });
});

test('an invoice whose submission is unknown takes money all the same', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  assert.equal((await pay(shop, invoice.id, { amount: '53.5' })).invoiceStatus, 'PAID');
});

const BAD_AMOUNTS = [
  '0',
  '-1',
  '-0.01',
  '0.001',
  '1.005',
  '1000000000000000',
  '1e2',
  'NaN',
  'Infinity',
  '',
  ' ',
  '1,5',
];

for (const amount of BAD_AMOUNTS) {
  test(`an amount of ${JSON.stringify(amount)} is BAD_USER_INPUT and books nothing`, async () => {
    const shop = await (await world()).tenant();
    const { id } = await internalInvoice(shop);
    assert.equal((await shop.refusal(PAY, { id, amount })).code, 'BAD_USER_INPUT');
    assert.deepEqual((await readInvoice(shop, id)).payments, []);
  });
}

for (const [what, payment] of [
  ['an empty key', { key: '' }],
  ['a key of 256 characters', { key: 'k'.repeat(256) }],
  ['a key with a NUL', { key: 'a\0b' }],
  ['a reference of 201 characters', { reference: 'r'.repeat(201) }],
  ['a reference with a NUL', { reference: 'a\0b' }],
  ['a reference with half a surrogate pair', { reference: 'a\ud83d' }],
] as const) {
  test(`${what} is BAD_USER_INPUT`, async () => {
    const shop = await (await world()).tenant();
    const { id } = await internalInvoice(shop);
    assert.equal((await shop.refusal(PAY, { id, amount: '1', ...payment })).code, 'BAD_USER_INPUT');
  });
}

for (const [what, change] of [
  ['amount', { amount: '11' }],
  ['method', { method: 'CASH' }],
  ['reference', { reference: null }],
  ['day', { paidAt: '2026-03-01T17:04:05.123Z' }],
] as const) {
  test(`A52: the same key with another ${what} is CONFLICT and books nothing`, async () => {
    const shop = await (await world()).tenant();
    const { id } = await internalInvoice(shop);
    const request = { amount: '10', method: 'CREDIT_CARD', key: 'till-7/42', reference: 'slip 42' };
    await pay(shop, id, request);
    assert.equal((await shop.refusal(PAY, { id, ...request, ...change })).code, 'CONFLICT');
    assert.equal((await readInvoice(shop, id)).paid, '10');
  });
}

test('F48: ten at once under one key are one payment, however its amount is written', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  const written = (at: number) => ({ amount: at % 2 === 0 ? '53.5' : '53.50', key: 'once' });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => pay(shop, id, written(at))));
  assert.ok(answers.every((answer) => answer.invoiceStatus === 'PAID' && answer.payments.length === 1));
});

test('F48: payments over REST that are repeated at once and lost are booked as often as there are keys', async () => {
  const { here, shop, invoice } = await newSale();
  const token = await shop.token('operator');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (key: number, lost: object = {}): Promise<void> => {
    const response = await fetch(`${here.url}/v1/invoices/${invoice.id}/pay`, {
      ...{ method: 'POST', headers: { ...headers, 'idempotency-key': `till ${key}` } },
      ...{ body: JSON.stringify({ amount: `0.0${key}` }), ...lost },
    });
    const answer = await response.text();
    assert.ok(response.ok, answer);
  };
  const keys = [1, 2, 3, 4, 5, 6];
  await Promise.all(
    [1, 3, 7, 12].flatMap((ms) =>
      keys.map((key) =>
        send(key, { signal: AbortSignal.timeout(ms) }).catch((error: Error) => {
          if (error.name !== 'TimeoutError' && error.name !== 'AbortError') throw error;
        }),
      ),
    ),
  );
  // A caller that lost an answer asks again, with the same key.
  await Promise.all([...keys, ...keys].map((key) => send(key)));
  const { paid, payments } = await readInvoice(shop, invoice.id);
  assert.deepEqual([paid, payments.length], ['0.21', keys.length]);
});

test('F48: two at once under one key for two invoices book one of them', async () => {
  const shop = await (await world()).tenant();
  const invoices = [await internalInvoice(shop), await internalInvoice(shop)];
  const answers = await Promise.all(invoices.map(({ id }) => shop.ask(PAY, { id, amount: '10', key: 'once' })));
  assert.deepEqual(codesOf(answers), ['CONFLICT', 'ok']);
});

test('F48: payments at the same moment all count, and the status fits their sum', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  await Promise.all(Array.from({ length: 10 }, () => pay(shop, id, { amount: '5.35' })));
  const { paid, invoiceStatus, payments } = await readInvoice(shop, id);
  assert.deepEqual([paid, invoiceStatus, payments.length], ['53.5', 'PAID', 10]);
  await Promise.all([pay(shop, id, { amount: '1' }), pay(shop, id, { amount: '2' })]);
  assert.equal((await readInvoice(shop, id)).invoiceStatus, 'OVERPAID');
});

test('P9: any order of the same payments ends in the same sum and the same word', async () => {
  const shop = await (await world()).tenant();
  const cents = fc.sample(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 2, maxLength: 4 }), {
    numRuns: 4,
    seed: 9,
  });
  for (const amounts of cents.map((list) => list.map((cent) => (cent / 100).toFixed(2)))) {
    const ends = [];
    for (const order of [amounts, amounts.toReversed()]) {
      const { id } = await internalInvoice(shop);
      for (const amount of order) await pay(shop, id, { amount });
      const { paid, invoiceStatus, balance } = await readInvoice(shop, id);
      ends.push([paid, invoiceStatus, balance]);
    }
    assert.deepEqual(ends[0], ends[1], amounts.join(' + '));
  }
});

test('rejected, canceled and void invoices take no money', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
  const { invoice: refused } = await invoicedOrder(shop);
  const { invoice: rejected } = await invoicedOrder(shop);
  await here.simulator.verdict(rejected.documentId, 'DGI_REJECTED');
  const canceled = await internalInvoice(shop);
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  const { invoice: voided } = await invoicedOrder(shop);
  await shop.call('voidInvoice', { invoiceId: voided.id, reason: 'Issued to the wrong client' });
  for (const { id } of [refused, rejected, canceled, voided]) {
    assert.equal((await shop.refusal(PAY, { id, amount: '1' })).code, 'CONFLICT');
    assert.deepEqual((await readInvoice(shop, id)).payments, []);
  }
});

test('an invoice whose day has passed is PAST_DUE until it is paid', async () => {
  const shop = await (await world()).tenant();
  const late = await internalInvoice(shop, inDays(-1));
  assert.equal(late.invoiceStatus, 'PAST_DUE');
  assert.equal((await pay(shop, late.id, { amount: '50' })).invoiceStatus, 'PAST_DUE');
  assert.equal((await pay(shop, late.id, { amount: '3.5' })).invoiceStatus, 'PAID');
  assert.equal((await internalInvoice(shop, inDays(0))).invoiceStatus, 'UNPAID', 'the due day itself is in time');
});

/** So many days have gone by, as far as what is owed by then is concerned; the database's clock cannot be moved. */
async function daysLater(here: World, shop: TestTenant, days: number): Promise<void> {
  await here.query('update invoices set due_date = due_date - $2::int where tenant_id = $1', [shop.tenant.id, days]);
}

test('the calendar alone makes an invoice past due, once, and leaves paid and canceled ones alone', async () => {
  const { here, shop } = await newShop(quietWorld());
  const [open, part, paid, canceled, free] = await Promise.all([
    internalInvoice(shop, inDays(2)),
    internalInvoice(shop, inDays(2)),
    internalInvoice(shop, inDays(2)),
    internalInvoice(shop, inDays(2)),
    internalInvoice(shop),
  ]);
  await pay(shop, part.id, { amount: '1' });
  await pay(shop, paid.id, { amount: '53.5' });
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  const statuses = () =>
    Promise.all([open, part, paid, canceled, free].map(async ({ id }) => (await readInvoice(shop, id)).invoiceStatus));

  await daysLater(here, shop, 2);
  assert.equal(await inTenant(here.app, shop.tenant, markPastDue), 0, 'on the due day it is not past');
  assert.deepEqual(await statuses(), ['UNPAID', 'PARTIALLY_PAID', 'PAID', 'CANCELED', 'UNPAID']);
  await daysLater(here, shop, 1);
  assert.equal(await inTenant(here.app, shop.tenant, markPastDue), 2);
  assert.deepEqual(await statuses(), ['PAST_DUE', 'PAST_DUE', 'PAID', 'CANCELED', 'UNPAID']);
  assert.equal(await inTenant(here.app, shop.tenant, markPastDue), 0);
});

test('what costs nothing is never past due, and does not keep the job busy for ever', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1', unitPrice: '0' }], {
    dueDate: inDays(2),
  });
  const gift = await invoice(shop, order.id, 'PROFORM');
  await daysLater(here, shop, 3);
  assert.equal(await inTenant(here.app, shop.tenant, markPastDue), 0);
  assert.equal((await readInvoice(shop, gift.id)).invoiceStatus, 'UNPAID');
});

test('the job marks the invoices of every tenant', async () => {
  const here = await world();
  const shops = await Promise.all([here.tenant(), here.tenant()]);
  const late = await Promise.all(shops.map((shop) => internalInvoice(shop, inDays(400))));
  for (const shop of shops) await daysLater(here, shop, 401);
  const job = jobsOf(here.app).find(({ job }) => job.name === 'mark-past-due')!;
  await job.run({} as never);
  for (const [index, shop] of shops.entries()) {
    assert.equal((await readInvoice(shop, late[index]!.id)).invoiceStatus, 'PAST_DUE');
  }
});

/** Next midnight of the zone after an instant, by the minute. */
function nextMidnight(timeZone: string, after: number): number {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone });
  let at = Math.ceil(after / 60_000) * 60_000;
  while (day.format(at) === day.format(at - 60_000)) at += 60_000;
  return at;
}

/** First start of "minutes * * * *" at or after an instant. */
function nextStart(cron: string, instant: number): number {
  const [minutes, ...rest] = cron.split(' ');
  assert.deepEqual(rest, ['*', '*', '*', '*']);
  let at = Math.ceil(instant / 60_000) * 60_000;
  while (!minutes!.split(',').map(Number).includes(new Date(at).getUTCMinutes())) at += 60_000;
  return at;
}

test('an invoice turns past due with the day of its zone, winter and summer, not up to an hour later', async () => {
  const { cron } = jobsOf((await world()).app).find(({ job }) => job.name === 'mark-past-due')!;
  const zones = [
    'America/Panama',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Asia/Kolkata',
    'Australia/Eucla',
    'Pacific/Chatham',
    'UTC',
  ];
  for (const zone of zones)
    for (const day of [
      '2026-01-10T01:00:00Z',
      '2026-03-07T18:00:00Z',
      '2026-07-10T09:30:00Z',
      '2026-11-01T02:00:00Z',
    ]) {
      const midnight = nextMidnight(zone, Date.parse(day));
      assert.ok(nextStart(cron!, midnight) - midnight <= 60_000, `${zone} after ${day}`);
    }
});

test('F27: the tenant’s own calendar decides, by the database’s clock and not by that of a process', async () => {
  const { here, shop } = await newShop(quietWorld());
  // A day that has begun to the east of Greenwich, or has not ended to the west of it.
  const [{ east, west }] = (await here.query<{ east: string; west: string }>(
    `select (now() at time zone 'Pacific/Kiritimati')::date::text as east, (now() at time zone 'Pacific/Pago_Pago')::date::text as west`,
  )) as [{ east: string; west: string }];
  assert.ok(west < east);
  const { id } = await internalInvoice(shop, inDays(5));
  const daysOf = async (timeZone: string, dueDate: string) => {
    await here.query('update invoices set due_date = $2 where id = $1', [id, dueDate]);
    await inTenant(here.app, { ...shop.tenant, timeZone }, markPastDue);
    return (await readInvoice(shop, id)).invoiceStatus;
  };
  assert.equal(await daysOf('Pacific/Kiritimati', east), 'UNPAID');
  assert.equal(await daysOf('Pacific/Kiritimati', west), 'PAST_DUE');
  assert.equal(await daysOf('Pacific/Pago_Pago', west), 'UNPAID', 'a false one heals');
});

test('F84: a process whose clock is ahead makes nothing past due, and what was marked falsely heals by itself', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { id } = await internalInvoice(shop, inDays(1));
  const ahead = { ...here.app, clock: { now: () => new Date(Date.now() + 5 * 86_400_000) } };
  await inTenant(ahead, shop.tenant, (db) =>
    registerPayment(db, ahead.clock, { invoiceId: id, amount: '1', method: 'CASH' }, 'test'),
  );
  assert.equal((await readInvoice(shop, id)).invoiceStatus, 'PARTIALLY_PAID');
  assert.equal(await inTenant(ahead, shop.tenant, markPastDue), 0);
  await here.query(`update invoices set invoice_status = 'PAST_DUE' where id = $1`, [id]);
  assert.equal(await inTenant(here.app, shop.tenant, markPastDue), 1);
  assert.equal((await readInvoice(shop, id)).invoiceStatus, 'PARTIALLY_PAID');
});

test('an invoice with a due day is sent to the PAC as a term, and certified', async () => {
  const { shop } = await newShop();
  const { invoice } = await invoicedOrder(shop, { dueDate: inDays(30) });
  assert.equal(invoice.legalStatus, 'PAC_AUTHORIZED', invoice.rejectionReasons.join());
  assert.equal(invoice.pacInput.totals.paymentTime, 2);
  const found = await eventually(
    () => shop.get('{ invoices(invoiceStatus: UNPAID) { totalCount } }'),
    (data) => data.invoices.totalCount === 1,
  );
  assert.ok(found);
});

test('a sale in instalments is certified as one, and is past due after the last of them', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '5' }]);
  const generate = `mutation ($id: UUID!, $payment: PaymentTermsInput) {
    generateInvoice(orderId: $id, payment: $payment) { id legalStatus dueDate pacInput rejectionReasons } }`;
  const payment = {
    method: 'DEBIT_CARD',
    instalments: [
      { dueDate: inDays(10), amount: '20' },
      { dueDate: inDays(40), amount: '30' },
    ],
  };
  const tooMuch = { ...payment, instalments: [{ dueDate: inDays(10), amount: '53.51' }] };
  const refusal = await shop.refusal(generate, { id: order.id, payment: tooMuch });
  assert.equal(refusal.code, 'BAD_USER_INPUT');
  const previewInvoice = await shop.call('previewInvoice { payload problems }', { orderId: order.id, payment });
  assert.deepEqual(previewInvoice.problems, []);
  assert.match(
    (await shop.call('previewInvoice { payload problems }', { orderId: order.id, payment: tooMuch })).problems[0],
    /exceed the total/,
  );
  const { generateInvoice: sold } = await shop.get(generate, { id: order.id, payment });
  assert.equal(sold.legalStatus, 'PAC_AUTHORIZED', sold.rejectionReasons.join());
  assert.equal(sold.dueDate, inDays(40));
  assert.deepEqual(sold.pacInput.totals, previewInvoice.payload.totals);
  assert.deepEqual(sold.pacInput.totals.paymentMethods, [
    { type: '04', amount: 3.5 },
    { type: '01', amount: 50 },
  ]);
});

test('money is neither paid in the far future nor long before anything that is kept here', async () => {
  const { here, shop, invoice } = await newSale();
  const pay =
    'mutation ($id: UUID!, $at: DateTime!) { registerPayment(invoiceId: $id, amount: "0.01", paidAt: $at) { paid } }';
  const now = here.clock.now().getTime();
  for (const at of [
    '9999-01-01T00:00:00Z',
    new Date(now + 25 * 3_600_000).toISOString(),
    '1999-12-31T23:59:59Z',
    '0001-01-01T00:00:00Z',
  ]) {
    const { code, message } = await shop.refusal(pay, { id: invoice.id, at });
    assert.equal(code, 'BAD_USER_INPUT', at);
    assert.match(message, /paidAt must be between/);
  }
  for (const at of ['2000-01-01T00:00:00Z', new Date(now + 23 * 3_600_000).toISOString()]) {
    await shop.get(pay, { id: invoice.id, at });
  }
});
