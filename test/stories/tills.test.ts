// The day of a till: sales, returns, cash in and out, counts and the Z, which is what documents, payments and drawer are, to the cent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createToken } from '../../src/access/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { newClient, newItem } from '../support/business.ts';
import { pagesOf } from '../support/read-pdf.ts';
import { cents, ORDER, person, text, type Person } from '../support/returns.ts';
import { JWT_SECRET, world, type Answer, type TestTenant } from '../support/world.ts';

const SUMS = `documents { kind mode count ended first last subtotal tax total }
  taxes { kind rate base tax }
  methods { method received returned earlier expected counted difference } paidIn paidOut`;
const SESSION = `id openedBy openingFloat closedAt closedBy zNumber explanation billingPoint { id }
  entries { kind amount reason createdBy } report { ${SUMS} } late { ${SUMS} }`;
const OPEN = `mutation ($id: UUID!, $point: UUID, $float: Decimal!, $madeBy: String, $key: String, $saidAt: DateTime) {
  openTill(id: $id, billingPointId: $point, openingFloat: $float, madeBy: $madeBy, idempotencyKey: $key, saidAt: $saidAt) { ${SESSION} } }`;
const MOVE = `mutation ($id: UUID!, $session: UUID!, $kind: TillCashMove!, $amount: Decimal!, $reason: String!) {
  moveTillCash(id: $id, sessionId: $session, kind: $kind, amount: $amount, reason: $reason) { ${SESSION} } }`;
const COUNT = `mutation ($id: UUID!, $session: UUID!, $cash: [CashPiecesInput!]!, $others: [CountedAmountInput!]) {
  countTill(id: $id, sessionId: $session, cash: $cash, others: $others) { ${SESSION} } }`;
const CLOSE = `mutation ($session: UUID!, $why: String, $madeBy: String, $key: String) {
  closeTill(sessionId: $session, explanation: $why, madeBy: $madeBy, idempotencyKey: $key) { ${SESSION} } }`;
const READ = `query ($id: UUID!) { tillSession(id: $id) { ${SESSION} } }`;
const INVOICE = `mutation ($id: UUID!, $payment: PaymentTermsInput, $madeBy: String, $key: String) {
  generateInvoice(orderId: $id, mode: PROFORM, idempotencyKey: $key, madeBy: $madeBy, payment: $payment) { id number subtotal tax total lines { id quantity item { id } } payments { id method amount } } }`;

const PIECES = [
  ['NOTE_100', 10000],
  ['NOTE_20', 2000],
  ['NOTE_5', 500],
  ['COIN_1', 100],
  ['COIN_25C', 25],
  ['COIN_5C', 5],
  ['COIN_1C', 1],
] as const;

/** Pieces that come to so many cents. */
function pieces(amount: number): { denomination: string; pieces: number }[] {
  let left = amount;
  return PIECES.map(([denomination, value]) => {
    const n = Math.floor(left / value);
    left -= n * value;
    return { denomination, pieces: n };
  });
}

/** Sums of a report by one method. */
const ofMethod = (report: Answer, method: string): Answer =>
  report.methods.find((one: Answer) => one.method === method) ?? {
    received: '0',
    returned: '0',
    earlier: '0',
    expected: '0',
  };
const ofKind = (report: Answer, kind: string): Answer =>
  report.documents.find((one: Answer) => one.kind === kind) ?? {
    count: 0,
    ended: 0,
    subtotal: '0',
    tax: '0',
    total: '0',
  };

/** Another till of the company. */
async function secondPoint(shop: TestTenant): Promise<string> {
  const { offices } = await shop.get('{ offices { id } }');
  const made = await shop.get(
    'mutation ($office: UUID!) { createBillingPoint(officeId: $office, code: "002", name: "Caja 2") { id } }',
    { office: offices[0].id },
    'admin',
  );
  return made.createBillingPoint.id;
}

/** Price in cents and rate in per cent of what the random day sells. */
const GOODS = [
  [125, 0],
  [335, 7],
  [1210, 10],
] as const;
/** Cents of base and tax by rate. */
type Rates = Record<string, [base: number, tax: number]>;
const addTo = (rates: Rates, rate: number, base: number, tax: number): void => {
  const [was, had] = rates[rate] ?? [0, 0];
  rates[rate] = [was + base, had + tax];
};
const ratesOf = (report: Answer, kind: string): Rates =>
  Object.fromEntries(
    report.taxes
      .filter((one: Answer) => one.kind === kind)
      .map((one: Answer) => [one.rate, [cents(one.base), cents(one.tax)]]),
  );

test('a random day of 300 sales at two tills, an hour of it without network: Z, documents, payments and drawer are the same to the cent', async () => {
  const here = await world();
  const shop = await here.tenant();
  const [ana, beto] = [await person(shop, 'ana', 'operator'), await person(shop, 'beto', 'operator')];
  const clientId = await newClient(shop);
  const items: string[] = [];
  for (const [price, rate] of GOODS)
    items.push(await newItem(shop, { stock: '9999', price: text(price), taxRate: String(rate) }));
  const point = await secondPoint(shop);
  const tills = [
    { who: ana, id: randomUUID(), point: null, float: 5000 },
    { who: beto, id: randomUUID(), point, float: 2505 },
  ].map((till) => ({
    ...till,
    cash: till.float,
    ...{ card: 0, in: 0, out: 0, sold: 0, subtotal: 0, tax: 0, count: 0, ended: 0, credited: 0, credits: 0 },
    rates: {} as Rates,
    creditRates: {} as Rates,
  }));
  for (const till of tills) {
    const opened = await till.who.get(OPEN, { id: till.id, point: till.point, float: text(till.float) });
    assert.equal(opened.openTill.zNumber, null);
  }
  let seed = 42;
  const random = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  const sell = async (till: (typeof tills)[number], n: number, kind: number): Promise<void> => {
    const wanted = [[random(3), 1 + random(4)], ...(random(3) === 0 ? [[random(3), 1]] : [])] as [number, number][];
    const lines = wanted.map(([item, quantity]) => ({ itemId: items[item], quantity: String(quantity) }));
    const isCard = random(3) === 0;
    const over = random(2) * 500;
    let due = 0;
    const rates: Rates = {};
    for (const [item, quantity] of wanted) {
      const [price, rate] = GOODS[item]!;
      const net = price * quantity;
      // Rounded half up by the line, in whole cents.
      const tax = Math.floor((net * rate * 2 + 100) / 200);
      addTo(rates, rate, net, tax);
      due += net + tax;
    }
    const input = { clientId, lines, metadata: { tillSession: till.id } };
    // One of ten has lost its first answer.
    const times = random(10) === 0 ? 2 : 1;
    const once = async (query: string, variables: object): Promise<Answer> => {
      let answer: Answer;
      for (let time = 0; time < times; time += 1) answer = await till.who.get(query, variables);
      return answer;
    };
    const { createOrder: order } = await once(ORDER, { input: { ...input, idempotencyKey: `order-${n}` } });
    assert.equal(cents(order.total), due, 'what the law says of its lines');
    const cash = isCard ? Math.floor(due / 2) : due;
    const payments = isCard
      ? [
          { method: 'CASH', amount: text(cash) },
          { method: 'DEBIT_CARD', amount: text(due - cash) },
        ]
      : [{ method: 'CASH', amount: text(due + over) }];
    const { generateInvoice: invoice } = await once(INVOICE, {
      id: order.id,
      payment: { payments },
      key: `invoice-${n}`,
    });
    till.count += 1;
    till.cash += cash;
    till.card += due - cash;
    const paid = invoice.payments.find((one: Answer) => one.method === 'CASH');
    if (kind === 0) {
      // Ended in the session: the document counts for nothing, its money is given back.
      await till.who.call('cancelInvoice', { invoiceId: invoice.id });
      for (const one of invoice.payments)
        await till.who.call('refundPayment', { paymentId: one.id, amount: one.amount, reason: 'Anulada' });
      till.ended += 1;
      till.cash -= cash;
      till.card -= due - cash;
      return;
    }
    till.sold += due;
    for (const [rate, [base, tax]] of Object.entries(rates)) {
      addTo(till.rates, Number(rate), base, tax);
      till.subtotal += base;
      till.tax += tax;
    }
    if (kind === 1) {
      const line = { invoiceLineId: invoice.lines[0].id, quantity: '1' };
      const input = { invoiceId: invoice.id, mode: 'PROFORM', reason: 'Vino dañado', lines: [line] };
      const credit = await till.who.call('createCredit { id subtotal tax total }', input);
      till.credited += cents(credit.total);
      till.credits += 1;
      const [item] = wanted.find(([one]) => items[one] === invoice.lines[0].item.id)!;
      addTo(till.creditRates, GOODS[item]![1], cents(credit.subtotal), cents(credit.tax));
      const back = Math.min(cents(credit.total), cash);
      await till.who.call('refundPayment', { paymentId: paid.id, amount: text(back), reason: 'Devolución' });
      till.cash -= back;
    }
    if (kind === 2) {
      const amount = 1 + random(2000);
      const goesIn = random(2) === 0;
      const move = {
        ...{ id: randomUUID(), session: till.id, reason: 'Sencillo' },
        ...{ kind: goesIn ? 'IN' : 'OUT', amount: text(amount) },
      };
      await till.who.get(MOVE, move);
      // Again, as a till whose answer was lost.
      await till.who.get(MOVE, move);
      till[goesIn ? 'in' : 'out'] += amount;
      till.cash += goesIn ? amount : -amount;
    }
  };
  const SALES = 300;
  /** Sales that the second till keeps while it has no network, and sends in their order once it has. */
  const kept: (() => Promise<void>)[] = [];
  for (let n = 0; n < SALES; n += 1) {
    const till = tills[random(2)]!;
    // Each thirtieth is ended, and each thirtieth comes back: twenty of 300.
    const kind = n % 30 === 7 ? 0 : n % 30 === 21 ? 1 : random(12) === 0 ? 2 : 9;
    const hasNetwork = till.who === ana || n < 120 || n > 180;
    if (hasNetwork) {
      if (till.who === beto) for (const sale of kept.splice(0)) await sale();
      await sell(till, n, kind);
    } else kept.push(() => sell(till, n, kind));
  }
  assert.equal(tills[0]!.ended + tills[1]!.ended + tills[0]!.credits + tills[1]!.credits, 20);
  const numbers = [];
  for (const till of tills) {
    const others = [{ method: 'DEBIT_CARD', amount: text(till.card) }];
    const counted = await till.who.get(COUNT, { id: randomUUID(), session: till.id, cash: pieces(till.cash), others });
    for (const { difference } of counted.countTill.report.methods) assert.equal(difference, '0');
    const { closeTill: closed } = await till.who.get(CLOSE, { session: till.id });
    const { report } = closed;
    const [cash, card] = [ofMethod(report, 'CASH'), ofMethod(report, 'DEBIT_CARD')];
    assert.deepEqual([cents(cash.expected), cents(card.expected)], [till.cash, till.card], 'the drawer');
    assert.deepEqual([cents(report.paidIn), cents(report.paidOut)], [till.in, till.out]);
    const sold = ofKind(report, 'INVOICE');
    assert.deepEqual(
      [sold.count, sold.ended, cents(sold.subtotal), cents(sold.tax), cents(sold.total)],
      [till.count, till.ended, till.subtotal, till.tax, till.sold],
      'the documents',
    );
    assert.deepEqual(ratesOf(report, 'INVOICE'), till.rates, 'the ITBMS by rate');
    const credits = ofKind(report, 'CREDIT_NOTE');
    assert.deepEqual(ratesOf(report, 'CREDIT_NOTE'), till.creditRates, 'the ITBMS of what came back');
    assert.deepEqual([credits.count, cents(credits.total)], [till.credits, till.credited]);
    assert.deepEqual([closed.late.documents, closed.late.methods], [[], []]);
    numbers.push(closed.zNumber);
    // Payments of the session, as the list has them.
    const { payments } = await shop.get(
      `query ($id: UUID) { payments(tillSessionId: $id, limit: 100) { totalCount sums { amount refunded } records { createdBy } } }`,
      { id: till.id },
    );
    const [received, returned] = ['received', 'returned'].map((name) =>
      report.methods.reduce((sum: number, one: Answer) => sum + cents(one[name]), 0),
    );
    assert.deepEqual([cents(payments.sums.amount), cents(payments.sums.refunded)], [received, returned]);
    const ofTill = await shop.get(
      'query ($id: UUID) { payments(billingPointId: $id) { totalCount sums { amount } } }',
      { id: closed.billingPoint.id },
    );
    assert.equal(cents(ofTill.payments.sums.amount), received);
    const [act] = await here.sql<{ actor: string }>`select actor from acts
      where tenant_id = ${shop.tenant.id} and operation = 'closeTill' and ${till.id} = any (entity_ids)`;
    assert.equal(act!.actor, `user:${closed.closedBy}`);
  }
  assert.deepEqual(numbers, [1, 1], 'each till has numbers of its own');
  // Each document and payment is in one Z.
  const rows = await here.query<{ n: number; of: number }>(
    `select (select count(*) from (select unnest(documents || payments || refunds) from till_closings where tenant_id = $1) z)::int as n,
       ((select count(*) from fiscal_documents where tenant_id = $1) + (select count(*) from payments where tenant_id = $1)
        + (select count(*) from refunds where tenant_id = $1))::int as of`,
    [shop.tenant.id],
  );
  assert.equal(rows[0]!.n, rows[0]!.of);
});

async function sale(
  who: Person,
  shop: { clientId: string; itemId: string },
  more: object = {},
  madeBy: string | null = null,
): Promise<Answer> {
  const input = {
    clientId: shop.clientId,
    lines: [{ itemId: shop.itemId, quantity: '1' }],
    ...(madeBy === null ? {} : { madeBy }),
    ...more,
  };
  const order = await who.get(ORDER, { input });
  const payment = { payments: [{ method: 'CASH', amount: '10' }] };
  return (await who.get(INVOICE, { id: order.createOrder.id, payment, madeBy })).generateInvoice;
}

async function shopOf(): Promise<{ shop: TestTenant; goods: { clientId: string; itemId: string } }> {
  const shop = await (await world()).tenant();
  const goods = {
    clientId: await newClient(shop),
    itemId: await newItem(shop, { stock: '999', price: '10', taxRate: '0' }),
  };
  return { shop, goods };
}

async function opened(who: Person, float = '0', more: object = {}): Promise<string> {
  const id = randomUUID();
  await who.get(OPEN, { id, float, ...more });
  return id;
}

const count = (who: Person, session: string, amount: number): Promise<Answer> =>
  who.get(COUNT, { id: randomUUID(), session, cash: pieces(amount) });

test('two persons at one till have sessions of their own, and its Z are numbered without a gap', async () => {
  const { shop, goods } = await shopOf();
  const [ana, beto] = [await person(shop, 'ana', 'operator'), await person(shop, 'beto', 'operator')];
  const [first, second] = [await opened(ana), await opened(beto)];
  assert.equal(
    (await ana.refused(OPEN, { id: randomUUID(), float: '0' })).code,
    'CONFLICT',
    'a person has one at a time',
  );
  await sale(ana, goods);
  await sale(beto, goods);
  await sale(beto, goods);
  await count(ana, first, 1000);
  await count(beto, second, 2000);
  // Both at once, and each twice at once.
  const closed = await Promise.all(
    [
      [ana, first],
      [ana, first],
      [beto, second],
      [beto, second],
    ].map(([who, session]) => (who as Person).get(CLOSE, { session })),
  );
  const numbers = closed.map(({ closeTill }) => closeTill.zNumber);
  assert.deepEqual([numbers[0], numbers[2]], [numbers[1], numbers[3]]);
  assert.deepEqual(
    numbers.toSorted((one, other) => one - other),
    [1, 1, 2, 2],
  );
  assert.equal(cents(ofMethod(closed[2].closeTill.report, 'CASH').received), 2000);
  const third = await opened(ana);
  await count(ana, third, 0);
  assert.equal((await ana.get(CLOSE, { session: third })).closeTill.zNumber, 3);
});

test('a closing without a count, or with a difference without an explanation, makes no Z', async () => {
  const { shop, goods } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const id = await opened(ana, '20');
  await sale(ana, goods);
  assert.equal((await ana.refused(CLOSE, { session: id })).code, 'CONFLICT');
  const counted = await count(ana, id, 2950);
  assert.equal(ofMethod(counted.countTill.report, 'CASH').difference, '-0.5');
  assert.equal((await ana.refused(CLOSE, { session: id, why: ' ' })).code, 'BAD_USER_INPUT');
  // A sale after the count makes a difference again.
  await count(ana, id, 3000);
  await sale(ana, goods);
  assert.equal((await ana.refused(CLOSE, { session: id })).code, 'BAD_USER_INPUT');
  await count(ana, id, 3999);
  const { closeTill: closed } = await ana.get(CLOSE, { session: id, why: 'Falta un centavo' });
  assert.deepEqual([closed.explanation, ofMethod(closed.report, 'CASH').difference], ['Falta un centavo', '-0.01']);
  assert.equal(closed.entries.filter(({ kind }: Answer) => kind === 'COUNT').length, 3, 'each count is kept');
  assert.equal(
    (await ana.refused(MOVE, { id: randomUUID(), session: id, kind: 'IN', amount: '1', reason: 'Tarde' })).code,
    'CONFLICT',
  );
  for (const bad of [
    { id: randomUUID(), float: '-1' },
    { id: randomUUID(), float: '0.001' },
  ])
    assert.equal((await ana.refused(OPEN, bad)).code, 'BAD_USER_INPUT');
  const again = await opened(ana);
  for (const cash of [
    [{ denomination: 'NOTE_5', pieces: -1 }],
    [
      { denomination: 'NOTE_5', pieces: 1 },
      { denomination: 'NOTE_5', pieces: 1 },
    ],
  ])
    assert.equal((await ana.refused(COUNT, { id: randomUUID(), session: again, cash })).code, 'BAD_USER_INPUT');
  const others = [{ method: 'CASH', amount: '1' }];
  assert.equal(
    (await ana.refused(COUNT, { id: randomUUID(), session: again, cash: [], others })).code,
    'BAD_USER_INPUT',
  );
});

test('an entry that is sent again is done once, and its id stands for nothing else in its session', async () => {
  const { shop } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const session = await opened(ana, '20');
  const move = { id: randomUUID(), session, kind: 'IN', amount: '5', reason: 'Sencillo' };
  const counted = {
    ...{ id: randomUUID(), session, cash: [{ denomination: 'NOTE_5', pieces: 5 }] },
    others: [{ method: 'YAPPY', amount: '3' }],
  };
  for (const again of ['5', '5.00', '5']) await ana.get(MOVE, { ...move, amount: again });
  for (const others of [counted.others, [{ method: 'YAPPY', amount: '3.00' }], counted.others])
    await ana.get(COUNT, { ...counted, others });
  for (const other of [{ amount: '6' }, { kind: 'OUT' }, { reason: 'Hielo' }, { id: counted.id }]) {
    const { code } = await ana.refused(MOVE, { ...move, ...other });
    assert.equal(code, 'CONFLICT', JSON.stringify(other));
  }
  for (const other of [
    { cash: [{ denomination: 'COIN_1', pieces: 25 }] },
    { cash: [{ denomination: 'NOTE_5', pieces: 4 }] },
    { others: [{ method: 'YAPPY', amount: '4' }] },
    { others: [] },
    { id: move.id },
  ]) {
    const { code } = await ana.refused(COUNT, { ...counted, ...other });
    assert.equal(code, 'CONFLICT', JSON.stringify(other));
  }
  const { closeTill: closed } = await ana.get(CLOSE, { session, why: 'Tres de más' });
  assert.deepEqual([cents(closed.report.paidIn), cents(closed.report.paidOut)], [500, 0]);
  assertEach(closed.entries, ({ kind, amount }: Answer) => [kind, cents(amount)], [
    ['IN', 500],
    ['COUNT', 2500],
  ]);
  // After the Z as well: what was done is answered, what was not is refused.
  await ana.get(MOVE, move);
  await ana.get(COUNT, counted);
  assert.equal((await ana.refused(MOVE, { ...move, amount: '6' })).code, 'CONFLICT');
});

test('a Z is never changed: what comes after it is told beside it, and in the next X', async () => {
  const here = await world();
  const { shop, goods } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const id = await opened(ana, '5');
  const invoice = await sale(ana, goods);
  await count(ana, id, 1500);
  const { closeTill: closed } = await ana.get(CLOSE, { session: id });
  // A payment that is taken back after the closing, by another user.
  await shop.call('refundPayment', { paymentId: invoice.payments[0].id, amount: '4', reason: 'Rota' }, 'admin');
  const next = await opened(ana);
  // A sale that the till had kept; its money lies in the drawer of the first session.
  await sale(ana, goods, { metadata: { tillSession: id } });
  await sale(ana, goods, { metadata: { tillSession: next } });
  const { tillSession: after } = await ana.get(READ, { id });
  assert.deepEqual(after.report, closed.report);
  const late = ofMethod(after.late, 'CASH');
  assert.deepEqual([late.received, late.returned], ['10', '4']);
  assert.equal(ofKind(after.late, 'INVOICE').count, 1);
  const { tillSession: x } = await ana.get(READ, { id: next });
  const cash = ofMethod(x.report, 'CASH');
  assert.deepEqual([cash.received, cash.earlier, cash.expected], ['20', '10', '10']);
  for (const statement of [
    `update till_closings set number = 9 where tenant_id = '${shop.tenant.id}'`,
    `delete from till_closings where tenant_id = '${shop.tenant.id}'`,
    `update till_entries set amount = 9 where tenant_id = '${shop.tenant.id}'`,
  ])
    await assert.rejects(here.query(statement), /is not changed/);
});

test('money is expected in the drawer unless the sale names a session that tells it beside its Z', async () => {
  const { shop, goods } = await shopOf();
  const [ana, beto] = [await person(shop, 'ana', 'operator'), await person(shop, 'beto', 'operator')];
  const past = await opened(ana);
  await count(ana, past, 0);
  await ana.get(CLOSE, { session: past });
  const ofBeto = await opened(beto);
  const id = await opened(ana);
  const sold: Answer[] = [];
  for (const tillSession of [past, randomUUID(), ofBeto, 'ayer', id])
    sold.push(await sale(ana, goods, { metadata: { tillSession } }));
  const cashOf = async (session: string): Promise<Answer> => {
    const { report, late } = (await beto.get(READ, { id: session })).tillSession;
    return [ofMethod(report, 'CASH'), late && ofMethod(late, 'CASH')];
  };
  // In cents: 5 sales of 1,000, of which one lies in the drawer of the past session.
  const [x] = await cashOf(id);
  assert.deepEqual([x.received, x.earlier, x.expected], ['50', '10', '40']);
  assert.equal((await cashOf(past))[1].received, '10');
  assert.equal((await cashOf(ofBeto))[0].expected, '0');
  // Filed later it has another instant, and its money lies where it lay.
  await ana.call('convertInvoiceToDgi { mode }', { invoiceId: sold[0].id });
  assert.deepEqual((await cashOf(id))[0], x);
  assert.equal((await cashOf(past))[1].received, '10');
  // Money that is paid only then is in the drawer of now.
  const lines = [{ itemId: goods.itemId, quantity: '1' }];
  const input = { clientId: goods.clientId, lines, metadata: { tillSession: past } };
  const { createOrder: order } = await ana.get(ORDER, { input });
  const { generateInvoice: owed } = await ana.get(INVOICE, { id: order.id });
  const payment = { payments: [{ method: 'CASH', amount: '10' }] };
  await ana.call('convertInvoiceToDgi { mode }', { invoiceId: owed.id, payment });
  const [after] = await cashOf(id);
  assert.deepEqual([after.received, after.earlier, after.expected], ['60', '10', '50']);
  assert.equal((await cashOf(past))[1].received, '10');
  // Put right, it still lies there, by the method in which it came.
  const right = { paymentId: sold[0].payments[0].id, amount: '10', method: 'DEBIT_CARD', reason: 'Fue tarjeta' };
  await ana.call('correctPayment { id }', right);
  const sums = (report: Answer) =>
    ['CASH', 'DEBIT_CARD'].map((method) => {
      const { received, returned, earlier, expected } = ofMethod(report, method);
      return [received, returned, earlier, expected];
    });
  const [{ report }, { late }] = await Promise.all(
    [id, past].map(async (session) => (await ana.get(READ, { id: session })).tillSession),
  );
  assert.deepEqual(sums(report), [
    ['60', '10', '0', '50'],
    ['10', '0', '10', '0'],
  ]);
  assert.deepEqual(sums(late), [
    ['10', '10', '0', '0'],
    ['10', '0', '0', '10'],
  ]);
});

test('a payment that another person corrects is right in the drawer of its taker, before the Z and beside it', async () => {
  const here = await world();
  const { shop, goods } = await shopOf();
  const [ana, beto] = [await person(shop, 'ana', 'operator'), await person(shop, 'beto', 'operator')];
  const [id, ofBeto] = [await opened(ana), await opened(beto)];
  const [before, after] = [await sale(ana, goods), await sale(ana, goods)];
  const correct = ({ payments }: Answer): Promise<Answer> =>
    beto.call('correctPayment { payments { createdBy refunds { createdBy } } }', {
      ...{ paymentId: payments[0].id, amount: '10', method: 'DEBIT_CARD', reason: 'Fue tarjeta' },
    });
  const { payments } = await correct(before);
  assertEach(payments, ({ createdBy, refunds }) => [createdBy, ...refunds.map((one: Answer) => one.createdBy)], [
    ['ana', 'ana'],
    ['ana'],
  ]);
  const [act] = await here.query<{ actor: string }>(
    `select actor from acts where tenant_id = $1 and operation = 'correctPayment'`,
    [shop.tenant.id],
  );
  assert.equal(act!.actor, 'user:beto');
  const sums = (report: Answer, method: string): string[] => {
    const { received, returned, expected } = ofMethod(report, method);
    return [received, returned, expected];
  };
  const { report } = (await ana.get(READ, { id })).tillSession;
  assert.deepEqual(sums(report, 'CASH'), ['20', '10', '10']);
  assert.deepEqual(sums(report, 'DEBIT_CARD'), ['10', '0', '10']);
  const others = [{ method: 'DEBIT_CARD', amount: '10' }];
  await ana.get(COUNT, { id: randomUUID(), session: id, cash: pieces(1000), others });
  await ana.get(CLOSE, { session: id });
  await correct(after);
  const { late } = (await ana.get(READ, { id })).tillSession;
  assert.deepEqual(
    [sums(late, 'CASH'), sums(late, 'DEBIT_CARD')],
    [
      ['0', '10', '-10'],
      ['10', '0', '10'],
    ],
  );
  const { report: untouched } = (await beto.get(READ, { id: ofBeto })).tillSession;
  assertEach(untouched.methods, ({ method, expected }) => [method, expected], [['CASH', '0']]);
});

test('a payment that is dated ahead is in one Z, also where its date comes in a later session', async (t) => {
  const here = await world();
  t.after(() => {
    here.clock.offsetMs = 0;
  });
  const { shop, goods } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const owed = async (): Promise<string> => {
    const { createOrder } = await ana.get(ORDER, {
      input: { clientId: goods.clientId, lines: [{ itemId: goods.itemId, quantity: '1' }] },
    });
    return (await ana.get(INVOICE, { id: createOrder.id })).generateInvoice.id;
  };
  const pay = async (invoiceId: string, hoursAhead: number): Promise<void> => {
    const paidAt = new Date(Date.now() + here.clock.offsetMs + hoursAhead * 3_600_000).toISOString();
    await ana.call('registerPayment', { invoiceId, amount: '10', method: 'CASH', paidAt });
  };
  const received: string[] = [];
  const sessions: string[] = [];
  const listed = async (id: string, more: object = {}): Promise<string> =>
    (await shop.call('payments { sums { amount } }', { tillSessionId: id, method: 'CASH', ...more })).sums.amount;
  for (const session of [1, 2, 3]) {
    const id = await opened(ana);
    sessions.push(id);
    // The first session takes one for the next hours; the second one its own.
    if (session < 3) await pay(await owed(), session === 1 ? 3 : 0);
    const { tillSession: x } = await ana.get(READ, { id });
    received.push(ofMethod(x.report, 'CASH').received);
    assert.equal(await listed(id), session < 3 ? '10' : '0');
    // The date comes in the third session: it is not told beside its Z, either.
    if (session === 3) here.clock.offsetMs += 4 * 3_600_000;
    await count(ana, id, session < 3 ? 1000 : 0);
    const { closeTill: z } = await ana.get(CLOSE, { session: id, why: 'Prueba' });
    assert.equal(ofMethod(z.report, 'CASH').received, received.at(-1));
    assert.deepEqual([z.late.methods, z.explanation], [[], 'Prueba']);
  }
  assert.deepEqual(received, ['10', '10', '0']);
  // The list of a session has what its Z has, and is empty at another till.
  const lists = [];
  for (const id of sessions) lists.push(await listed(id));
  assert.deepEqual(lists, ['10', '10', '0']);
  assert.equal(await listed(sessions[0]!, { billingPointId: await secondPoint(shop) }), '0');
});

test('a payment that is dated ahead is corrected in the drawer whose Z has it, also before its date comes', async () => {
  const { shop, goods } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const lines = [{ itemId: goods.itemId, quantity: '1' }];
  const { createOrder } = await ana.get(ORDER, { input: { clientId: goods.clientId, lines } });
  const { generateInvoice: owed } = await ana.get(INVOICE, { id: createOrder.id });
  const first = await opened(ana);
  const paidAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
  await ana.call('registerPayment', { invoiceId: owed.id, amount: '10', method: 'CASH', paidAt });
  await count(ana, first, 1000);
  await ana.get(CLOSE, { session: first });
  const second = await opened(ana);
  const correct = async (amount: string, method: string): Promise<void> => {
    const { payments } = await shop.call('invoice { payments { id refunds { amount } } }', { id: owed.id });
    const { id: paymentId } = payments.find((one: Answer) => one.refunds.length === 0);
    await ana.call('correctPayment', { paymentId, amount, method, reason: 'Fue tarjeta' });
  };
  const sums = (report: Answer) =>
    ['CASH', 'DEBIT_CARD'].map((method) => {
      const { received, returned, expected } = ofMethod(report, method);
      return [received, returned, expected];
    });
  const both = async () => {
    const [{ late }, { report }] = await Promise.all(
      [first, second].map(async (id) => (await ana.get(READ, { id })).tillSession),
    );
    return { late: sums(late), report: sums(report) };
  };
  const untouched = [
    ['0', '0', '0'],
    ['0', '0', '0'],
  ];
  await correct('10', 'DEBIT_CARD');
  assert.deepEqual(await both(), {
    late: [
      ['0', '10', '-10'],
      ['10', '0', '10'],
    ],
    report: untouched,
  });
  await correct('9', 'DEBIT_CARD');
  assert.deepEqual(await both(), {
    late: [
      ['0', '10', '-10'],
      ['19', '10', '9'],
    ],
    report: untouched,
  });
  // The lists have what the Zs and what stands beside them have.
  const lists = [first, second].map(async (tillSessionId) => {
    const { sums: listed } = await shop.call('payments { sums { amount refunded } }', { tillSessionId });
    return [listed.amount, listed.refunded];
  });
  assert.deepEqual(await Promise.all(lists), [
    ['29', '20'],
    ['0', '0'],
  ]);
});

test('sessions are filtered by till, person, day and difference, and exported with what their Z has', async () => {
  const { app, clock, url } = await world();
  const { shop, goods } = await shopOf();
  const [ana, beto] = [await person(shop, 'ana', 'operator'), await person(shop, 'beto', 'operator')];
  const point = await secondPoint(shop);
  const first = await opened(ana, '20');
  const even = await opened(beto, '0', { point });
  await sale(ana, goods);
  // Two methods that differ by as much in either way differ all the same: of 3,000 cents 500 are said to be by card.
  const others = [{ method: 'DEBIT_CARD', amount: '5' }];
  await ana.get(COUNT, { id: randomUUID(), session: first, cash: pieces(2500), others });
  await ana.get(CLOSE, { session: first, why: 'Cobrado con tarjeta' });
  await count(beto, even, 0);
  await beto.get(CLOSE, { session: even });
  const still = await opened(ana);
  const LIST = `query ($point: UUID, $by: String, $open: Boolean, $differs: Boolean, $from: Date, $to: Date) {
    tillSessions(billingPointId: $point, openedBy: $by, isOpen: $open, hasDifference: $differs, from: $from, to: $to) {
      totalCount records { id expected counted difference } } }`;
  const ids = async (asked: object): Promise<string[]> =>
    (await shop.get(LIST, asked)).tillSessions.records.map(({ id }: Answer) => id);
  assert.deepEqual(await ids({}), [still, even, first], 'the newest first');
  assert.deepEqual(await ids({ point }), [even]);
  assert.deepEqual(await ids({ by: 'ana' }), [still, first]);
  assert.deepEqual(await ids({ open: true }), [still]);
  assert.deepEqual(await ids({ differs: true }), [first]);
  assert.deepEqual(await ids({ differs: false }), [still, even]);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: shop.tenant.timeZone }).format(clock.now());
  assert.equal((await ids({ from: day, to: day })).length, 3);
  assert.deepEqual(await ids({ from: '2020-01-01', to: '2020-01-02' }), []);
  const file = async (role: 'viewer' | 'cashier'): Promise<Response> => {
    const wanted = { userName: 'eva', role, expiresIn: '1h', now: clock.now() } as const;
    const { token } = await createToken(app, shop.tenant, JWT_SECRET, wanted);
    return fetch(`${url}/export/till_sessions.csv?hasDifference=true&language=es`, {
      headers: { authorization: `Bearer ${token}` },
    });
  };
  const [head, line, ...more] = (await (await file('viewer')).text()).replace('\uFEFF', '').trim().split(/\r?\n/);
  assert.deepEqual(more, []);
  const columns = head!.split(/[;,]/);
  const cells = line!.split(/[;,]/);
  const cell = (name: string): string => cells[columns.indexOf(name)]!;
  assert.deepEqual(['Z', 'Cajero', 'Esperado', 'Contado', 'Diferencia', 'Explicación'].map(cell), [
    '1',
    'ana',
    '30',
    '30',
    '0',
    'Cobrado con tarjeta',
  ]);
  assert.equal((await file('cashier')).status, 403);
});

test('the paper of a Z has its sums, on a roll and on letter paper, for who may read it', async () => {
  const { app, clock, url } = await world();
  const { shop, goods } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const id = await opened(ana, '7.35');
  await sale(ana, goods);
  for (const [price, taxRate, amount] of [
    ['10', '7', '10.70'],
    ['5', '10', '5.50'],
  ] as const) {
    const lines = [{ itemId: await newItem(shop, { stock: '9', price, taxRate }), quantity: '1' }];
    const order = await ana.get(ORDER, { input: { clientId: goods.clientId, lines } });
    const payment = { payments: [{ method: 'CASH', amount }] };
    await ana.get(INVOICE, { id: order.createOrder.id, payment, madeBy: null });
  }
  const paper = async (
    name: string,
    userName = 'ana',
    role: 'viewer' | 'cashier' = 'viewer',
    of = shop,
  ): Promise<Response> => {
    const wanted = { userName, role, expiresIn: '1h', now: clock.now() } as const;
    const { token } = await createToken(app, of.tenant, JWT_SECRET, wanted);
    return fetch(`${url}/till-papers/${name}`, { headers: { authorization: `Bearer ${token}` } });
  };
  const named = (answer: Response): string | null => answer.headers.get('content-disposition');
  assert.match(String(named(await paper(`${id}.pdf`))), /"x\.pdf"/);
  assert.equal((await paper(`${id}.pdf`, 'ana', 'cashier')).status, 404, 'a cashier would count by an X');
  await count(ana, id, 3350);
  await ana.get(CLOSE, { session: id, why: 'Falta un billete' });
  const told: string[] = [];
  for (const [kind, width] of [
    ['roll', 227],
    ['letter', 612],
  ] as const) {
    const bytes = [];
    for (let n = 0; n < 2; n += 1) {
      const answer = await paper(`${id}.pdf?paper=${kind}`, 'ana', 'cashier');
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      assert.match(String(named(answer)), /"z-\d{3}-1\.pdf"/);
      bytes.push(Buffer.from(await answer.arrayBuffer()));
    }
    assert.deepEqual(bytes[0], bytes[1]);
    const [page, ...more] = pagesOf(bytes[0]!);
    assert.deepEqual([page!.size[0], more], [width, []]);
    told.push(page!.texts.map((part) => part.trim()).join(' '));
  }
  assert.equal((await paper(`${id}.pdf?paper=A4`)).status, 400);
  assert.equal((await paper(`${id}.pdf`, 'beto', 'cashier')).status, 404);
  assert.equal((await paper(`${id}.pdf`, 'eva', 'viewer', (await shopOf()).shop)).status, 404);
  // In cents: 735 + 1,000 + 1,070 + 550 were expected, 3,350 counted.
  for (const part of [
    // A value is drawn before its label.
    'CIERRE Z N.º 1',
    '7.35 Fondo inicial 26.20 Cobrado 0.00 Entradas 0.00 Salidas 33.55 Esperado 33.50 Contado 0.05 Faltante',
    '3 Facturas (proforma)',
    '25.00 Subtotal 10.00 Exento 0.70 ITBMS 7 % de 10.00 0.50 ITBMS 10 % de 5.00 1.20 ITBMS 26.20 Total',
  ])
    for (const one of told) assert.ok(one.includes(part), `${part}: ${one}`);
});

test('clocks: that of a till may be wrong, and a day ends where it ends in Panama', async () => {
  const { clock } = await world();
  const { shop, goods } = await shopOf();
  const ana = await person(shop, 'ana', 'operator');
  const at = clock.offsetMs;
  // Ten minutes before midnight in Panama on the last of a month: there it is the next month already by UTC.
  const edge = Date.UTC(2026, 11, 1, 4, 50);
  clock.offsetMs = edge - Date.now();
  try {
    const late = await person(shop, 'luz', 'operator');
    const id = await opened(late, '0', { saidAt: '2001-01-01T00:00:00Z' });
    await sale(late, goods);
    clock.offsetMs += 20 * 60_000;
    await sale(late, goods);
    await count(late, id, 2000);
    const { closeTill: closed } = await late.get(CLOSE, { session: id });
    assert.equal(cents(ofMethod(closed.report, 'CASH').received), 2000, 'one session over midnight');
    const on = async (from: string, to = from): Promise<number> =>
      (await late.get(`{ tillSessions(from: "${from}", to: "${to}") { totalCount } }`)).tillSessions.totalCount;
    assert.deepEqual([await on('2026-11-30'), await on('2026-12-01')], [1, 0]);
  } finally {
    clock.offsetMs = at;
  }
  void ana;
});

test('a company sees no till of another one', async () => {
  const { shop } = await shopOf();
  const other = await shopOf();
  const [ana, eva] = [await person(shop, 'ana', 'operator'), await person(other.shop, 'eva', 'operator')];
  const id = await opened(ana, '7');
  assert.equal((await eva.refused(READ, { id })).code, 'NOT_FOUND');
  assert.equal((await eva.refused(COUNT, { id: randomUUID(), session: id, cash: [] })).code, 'NOT_FOUND');
  assert.equal((await eva.refused(CLOSE, { session: id })).code, 'NOT_FOUND');
  assert.equal((await eva.get('{ tillSessions { totalCount } }')).tillSessions.totalCount, 0);
  // The same id is free in another company.
  assert.equal((await eva.get(OPEN, { id, float: '1' })).openTill.openingFloat, '1');
  const { point } = { point: await secondPoint(shop) };
  assert.equal((await eva.refused(OPEN, { id: randomUUID(), float: '1', point })).code, 'NOT_FOUND');
});
