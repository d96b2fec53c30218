// Sales that come back to the counter: the note that left, the goods, the lots, the money and the debt.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { lockLevels } from '../../src/stock/index.ts';
import { inTenant, type TenantDb } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { assertLedgerHolds, newClient, newItem, stockOf } from '../support/business.ts';
import { ORDER, SELL, RETURN, FIND, READ, person, type Part, sell, back, opened, closed } from '../support/returns.ts';
import { eventually, world, type Answer } from '../support/world.ts';

type Level = Parameters<typeof lockLevels>[1][number];

test('a part of a fiscal sale comes back: the note is certified and applied, the money given back, a damaged piece written off', async () => {
  const { simulator, query } = await world();
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const itemId = await newItem(shop, { stock: '10', price: '5', taxRate: '7' });
  // 4 × 5.00 = 20.00, ITBMS 1.40: 21.40, of which 10.00 by card and 11.40 in cash.
  const parts = [
    { method: 'DEBIT_CARD', amount: '10' },
    { method: 'CASH', amount: '11.4' },
  ];
  const sold = await sell(ana, await newClient(shop), [{ itemId, quantity: '4' }], parts, 'DGI');
  const [line] = sold.lines;
  const found = (await ana.get(FIND, { code: sold.qrUrl, lines: [{ invoiceLineId: line.id, quantity: '3' }] }))
    .saleToReturn;
  // 3 × 5.00 = 15.00, ITBMS 1.05: 16.05; cash first.
  assert.deepEqual([found.invoice.id, found.problem, found.total, found.back], [sold.id, null, '16.05', '16.05']);
  assert.deepEqual(found.methods, [
    { method: 'CASH', amount: '11.4', most: '11.4' },
    { method: 'DEBIT_CARD', amount: '4.65', most: '10' },
  ]);
  const input = {
    invoiceId: sold.id,
    reason: 'Devolución',
    idempotencyKey: randomUUID(),
    lines: [
      { invoiceLineId: line.id, quantity: '2' },
      { invoiceLineId: line.id, quantity: '1', isDamaged: true },
    ],
  };
  const [first, second] = [await ana.get(RETURN, { input }), await ana.get(RETURN, { input })];
  assert.equal(second.returnSale.id, first.returnSale.id, 'the same key is one return');
  const { credit } = first.returnSale;
  assert.deepEqual(
    [credit.total, credit.mode, credit.legalStatus, credit.creditStatus],
    ['16.05', 'DGI', 'PAC_AUTHORIZED', 'APPLIED'],
  );
  // As it left: a note of type 04 about the CUFE of the sale, 3 pieces, at 5.00, 16.05 in all.
  const [left] = simulator.documents(shop.companyId).filter(({ id }) => id === credit.documentId);
  assert.ok(left, 'the PAC has the note');
  const { information, items, totals, referencedDocuments } = left.payload as Answer;
  assert.deepEqual([information.documentType, referencedDocuments[0].cufe], ['04', sold.cufe]);
  assertEach(items, ({ quantity, prices }) => [quantity, prices.transfer], [[3, 5]]);
  assert.equal(totals.paymentMethods[0].amount, 16.05);
  const { invoice } = await ana.get(READ, { id: sold.id });
  assert.deepEqual(
    [invoice.paid, invoice.balance, invoice.lines[0].quantityCredited, invoice.invoiceStatus],
    ['5.35', '0', '3', 'PAID'],
  );
  const refunds = invoice.payments.flatMap((one: Answer) =>
    one.refunds.map((refund: Answer) => [one.method, refund.amount, refund.reason, refund.movedTo]),
  );
  assert.deepEqual(refunds.toSorted(), [
    ['CASH', '11.4', credit.number, null],
    ['DEBIT_CARD', '4.65', credit.number, null],
  ]);
  // 10 − 4 + 3 − 1.
  assert.equal((await stockOf(shop, itemId)).onHand, '8');
  const moved = await query<{ source_type: number; change: string; text: string }>(
    `select source_type, quantity_change::text as change, description as text from inventory_logs where tenant_id = $1 order by occurred_at`,
    [shop.tenant.id],
  );
  assertEach(moved, ({ source_type: type, change }) => [type, Number(change)], [
    [5, 10],
    [1, -4],
    [3, 3],
    [5, -1],
  ]);
  assert.match(moved[3]!.text, new RegExp(credit.number));
  await assertLedgerHolds(shop);
  const tooMuch = await ana.refused(RETURN, {
    input: { ...input, idempotencyKey: randomUUID(), lines: [{ invoiceLineId: line.id, quantity: '1.01' }] },
  });
  assert.deepEqual([tooMuch.code, tooMuch.params.left], ['CONFLICT', '1']);
  const last = await back(ana, { invoiceId: sold.id });
  assert.equal(last.credit.invoice.invoiceStatus, 'CANCELED');
  assert.equal(
    (await ana.get(FIND, { code: last.credit.number })).saleToReturn.problem,
    'Nothing is left to credit on this invoice',
  );
});

test('a debt is lowered, and only what was paid beyond it goes back or stays for the client', async () => {
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const itemId = await newItem(shop, { stock: '100', price: '10', taxRate: '0' });
  const clientId = await newClient(shop);
  // 100.00, of which 30.00 are paid and 70.00 owed.
  const parts = [{ method: 'YAPPY', amount: '30' }];
  const onCredit = [...parts, { method: 'CREDIT', amount: '70', days: 30 } as Part];
  const sold = await sell(ana, clientId, [{ itemId, quantity: '10' }], onCredit);
  const lines = (n: number) => [{ invoiceLineId: sold.lines[0].id, quantity: String(n) }];
  const five = await back(ana, { invoiceId: sold.id, lines: lines(5) });
  assert.deepEqual([five.credit.invoice.balance, five.credit.invoice.paid], ['20', '30']);
  const found = (await ana.get(FIND, { code: sold.number, lines: lines(4) })).saleToReturn;
  // 40.00 come back; 20.00 were owed, so 20.00 are free.
  assert.deepEqual(
    [found.total, found.back, found.methods],
    ['40', '20', [{ method: 'YAPPY', amount: '20', most: '20' }]],
  );
  const tooMuch = {
    invoiceId: sold.id,
    lines: lines(4),
    reason: 'No',
    refunds: [{ method: 'YAPPY', amount: '20.01' }],
  };
  assert.equal((await ana.refused(RETURN, { input: tooMuch })).params.most, '20');
  const other = { ...tooMuch, refunds: [{ method: 'CASH', amount: '1' }] };
  assert.equal((await ana.refused(RETURN, { input: other })).params.most, '0');
  const wrong = { ...tooMuch, refunds: [{ method: 'YAPPY', amount: '0' }] };
  assert.equal((await ana.refused(RETURN, { input: wrong })).code, 'BAD_USER_INPUT');
  // Nothing was left of the refused ones.
  assert.equal((await stockOf(shop, itemId)).onHand, '95');
  const kept = await back(ana, { invoiceId: sold.id, lines: lines(4), refunds: [] });
  const { invoiceStatus, paid, balance, payments } = kept.credit.invoice;
  assert.deepEqual([invoiceStatus, paid, balance, payments[0].refunds], ['OVERPAID', '30', '0', []]);
  // The money that stays pays another invoice of the client.
  const next = await sell(ana, clientId, [{ itemId, quantity: '2' }], []);
  const { movePayment } = await ana.get(
    'mutation ($p: UUID!, $i: UUID!) { movePayment(paymentId: $p, invoiceId: $i, amount: "20") { invoiceStatus balance } }',
    { p: payments[0].id, i: next.id },
  );
  assert.deepEqual(movePayment, { invoiceStatus: 'PAID', balance: '0' });
  await assertLedgerHolds(shop);
});

test('an exchange is a return and a sale, and the difference is paid or given back', async () => {
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const [shirt, coat] = [
    await newItem(shop, { stock: '50', price: '10', taxRate: '0' }),
    await newItem(shop, { stock: '50', price: '25', taxRate: '0' }),
  ];
  const clientId = await newClient(shop);
  const session = await opened(ana, '100');
  // 30.00: 20.00 by card, 10.00 in cash.
  const parts = [
    { method: 'CREDIT_CARD', amount: '20' },
    { method: 'CASH', amount: '10' },
  ];
  const sold = await sell(ana, clientId, [{ itemId: shirt, quantity: '3' }], parts, 'DGI');
  const exchange = { lines: [{ itemId: coat, quantity: '2' }], payments: [{ method: 'CASH', amount: '19.99' }] };
  const less = await ana.refused(RETURN, { input: { invoiceId: sold.id, reason: 'Talla', exchange } });
  assert.deepEqual([less.code, less.params.missing], ['BAD_USER_INPUT', '0.01']);
  exchange.payments = [{ method: 'CASH', amount: '50' }];
  const { credit, exchange: made } = await back(ana, { invoiceId: sold.id, reason: 'Talla', exchange });
  // 50.00 less the 30.00 of the return: 20.00 of the 50.00 are kept.
  assert.partialDeepStrictEqual(made, { total: '50', paid: '50', balance: '0', change: '30', invoiceStatus: 'PAID' });
  assert.deepEqual(
    made.payments.map(({ method, amount, reference }: Answer) => [method, amount, reference]).toSorted(),
    [
      ['CASH', '10', credit.number],
      ['CASH', '20', null],
      ['CREDIT_CARD', '20', credit.number],
    ],
  );
  assert.equal(made.legalStatus, 'PAC_AUTHORIZED');
  assert.deepEqual(made.pacInput.totals.paymentMethods.map(({ type, amount }: Answer) => [type, amount]).toSorted(), [
    ['02', 10],
    ['02', 50],
    ['03', 20],
  ]);
  const { invoice: old } = await ana.get(READ, { id: sold.id });
  assert.deepEqual([old.paid, old.balance, old.invoiceStatus], ['0', '0', 'CANCELED']);
  assert.ok(old.payments.every(({ refunds }: Answer) => refunds.every((one: Answer) => one.movedTo !== null)));
  // The other way: 50.00 come back, 10.00 are taken, 40.00 go back: cash first, so 30.00 of it and 10.00 by card.
  const { simulator } = await world();
  await simulator.verdict(made.documentId, 'DGI_AUTHORIZED');
  await eventually(
    () => ana.get(READ, { id: made.id }),
    ({ invoice }: Answer) => invoice.legalStatus === 'DGI_AUTHORIZED',
  );
  const cheaper = await back(ana, {
    ...{ invoiceId: made.id, reason: 'No le gustó' },
    exchange: { lines: [{ itemId: shirt, quantity: '1' }] },
  });
  assert.deepEqual([cheaper.exchange.paid, cheaper.exchange.invoiceStatus], ['10', 'PAID']);
  assertEach(cheaper.exchange.payments, ({ method }) => method, ['CREDIT_CARD']);
  assert.deepEqual([(await stockOf(shop, shirt)).onHand, (await stockOf(shop, coat)).onHand], ['49', '50']);
  // The drawer: 100 float + 10 + 20 − 30, and 20 − 10 by card.
  const z = await closed(ana, session, { CASH: 10000, CREDIT_CARD: 1000 });
  assert.ok(
    z.report.methods.every(({ difference }: Answer) => difference === '0'),
    JSON.stringify(z.report),
  );
  await assertLedgerHolds(shop);
});

for (const [what, first] of [
  [
    'a sale, which has its number before its goods',
    (db: TenantDb) =>
      sql`select from document_numbers where tenant_id = ${db.tenant.id} and series = 'FAC' for update`.execute(db),
  ],
  ['an order, which has levels in the order of their keys', (db: TenantDb, [low]: Level[]) => lockLevels(db, [low!])],
] as const) {
  test(`an exchange never deadlocks with ${what}`, async () => {
    const { app, query } = await world();
    const shop = await (await world()).tenant();
    const ana = await person(shop, 'ana', 'operator');
    const options = { stock: '10', price: '10', taxRate: '0' };
    const [low, high] = [await newItem(shop, options), await newItem(shop, options)].toSorted() as [string, string];
    const cash = [{ method: 'CASH', amount: '10' }];
    const sold = await sell(ana, await newClient(shop), [{ itemId: high, quantity: '1' }], cash, 'DGI');
    const rows = await query<Level>(
      'select item_id as "itemId", location_id as "locationId" from stock_levels where tenant_id = $1 order by item_id',
      [shop.tenant.id],
    );
    let isOver = false;
    const { exchanging } = await inTenant(app, shop.tenant, async (db) => {
      await first(db, rows);
      const pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
      const exchange = { lines: [{ itemId: low, quantity: '1' }] };
      const began = back(ana, { invoiceId: sold.id, exchange }).finally(() => (isOver = true));
      began.catch(() => {});
      await eventually(
        () => query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [pid]),
        (waiting) => isOver || waiting.length > 0,
      );
      await lockLevels(db, [rows[1]!]);
      return { exchanging: began };
    });
    assert.equal((await exchanging).exchange.paid, '10');
    assert.deepEqual([(await stockOf(shop, low)).onHand, (await stockOf(shop, high)).onHand], ['9', '10']);
    await assertLedgerHolds(shop);
  });
}

test('goods of lots and serials come back to their own, and damaged ones leave them again', async () => {
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const [lots, serials] = [
    await newItem(shop, { tracking: 'LOT', price: '4', taxRate: '0' }),
    await newItem(shop, { tracking: 'SERIAL', price: '9', taxRate: '0' }),
  ];
  const comes = (itemId: string, lotNumber: string, quantityChange: string, expirationDate: string | null = null) =>
    ana.get('mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', {
      input: { itemId, quantityChange, description: 'Llegó', lotNumber, unitCost: '1', expirationDate },
    });
  await comes(lots, 'A', '2', '2027-01-31');
  await comes(lots, 'B', '5', '2027-02-28');
  for (const serial of ['S1', 'S2', 'S3']) await comes(serials, serial, '1');
  const held = async (itemId: string) => {
    const { query } = await world();
    const rows = await query<{ lot: string; n: string }>(
      'select lot_number as lot, quantity_remaining::text as n from inventory_lots where tenant_id = $1 and item_id = $2 order by 1',
      [shop.tenant.id, itemId],
    );
    return rows.map(({ lot, n }) => `${lot} ${Number(n)}`).join(', ');
  };
  const goods = [
    { itemId: lots, quantity: '4' },
    { itemId: serials, quantity: '2' },
  ];
  const sold = await sell(ana, await newClient(shop), goods, [{ method: 'CASH', amount: '34' }]);
  assert.deepEqual([await held(lots), await held(serials)], ['A 0, B 3', 'S1 0, S2 0, S3 1']);
  const [first, second] = sold.lines.map(({ id }: Answer) => id);
  // The lot that left last comes back first: B; of three pieces one is damaged.
  await back(ana, {
    invoiceId: sold.id,
    lines: [
      { invoiceLineId: first, quantity: '2' },
      { invoiceLineId: first, quantity: '1', isDamaged: true },
      { invoiceLineId: second, quantity: '1', isDamaged: true },
    ],
  });
  assert.equal(await held(serials), 'S1 0, S2 0, S3 1', 'the damaged one is not on the shelf');
  assert.deepEqual([(await stockOf(shop, lots)).onHand, (await stockOf(shop, serials)).onHand], ['5', '1']);
  await back(ana, { invoiceId: sold.id });
  assert.equal(await held(serials), 'S1 1, S2 0, S3 1', 'the other one comes back, and not the damaged one');
  assert.equal((await stockOf(shop, lots)).onHand, '6');
  await assertLedgerHolds(shop);
});

test('a note that the DGI rejects leaves the shelf as it was, and the money that went back is owed again', async () => {
  const { simulator } = await world();
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const itemId = await newItem(shop, { tracking: 'LOT', price: '10', taxRate: '0' });
  await ana.get('mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', {
    input: { itemId, quantityChange: '5', description: 'Llegó', lotNumber: 'L', unitCost: '1' },
  });
  const sold = await sell(
    ana,
    await newClient(shop),
    [{ itemId, quantity: '3' }],
    [{ method: 'CASH', amount: '30' }],
    'DGI',
  );
  const [{ id: line }] = sold.lines;
  const lines = [
    { invoiceLineId: line, quantity: '1' },
    { invoiceLineId: line, quantity: '2', isDamaged: true },
  ];
  const { credit } = await back(ana, { invoiceId: sold.id, lines });
  assert.deepEqual([credit.invoice.paid, credit.invoice.balance], ['0', '0']);
  assert.equal((await stockOf(shop, itemId)).onHand, '3');
  await simulator.verdict(credit.documentId, 'DGI_REJECTED');
  const { invoice } = await eventually(
    () => ana.get(READ, { id: sold.id }),
    (one: Answer) => one.invoice.balance === '30',
  );
  assert.deepEqual([invoice.paid, invoice.lines[0].quantityCredited], ['0', '0']);
  assert.equal((await stockOf(shop, itemId)).onHand, '2');
  // Again: the note, and no money a second time.
  const again = await back(ana, { invoiceId: sold.id, lines });
  assert.deepEqual([again.credit.invoice.balance, again.credit.invoice.paid], ['0', '0']);
  assert.equal((await stockOf(shop, itemId)).onHand, '3');
  await assertLedgerHolds(shop);
});

test('a note that is taken back locks all its goods in the order of a sale, the damaged ones too', async () => {
  const { app, query, simulator } = await world();
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const options = { stock: '10', price: '10', taxRate: '0' };
  const [low, high] = [await newItem(shop, options), await newItem(shop, options)].toSorted() as [string, string];
  const goods = [low, high].map((itemId) => ({ itemId, quantity: '1' }));
  const sold = await sell(ana, await newClient(shop), goods, [{ method: 'CASH', amount: '20' }], 'DGI');
  const lines = sold.lines.map(({ id }: Answer, at: number) => ({
    ...{ invoiceLineId: id, quantity: '1', isDamaged: at === 1 },
  }));
  const { credit } = await back(ana, { invoiceId: sold.id, lines });
  const [level] = await query<Level>(
    'select item_id as "itemId", location_id as "locationId" from stock_levels where tenant_id = $1 and item_id = $2',
    [shop.tenant.id, low],
  );
  const { told } = await inTenant(app, shop.tenant, async (db) => {
    await lockLevels(db, [level!]);
    const pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
    const rejected = { told: simulator.verdict(credit.documentId, 'DGI_REJECTED') };
    await eventually(
      () => query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [pid]),
      (waiting) => waiting.length > 0,
    );
    await sql`select from stock_levels where tenant_id = ${shop.tenant.id} and item_id = ${high} for update nowait`.execute(
      db,
    );
    return rejected;
  });
  await told;
  await eventually(
    () => ana.get(READ, { id: sold.id }),
    ({ invoice }: Answer) => invoice.balance === '20',
  );
  assert.deepEqual([(await stockOf(shop, low)).onHand, (await stockOf(shop, high)).onHand], ['9', '9']);
  await assertLedgerHolds(shop);
});

test('what cannot be taken back is refused by its reason, and its slip is found all the same', async () => {
  const shop = await (await world()).tenant();
  const ana = await person(shop, 'ana', 'operator');
  const itemId = await newItem(shop, { stock: '100', taxRate: '0' });
  const clientId = await newClient(shop);
  const order = await ana.get(ORDER, { input: { clientId, lines: [{ itemId, quantity: '1' }] } });
  const payment = { payments: [{ method: 'CASH', amount: '10' }] };
  const { generateInvoice: young } = await ana.get(SELL, { id: order.createOrder.id, mode: 'DGI', payment });
  const early = await ana.refused(RETURN, { input: { invoiceId: young.id, reason: 'x' } });
  assert.equal(early.code, 'CONFLICT');
  assert.match(early.message, /needs an invoice that is DGI_AUTHORIZED/);
  const slip = (await ana.get(FIND, { code: String(Number(young.number.split('-').at(-1))) })).saleToReturn;
  assert.deepEqual([slip.invoice.id, slip.back], [young.id, '0']);
  assert.match(slip.problem, /DGI_AUTHORIZED/);
  const canceled = await sell(ana, clientId, [{ itemId, quantity: '1' }], payment.payments);
  await ana.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  assert.match(
    (await ana.refused(RETURN, { input: { invoiceId: canceled.id, reason: 'x' } })).message,
    /takes no credit/,
  );
  assert.equal((await ana.refused(FIND, { code: 'FAC-9999999999' })).code, 'NOT_FOUND');
  const neighbour = await person(await (await world()).tenant(), 'ana', 'operator');
  assert.equal((await neighbour.refused(RETURN, { input: { invoiceId: young.id, reason: 'x' } })).code, 'NOT_FOUND');
  assert.equal((await neighbour.refused(FIND, { code: young.cufe })).code, 'NOT_FOUND');
  // A scanner with the keyboard of another country: - is typed as ', and so on.
  const garbled = `httpsÑ--dgi-fep.mef.gob.pa-Consultas-FacturasPorQR_chFE¿${young.cufe.replaceAll('-', "'")}/iAmb¿2`;
  assert.equal((await ana.get(FIND, { code: garbled })).saleToReturn.invoice.id, young.id);
});
