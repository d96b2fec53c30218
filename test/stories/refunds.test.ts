// Money that goes back to the client, or from one invoice to another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { down, up } from '../../migrations/0095_credit_pays_nothing.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, newSale, readInvoice } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const PAYMENTS = `id invoiceStatus paid balance
  payments { id amount method reference refunds { amount reason movedTo createdBy } }`;
const PAY = `mutation ($id: UUID!, $amount: Decimal!) {
  registerPayment(invoiceId: $id, amount: $amount, method: BANK_TRANSFER, reference: "ACH 42") { ${PAYMENTS} } }`;
const REFUND = `mutation ($paymentId: UUID!, $amount: Decimal!, $reason: String! = "Came back", $key: String) {
  refundPayment(paymentId: $paymentId, amount: $amount, reason: $reason, idempotencyKey: $key) { ${PAYMENTS} } }`;
const MOVE = `mutation ($paymentId: UUID!, $invoiceId: UUID!, $amount: Decimal!) {
  movePayment(paymentId: $paymentId, invoiceId: $invoiceId, amount: $amount) { ${PAYMENTS} } }`;

const CORRECT = `mutation ($paymentId: UUID!, $amount: Decimal! = "12", $method: PaymentMethod! = CASH, $paidAt: DateTime, $reference: String,
    $reason: String! = "A digit too much", $key: String) {
  correctPayment(paymentId: $paymentId, amount: $amount, method: $method, paidAt: $paidAt, reference: $reference, reason: $reason, idempotencyKey: $key) { ${PAYMENTS} } }`;

async function paid(shop: TestTenant, id: string, amount: string): Promise<string> {
  return (await shop.get(PAY, { id, amount })).registerPayment.payments.at(-1).id;
}

async function internalInvoice(shop: TestTenant, clientId?: string): Promise<Answer> {
  const itemId = await newItem(shop, { stock: '100' });
  const order = await newOrder(shop, clientId ?? (await newClient(shop)), [{ itemId, quantity: '5' }]);
  return invoice(shop, order.id, 'PROFORM');
}

test('a payment is given back in parts, and the invoice owes again', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  const paymentId = await paid(shop, id, '53.5');
  const { refundPayment: first } = await shop.get(REFUND, { paymentId, amount: '3.5' });
  assert.deepEqual([first.invoiceStatus, first.paid, first.balance], ['PARTIALLY_PAID', '50', '3.5']);
  const { refundPayment: all } = await shop.get(REFUND, { paymentId, amount: '50', reason: 'The cheque bounced' });
  assert.deepEqual([all.invoiceStatus, all.paid, all.balance], ['UNPAID', '0', '53.5']);
  assert.deepEqual(all.payments[0].refunds, [
    { amount: '3.5', reason: 'Came back', movedTo: null, createdBy: 'admin-user' },
    { amount: '50', reason: 'The cheque bounced', movedTo: null, createdBy: 'admin-user' },
  ]);
  const refusal = await shop.refusal(REFUND, { paymentId, amount: '0.01' });
  assert.deepEqual(
    [refusal.code, refusal.message],
    ['CONFLICT', 'The payment has 0 left to give back, 0.01 asked for'],
  );
});

test('a term pays no debt, and a sum far above what is owed is taken only when it is meant', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  const pay = (more: string) =>
    `mutation { registerPayment(invoiceId: "${id}", ${more}) { invoiceStatus paid balance } }`;
  const term = await shop.refusal(pay('amount: "53.5", method: CREDIT'));
  assert.deepEqual(
    [term.code, term.message],
    ['BAD_USER_INPUT', 'method CREDIT is a term and pays no debt: the invoice is owed until its due date'],
  );
  // 53.50 are owed: 153.50 is 100.00 too much, and a cent more is refused.
  for (const [amount, over] of [
    ['153.51', '100.01'],
    ['999999999', '999999945.5'],
  ]) {
    const { code, message } = await shop.refusal(pay(`amount: "${amount}"`));
    assert.equal(code, 'BAD_USER_INPUT');
    assert.match(message, new RegExp(`amount exceeds the 53.5 that are owed by ${over}`));
  }
  assert.deepEqual((await readInvoice(shop, id)).paid, '0');
  const { registerPayment } = await shop.get(pay('amount: "153.51", allowOverpayment: true'));
  assert.deepEqual(registerPayment, { invoiceStatus: 'OVERPAID', paid: '153.51', balance: '0' });
});

test('what was paid on a void and on a canceled invoice can be given back', async () => {
  const shop = await (await world()).tenant();
  const { invoice: voided } = await invoicedOrder(shop);
  const canceled = await internalInvoice(shop);
  for (const [verb, { id }] of [
    ['voidInvoice(reason: "Made out to the wrong client", invoiceId: $id)', voided],
    ['cancelInvoice(invoiceId: $id)', canceled],
  ] as const) {
    const paymentId = await paid(shop, id, '10');
    const { ended } = await shop.get(`mutation ($id: UUID!) { ended: ${verb} { invoiceStatus } }`, { id });
    const { refundPayment } = await shop.get(REFUND, { paymentId, amount: '10' });
    assert.deepEqual([refundPayment.invoiceStatus, refundPayment.paid], [ended.invoiceStatus, '0']);
    assert.match(ended.invoiceStatus, /VOID|CANCELED/);
  }
});

test('of parallel refunds no more goes back than was paid; of one key once', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  const paymentId = await paid(shop, id, '10');
  await Promise.all(Array.from({ length: 4 }, () => shop.get(REFUND, { paymentId, amount: '1', key: 'once' })));
  assert.equal((await readInvoice(shop, id)).paid, '9');
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.ask(REFUND, { paymentId, amount: '2' })));
  assert.equal(answers.filter(({ errors }) => !errors).length, 4);
  assert.equal((await readInvoice(shop, id)).paid, '1');
});

test('what was paid too much pays another invoice of the same client', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const [first, second] = [await internalInvoice(shop, clientId), await internalInvoice(shop, clientId)];
  const paymentId = await paid(shop, first.id, '60');
  const { movePayment: moved } = await shop.get(MOVE, { paymentId, invoiceId: second.id, amount: '6.5' });
  assert.deepEqual([moved.id, moved.paid, moved.invoiceStatus], [second.id, '6.5', 'PARTIALLY_PAID']);
  const [payment] = moved.payments;
  assert.deepEqual([payment.amount, payment.method, payment.reference], ['6.5', 'BANK_TRANSFER', 'ACH 42']);
  const left = await shop.call(`invoice { ${PAYMENTS} number }`, { id: first.id });
  assert.deepEqual([left.paid, left.invoiceStatus], ['53.5', 'PAID']);
  assert.equal(left.payments[0].refunds[0].movedTo, payment.id);
  assert.equal(left.payments[0].refunds[0].reason, second.number);
});

test('money moves neither to the same invoice, nor to another client, nor beyond what was paid', async () => {
  const shop = await (await world()).tenant();
  const [first, stranger] = [await internalInvoice(shop), await internalInvoice(shop)];
  const paymentId = await paid(shop, first.id, '10');
  for (const [invoiceId, amount, code] of [
    [first.id, '1', 'BAD_USER_INPUT'],
    [stranger.id, '1', 'CONFLICT'],
    [stranger.id, '0', 'BAD_USER_INPUT'],
    ['01890000-0000-7000-8000-000000000000', '1', 'NOT_FOUND'],
  ]) {
    assert.equal((await shop.refusal(MOVE, { paymentId, invoiceId, amount })).code, code);
  }
  assert.equal((await readInvoice(shop, first.id)).paid, '10');
  assert.deepEqual((await readInvoice(shop, stranger.id)).payments, []);
});

test('a wrong payment is corrected in one act: the wrong one is taken back on its own day, and the right one stands', async () => {
  const { shop } = await newShop();
  const { id } = await internalInvoice(shop); // 53.50
  const paidAt = '2026-01-10T15:00:00Z';
  const { registerPayment } = await shop.get(
    'mutation ($id: UUID!, $at: DateTime!) { registerPayment(invoiceId: $id, amount: "120", method: BANK_TRANSFER, reference: "ACH 42", paidAt: $at) { payments { id } } }',
    { id, at: paidAt },
  );
  const paymentId = registerPayment.payments[0].id;
  const asked = { paymentId, amount: '12', method: 'CASH', key: 'right' };
  const { correctPayment: first } = await shop.get(CORRECT, asked);
  const { correctPayment: again } = await shop.get(CORRECT, asked);
  assert.deepEqual(again, first, 'of one key once');
  assert.deepEqual([first.invoiceStatus, first.paid, first.balance], ['PARTIALLY_PAID', '12', '41.5']);
  const right = first.payments.find((one: { id: string }) => one.id !== paymentId);
  const wrong = first.payments.find((one: { id: string }) => one.id === paymentId);
  assert.deepEqual([first.payments.length, right.amount, right.method, right.reference], [2, '12', 'CASH', null]);
  assert.deepEqual(
    [wrong.amount, wrong.method, wrong.refunds],
    [
      '120',
      'BANK_TRANSFER',
      [{ amount: '120', reason: 'A digit too much', movedTo: right.id, createdBy: 'admin-user' }],
    ],
    'what was recorded stays as evidence',
  );
  const money = async (day: string) =>
    (await shop.get('query ($day: Date) { today(day: $day) { money { method amount } } }', { day })).today.money.filter(
      ({ amount }: { amount: string }) => Number(amount) !== 0,
    );
  // The day of the mistake is right now, and no other day has a part of it.
  assert.deepEqual(await money('2026-01-10'), [{ method: 'CASH', amount: '12' }]);
  const moved = await shop.get(CORRECT, { ...asked, paymentId: right.id, key: 'day', paidAt: '2026-01-12T15:00:00Z' });
  assert.equal(moved.correctPayment.paid, '12');
  assert.deepEqual([await money('2026-01-10'), await money('2026-01-12')], [[], [{ method: 'CASH', amount: '12' }]]);
});

test('a correction is refused where nothing is left of the payment, where it is the same, and where it pays more of what takes no payment', async () => {
  const shop = await (await world()).tenant();
  const { id } = await internalInvoice(shop);
  const paymentId = await paid(shop, id, '10');
  const refused = async (more: object) => (await shop.refusal(CORRECT, { paymentId, ...more })).code;
  assert.equal(
    await refused({ amount: '10', method: 'BANK_TRANSFER', reference: 'ACH 42' }),
    'BAD_USER_INPUT',
    'as it is',
  );
  assert.equal(await refused({ method: 'CREDIT' }), 'BAD_USER_INPUT');
  // 53.50 are owed again once the wrong one is taken back: 153.50 is 100.00 too much.
  assert.equal(await refused({ amount: '153.51' }), 'BAD_USER_INPUT');
  const { correctPayment: over } = await shop.get(CORRECT, { paymentId, amount: '153.5' });
  assert.deepEqual([over.invoiceStatus, over.paid], ['OVERPAID', '153.5']);
  assert.equal(await refused({ amount: '1' }), 'CONFLICT', 'nothing is left of it');
  const other = await internalInvoice(shop);
  const otherId = await paid(shop, other.id, '10');
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: other.id });
  assert.equal(await refused({ paymentId: otherId, amount: '10.01' }), 'CONFLICT');
  assert.deepEqual((await readInvoice(shop, other.id)).paid, '10', 'nothing half done');
  const { correctPayment } = await shop.get(CORRECT, { paymentId: otherId, amount: '9.99' });
  assert.deepEqual([correctPayment.invoiceStatus, correctPayment.paid], ['CANCELED', '9.99']);
});

test('whatever is paid, given back and moved, no cent is made or lost', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const invoices = [await internalInvoice(shop, clientId), await internalInvoice(shop, clientId)];
  const cents = fc.integer({ min: 1, max: 3000 });
  const act = fc.record({ verb: fc.constantFrom('pay', 'refund', 'move'), at: fc.nat(9), cents });
  const payments: { id: string; at: number; left: number }[] = [];
  const onInvoice = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
      for (const { verb, at, cents } of acts) {
        const amount = (cents / 100).toFixed(2);
        if (verb === 'pay' || payments.length === 0) {
          payments.push({ id: await paid(shop, invoices[at % 2]!.id, amount), at: at % 2, left: cents });
          onInvoice[at % 2]! += cents;
          continue;
        }
        const payment = payments[at % payments.length]!;
        const other = 1 - payment.at;
        const [text, variables] =
          verb === 'refund'
            ? [REFUND, { paymentId: payment.id, amount }]
            : [MOVE, { paymentId: payment.id, invoiceId: invoices[other]!.id, amount }];
        const { data, errors } = await shop.ask(text, variables);
        assert.equal(errors === undefined, cents <= payment.left, `${verb} ${amount} of ${payment.left} cents`);
        if (errors) continue;
        payment.left -= cents;
        onInvoice[payment.at]! -= cents;
        if (verb === 'refund') continue;
        const known = new Set(payments.map(({ id }) => id));
        const made = data!.movePayment.payments.find(({ id }: { id: string }) => !known.has(id));
        payments.push({ id: made.id, at: other, left: cents });
        onInvoice[other]! += cents;
      }
      const seen = await Promise.all(invoices.map(({ id }) => readInvoice(shop, id)));
      assertEach(seen, ({ paid: said }) => Math.round(Number(said) * 100), onInvoice);
    }),
    { numRuns: 12 },
  );
});

test('a payment by CREDIT of an earlier release stays as evidence and is owed again, as if it had never been money', async () => {
  const { here, shop, invoice: sold, clientId } = await newSale(world(), { mode: 'PROFORM' }); // 5 × 10 and 7 %
  await shop.call('registerPayment', { invoiceId: sold.id, amount: '53.5', paidAt: '2026-01-05T15:00:00Z' });
  await here.query(`update payments set method = 'CREDIT' where invoice_id = $1`, [sold.id]);
  const shown = async (): Promise<unknown[]> => {
    const { invoice, receivables } = await shop.get(
      `query ($id: UUID!) { invoice(id: $id) { invoiceStatus paid balance payments { amount method } } receivables { owed inHand } }`,
      { id: sold.id },
    );
    return [
      invoice.invoiceStatus,
      invoice.paid,
      invoice.balance,
      invoice.payments,
      receivables.owed,
      receivables.inHand,
    ];
  };
  const payments = [{ amount: '53.5', method: 'CREDIT' }];
  assert.deepEqual(await shown(), ['PAID', '53.5', '0', payments, '0', '0']);
  for (let times = 0; times < 2; times++) await here.database.db.connection().execute((db) => up(db as never));
  assert.deepEqual(await shown(), ['UNPAID', '0', '53.5', payments, '53.5', '0']);
  const { clientStatement } = await shop.get(
    'query ($id: UUID!) { clientStatement(clientId: $id, from: "2026-01-01", to: "2099-12-31") { closing entries { amount } } }',
    { id: clientId },
  );
  assert.equal(clientStatement.closing, '53.5');
  await here.database.db.connection().execute((db) => down(db as never));
  assert.deepEqual(await shown(), ['PAID', '53.5', '0', payments, '0', '0']);
});
