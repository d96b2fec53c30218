// How a till takes money: several methods in one sale, change, a part on credit, and what the client withholds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, world, type Answer, type GraphQLAnswer, type TestTenant } from '../support/world.ts';

const FIELDS = `id documentId legalStatus invoiceStatus tax total paid balance change dueDate pacInput
  retention { code amount } payments { id method amount reference }`;

const SELL = `mutation ($orderId: UUID!, $mode: GenerationMode! = DGI, $payment: PaymentTermsInput, $retention: RetentionInput) {
  generateInvoice(orderId: $orderId, mode: $mode, payment: $payment, retention: $retention) { ${FIELDS} } }`;

const READ = `query ($id: UUID!) { invoice(id: $id) { ${FIELDS} } }`;

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
  assert.deepEqual(
    installmentPayment.map(({ amount }: Answer) => amount),
    [60, 40],
  );
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
  assert.deepEqual(
    wrong.previewInvoice.findings.slice(0, 2).map(({ field }: Answer) => field),
    ['retention.code', 'payment.payments[0].days'],
  );
  const invoice = await sell(shop, orderId, { payment: cash('120') });
  assert.match(
    (await shop.get('query ($id: UUID!) { invoice(id: $id) { number } }', { id: invoice.id })).invoice.number,
    /-0000000001$/,
  );
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
  const here = await world();
  const shop = await here.tenant();
  const file = async (id: string, payments: object[]): Promise<Answer> => {
    const { convertInvoiceToDgi } = await shop.get(
      `mutation ($id: UUID!, $payment: PaymentTermsInput) { convertInvoiceToDgi(invoiceId: $id, payment: $payment) { ${FIELDS} } }`,
      { id, payment: { payments } },
    );
    return convertInvoiceToDgi;
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
  const here = await world();
  const shop = await here.tenant();
  const clientId = await newClient(shop, 'Ana PAC_REJECT');
  const orderId = await orderOf107(shop, clientId);
  const rejected = await sell(shop, orderId, { payment: { payments: [{ method: 'CASH', amount: '107' }] } });
  const { legalStatus, paid, payments } = await eventually(
    async () => (await shop.get(READ, { id: rejected.id })).invoice,
    (invoice) => invoice.legalStatus === 'PAC_REJECTED',
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
