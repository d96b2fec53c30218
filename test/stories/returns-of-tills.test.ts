// Returns and the drawer: who takes them where, and a Z that is what documents and payments are, to the cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { assertLedgerHolds, newClient, newItem, stockOf } from '../support/business.ts';
import {
  ORDER,
  SELL,
  TAKE,
  FIND,
  READ,
  person,
  cents,
  text,
  type Part,
  sell,
  back,
  opened,
  closed,
  ofMethod,
} from '../support/returns.ts';
import { world, type Answer } from '../support/world.ts';

test('a cashier takes back what their own office has sold, with an open till and where the company allows it', async () => {
  const shop = await (await world()).tenant();
  const [ana, eva] = [await person(shop, 'ana', 'operator'), await person(shop, 'eva', 'cashier')];
  const itemId = await newItem(shop, { stock: '100', price: '10', taxRate: '0' });
  const clientId = await newClient(shop);
  const cash = [{ method: 'CASH', amount: '10' }];
  const sold = await sell(ana, clientId, [{ itemId, quantity: '1' }], cash);
  const input = { invoiceId: sold.id, reason: 'Devolución' };
  assert.equal((await eva.refused(TAKE, { input })).code, 'FORBIDDEN');
  assert.equal((await eva.refused(FIND, { code: sold.number })).code, 'NOT_FOUND');
  await shop.get('mutation { updateTenant(input: { cashierReturns: true }) { cashierReturns } }', {}, 'admin');
  const noTill = await eva.refused(TAKE, { input });
  assert.equal(noTill.code, 'CONFLICT');
  assert.match(noTill.message, /till of eva is not open/);
  // Another office.
  const createOffice = await shop.call('createOffice', { code: '0007', name: 'David' }, 'admin');
  const createBillingPoint = await shop.call('createBillingPoint', { officeId: createOffice.id, code: '001' }, 'admin');
  const far = await opened(eva, '0', createBillingPoint.id);
  const elsewhere = await eva.refused(TAKE, { input });
  assert.deepEqual([elsewhere.code, elsewhere.params.number], ['CONFLICT', sold.number]);
  await closed(eva, far, {});
  // Another till of the same office: the note has a number of that till.
  const { offices } = await shop.get('{ offices { id code } }');
  const { createBillingPoint: beside } = await shop.get(
    'mutation ($office: UUID!) { createBillingPoint(officeId: $office, code: "002") { id } }',
    { office: offices.find(({ code }: Answer) => code !== '0007').id },
    'admin',
  );
  const near = await opened(eva, '50', beside.id);
  const fiscal = await sell(ana, clientId, [{ itemId, quantity: '1' }], cash, 'DGI');
  const { returnSale: taken } = await eva.get(TAKE, { input: { ...input, invoiceId: fiscal.id } });
  assert.match(taken.credit.number, /^NC-\d{4}-002-0000000001$/);
  const z = await closed(eva, near, { CASH: 4000 });
  assert.deepEqual([ofMethod(z, 'CASH').returned, ofMethod(z, 'CASH').difference], ['10', '0']);
  assertEach(z.report.documents, ({ kind, count, total }) => [kind, count, total], [['CREDIT_NOTE', 1, '10']]);
});

test('a return after the Z, and after the month, is of the session and the day in which it comes', async () => {
  const here = await world();
  const shop = await here.tenant();
  const ana = await person(shop, 'ana', 'operator');
  const itemId = await newItem(shop, { stock: '100', price: '10', taxRate: '0' });
  const clientId = await newClient(shop);
  const first = await opened(ana, '5');
  const sold = await sell(ana, clientId, [{ itemId, quantity: '2' }], [{ method: 'CASH', amount: '20' }], 'DGI');
  const before = await closed(ana, first, { CASH: 2500 });
  const day = 24 * 3_600_000;
  here.clock.offsetMs += 40 * day;
  try {
    const later = await person(shop, 'ana', 'operator');
    const second = await opened(later, '30');
    const { credit } = await back(later, {
      invoiceId: sold.id,
      lines: [{ invoiceLineId: sold.lines[0].id, quantity: '1' }],
    });
    assert.equal(credit.creditStatus, 'APPLIED');
    // Panama is five hours behind.
    const today = new Date(here.clock.now().getTime() - 5 * 3_600_000).toISOString().slice(0, 10);
    assert.equal(credit.pacInput.information.issueDate.slice(0, 10), today);
    const z = await closed(later, second, { CASH: 2000 });
    assert.deepEqual([ofMethod(z, 'CASH').returned, ofMethod(z, 'CASH').difference, z.zNumber], ['10', '0', 2]);
    const { tillSession } = await later.get(
      `query ($id: UUID!) { tillSession(id: $id) { report { methods { method received returned expected difference } documents { kind mode count ended total } } } }`,
      { id: first },
    );
    assert.deepEqual(tillSession.report, before.report, 'a Z is never changed');
  } finally {
    here.clock.offsetMs -= 40 * day;
  }
});

test('a card that is given back more than it took is counted as it is, and explains itself', async () => {
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const lines = [{ itemId: await newItem(shop, { stock: '9', price: '10', taxRate: '0' }), quantity: '2' }];
  const first = await opened(ana);
  const { id: invoiceId } = await sell(ana, await newClient(shop), lines, [{ method: 'CREDIT_CARD', amount: '20' }]);
  await closed(ana, first, { CREDIT_CARD: 2000 });
  const second = await opened(ana, '5');
  await back(ana, { invoiceId });
  // The terminal's own sum of the day is below 0.
  const z = await closed(ana, second, { CASH: 500, CREDIT_CARD: -2000 });
  const { returned, expected, difference } = ofMethod(z, 'CREDIT_CARD');
  assert.deepEqual([returned, expected, difference], ['20', '-20', '0']);
});

for (const hours of [2, 30])
  test(`a proforma and a note that are filed ${hours} hours after their Z are in that one alone`, async (t) => {
    const here = await world();
    t.after(() => {
      here.clock.offsetMs = 0;
    });
    const shop = await here.tenant();
    const ana = await person(shop, 'ana', 'operator');
    const clientId = await newClient(shop);
    const lines = [{ itemId: await newItem(shop, { stock: '100', price: '10', taxRate: '0' }), quantity: '1' }];
    const cash = [{ method: 'CASH', amount: '10' }];
    const first = await opened(ana);
    const proforma = await sell(ana, clientId, lines, cash);
    const { id: invoiceId } = await sell(ana, clientId, lines, cash, 'DGI');
    const note = await ana.call('createCredit', { invoiceId, mode: 'PROFORM', reason: 'Vino dañado' });
    const counts = ({ report }: Answer): unknown[] =>
      report.documents.map(({ kind, mode, count }: Answer) => [kind, mode, count]);
    const before = await closed(ana, first, { CASH: 2000 });
    assert.deepEqual(counts(before), [
      ['INVOICE', 'DGI', 1],
      ['INVOICE', 'PROFORM', 1],
      ['CREDIT_NOTE', 'PROFORM', 1],
    ]);
    here.clock.offsetMs += hours * 3_600_000;
    const later = await person(shop, 'ana', 'operator');
    const second = await opened(later);
    // Sold and filed in this session: it is in its Z, as filed.
    const own = await sell(later, clientId, lines, cash);
    for (const { id } of [proforma, own]) await later.call('convertInvoiceToDgi { mode }', { invoiceId: id });
    await later.call('convertCreditToDgi { mode }', { creditId: note.id });
    assert.deepEqual(counts(await closed(later, second, { CASH: 1000 })), [['INVOICE', 'DGI', 1]]);
    const [found] = await here.query<{ inZs: number; there: number }>(
      `select (select count(*) from (select unnest(documents) from till_closings where tenant_id = $1) z)::int as "inZs",
         (select count(*) from fiscal_documents where tenant_id = $1)::int as there`,
      [shop.tenant.id],
    );
    assert.deepEqual(found, { inZs: 4, there: 4 });
  });

test('twenty returns at random: Z, documents, payments and drawer are the same to the cent', async () => {
  const here = await world();
  const shop = await here.tenant();
  const ana = await person(shop, 'ana', 'operator');
  const clientId = await newClient(shop);
  const items = [
    await newItem(shop, { stock: '9999', price: '1.25', taxRate: '0' }),
    await newItem(shop, { stock: '9999', price: '3.35', taxRate: '7' }),
    await newItem(shop, { stock: '9999', price: '12.10', taxRate: '10' }),
  ];
  const onHand = [9999, 9999, 9999];
  const session = await opened(ana, '500');
  const drawer: Record<string, number> = { CASH: 50000, DEBIT_CARD: 0 };
  const sums = { INVOICE: 0, CREDIT_NOTE: 0 };
  let seed = 20261126;
  const random = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  let returns = 0;
  let exchanges = 0;
  while (returns < 20) {
    const chosen = [random(3), random(3)].map((at) => ({ at, quantity: 1 + random(4) }));
    const lines = chosen.map(({ at, quantity }) => ({ itemId: items[at], quantity: String(quantity) }));
    const order = await ana.get(ORDER, { input: { clientId, lines } });
    const due = cents(order.createOrder.total);
    const card = random(2) === 0 ? Math.floor(due / 3) : 0;
    const payments = [
      { method: 'CASH', amount: text(due - card) },
      ...(card > 0 ? [{ method: 'DEBIT_CARD', amount: text(card) }] : []),
    ];
    const { generateInvoice: sold } = await ana.get(SELL, {
      id: order.createOrder.id,
      mode: 'PROFORM',
      payment: { payments },
    });
    sums.INVOICE += due;
    drawer['CASH']! += due - card;
    drawer['DEBIT_CARD']! += card;
    for (const { at, quantity } of chosen) onHand[at]! -= quantity;
    let [cashLeft, cardLeft] = [due - card, card];
    // In one return or two.
    const left = chosen.map(({ quantity }) => quantity);
    for (let n = 0; n < 2 && left.some((one) => one > 0); n += 1) {
      const taken = left.map((most) => (most === 0 ? 0 : random(most + 1)));
      if (taken.every((one) => one === 0)) continue;
      const damaged = taken.map((most) => random(3) === 0 && most > 0);
      const asked = sold.lines.flatMap(({ id }: Answer, at: number) =>
        taken[at]! > 0 ? [{ invoiceLineId: id, quantity: String(taken[at]), isDamaged: damaged[at] }] : [],
      );
      const takes = random(4) === 0 ? 1 + random(3) : 0;
      const exchange =
        takes > 0 ? { lines: [{ itemId: items[0], quantity: String(takes) }], payments: [] as Part[] } : null;
      const quantityOf = ({ invoiceLineId, quantity }: Answer) => ({ invoiceLineId, quantity });
      const { saleToReturn: seen } = await ana.get(FIND, { code: sold.number, lines: asked.map(quantityOf) });
      const note = cents(seen.total);
      assert.equal(cents(seen.back), note, 'all was paid');
      const price = takes * 125;
      const difference = Math.max(price - note, 0);
      if (exchange && difference > 0) exchange.payments.push({ method: 'CASH', amount: text(difference) });
      const made = await back(ana, { invoiceId: sold.id, reason: `Vuelta ${n}`, lines: asked, exchange });
      assert.equal(cents(made.credit.total), note);
      sums.CREDIT_NOTE += note;
      // Cash first; what pays the other sale is taken from the card first.
      const given = note - Math.min(note, price);
      const byCash = Math.min(given, cashLeft);
      const moved = note - given;
      const movedCard = Math.min(moved, cardLeft - (given - byCash));
      drawer['CASH']! += difference - byCash;
      drawer['DEBIT_CARD']! -= given - byCash;
      cashLeft -= byCash + (moved - movedCard);
      cardLeft -= given - byCash + movedCard;
      if (exchange) {
        sums.INVOICE += price;
        onHand[0]! -= takes;
        exchanges += 1;
      }
      taken.forEach((quantity, at) => {
        left[at]! -= quantity;
        if (!damaged[at]) onHand[chosen[at]!.at]! += quantity;
      });
      returns += 1;
    }
    const { invoice } = await ana.get(READ, { id: sold.id });
    assert.equal(cents(invoice.paid), cashLeft + cardLeft);
    assert.equal(invoice.balance, '0');
  }
  assert.ok(exchanges > 1);
  for (const [at, itemId] of items.entries()) assert.equal(Number((await stockOf(shop, itemId)).onHand), onHand[at]);
  const z = await closed(ana, session, drawer);
  for (const { method, expected, difference } of z.report.methods)
    assert.deepEqual([method, cents(expected), difference], [method, drawer[method], '0']);
  for (const kind of ['INVOICE', 'CREDIT_NOTE'] as const)
    assert.equal(
      z.report.documents
        .filter((one: Answer) => one.kind === kind)
        .reduce((sum: number, one: Answer) => sum + cents(one.total), 0),
      sums[kind],
      kind,
    );
  const payments = await shop.call('payments { sums { amount refunded } }', { tillSessionId: session });
  const total = (name: string): number =>
    z.report.methods.reduce((sum: number, one: Answer) => sum + cents(one[name]), 0);
  assert.deepEqual(
    [cents(payments.sums.amount), cents(payments.sums.refunded)],
    [total('received'), total('returned')],
  );
  await assertLedgerHolds(shop);
});
