// Debit notes: what is charged more on an invoice, what the law says of it, and when it is owed no longer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newClient, newItem, newSale, stockOf, untilPrinted } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const NOTE = `id number mode documentType legalStatus debitStatus submissionState documentId cufe total reason rejectionReasons pacInput
  voidState voidReason pdf { byteSize } invoice { id invoiceStatus debited balance }
  lines { description quantity unitPrice taxRate total item { id } invoiceLineId }`;
const CREATE = `mutation ($input: CreateDebitNoteInput!) { createDebitNote(input: $input) { ${NOTE} } }`;
const CANCEL = `mutation ($id: UUID!) { cancelDebitNote(debitNoteId: $id) { ${NOTE} } }`;
const VOID = `mutation ($id: UUID!) { voidDebitNote(debitNoteId: $id, reason: "It was charged by mistake") { ${NOTE} } }`;
const READ = `query ($id: UUID!) { debitNote(id: $id) { ${NOTE} actions { name isAllowed because } } }`;
const INTEREST = { description: 'Interest', unitPrice: '10', taxRate: '7' };

async function debit(shop: TestTenant, invoiceId: string, more: object = {}): Promise<Answer> {
  const input = { invoiceId, reason: 'Paid late', lines: [INTEREST], idempotencyKey: randomUUID(), ...more };
  return (await shop.get(CREATE, { input })).createDebitNote;
}

const read = async (shop: TestTenant, id: string): Promise<Answer> => (await shop.get(READ, { id })).debitNote;

async function owed(shop: TestTenant, id: string): Promise<string[]> {
  const invoice = await shop.call('invoice { invoiceStatus debited balance }', { id });
  return [invoice.invoiceStatus, invoice.debited, invoice.balance];
}

async function authorized(
  here: World,
  options: object = {},
): Promise<{ shop: TestTenant; sold: Answer; itemId: string }> {
  const shop = await here.tenant();
  const { invoice: sold, itemId } = await invoicedOrder(shop, options);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  return { shop, sold, itemId };
}

async function assertSums({ app }: World, shop: TestTenant): Promise<void> {
  assert.deepEqual((await inTenant(app, shop.tenant, (db) => verifySales(db))).problems, []);
}

test('a debit note is certified, raises what is owed, gets its PDF, and moves no goods', async () => {
  const here = await world();
  const { shop, sold, itemId } = await authorized(here);
  await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "53.5") { id } }', { id: sold.id });
  const note = await debit(shop, sold.id, {
    lines: [INTEREST, { invoiceLineId: sold.lines[0].id, quantity: '5', unitPrice: '0.35' }],
  });
  assert.equal(note.number, 'ND-0000000001');
  assert.deepEqual([note.legalStatus, note.debitStatus, note.documentType], ['PAC_AUTHORIZED', 'ISSUED', 'DEBIT_NOTE']);
  // 10 + 0.70, and 1.75 + 0.12.
  assert.equal(note.total, '12.57');
  assert.deepEqual(await owed(shop, sold.id), ['PARTIALLY_PAID', '12.57', '12.57']);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });

  const { information, referencedDocuments, receiver, items } = note.pacInput;
  assert.deepEqual([information.documentType, information.saleType], ['05', undefined]);
  assert.deepEqual(referencedDocuments, [{ cufe: sold.cufe, issueDate: sold.pacInput.information.issueDate }]);
  assert.deepEqual(receiver, sold.pacInput.receiver);
  assertEach(items, ({ code }) => code === undefined, [true, false]);
  assert.equal(parseCufe(note.cufe)?.documentType, '05');
  const [call] = here.simulator.calls().filter(({ path }) => path.endsWith('/debit-notes'));
  assert.equal(call?.operation, 'submit');

  await here.simulator.verdict(note.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  const printed = await read(shop, note.id);
  assert.equal(printed.legalStatus, 'DGI_AUTHORIZED');
  assert.ok(printed.pdf.byteSize > 1000);
  const documentTimeline = await shop.call('documentTimeline { kind }', { documentId: note.id });
  assert.ok(
    ['INTENT', 'ANSWERED', 'LEGAL_STATUS', 'PDF_ATTACHED'].every((kind) =>
      documentTimeline.some((one: Answer) => one.kind === kind),
    ),
  );
  const { numberAudit, debitNotes } = await shop.get(
    '{ numberAudit { series reserved counts { class count } } debitNotes(search: "ND-0000000001") { totalCount records { id } } }',
  );
  assert.deepEqual(
    numberAudit.find(({ series }: Answer) => series === 'ND'),
    { series: 'ND', reserved: 1, counts: [{ class: 'ISSUED', count: 1 }] },
  );
  assert.deepEqual(debitNotes, { totalCount: 1, records: [{ id: note.id }] });
  await assertSums(here, shop);
});

test('a void debit note is owed no longer, and only then can its invoice be void', async () => {
  const here = await world();
  const { shop, sold } = await authorized(here);
  const note = await debit(shop, sold.id);
  await here.simulator.verdict(note.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  const voidInvoice = `mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The client gave the order twice") { invoiceStatus } }`;
  assert.match((await shop.refusal(voidInvoice, { id: sold.id })).message, /has debit notes/);
  assert.equal((await shop.refusal(CANCEL, { id: note.id })).code, 'CONFLICT');
  assert.equal((await shop.get(VOID, { id: note.id })).voidDebitNote.debitStatus, 'VOID');
  assert.deepEqual(await owed(shop, sold.id), ['UNPAID', '0', '53.5']);
  assert.equal((await shop.get(voidInvoice, { id: sold.id })).voidInvoice.invoiceStatus, 'VOID');
  assert.equal(
    (await shop.refusal(CREATE, { input: { invoiceId: sold.id, reason: 'Late', lines: [INTEREST] } })).code,
    'CONFLICT',
  );
  await assertSums(here, shop);
});

for (const says of ['PAC', 'DGI'] as const) {
  test(`a debit note that the ${says} rejects is owed no longer, and waits for a person until it is canceled`, async () => {
    const here = await world();
    const { shop, sold } = await authorized(here);
    if (says === 'PAC')
      here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape: 'errorsArray' });
    const note = await debit(shop, sold.id);
    if (says === 'DGI') await here.simulator.verdict(note.documentId, 'DGI_REJECTED');
    const rejected = await read(shop, note.id);
    assert.deepEqual([rejected.legalStatus, rejected.debitStatus], [`${says}_REJECTED`, 'REJECTED']);
    assert.ok(rejected.rejectionReasons.length > 0);
    assert.deepEqual(await owed(shop, sold.id), ['UNPAID', '0', '53.5']);
    const waiting = async () => (await shop.call('debitNotes { totalCount }', { needsPerson: true })).totalCount;
    assert.equal(await waiting(), 1);
    await shop.get(CANCEL, { id: note.id });
    assert.equal(await waiting(), 0);
    await assertSums(here, shop);
  });
}

test('an internal debit note raises a proforma until it is canceled, twice as once', async () => {
  const { here, shop, invoice: sold } = await newSale(world(), { mode: 'PROFORM' });
  const note = await debit(shop, sold.id, { mode: 'PROFORM' });
  assert.deepEqual([note.number, note.submissionState], ['PND-0000000001', 'NOT_REQUIRED']);
  assert.deepEqual(await owed(shop, sold.id), ['UNPAID', '10.7', '64.2']);
  for (const verb of ['cancelInvoice', 'convertInvoiceToDgi']) {
    const refusal = await shop.refusal(`mutation ($id: UUID!) { ${verb}(invoiceId: $id) { id } }`, { id: sold.id });
    assert.match(refusal.message, /has debit notes/);
  }
  assert.equal((await shop.get(CANCEL, { id: note.id })).cancelDebitNote.debitStatus, 'CANCELED');
  assert.equal((await shop.get(CANCEL, { id: note.id })).cancelDebitNote.debitStatus, 'CANCELED');
  assert.deepEqual(await owed(shop, sold.id), ['UNPAID', '0', '53.5']);
  await assertSums(here, shop);
});

test('an internal debit note ends with an invoice that the DGI rejects', async () => {
  const { here, shop, invoice: sold } = await newSale();
  const note = await debit(shop, sold.id, { mode: 'PROFORM' });
  await here.simulator.verdict(sold.documentId, 'DGI_REJECTED');
  assert.equal((await read(shop, note.id)).debitStatus, 'CANCELED');
  await assertSums(here, shop);
});

test('a debit note whose answer was lost is found again by its notice', async () => {
  const here = await world();
  const { shop, sold } = await authorized(here);
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const note = await debit(shop, sold.id);
  assert.equal(note.submissionState, 'UNKNOWN');
  assert.equal((await shop.refusal(CANCEL, { id: note.id })).code, 'CONFLICT', 'it may be at the PAC');
  assert.deepEqual(await owed(shop, sold.id), ['UNPAID', '10.7', '64.2']);
  const lost = here.simulator.documents(shop.companyId).find((one) => one.kind === 'DEBIT_NOTE')!;
  await here.simulator.deliverWebhook(lost.id);
  await eventually(() => read(shop, note.id), { legalStatus: 'PAC_AUTHORIZED' });
});

test('the same debit note asked for again without a key is refused, with a key it is another one', async () => {
  const here = await world();
  const { shop, sold } = await authorized(here);
  const input = { invoiceId: sold.id, reason: 'Paid late', lines: [INTEREST] };
  await shop.get(CREATE, { input });
  const refusal = await shop.refusal(CREATE, { input: { ...input, reason: '  paid LATE ' } });
  assert.match(refusal.message, /ND-0000000001 of the last 24 hours is the same/);
  await shop.get(CREATE, { input: { ...input, reason: 'Freight' } });
  await shop.get(CREATE, { input: { ...input, idempotencyKey: 'second' } });
  assert.deepEqual(await owed(shop, sold.id), ['UNPAID', '32.1', '85.6']);
});

test('mode DGI before the invoice is DGI_AUTHORIZED is refused before a number is used', async () => {
  const { here, shop, invoice: sold } = await newSale();
  const input = { invoiceId: sold.id, reason: 'Paid late', lines: [INTEREST] };
  assert.match((await shop.refusal(CREATE, { input })).message, /DGI_AUTHORIZED/);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  assert.equal((await debit(shop, sold.id)).number, 'ND-0000000001');
});

test('a debit note is issued where its invoice was, or at the point that is named', async () => {
  const { shop, sold } = await authorized(await world());
  const { offices } = await shop.get('{ offices { id code } }');
  const till = await shop.call('createBillingPoint', { officeId: offices[0].id, code: '002' });
  const there = await debit(shop, sold.id, { billingPointId: till.id });
  const here = await debit(shop, sold.id);
  assertEach([there, here], ({ number, pacInput }) => [number, pacInput.information.billingPoint], [
    [`ND-${offices[0].code}-002-0000000001`, '002'],
    ['ND-0000000001', '001'],
  ]);
});

test('a debit note is due with its invoice', async () => {
  const here = await world();
  const { shop, sold } = await authorized(here, { dueDate: '2099-01-31' });
  const { totals } = (await debit(shop, sold.id)).pacInput;
  assert.deepEqual(totals.paymentMethods, [{ type: '01', amount: 10.7 }]);
  assert.deepEqual(totals.installmentPayment, [{ sequence: 1, dueDate: '2099-01-31T23:59:59-05:00', amount: 10.7 }]);
});

test('what is wrong with the lines is told line by line', async () => {
  const here = await world();
  const { shop, sold } = await authorized(here);
  const itemId = await newItem(shop, { taxRate: '15' });
  const refused = async (...lines: object[]) => {
    const answer = await shop.ask(CREATE, { input: { invoiceId: sold.id, reason: 'Late', lines } });
    return answer.errors![0]!.message;
  };
  assert.match(await refused(), /lines must name at least one line/);
  assert.match(await refused({ unitPrice: '1' }), /lines\[0\]\.description.*taxRate/);
  assert.match(
    await refused({ ...INTEREST, quantity: '0' }, { ...INTEREST, unitPrice: '-1' }),
    /lines\[0\].*lines\[1\]/,
  );
  assert.match(await refused({ ...INTEREST, taxRate: '8' }), /taxRate/);
  assert.match(await refused({ ...INTEREST, unitPrice: '0' }), /more than 0/);
  assert.match(await refused({ invoiceLineId: randomUUID(), unitPrice: '1' }), /Invoice line not found/);
  assert.match(await refused({ itemId: randomUUID(), unitPrice: '1' }), /Item not found/);
  const { lines } = await debit(shop, sold.id, { lines: [{ itemId, unitPrice: '2' }] });
  assert.deepEqual([lines[0].taxRate, lines[0].item.id], ['15', itemId]);
});

test('the actions of an invoice and of its debit notes say what can be done', async () => {
  const here = await world();
  const { shop, sold } = await authorized(here);
  const note = await debit(shop, sold.id);
  const allowed = ({ actions }: Answer) =>
    actions.filter((one: Answer) => one.isAllowed).map((one: Answer) => one.name);
  assert.ok(allowed(await read(shop, note.id)).includes('voidDebitNote'));
  const invoice = await shop.call('invoice { actions { name isAllowed } debitNotes { number } }', { id: sold.id });
  assert.ok(allowed(invoice).includes('createDebitNote'));
  assert.ok(!allowed(invoice).includes('voidInvoice'));
  assert.deepEqual(invoice.debitNotes, [{ number: 'ND-0000000001' }]);
});

const GENERIC = `id number documentType legalStatus total pacInput rejectionReasons documentId cufe reference { kind number date } lines { total }`;
const CREATE_CREDIT = `mutation ($input: GenericNoteInput!) { note: createGenericCredit(input: $input) { ${GENERIC} status } }`;
const CREATE_DEBIT = `mutation ($input: GenericNoteInput!) { note: createGenericDebitNote(input: $input) { ${GENERIC} status: debitStatus } }`;
const PAPER = { kind: 'PRINTER', number: '001-0000004711', date: '2025-12-29' };

for (const [create, code, series, field] of [
  [CREATE_CREDIT, '06', 'NCG', 'inHand'],
  [CREATE_DEBIT, '07', 'NDG', 'owed'],
] as const) {
  test(`a note of type ${code} names an invoice of a fiscal printer, and is certified, printed and void`, async () => {
    const { here, shop } = await newShop();
    const input = { clientId: await newClient(shop), reference: PAPER, reason: 'Before the move', lines: [INTEREST] };
    const { note } = await shop.get(create, { input });
    assert.deepEqual(
      [note.number, note.legalStatus, note.rejectionReasons],
      [`${series}-0000000001`, 'PAC_AUTHORIZED', []],
    );
    assert.deepEqual(note.pacInput.referencedDocuments, [
      { emissionType: 'PRINTER', otherIdentification: PAPER.number, issueDate: '2025-12-29T00:00:00-05:00' },
    ]);
    assert.equal(note.pacInput.information.documentType, code);
    assert.equal(parseCufe(note.cufe)?.documentType, code);
    assert.deepEqual(note.reference, PAPER);
    const worth = async () => (await shop.get('{ receivables { owed inHand } }')).receivables[field];
    assert.equal(await worth(), '10.7');
    assert.match((await shop.refusal(create, { input })).message, /of the last 24 hours is the same/);

    await here.simulator.verdict(note.documentId, 'DGI_AUTHORIZED');
    await untilPrinted(here, shop);
    const verb = code === '06' ? 'voidGenericCredit(genericCreditId: $id' : 'voidDebitNote(debitNoteId: $id';
    const status = code === '06' ? 'status' : 'status: debitStatus';
    const { ended } = await shop.get(
      `mutation ($id: UUID!) { ended: ${verb}, reason: "It was written by mistake") { ${status} pdf { byteSize } } }`,
      { id: note.id },
    );
    assert.equal(ended.status, 'VOID');
    assert.ok(ended.pdf.byteSize > 1000);
    assert.equal(await worth(), '0');
  });

  test(`a note of type ${code} that the PAC rejects counts for nothing`, async () => {
    const { here, shop } = await newShop();
    here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape: 'errorsArray' });
    const input = { clientId: await newClient(shop), reference: PAPER, reason: 'Before the move', lines: [INTEREST] };
    assert.equal((await shop.get(create, { input })).note.status, 'REJECTED');
    assert.equal((await shop.get('{ receivables { owed inHand } }')).receivables[field], '0');
  });
}

test('what is wrong with a generic note is told', async () => {
  const { shop } = await newShop();
  const input = { clientId: await newClient(shop), reference: PAPER, reason: 'Before the move', lines: [INTEREST] };
  const refused = async (more: object) => (await shop.refusal(CREATE_CREDIT, { input: { ...input, ...more } })).message;
  assert.match(await refused({ reference: { ...PAPER, number: ' ' } }), /reference\.number/);
  assert.match(await refused({ reference: { ...PAPER, date: '2999-01-01' } }), /must not lie in the future/);
  assert.match(await refused({ clientId: randomUUID() }), /Client not found/);
  assert.match(await refused({ lines: [] }), /at least one line/);
});
