// Credits: what comes back, what it is worth to the cent, and what the law says of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lockDocument } from '../../src/certification/index.ts';
import { changeDocument } from '../../src/certification/fiscal-document.ts';
import { lockInvoice } from '../../src/invoicing/refresh-invoice-status.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import {
  adjust,
  assertLedgerHolds,
  invoice,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  newSale,
  readInvoice,
  stockOf,
  untilInvoice,
} from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const CREDIT = `id number mode legalStatus creditStatus submissionState documentId cufe total reason rejectionReasons pacInput
  invoice { id } lines { invoiceLineId quantity total item { id } }`;
const CREATE = `mutation ($input: CreateCreditInput!) { createCredit(input: $input) { ${CREDIT} } }`;
const APPLY = `mutation ($id: UUID!) { applyCredit(creditId: $id) { ${CREDIT} } }`;
const CANCEL = `mutation ($id: UUID!) { cancelCredit(creditId: $id) { ${CREDIT} } }`;
const CONVERT = `mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { ${CREDIT} } }`;

async function createCredit(shop: TestTenant, invoiceId: string, input: object = {}): Promise<Answer> {
  return (await shop.get(CREATE, { input: { invoiceId, reason: 'Returned', idempotencyKey: randomUUID(), ...input } }))
    .createCredit;
}

async function readCredit(shop: TestTenant, id: string): Promise<Answer> {
  return (await shop.get(`query ($id: UUID!) { credit(id: $id) { ${CREDIT} } }`, { id })).credit;
}

async function authorizedInvoice({ simulator }: World, shop: TestTenant): Promise<{ sold: Answer; itemId: string }> {
  const { invoice: sold, itemId } = await invoicedOrder(shop);
  await simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  return { sold, itemId };
}

/** A proforma of the given lines of one item. */
async function internalInvoice(
  shop: TestTenant,
  lines: { quantity: string; unitPrice?: string; taxRate?: string }[],
): Promise<{ sold: Answer; itemId: string }> {
  const itemId = await newItem(shop, { stock: '1000' });
  const order = await newOrder(
    shop,
    await newClient(shop),
    lines.map((line) => ({ itemId, ...line })),
  );
  return { sold: await invoice(shop, order.id, 'PROFORM'), itemId };
}

function cents(amounts: string[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
}

test('a credit without lines is the whole invoice: numbered, certified, unapplied, and the goods are back', async () => {
  const { here, shop } = await newShop();
  const { sold, itemId } = await authorizedInvoice(here, shop);
  const credit = await createCredit(shop, sold.id);
  assert.match(credit.number, /^NC-\d{10}$/);
  assert.deepEqual(
    [credit.mode, credit.legalStatus, credit.creditStatus, credit.submissionState, credit.total],
    ['DGI', 'PAC_AUTHORIZED', 'UNAPPLIED', 'DONE', '53.5'],
  );
  assertEach(credit.lines, (line) => [line.invoiceLineId, line.quantity, line.total, line.item.id], [
    [sold.lines[0].id, '5', '53.5', itemId],
  ]);
  assert.deepEqual(credit.pacInput.referencedDocuments, [
    { cufe: sold.cufe, issueDate: sold.pacInput.information.issueDate },
  ]);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
  const after = await readInvoice(shop, sold.id);
  assert.equal(after.lines[0].quantityCredited, '5');
  assert.equal(after.balance, '53.5', 'an unapplied credit moves no balance');
  assert.equal(after.invoiceStatus, 'UNPAID');
  await assertLedgerHolds(shop);
});

test('a credit by line takes what it names; money back without goods leaves the goods where they are', async () => {
  const { shop } = await newShop();
  const { sold, itemId } = await internalInvoice(shop, [{ quantity: '5' }, { quantity: '2', unitPrice: '3' }]);
  const [first, second] = sold.lines;
  const back = await createCredit(shop, sold.id, {
    mode: 'PROFORM',
    lines: [{ invoiceLineId: first.id, quantity: '1.5' }],
  });
  assert.deepEqual([back.total, back.legalStatus, back.submissionState], ['16.05', null, 'NOT_REQUIRED']);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '994.5', available: '994.5' });
  const money = await createCredit(shop, sold.id, {
    mode: 'PROFORM',
    restock: false,
    lines: [{ invoiceLineId: second.id, quantity: '2' }],
  });
  assert.equal(money.total, '6.42');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '994.5', available: '994.5' });
  const rest = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  assertEach(
    rest.lines,
    (line) => [line.invoiceLineId, line.quantity],
    [[first.id, '3.5']],
    'the whole is what is left',
  );
  assert.equal(cents([back.total, money.total, rest.total]), cents([sold.total]));
  await assertLedgerHolds(shop);
});

for (const [what, lines, code] of [
  ['more than was sold', [{ quantity: '5.1' }], 'CONFLICT'],
  ['more than was sold in two parts', [{ quantity: '3' }, { quantity: '3' }], 'CONFLICT'],
  ['nothing of a line', [{ quantity: '0' }], 'BAD_USER_INPUT'],
  ['less than nothing', [{ quantity: '-1' }], 'BAD_USER_INPUT'],
  ['no lines at all', [], 'BAD_USER_INPUT'],
  [
    'a line of nothing we know',
    [{ invoiceLineId: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f', quantity: '1' }],
    'NOT_FOUND',
  ],
] as const) {
  test(`a credit of ${what} is ${code} and leaves nothing`, async () => {
    const shop = await (await world()).tenant();
    const { sold, itemId } = await internalInvoice(shop, [{ quantity: '5' }]);
    const input = {
      invoiceId: sold.id,
      mode: 'PROFORM',
      reason: 'Returned',
      lines: lines.map((line) => ({ invoiceLineId: sold.lines[0].id, ...line })),
    };
    assert.equal((await shop.refusal(CREATE, { input })).code, code);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '995', available: '995' });
    assert.equal((await shop.get('{ credits { totalCount } }')).credits.totalCount, 0);
  });
}

test('a reason is needed', async () => {
  const shop = await (await world()).tenant();
  const { sold } = await internalInvoice(shop, [{ quantity: '5' }]);
  for (const reason of ['', '  ', 'x'.repeat(1001)]) {
    const input = { invoiceId: sold.id, mode: 'PROFORM', reason };
    assert.equal((await shop.refusal(CREATE, { input })).code, 'BAD_USER_INPUT');
  }
});

test('F50: credits that together exceed the invoice: one wins, the other is refused', async () => {
  const { shop } = await newShop();
  const { sold, itemId } = await internalInvoice(shop, [{ quantity: '5' }]);
  const input = {
    invoiceId: sold.id,
    mode: 'PROFORM',
    reason: 'Returned',
    lines: [{ invoiceLineId: sold.lines[0].id, quantity: '3' }],
  };
  const answers = await Promise.all([shop.ask(CREATE, { input }), shop.ask(CREATE, { input })]);
  const codes = answers.map((answer) => answer.errors?.[0]?.extensions.code ?? 'ok').toSorted();
  assert.deepEqual(codes, ['CONFLICT', 'ok']);
  assert.equal((await readInvoice(shop, sold.id)).lines[0].quantityCredited, '3');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '998', available: '998' });
  await assertLedgerHolds(shop);
});

test('F50: five whole credits at once are one', async () => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  const input = { invoiceId: sold.id, reason: 'Returned' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.ask(CREATE, { input })));
  assert.equal(answers.filter((answer) => !answer.errors).length, 1);
  assert.ok(answers.every((answer) => !answer.errors || answer.errors[0]!.extensions.code === 'CONFLICT'));
  const notes = here.simulator.documents(shop.companyId).filter((one) => one.kind === 'CREDIT_NOTE');
  assert.equal(notes.length, 1);
});

test('F49: mode DGI before the original is DGI_AUTHORIZED is refused before a number is used', async () => {
  const { here, shop, invoice: sold } = await newSale();
  const { sold: internal } = await internalInvoice(shop, [{ quantity: '1' }]);
  for (const { id } of [sold, internal]) {
    const refusal = await shop.refusal(CREATE, { input: { invoiceId: id, reason: 'Returned' } });
    assert.equal(refusal.code, 'CONFLICT');
    assert.match(refusal.message, /DGI_AUTHORIZED/);
  }
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  assert.equal((await createCredit(shop, sold.id)).number, 'NC-0000000001');
});

test('rejected, canceled and void invoices take no credit', async () => {
  const { here, shop, invoice: rejected } = await newSale();
  await here.simulator.verdict(rejected.documentId, 'DGI_REJECTED');
  const { sold: canceled } = await internalInvoice(shop, [{ quantity: '1' }]);
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  const { sold: voided } = await authorizedInvoice(here, shop);
  await shop.call('voidInvoice', { invoiceId: voided.id, reason: 'Issued to the wrong client' });
  for (const { id } of [rejected, canceled, voided]) {
    for (const mode of ['PROFORM', 'DGI']) {
      assert.equal((await shop.refusal(CREATE, { input: { invoiceId: id, mode, reason: 'x' } })).code, 'CONFLICT');
    }
  }
});

test('applying credits moves the balance: PARTIALLY_CANCELED, then CANCELED; applying twice is applying once', async () => {
  const { shop } = await newShop();
  const { sold } = await internalInvoice(shop, [{ quantity: '5' }]);
  const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '2' }];
  const part = await createCredit(shop, sold.id, { mode: 'PROFORM', lines });
  const rest = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  const seen = [];
  for (const { id } of [part, part, rest]) {
    assert.equal((await shop.get(APPLY, { id })).applyCredit.creditStatus, 'APPLIED');
    const { credited, balance, invoiceStatus } = await readInvoice(shop, sold.id);
    seen.push([credited, balance, invoiceStatus]);
  }
  assert.deepEqual(seen, [
    ['21.4', '32.1', 'PARTIALLY_CANCELED'],
    ['21.4', '32.1', 'PARTIALLY_CANCELED'],
    ['53.5', '0', 'CANCELED'],
  ]);
});

test('a paid invoice that is credited is OVERPAID, and PAID again when the credit is canceled', async () => {
  const shop = await (await world()).tenant();
  const { sold } = await internalInvoice(shop, [{ quantity: '5' }]);
  await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "53.5") { id } }', { id: sold.id });
  const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '1' }];
  const credit = await createCredit(shop, sold.id, { mode: 'PROFORM', lines });
  await shop.get(APPLY, { id: credit.id });
  assert.equal((await readInvoice(shop, sold.id)).invoiceStatus, 'OVERPAID');
  await shop.get(CANCEL, { id: credit.id });
  const { invoiceStatus, credited } = await readInvoice(shop, sold.id);
  assert.deepEqual([invoiceStatus, credited], ['PAID', '0']);
  assert.equal((await shop.refusal(APPLY, { id: credit.id })).code, 'CONFLICT');
});

test('a credit of mode DGI is applied only once it is certified', async () => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const credit = await createCredit(shop, sold.id);
  assert.equal(credit.submissionState, 'UNKNOWN');
  assert.equal((await shop.refusal(APPLY, { id: credit.id })).code, 'CONFLICT');
  assert.equal((await shop.refusal(CANCEL, { id: credit.id })).code, 'CONFLICT', 'it may be at the PAC');
  const lost = here.simulator.documents(shop.companyId).find((one) => one.kind === 'CREDIT_NOTE')!;
  await here.simulator.deliverWebhook(lost.id);
  assert.equal((await readCredit(shop, credit.id)).legalStatus, 'PAC_AUTHORIZED');
  assert.equal((await shop.get(APPLY, { id: credit.id })).applyCredit.creditStatus, 'APPLIED');
});

test('a credit that the PAC rejects brings its goods back out, and its units can be credited anew', async () => {
  const { here, shop } = await newShop();
  const { sold, itemId } = await authorizedInvoice(here, shop);
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape: 'errorsArray' });
  const rejected = await createCredit(shop, sold.id);
  assert.equal(rejected.legalStatus, 'PAC_REJECTED');
  assert.ok(rejected.rejectionReasons.length > 0);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
  assert.equal((await readInvoice(shop, sold.id)).lines[0].quantityCredited, '0');
  assert.equal((await shop.refusal(APPLY, { id: rejected.id })).code, 'CONFLICT');
  const second = await createCredit(shop, sold.id);
  assert.equal(second.legalStatus, 'PAC_AUTHORIZED');
  assert.notEqual(second.number, rejected.number);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
  await assertLedgerHolds(shop);
});

test('a credit that the DGI rejects after it was applied takes the balance back', async () => {
  const { here, shop } = await newShop();
  const { sold, itemId } = await authorizedInvoice(here, shop);
  const credit = await createCredit(shop, sold.id);
  await shop.get(APPLY, { id: credit.id });
  assert.equal((await readInvoice(shop, sold.id)).invoiceStatus, 'CANCELED');
  await here.simulator.verdict(credit.documentId, 'DGI_REJECTED');
  const after = await readInvoice(shop, sold.id);
  assert.deepEqual([after.invoiceStatus, after.credited, after.balance], ['UNPAID', '0', '53.5']);
  assert.equal((await readCredit(shop, credit.id)).creditStatus, 'UNAPPLIED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
  await assertLedgerHolds(shop);
});

test('an internal credit is canceled once, and its goods go out again', async () => {
  const { shop } = await newShop();
  const { sold, itemId } = await internalInvoice(shop, [{ quantity: '5' }]);
  const credit = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await shop.get(CANCEL, { id: credit.id })).cancelCredit.creditStatus, 'CANCELED');
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '995', available: '995' });
  }
  assert.equal((await readInvoice(shop, sold.id)).lines[0].quantityCredited, '0');
  await assertLedgerHolds(shop);
});

test('D7: a credit whose goods have been sold on cannot be canceled', async () => {
  const { shop } = await newShop();
  const { sold, itemId } = await internalInvoice(shop, [{ quantity: '5' }]);
  const credit = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  await adjust(shop, itemId, '-998');
  assert.equal((await shop.refusal(CANCEL, { id: credit.id })).code, 'INSUFFICIENT_STOCK');
  assert.equal((await readCredit(shop, credit.id)).creditStatus, 'UNAPPLIED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '2', available: '2' });
  await assertLedgerHolds(shop);
});

test('what the PAC has accepted is not canceled but voided', async () => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  const credit = await createCredit(shop, sold.id);
  const refusal = await shop.refusal(CANCEL, { id: credit.id });
  assert.equal(refusal.code, 'CONFLICT');
  assert.match(refusal.message, /void/);
});

test('an internal credit becomes one of mode DGI under a fiscal number, once', async () => {
  const { here, shop } = await newShop();
  const { sold, itemId } = await authorizedInvoice(here, shop);
  const internal = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  const [first, ...others] = await Promise.all(Array.from({ length: 3 }, () => shop.get(CONVERT, { id: internal.id })));
  assert.deepEqual([internal.number, first.convertCreditToDgi.number], ['PNC-0000000001', 'NC-0000000001']);
  assert.equal(first.convertCreditToDgi.mode, 'DGI');
  assert.ok(others.every((one) => one.convertCreditToDgi.id === internal.id));
  const converted = await readCredit(shop, internal.id);
  assert.equal(converted.legalStatus, 'PAC_AUTHORIZED');
  const notes = here.simulator.documents(shop.companyId).filter((one) => one.kind === 'CREDIT_NOTE');
  assertEach(notes, (note) => note.numeration, ['0000000001']);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
});

test('a credit on an invoice that is not certified, or one that is canceled, cannot be converted', async () => {
  const { here, shop } = await newShop();
  const { sold: internal } = await internalInvoice(shop, [{ quantity: '1' }]);
  const early = await createCredit(shop, internal.id, { mode: 'PROFORM' });
  assert.equal((await shop.refusal(CONVERT, { id: early.id })).code, 'CONFLICT');
  const { sold } = await authorizedInvoice(here, shop);
  const canceled = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  await shop.get(CANCEL, { id: canceled.id });
  assert.equal((await shop.refusal(CONVERT, { id: canceled.id })).code, 'CONFLICT');
  assert.equal((await readCredit(shop, early.id)).mode, 'PROFORM');
});

test('credited piece by piece an invoice gives back to the cent what it charged, and no piece is below nothing', async () => {
  const shop = await (await world()).tenant();
  const prices = fc.constantFrom('0.005', '0.335', '10.005', '3.333', '0.01', '7.77');
  const pieces = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 5 });
  const samples = fc.sample(fc.tuple(prices, pieces, fc.constantFrom('0', '7', '10', '15')), { numRuns: 8, seed: 46 });
  for (const [unitPrice, parts, taxRate] of [...samples, ['0.005', [1, 1, 1, 1, 1], '0'] as const]) {
    const quantity = String(parts.reduce((sum, part) => sum + part, 0));
    const { sold } = await internalInvoice(shop, [{ quantity, unitPrice, taxRate }]);
    const totals = [];
    for (const part of parts) {
      const lines = [{ invoiceLineId: sold.lines[0].id, quantity: String(part) }];
      totals.push((await createCredit(shop, sold.id, { mode: 'PROFORM', lines })).total);
    }
    const what = `${quantity} × ${unitPrice} at ${taxRate} %: ${totals.join(' + ')}`;
    assert.equal(cents(totals), cents([sold.total]), what);
    assert.ok(
      totals.every((total) => Number(total) >= 0),
      what,
    );
  }
});

test('credits are listed newest first, by status and by legal status, and belong to their invoice', async () => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '1' }];
  const internal = await createCredit(shop, sold.id, { mode: 'PROFORM', lines });
  const certified = await createCredit(shop, sold.id, { lines });
  await shop.get(APPLY, { id: certified.id });
  const ids = async (filter: string) =>
    (await shop.get(`{ credits${filter} { totalCount records { id } } }`)).credits.records.map((one: Answer) => one.id);
  assert.deepEqual(await ids(''), [certified.id, internal.id]);
  assert.deepEqual(await ids('(creditStatus: UNAPPLIED)'), [internal.id]);
  assert.deepEqual(await ids('(legalStatus: PAC_AUTHORIZED)'), [certified.id]);
  assert.deepEqual(await ids('(limit: 1, offset: 1)'), [internal.id]);
  const shown = await shop.call('invoice { credits { id } }', { id: sold.id });
  assert.deepEqual(shown.credits, [{ id: internal.id }, { id: certified.id }]);
});

test('a credit that is taken back and a transaction that changes the legal row of its invoice never deadlock', async () => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  await untilInvoice(shop, sold.id, ({ pdf }) => pdf !== null);
  const credit = await createCredit(shop, sold.id, { mode: 'PROFORM' });
  // As a page that is attached does: the legal row, and at the commit the invoice, whose time of change tells of it.
  let isOver = false;
  const { canceling } = await inTenant(here.app, shop.tenant, async (db) => {
    await lockDocument(db, sold.id);
    await changeDocument(db, sold.id, { awaits_pdf: true });
    const began = shop.get(CANCEL, { id: credit.id }).finally(() => (isOver = true));
    await eventually(
      () => here.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      (waiting) => isOver || waiting.length > 0,
    );
    return { canceling: began };
  });
  assert.equal((await canceling).cancelCredit.creditStatus, 'CANCELED');
});

const VOID =
  'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "Issued to the wrong client") { invoiceStatus } }';

test('an internal credit that is not applied ends with the invoice that is voided; all goods are back once', async () => {
  const { here, shop } = await newShop();
  for (const restock of [true, false]) {
    const { sold, itemId } = await authorizedInvoice(here, shop);
    const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '2' }];
    const credit = await createCredit(shop, sold.id, { mode: 'PROFORM', lines, restock });
    assert.equal((await shop.get(VOID, { id: sold.id })).voidInvoice.invoiceStatus, 'VOID');
    assert.equal((await readCredit(shop, credit.id)).creditStatus, 'CANCELED');
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
    assert.equal((await shop.refusal(APPLY, { id: credit.id })).code, 'CONFLICT');
  }
  await assertLedgerHolds(shop);
});

test('a void that ends several credits and a transaction that holds one of them never deadlock', async () => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '1' }];
  const credits: Answer[] = [];
  for (let n = 0; n < 2; n += 1) credits.push(await createCredit(shop, sold.id, { mode: 'PROFORM', lines }));
  // As applying or canceling a credit does: its legal row, then the invoice.
  const isHeld = Promise.withResolvers<void>();
  const other = inTenant(here.app, shop.tenant, async (db) => {
    await lockDocument(db, credits[1].id);
    isHeld.resolve();
    await eventually(
      () => here.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      (waiting) => waiting.length > 0,
    );
    await lockInvoice(db, sold.id);
  });
  await isHeld.promise;
  const [{ voidInvoice }] = await Promise.all([shop.get(VOID, { id: sold.id }), other]);
  assert.equal(voidInvoice.invoiceStatus, 'VOID');
  for (const credit of credits) assert.equal((await readCredit(shop, credit.id)).creditStatus, 'CANCELED');
});

for (const [what, input, applies] of [
  ['an applied credit', { mode: 'PROFORM' }, true],
  ['a credit note that stands at the PAC', { mode: 'DGI' }, false],
] as const) {
  test(`${what} has to be taken back before its invoice is voided`, async () => {
    const { here, shop } = await newShop();
    const { sold } = await authorizedInvoice(here, shop);
    const credit = await createCredit(shop, sold.id, input);
    if (applies) await shop.get(APPLY, { id: credit.id });
    const refusal = await shop.refusal(VOID, { id: sold.id });
    assert.equal(refusal.code, 'CONFLICT');
    assert.match(refusal.message, new RegExp(`has the credit ${credit.number}`));
    assert.equal(here.callsOf(shop, 'void').length, 0);
    if (applies) await shop.get(CANCEL, { id: credit.id });
    else {
      await shop.call('voidCredit', { creditId: credit.id, reason: 'Issued by mistake' });
    }
    assert.equal((await shop.get(VOID, { id: sold.id })).voidInvoice.invoiceStatus, 'VOID');
    await assertLedgerHolds(shop);
  });
}

test('while an invoice is being voided no credit of it is applied, converted or made', async (t) => {
  const { here, shop } = await newShop();
  const { sold } = await authorizedInvoice(here, shop);
  const lines = [{ invoiceLineId: sold.lines[0].id, quantity: '1' }];
  const credit = await createCredit(shop, sold.id, { mode: 'PROFORM', lines });
  here.simulator.setKnobs({
    standingFaults: [{ name: 'timeoutBeforeAccept', operation: 'void', companyId: shop.companyId }],
  });
  t.after(() => here.simulator.setKnobs({ standingFaults: [] }));
  await shop.get(VOID, { id: sold.id });
  for (const mutation of [APPLY, CONVERT]) {
    const refusal = await shop.refusal(mutation, { id: credit.id });
    assert.equal(refusal.code, 'CONFLICT');
    assert.match(refusal.message, /being voided/);
  }
  assert.equal((await shop.refusal(CREATE, { input: { invoiceId: sold.id, reason: 'x', lines } })).code, 'CONFLICT');
});

test('the preview of a credit is right to the cent, and writes nothing', async () => {
  const shop = await (await world()).tenant();
  const { sold } = await internalInvoice(shop, [
    { quantity: '3', unitPrice: '0.335', taxRate: '7' },
    { quantity: '2' },
  ]);
  const PREVIEW = `query ($invoiceId: UUID!, $lines: [CreditLineInput!]) {
    previewCredit(invoiceId: $invoiceId, lines: $lines) { subtotal tax total balance } }`;
  const one = [{ invoiceLineId: sold.lines[0].id, quantity: '1' }];
  let owed = sold.balance;
  for (let piece = 0; piece < 3; piece += 1) {
    const { previewCredit } = await shop.get(PREVIEW, { invoiceId: sold.id, lines: one });
    const credit = await createCredit(shop, sold.id, { lines: one, mode: 'PROFORM' });
    assert.equal(previewCredit.total, credit.total, `piece ${piece + 1}`);
    assert.equal(cents([previewCredit.balance]), cents([owed]) - cents([credit.total]));
    await shop.get(APPLY, { id: credit.id });
    ({ balance: owed } = await readInvoice(shop, sold.id));
    assert.equal(previewCredit.balance, owed);
  }
  const { previewCredit: rest } = await shop.get(PREVIEW, { invoiceId: sold.id });
  assert.deepEqual([rest.total, rest.balance], ['21.4', '0']);
  const tooMuch = await shop.refusal(PREVIEW, { invoiceId: sold.id, lines: one });
  assert.equal(tooMuch.code, 'CONFLICT');
});
