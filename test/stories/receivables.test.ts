// Debts of clients and their funds in hand: the account of a client and the ages of all debts, which must agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder, untilInvoice } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const STATEMENT = 'clientStatement { opening closing client { id } entries { day kind number amount balance } }';
const RECEIVABLES = `query ($asOf: Date) { receivables(asOf: $asOf) {
  asOf current days1To30 days31To60 days61To90 over90 owed inHand clientCount
  clients { client { name } current days1To30 days31To60 days61To90 over90 owed inHand } } }`;

const day = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format(Date.now() - daysAgo * 86_400_000);

async function sale(shop: TestTenant, clientId: string, amount: string, dueDate?: string): Promise<Answer> {
  const itemId = await newItem(shop, { negative: true, taxRate: '0', price: amount });
  const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }], dueDate ? { dueDate } : {});
  return invoice(shop, order.id, 'PROFORM');
}

const pay = async (shop: TestTenant, id: string, amount: string, paidAt?: string) =>
  (await shop.call('registerPayment { payments { id } }', { invoiceId: id, amount, paidAt })).payments.at(-1)
    .id as string;

/** A credit of the whole invoice, or of so many pieces of its one line. */
async function credit(shop: TestTenant, invoice: Answer, isApplied: boolean, quantity?: string): Promise<Answer> {
  const lines = quantity === undefined ? quantity : [{ invoiceLineId: invoice.lines[0].id, quantity }];
  const input = { invoiceId: invoice.id, mode: 'PROFORM', reason: 'Came back', lines };
  const createCredit = await shop.call('createCredit { id number }', input);
  if (isApplied) await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: createCredit.id });
  return createCredit;
}

/** As if it had been issued that many days ago; nothing else in the API can issue in the past. */
async function aged({ query }: Pick<World, 'query'>, id: string, days: number): Promise<void> {
  for (const table of ['invoices', 'credits']) {
    await query(
      `update ${table} set issued_at = issued_at - $2 * interval '1 day', issue_day = issue_day - $2::int where id = $1`,
      [id, days],
    );
  }
}

test('what is owed stands under its age, whether it has a due day or not', async () => {
  const { here, shop } = await newShop();
  const [ana, luis] = [await newClient(shop, 'Ana'), await newClient(shop, 'Luis')];
  await sale(shop, ana, '1', day(-5));
  for (const [amount, days] of [
    ['2', 0],
    ['4', 1],
    ['8', 30],
    ['16', 31],
    ['32', 60],
    ['64', 61],
    ['128', 90],
    ['256', 91],
  ] as const) {
    await aged(here, (await sale(shop, luis, amount)).id, days);
  }
  const { receivables: now } = await shop.get(RECEIVABLES);
  assert.equal(now.asOf, day(0));
  assert.equal(now.clientCount, 2);
  const nothing = { current: '0', days1To30: '0', days31To60: '0', days61To90: '0', over90: '0', inHand: '0' };
  const ofLuis = { current: '2', days1To30: '12', days31To60: '48', days61To90: '192', over90: '256', inHand: '0' };
  assert.deepEqual(now.clients, [
    { client: { name: 'Luis' }, ...ofLuis, owed: '510' },
    { client: { name: 'Ana' }, ...nothing, current: '1', owed: '1' },
  ]);
  assert.equal(now.owed, '511');
  const { receivables: later } = await shop.get(RECEIVABLES, { asOf: day(-36) });
  assert.deepEqual([later.days31To60, later.owed], ['7', '511'], 'the one of Ana and those of today and yesterday');
});

test('what was paid too much, what a canceled invoice was paid and an open credit are in hand', async () => {
  const shop = await (await world()).tenant();
  const client = await newClient(shop);
  const over = await sale(shop, client, '10');
  await pay(shop, over.id, '12');
  const canceled = await sale(shop, client, '20');
  await pay(shop, canceled.id, '5');
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  const open = await sale(shop, client, '7');
  await credit(shop, open, false);
  const { receivables: now } = await shop.get(RECEIVABLES);
  assert.deepEqual([now.owed, now.inHand], ['7', '14']);
});

test('a statement tells each entry with the balance after it; what came before is the opening', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop);
  const old = await sale(shop, clientId, '100');
  await aged(here, old.id, 40);
  await pay(shop, old.id, '30', new Date(Date.now() - 35 * 86_400_000).toISOString());
  const recent = await sale(shop, clientId, '50');
  const paymentId = await pay(shop, recent.id, '60');
  await shop.call('refundPayment', { paymentId, amount: '4', reason: 'Too much' });
  const { number } = await credit(shop, recent, true);
  const month = await shop.call(STATEMENT, { clientId, from: day(30), to: day(0) });
  assert.equal(month.opening, '70');
  assertEach(month.entries, ({ kind, number: of, amount, balance }) => [kind, of, amount, balance], [
    ['INVOICE', recent.number, '50', '120'],
    ['PAYMENT', recent.number, '-60', '60'],
    ['REFUND', recent.number, '4', '64'],
    ['CREDIT_NOTE', number, '-50', '14'],
  ]);
  assert.equal(month.closing, '14');
  // A payment and what was given back of it name the payment; nothing else does.
  const { clientStatement: told } = await shop.get(
    `query ($clientId: UUID!, $from: Date!, $to: Date!) {
       clientStatement(clientId: $clientId, from: $from, to: $to) { entries { paymentId payment { id invoice { id } } } } }`,
    { clientId, from: day(30), to: day(0) },
  );
  const named = { paymentId, payment: { id: paymentId, invoice: { id: recent.id } } };
  const none = { paymentId: null, payment: null };
  assert.deepEqual(told.entries, [none, named, named, none]);
  const refusal = await shop.refuses('clientStatement', { clientId, from: day(0), to: day(1) });
  assert.deepEqual([refusal.code, refusal.message], ['BAD_USER_INPUT', `to must not be before ${day(0)}`]);
});

const verbs = fc.constantFrom('sale', 'pay', 'refund', 'credit', 'apply', 'cancel');
const acts = fc.array(fc.record({ verb: verbs, at: fc.nat(20), amount: fc.integer({ min: 1, max: 50 }) }), {
  maxLength: 14,
});

test('whatever happens, what is owed less what is in hand is the balance of the statement, also of past days', async () => {
  const here = await world();
  await fc.assert(
    fc.asyncProperty(acts, async (acts) => {
      const shop = await here.tenant();
      const clientId = await newClient(shop);
      const sales = [await sale(shop, clientId, '20')];
      const payments: string[] = [];
      const credits: string[] = [];
      for (const { verb, at, amount } of acts) {
        const target = sales[at % sales.length]!;
        const ask = (text: string, id: string | undefined) =>
          shop.ask(`mutation ($id: UUID!) { ${text} { id } }`, { id });
        if (verb === 'sale') {
          const made = await sale(shop, clientId, String(amount));
          await aged(here, made.id, at);
          sales.push(made);
        } else if (verb === 'pay') {
          const paidAt = new Date(Date.now() - at * 86_400_000).toISOString();
          const { data } = await shop.ask(
            `mutation { registerPayment(invoiceId: "${target.id}", amount: "${amount}", paidAt: "${paidAt}") { payments { id } } }`,
          );
          payments.push(...(data?.registerPayment?.payments ?? []).slice(-1).map(({ id }: Answer) => id));
        } else if (verb === 'refund') {
          await ask(
            `refundPayment(paymentId: $id, amount: "${amount}", reason: "Back")`,
            payments[at % payments.length],
          );
        } else if (verb === 'credit') {
          const { data } = await shop.ask(
            `mutation { createCredit(input: { invoiceId: "${target.id}", mode: PROFORM, reason: "Back", idempotencyKey: "${target.id}${at}${amount}" }) { id } }`,
          );
          if (data?.createCredit) credits.push(data.createCredit.id);
        } else if (verb === 'apply') {
          await ask('applyCredit(creditId: $id)', credits[at % credits.length]);
        } else {
          await ask('cancelInvoice(invoiceId: $id)', target.id);
        }
      }
      for (const asOf of [null, day(0), day(1), day(5)]) {
        const { receivables: ages } = await shop.get(RECEIVABLES, { asOf });
        const period = { clientId, from: '2000-01-01', to: asOf ?? day(-1) };
        const account = await shop.call(STATEMENT, period);
        const { owed, inHand } = ages;
        assert.equal(Number(owed) - Number(inHand), Number(account.closing), `as of ${asOf ?? 'now'}`);
        const buckets = [ages.current, ages.days1To30, ages.days31To60, ages.days61To90, ages.over90];
        assert.equal(
          buckets.reduce((sum, one) => sum + Number(one), 0),
          Number(owed),
        );
      }
    }),
    { numRuns: 10 },
  );
});

/** A hundred hours at 1.00 and 7 %. */
async function taxedSale(shop: TestTenant, clientId: string, args: string): Promise<Answer> {
  const { createItem } = await shop.get(
    `mutation { createItem(input: { sku: "${clientId}", name: "Service", unitPrice: "1", taxRate: "7", kind: SERVICE }) { id } }`,
  );
  const order = await newOrder(shop, clientId, [{ itemId: createItem.id, quantity: '100' }]);
  const asked = `mutation ($id: UUID!) { generateInvoice(orderId: $id, ${args}) { id documentId balance lines { id } } }`;
  return (await shop.get(asked, { id: order.id })).generateInvoice;
}

const WITHHELD = 'retention: { code: "4", amount: "3.5" }';

/** Debt and funds in hand of all clients at the end of a day, or now, and the closing of one's statement. */
async function accountOn(shop: TestTenant, clientId: string, asOf: string | null): Promise<string[]> {
  const { receivables: ages } = await shop.get(RECEIVABLES, { asOf });
  const { closing } = await shop.call(STATEMENT, { clientId, from: '2000-01-01', to: asOf ?? day(-1) });
  return [ages.owed, ages.inHand, closing];
}

test('what is withheld ends with a credit of the whole, and a note on an import moves nothing', async () => {
  const { here, shop } = await newShop();
  const ana = await newClient(shop, 'Ana');
  const sold = await taxedSale(shop, ana, `mode: PROFORM, ${WITHHELD}`);
  assert.equal(sold.balance, '103.5');
  assert.deepEqual(await accountOn(shop, ana, null), ['103.5', '0', '103.5']);
  const whole = await credit(shop, sold, true);
  assert.deepEqual(await accountOn(shop, ana, null), ['0', '0', '0']);
  await aged(here, sold.id, 3);
  await aged(here, whole.id, 2);
  await here.query(`update credits set applied_at = issued_at where id = $1`, [whole.id]);
  assert.deepEqual(await accountOn(shop, ana, day(3)), ['103.5', '0', '103.5']);
  assert.deepEqual(await accountOn(shop, ana, day(1)), ['0', '0', '0']);
  const luis = await newClient(shop, 'Luis');
  const bought = await taxedSale(shop, luis, 'mode: PROFORM, documentType: IMPORT');
  assert.equal(bought.balance, '0');
  const { id } = await credit(shop, bought, false);
  assert.deepEqual(await accountOn(shop, luis, null), ['0', '0', '0']);
  await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id });
  assert.deepEqual(await accountOn(shop, luis, null), ['0', '0', '0']);
});

// A year of random documents found this one, and the next.
test('credits of more than the client of a retention owes are in its hand now, as on the day', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop);
  const sold = await taxedSale(shop, clientId, `mode: PROFORM, ${WITHHELD}`);
  await credit(shop, sold, true, '98');
  // 98 hours come to 104.86, and 107.00 less 3.50 was owed.
  for (const asOf of [null, day(0)]) assert.deepEqual(await accountOn(shop, clientId, asOf), ['0', '1.36', '-1.36']);
});

test('a credit that was applied before it was filed ends what is withheld on the day of its filing', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop);
  const sold = await taxedSale(shop, clientId, `mode: DGI, ${WITHHELD}`);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilInvoice(shop, sold.id, { legalStatus: 'DGI_AUTHORIZED' });
  const filed = await credit(shop, sold, true, '40');
  const other = await credit(shop, sold, true, '60');
  await shop.get('mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { id } }', { id: filed.id });
  for (const [{ id }, issued, applied] of [
    [sold, 6, 6],
    [filed, 0, 5],
    [other, 4, 4],
  ] as const) {
    await aged(here, id, issued);
    await here.sql`update credits set applied_at = issued_at + ${issued - applied} * interval '1 day' where id = ${id}`;
  }
  // 107.00 less 3.50; less 64.20; less 42.80 with 3.50 that no client withholds any more.
  for (const [daysAgo, owed] of [
    [6, '103.5'],
    [5, '103.5'],
    [4, '39.3'],
    [1, '39.3'],
    [0, '0'],
  ] as const)
    assert.deepEqual(await accountOn(shop, clientId, day(daysAgo)), [owed, '0', owed], `${daysAgo} days ago`);
});

test('a note that was applied and rejected later lowers the debt of no day', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop);
  const itemId = await newItem(shop, { stock: '2', price: '10', taxRate: '0' });
  const order = await newOrder(shop, clientId, [{ itemId, quantity: '2' }]);
  const sold = await invoice(shop, order.id);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilInvoice(shop, sold.id, { legalStatus: 'DGI_AUTHORIZED' });
  const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '1' }];
  const input = { invoiceId: sold.id, mode: 'DGI', reason: 'Came back', lines };
  const note = await shop.call('createCredit { id documentId }', input);
  await shop.call('applyCredit', { creditId: note.id });
  await aged(here, sold.id, 3);
  await aged(here, note.id, 3);
  await here.query(`update credits set applied_at = issued_at where id = $1`, [note.id]);
  assert.deepEqual(await accountOn(shop, clientId, day(1)), ['10', '0', '10'], 'while it is certified');
  await here.simulator.verdict(note.documentId, 'DGI_REJECTED');
  await eventually(() => shop.call('credit { legalStatus }', { id: note.id }), { legalStatus: 'DGI_REJECTED' });
  for (const asOf of [day(1), day(0)]) assert.deepEqual(await accountOn(shop, clientId, asOf), ['20', '0', '20'], asOf);
});
