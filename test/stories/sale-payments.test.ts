// How a till takes money: several methods in one sale, change, a part on credit, and what the client withholds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type GraphQLAnswer, type TestTenant } from '../support/world.ts';

const FIELDS = `id documentId legalStatus invoiceStatus tax total paid balance change dueDate pacInput
  retention { code amount } payments { id method amount reference }`;

const SELL = `mutation ($orderId: UUID!, $mode: GenerationMode! = DGI, $payment: PaymentTermsInput, $retention: RetentionInput) {
  generateInvoice(orderId: $orderId, mode: $mode, payment: $payment, retention: $retention) { ${FIELDS} } }`;

/** An order of 100 and 7 of ITBMS. */
async function orderOf107(shop: TestTenant, clientId?: string): Promise<string> {
  const itemId = await newItem(shop, { stock: '100', price: '100' });
  return (await newOrder(shop, clientId ?? (await newClient(shop)), [{ itemId, quantity: '1' }])).id;
}

const sell = async (shop: TestTenant, orderId: string, more: object): Promise<Answer> =>
  (await shop.get(SELL, { orderId, ...more })).generateInvoice;

const paidBy = ({ payments }: Answer): string[] =>
  payments.map(({ method, amount, reference }: Answer) => [method, amount, reference].filter(Boolean).join(' '));

test('a sale is paid by card and cash, with change, and is settled', async () => {
  const shop = await (await world()).tenant();
  const payments = [
    { method: 'CREDIT_CARD', amount: '60', reference: 'voucher 7' },
    { method: 'CASH', amount: '50' },
  ];
  const invoice = await sell(shop, await orderOf107(shop), { payment: { payments } });
  assert.deepEqual([invoice.invoiceStatus, invoice.paid, invoice.balance, invoice.change], ['PAID', '107', '0', '3']);
  assert.deepEqual(paidBy(invoice).toSorted(), ['CASH 47', 'CREDIT_CARD 60 voucher 7']);
  // The PAC is told what was handed over, and counts the change itself.
  assert.deepEqual(invoice.pacInput.totals, {
    paymentTime: 1,
    paymentMethods: [
      { type: '03', amount: 60 },
      { type: '02', amount: 50 },
    ],
  });
});

test('a part is paid now, the rest is due later', async () => {
  const shop = await (await world()).tenant();
  const payments = [
    { method: 'CASH', amount: '7' },
    { method: 'CREDIT', amount: '60', days: 30 },
    { method: 'CREDIT', amount: '40', days: 60 },
  ];
  const invoice = await sell(shop, await orderOf107(shop), { payment: { payments } });
  assert.deepEqual([invoice.invoiceStatus, invoice.paid, invoice.balance], ['PARTIALLY_PAID', '7', '100']);
  const { paymentTime, paymentMethods, installmentPayment } = invoice.pacInput.totals;
  assert.equal(paymentTime, 3);
  assert.deepEqual(paymentMethods, [
    { type: '02', amount: 7 },
    { type: '01', amount: 100 },
  ]);
  assertEach(installmentPayment, ({ amount }) => amount, [60, 40]);
  assert.equal(installmentPayment[1].dueDate.slice(0, 10), invoice.dueDate);
});

test('what is withheld counts like a payment, and the PAC is told the code and the amount', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop, 'Hospital del Este', { retentionCode: '4' });
  const invoice = await sell(shop, await orderOf107(shop, clientId), {
    payment: { payments: [{ method: 'BANK_TRANSFER', amount: '103.5' }] },
  });
  assert.deepEqual(invoice.retention, { code: '4', amount: '3.5' });
  assert.deepEqual([invoice.total, invoice.invoiceStatus, invoice.balance], ['107', 'PAID', '0']);
  assert.deepEqual(invoice.pacInput.totals, {
    paymentTime: 1,
    paymentMethods: [
      { type: '08', amount: 103.5 },
      { type: '99', amount: 3.5, description: 'Retención de ITBMS' },
    ],
    retention: { code: 4, amount: 3.5 },
  });
  const unpaid = await sell(shop, await orderOf107(shop, clientId), { retention: { code: '1' } });
  assert.deepEqual(
    [unpaid.retention, unpaid.invoiceStatus, unpaid.balance],
    [{ code: '1', amount: '7' }, 'UNPAID', '100'],
  );
  const whole = await sell(shop, await orderOf107(shop, clientId), { retention: { amount: '0' } });
  assert.deepEqual([whole.retention, whole.balance], [null, '107']);
});

test('payments that do not come to what is due are refused before a number is used', async () => {
  const shop = await (await world()).tenant();
  const orderId = await orderOf107(shop);
  const refused = async (payment: object, retention?: object): Promise<string> => {
    const { errors }: GraphQLAnswer<Answer> = await shop.ask(SELL, { orderId, payment, retention });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    return errors[0].message;
  };
  const cash = (amount: string) => ({ payments: [{ method: 'CASH', amount }] });
  assert.match(await refused(cash('106.99')), /0.01 less than the 107/);
  assert.match(await refused(cash('100'), { code: '2' }), /3.5 less than the 103.5/);
  assert.match(await refused({ payments: [{ method: 'DEBIT_CARD', amount: '110' }] }), /only cash gives change/);
  assert.match(
    await refused({ ...cash('107'), instalments: [{ dueDate: '2030-01-01', amount: '1' }] }),
    /method CREDIT/,
  );
  const { previewInvoice } = await shop.get(
    'query ($orderId: UUID!, $payment: PaymentTermsInput) { previewInvoice(orderId: $orderId, payment: $payment) { change retention problems } }',
    { orderId, payment: cash('120') },
  );
  assert.deepEqual([previewInvoice.change, previewInvoice.retention], ['13', '0']);
  const wrong = await shop.get(
    `query ($orderId: UUID!, $payment: PaymentTermsInput) {
      previewInvoice(orderId: $orderId, payment: $payment, retention: { code: "5" }) { findings { field } } }`,
    { orderId, payment: { payments: [{ method: 'CASH', amount: '107', days: 3 }] } },
  );
  assertEach(wrong.previewInvoice.findings.slice(0, 2), ({ field }) => field, [
    'retention.code',
    'payment.payments[0].days',
  ]);
  const invoice = await sell(shop, orderId, { payment: cash('120') });
  assert.match((await shop.call('invoice { number }', { id: invoice.id })).number, /-0000000001$/);
});

test('asked again, a sale is not paid again', async () => {
  const shop = await (await world()).tenant();
  const orderId = await orderOf107(shop);
  const payment = { payments: [{ method: 'CASH', amount: '107' }] };
  const first = await sell(shop, orderId, { payment });
  const again = await sell(shop, orderId, { payment });
  assert.equal(again.id, first.id);
  assert.deepEqual(paidBy(again), ['CASH 107']);
});

test('a proforma is paid when it is sold or when it is filed, and not twice', async () => {
  const { shop } = await newShop();
  const file = async (id: string, payments: object[]): Promise<Answer> => {
    return shop.call(`convertInvoiceToDgi { ${FIELDS} }`, { invoiceId: id, payment: { payments } });
  };
  const cash = [{ method: 'CASH', amount: '110' }];
  const paid = await sell(shop, await orderOf107(shop), {
    mode: 'PROFORM',
    payment: { payments: cash },
    retention: { code: '2' },
  });
  const filed = await file(paid.id, cash);
  assert.deepEqual([filed.paid, filed.change, filed.invoiceStatus], ['103.5', '6.5', 'PAID']);
  assert.deepEqual(filed.pacInput.totals.retention, { code: 2, amount: 3.5 });
  const open = await sell(shop, await orderOf107(shop), { mode: 'PROFORM' });
  const paidNow = await file(open.id, cash);
  assert.deepEqual([paidNow.paid, paidNow.change, paidNow.invoiceStatus], ['107', '3', 'PAID']);
});

test('what was paid for an invoice that the PAC rejects stays to be seen, and goes back', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop, 'Ana PAC_REJECT');
  const orderId = await orderOf107(shop, clientId);
  const rejected = await sell(shop, orderId, { payment: { payments: [{ method: 'CASH', amount: '107' }] } });
  const { legalStatus, paid, payments } = await eventually(
    async () => await shop.call(`invoice { ${FIELDS} }`, { id: rejected.id }),
    { legalStatus: 'PAC_REJECTED' },
  );
  assert.deepEqual([legalStatus, paid, payments.length], ['PAC_REJECTED', '107', 1]);
  const { refundPayment } = await shop.get(
    'mutation ($id: UUID!) { refundPayment(paymentId: $id, amount: "107", reason: "Rejected by the PAC") { paid } }',
    { id: payments[0].id },
  );
  assert.equal(refundPayment.paid, '0');
});

test('terms without parts register nothing, as before', async () => {
  const shop = await (await world()).tenant();
  const { invoice } = await invoicedOrder(shop);
  assert.deepEqual([invoice.payments, invoice.paid], [[], '0']);
  assert.deepEqual(invoice.pacInput.totals, { paymentTime: 1, paymentMethods: [{ type: '02', amount: 53.5 }] });
});

/** The DGI's list of forms of payment. */
const CODES: Record<string, string> = {
  ...{ CREDIT: '01', CASH: '02', CREDIT_CARD: '03', DEBIT_CARD: '04', LOYALTY_CARD: '05', RETURN_VOUCHER: '06' },
  ...{ GIFT_VOUCHER: '07', BANK_TRANSFER: '08', OTHER: '99' },
};

const CONVERT = `mutation ($id: UUID!, $payment: PaymentTermsInput, $idempotencyKey: String) {
  convertInvoiceToDgi(invoiceId: $id, payment: $payment, idempotencyKey: $idempotencyKey) { ${FIELDS} } }`;
const convert = async (shop: TestTenant, id: string, more: object = {}): Promise<Answer> =>
  (await shop.get(CONVERT, { id, ...more })).convertInvoiceToDgi;
const pay = (shop: TestTenant, id: string, amount: string, method: string): Promise<Answer> =>
  shop.get(`mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "${amount}", method: ${method}) { id } }`, {
    id,
  });

const cents = (amount: string | number): number => Math.round(Number(amount) * 100);
const ZERO: Record<string, number> = {};
const byCode = (parts: { code: string; amount: string | number }[]): Record<string, number> =>
  parts.reduce((sums, { code, amount }) => ({ ...sums, [code]: (sums[code] ?? 0) + cents(amount) }), ZERO);

/** The body that the PAC has, beside the invoice as it is now, in cents: the forms of payment come to the total, and are what is booked. */
async function assertOneFact(shop: TestTenant, id: string, expected: Record<string, number>, back = 0): Promise<void> {
  const { simulator } = await world();
  const invoice = await shop.call(`invoice { ${FIELDS} }`, { id });
  const bodies = simulator.documents(shop.companyId).filter((one) => one.id === invoice.documentId);
  assert.equal(bodies.length, 1);
  const { totals } = bodies[0]!.payload as Answer;
  const told = byCode(totals.paymentMethods.map(({ type, amount }: Answer) => ({ code: type, amount })));
  if (back > 0) told['02'] = told['02']! - back;
  assert.deepEqual(told, expected);
  assert.equal(
    Object.values(told).reduce((sum, amount) => sum + amount, 0),
    cents(invoice.total),
  );
  const { '01': owed = 0, ...paid } = expected;
  const booked = invoice.payments.map(({ method, amount }: Answer) => ({ code: CODES[method]!, amount }));
  assert.deepEqual(byCode(booked), paid);
  assert.deepEqual([cents(invoice.balance), cents(invoice.change)], [owed, back]);
  const instalments: Answer[] = totals.installmentPayment ?? [];
  assert.equal(
    instalments.reduce((sum, { amount }) => sum + cents(amount), 0),
    owed,
  );
  assert.equal(instalments.at(-1)?.dueDate.slice(0, 10) ?? null, invoice.dueDate);
  assert.equal(totals.paymentTime, owed === 0 ? 1 : owed === cents(invoice.total) ? 2 : 3);
}

/** The proforma was made so many days ago. */
async function age(id: string, days: number): Promise<void> {
  await (
    await world()
  ).query(
    `update invoices set issued_at = issued_at - $2 * interval '1 day', issue_day = issue_day - $2::int,
       due_date = due_date - $2::int where id = $1`,
    [id, days],
  );
}

test('however a sale is paid, at once or filed later, what left for the PAC is what is booked', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '100000', price: '1' });
  const clientId = await newClient(shop);
  const sale = fc.record({
    // So much and 7 % of it: a whole number of cents.
    dollars: fc.integer({ min: 1, max: 900 }),
    shares: fc.array(fc.tuple(fc.constantFrom(...Object.keys(CODES)), fc.integer({ min: 1, max: 60 })), {
      maxLength: 3,
    }),
    change: fc.integer({ min: 0, max: 499 }),
    isDue: fc.boolean(),
    isFiledLater: fc.boolean(),
    ago: fc.constantFrom(0, 3, 45),
  });
  await fc.assert(
    fc.asyncProperty(sale, async ({ dollars, shares, change, isDue, isFiledLater, ago }) => {
      const total = dollars * 107;
      let rest = total;
      const parts = shares.flatMap(([method, percent]) => {
        const amount = Math.floor((total * percent) / 100);
        if (amount === 0 || amount >= rest) return [];
        rest -= amount;
        return [{ method, amount }];
      });
      parts.push({ method: 'CASH', amount: rest });
      const expected = byCode(parts.map(({ method, amount }) => ({ code: CODES[method]!, amount: amount / 100 })));
      const payments = parts.map(({ method, amount }, index) => ({
        method,
        amount: ((amount + (index === parts.length - 1 ? change : 0)) / 100).toFixed(2),
        ...(method === 'CREDIT' && { days: 30 }),
      }));
      const lines = [{ itemId, quantity: String(dollars) }];
      const { id: orderId } = await newOrder(shop, clientId, lines, isDue ? { dueDate: '2199-12-31' } : {});
      const payment = { payments };
      const { id } = await sell(shop, orderId, isFiledLater ? { mode: 'PROFORM' } : { payment });
      if (isFiledLater) {
        await age(id, ago);
        await convert(shop, id, { payment });
      }
      await assertOneFact(shop, id, expected, change);
    }),
    { numRuns: 25, seed: 25 },
  );
});

test('a proforma that is paid in part is filed with what was paid, and the rest is told and booked once', async () => {
  const shop = await (await world()).tenant();
  const proforma = async (...paid: [amount: string, method: string][]): Promise<string> => {
    const { id } = await sell(shop, await orderOf107(shop), { mode: 'PROFORM' });
    for (const [amount, method] of paid) await pay(shop, id, amount, method);
    return id;
  };
  const parts = (...all: [method: string, amount: string][]) => ({
    payment: {
      payments: all.map(([method, amount]) => ({ method, amount, ...(method === 'CREDIT' && { days: 15 }) })),
    },
  });
  const [rest, credit, told, owed, term, back] = [
    await proforma(['10', 'CREDIT_CARD'], ['7.5', 'CASH']),
    await proforma(['10', 'CREDIT_CARD']),
    await proforma(['100', 'BANK_TRANSFER'], ['7', 'OTHER']),
    await proforma(['30', 'BANK_TRANSFER']),
    await proforma(['30', 'BANK_TRANSFER']),
    await proforma(['107', 'CREDIT_CARD']),
  ];
  // More cash than before: of that what was paid is kept, and change is of the rest.
  await convert(shop, rest, parts(['CREDIT_CARD', '10'], ['CASH', '100']));
  await assertOneFact(shop, rest, { '02': 9700, '03': 1000 }, 300);
  await convert(shop, credit, parts(['CREDIT_CARD', '10'], ['CREDIT', '97']));
  await assertOneFact(shop, credit, { '01': 9700, '03': 1000 });
  await convert(shop, told);
  await assertOneFact(shop, told, { '08': 10_000, '99': 700 });
  await convert(shop, term, { payment: { instalments: [{ dueDate: '2199-01-31', amount: '77' }] } });
  await assertOneFact(shop, term, { '01': 7700, '08': 3000 });

  // A refunded amount is paid no more.
  const { payments } = await shop.call(`invoice { ${FIELDS} }`, { id: back });
  await shop.call('refundPayment', { paymentId: payments[0].id, amount: '107', reason: 'Wrong card' });
  const { payments: paid } = await convert(shop, back, parts(['DEBIT_CARD', '107']));
  assertEach(paid, ({ method }) => method, ['CREDIT_CARD', 'DEBIT_CARD']);

  // To tell the PAC something else than what was paid is refused, and nothing is done.
  for (const wrong of [parts(['CASH', '107']), parts(['BANK_TRANSFER', '29.99'], ['CREDIT', '77.01'])]) {
    const { errors } = await shop.ask(CONVERT, { id: owed, ...wrong });
    assert.deepEqual(
      [errors![0]!.extensions.code, (errors![0]!.extensions as Answer).field],
      ['BAD_USER_INPUT', 'payment.payments'],
    );
    assert.match(errors![0]!.message, /30 are paid by BANK_TRANSFER already/);
  }
  const invoice = await shop.call(`invoice { ${FIELDS} }`, { id: owed });
  assert.deepEqual([invoice.paid, invoice.documentId, invoice.payments.length], ['30', null, 1]);
});

test('a proforma whose due day has passed is filed in another month only by terms of today', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const itemId = await newItem(shop, { stock: '100', price: '100' });
  const proforma = async (): Promise<string> => {
    const today = new Date().toISOString().slice(0, 10);
    const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }], { dueDate: today });
    const { id, dueDate } = await sell(shop, order.id, { mode: 'PROFORM' });
    assert.equal(dueDate, today);
    await age(id, 40);
    return id;
  };
  const [cash, credit] = [await proforma(), await proforma()];
  for (const payment of [null, { payments: [{ method: 'CREDIT', amount: '107' }] }]) {
    const { errors } = await shop.ask(CONVERT, { id: cash, payment });
    assert.deepEqual(
      [errors![0]!.extensions.code, (errors![0]!.extensions as Answer).field],
      ['BAD_USER_INPUT', 'payment'],
    );
    assert.match(errors![0]!.message, /^It was due on \d{4}-\d\d-\d\d, which has passed/);
  }
  await convert(shop, cash, { payment: { payments: [{ method: 'DEBIT_CARD', amount: '107' }] } });
  await assertOneFact(shop, cash, { '04': 10_700 });
  await convert(shop, credit, { payment: { payments: [{ method: 'CREDIT', amount: '107', days: 20 }] } });
  await assertOneFact(shop, credit, { '01': 10_700 });
});

test('a proforma that is filed again under its key, and beside itself, is paid once', async () => {
  const { here, shop } = await newShop();
  const { id } = await sell(shop, await orderOf107(shop), { mode: 'PROFORM' });
  const payment = { payments: [{ method: 'CASH', amount: '107' }] };
  const asked = { payment, idempotencyKey: 'file 1' };
  await Promise.all([1, 2, 3].map(() => convert(shop, id, asked)));
  await convert(shop, id, asked);
  assert.equal(
    (
      await shop.refusal(CONVERT, {
        id,
        payment: { payments: [{ method: 'OTHER', amount: '107' }] },
        idempotencyKey: 'file 1',
      })
    ).code,
    'CONFLICT',
  );
  // Filed it is: another answer to how it is paid comes too late for the PAC, and so for the books.
  await convert(shop, id, { payment: { payments: [{ method: 'OTHER', amount: '107' }] } });
  await assertOneFact(shop, id, { '02': 10_700 });
  assert.equal(here.simulator.documents(shop.companyId).length, 1);
});
