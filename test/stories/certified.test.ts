// The signed XML is read when it comes: what it says stands beside the books, and a difference calls a person.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { readFiles } from '../../src/certification/index.ts';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { assertEach, assertNone } from '../support/assert-each.ts';
import { invoicedOrder, newClient, newOrder } from '../support/business.ts';
import { newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { markPastDue } from '../../src/invoicing/mark-past-due.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';

const CERTIFIED = `query ($id: UUID!) { invoice(id: $id) { id number cufe subtotal tax total parkedReason client { ruc }
  xml { filename } pdf { filename } certified {
    net itbms isc total rates { rate base itbms } cufe number point branch issuedAt receiverRuc protocol remarks unreadable differsBy } }
  documentTimeline(documentId: $id) { kind reason } }`;
const BOARD = `{ today { needs { kind count amount records { id reason } } }
  invoices(certifiedOtherwise: true) { totalCount records { id } } all: invoices { totalCount } }`;

/** The XML of the invoice, changed on its way. */
async function attach(here: World, shop: TestTenant, invoice: Answer, change = (xml: string) => xml): Promise<void> {
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await here.query(`update fiscal_documents set legal_status = 'DGI_AUTHORIZED' where id = $1`, [invoice.id]);
  await fetchFiles(here, shop, invoice, change);
}

async function fetchFiles(here: World, shop: TestTenant, invoice: Answer, change: (xml: string) => string) {
  const downloadXml: typeof here.app.pac.downloadXml = async (url) => {
    const got = await here.app.pac.downloadXml(url);
    return got.outcome === 'xml' ? { ...got, bytes: Buffer.from(change(got.bytes.toString())) } : got;
  };
  await attachPdfOnDuty(ofTenant({ ...here.app, pac: { ...here.app.pac, downloadXml } }, shop.tenant), invoice.id);
}

const cents = (amount: string) => Math.round(Number(amount) * 100);
const raised = (by: number) => (xml: string) =>
  xml.replace(/<dVTot>([^<]*)</, (_, was: string) => `<dVTot>${((cents(was) + by) / 100).toFixed(2)}<`);
const monthOf = (shop: TestTenant) => {
  const now = new Date(Date.now() - 5 * 3_600_000);
  return shop.get(
    `query ($year: Int!, $month: Int!) { fiscalMonth(year: $year, month: $month) { net { base itbms isc total }
      certified { base itbms isc total } difference { base itbms isc total }
      files { count withoutFile differing { number documentId kind differsBy difference } } } }`,
    { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 },
  );
};

test('remarks that the XML alone has are noted once, found in the lists, and counted by code', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.setKnobs({ xml: 'address' });
  t.after(() => here.simulator.setKnobs({ xml: 'none' }));
  const remark = (code: string, text: string) =>
    `<gResProc><dCodRes>${code}</dCodRes><dMsgRes>${text}</dMsgRes></gResProc></rProtFe>`;
  const sold = [await invoicedOrder(shop), await invoicedOrder(shop), await invoicedOrder(shop)].map(
    (one) => one.invoice,
  );
  await attach(here, shop, sold[0], (xml) => xml.replace('</rProtFe>', remark('2003', 'El RUC se anotó sin DV')));
  await attach(here, shop, sold[1], (xml) => xml.replace('</rProtFe>', remark('2003', 'El RUC está sin DV')));
  await attach(here, shop, sold[2]);
  const {
    invoice: { files },
    events,
  } = await shop.get(
    `query ($id: UUID!) { invoice(id: $id) { files { id contentType } }
        events(types: ["document.*"], first: 100) { records { type entityId data } } }`,
    { id: sold[2].id },
  );
  assert.deepEqual(files.map(({ contentType }: Answer) => contentType).toSorted(), [
    'application/pdf',
    'application/xml',
  ]);
  assert.deepEqual(
    events.records.filter(({ entityId }: Answer) => entityId === sold[2].id),
    [
      {
        ...{ type: 'document.pdf_attached', entityId: sold[2].id },
        data: {
          ...{ id: sold[2].id, number: sold[2].number },
          fileId: files.find(({ contentType }: Answer) => contentType === 'application/pdf').id,
        },
      },
    ],
    'told of the page alone',
  );
  await fetchFiles(here, shop, sold[1], (xml) => xml.replace('</rProtFe>', remark('2003', 'El RUC está sin DV')));
  const read = await shop.get(CERTIFIED, { id: sold[1].id });
  assert.deepEqual(read.documentTimeline.filter(({ kind }: Answer) => kind === 'REMARKED').length, 1);
  const found =
    await shop.get(`{ remarks { code text documents } some: invoices(hasRemarks: true) { totalCount records { id } }
      coded: invoices(remarkCode: "2003") { totalCount } none: invoices(remarkCode: "200") { totalCount }
      credits(hasRemarks: true) { totalCount } }`);
  assert.deepEqual(found.remarks, [{ code: '2003', text: 'El RUC está sin DV (2003)', documents: 2 }]);
  assert.deepEqual(new Set(found.some.records.map(({ id }: Answer) => id)), new Set([sold[0].id, sold[1].id]));
  assert.deepEqual([found.coded.totalCount, found.none.totalCount, found.credits.totalCount], [2, 0, 0]);
  const other = await here.tenant();
  assert.deepEqual((await other.get('{ remarks { code } }')).remarks, []);
});

test('what is owed is the certified total: balance, status, statement and receivables follow the file', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.setKnobs({ xml: 'address' });
  t.after(() => here.simulator.setKnobs({ xml: 'none' }));
  const OWED = `query ($id: UUID!, $client: UUID!, $day: Date!) {
      invoice(id: $id) { total certifiedMore balance invoiceStatus actions { name isAllowed } }
      invoices(clientId: $client) { sums { balance } }
      clientStatement(clientId: $client, from: $day, to: $day) { closing entries { kind amount } }
      receivables(limit: 100) { clients { client { id } owed inHand } } documentTimeline(documentId: $id) { kind told } }`;
  const day = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10);
  const { invoice, clientId } = await invoicedOrder(shop);
  const owed = (id = invoice.id, client = clientId) => shop.get(OWED, { id, client, day });
  const debtOf = (data: Answer, id: string) =>
    data.receivables.clients.find(({ client }: Answer) => client.id === id)?.owed;
  const total = cents(invoice.total);
  await attach(here, shop, invoice, raised(5));
  const read = await owed();
  const events = await here.sql`select type from events
    where tenant_id = ${shop.tenant.id} and subject_id = ${invoice.id}
    and type in ('document.certified_otherwise', 'invoice.updated') order by 1`;
  assert.deepEqual(
    [...new Set(events.map(({ type }: Answer) => type))],
    ['document.certified_otherwise', 'invoice.updated'],
  );
  assert.deepEqual([cents(read.invoice.total), cents(read.invoice.certifiedMore)], [total, 5]);
  for (const amount of [
    read.invoice.balance,
    read.invoices.sums.balance,
    read.clientStatement.closing,
    debtOf(read, clientId),
  ])
    assert.equal(cents(amount), total + 5);
  const told = read.documentTimeline.find(({ kind }: Answer) => kind === 'CERTIFIED_TOTAL').told;
  assert.match(told, new RegExp(`total of ${(total + 5) / 100}\\d* was certified`));
  assert.ok(read.invoice.actions.find(({ name }: Answer) => name === 'voidInvoice').isAllowed);
  const pay = async (amount: number) =>
    (await shop.call('registerPayment { invoiceStatus }', { invoiceId: invoice.id, amount: String(amount / 100) }))
      .invoiceStatus;
  assert.deepEqual([await pay(total), await pay(5)], ['PARTIALLY_PAID', 'PAID']);
  // The file of the next status says what the books say: the payment is 5 cents too much.
  const more = (id: string) =>
    here
      .query(`select certified_more::text as more from invoices where id = $1`, [id])
      .then(([row]) => (row as Answer).more);
  assert.equal(await more(invoice.id), '0.05');

  const { invoice: second, clientId: other } = await invoicedOrder(shop);
  await attach(here, shop, second);
  const input = { invoiceId: second.id, reason: 'Todo', mode: 'DGI', restock: false };
  const credit = await shop.call('createCredit { id documentId }', input);
  await attach(here, shop, credit, raised(-3));
  await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: credit.id });
  const left = await owed(second.id, other);
  for (const amount of [
    left.invoice.balance,
    left.invoices.sums.balance,
    left.clientStatement.closing,
    debtOf(left, other),
  ])
    assert.equal(cents(amount), 3, 'three cents were not credited');

  for (const [ofInvoice, ofCredit] of [
    [0, 2],
    [-2, 0],
  ] as const) {
    const { invoice: whole, clientId: has } = await invoicedOrder(shop);
    await attach(here, shop, whole, raised(ofInvoice));
    const note = await shop.call('createCredit { id documentId }', { ...input, invoiceId: whole.id });
    await attach(here, shop, note, raised(ofCredit));
    await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: note.id });
    const { invoice: canceled, clientStatement, receivables } = await owed(whole.id, has);
    const { owed: debt, inHand } = receivables.clients.find(({ client }: Answer) => client.id === has) ?? {};
    assert.deepEqual(
      [canceled.invoiceStatus, canceled.balance, cents(clientStatement.closing), debt, inHand],
      ['CANCELED', '0', -2, '0', '0.02'],
      'two cents more were credited than were owed',
    );
  }

  const { invoice: third } = await invoicedOrder(shop);
  const foreign = (xml: string) => raised(7)(xml).replace(/<dNroDF>[^<]*</, '<dNroDF>0000099999<');
  await attach(here, shop, third, foreign);
  assert.equal(await more(third.id), '0', 'a file that names another document moves nothing');
  const { problems } = await verifyTenant(here.app, shop.tenant, []);
  assertNone(problems, ({ check }) => check !== 'acts' && check !== 'certified_file');
  await here.query('update invoices set credited = credited + 0.03 where id = $1', [second.id]);
  assert.ok((await verifyTenant(here.app, shop.tenant, [])).problems.some(({ check }) => check === 'credited'));
});

const WITHHELD = `query ($id: UUID!, $client: UUID!, $year: Int!, $month: Int!) {
  invoice(id: $id) { invoiceStatus balance } invoices { sums { balance } } receivables { owed inHand }
  clientStatement(clientId: $client, from: "2000-01-01", to: "2100-01-01") { closing }
  fiscalMonth(year: $year, month: $month) { net { retention } } }`;

test('what is withheld ends with the whole as it was certified, in every list and report, and not a cent before', async (t) => {
  const here = await quietWorld();
  here.simulator.setKnobs({ xml: 'address' });
  t.after(() => here.simulator.setKnobs({ xml: 'none' }));
  // 107.00, of which 3.50 are withheld: cents by which the invoice and its credit differ, hours debited and credited, and the client's account.
  for (const [ofInvoice, ofCredit, debited, credited, status, owed, withheld] of [
    [-2, -2, '0', '100', 'CANCELED', 0, 0],
    [-2, -2, '1', '100', 'PARTIALLY_CANCELED', 107, 0],
    [5, 5, '1', '100', 'PARTIALLY_CANCELED', 107, 0],
    // The whole was asked and credited: five cents more that were certified are owed.
    [5, 0, '0', '100', 'PARTIALLY_CANCELED', 5, 0],
    // 99 hours are 105.93 before they differ, more than the client was to pay.
    [-2, -2, '0', '99', 'PAID', -243, 350],
  ] as const) {
    const about = `${ofInvoice} and ${ofCredit} cents, ${debited} hours debited, ${credited} credited`;
    const shop = await here.tenant();
    const hours = { description: 'Hours', unitPrice: '1', taxRate: '7' };
    const item = await shop.call('createItem', {
      sku: 'W',
      name: 'Hours',
      unitPrice: '1',
      taxRate: '7',
      kind: 'SERVICE',
    });
    const client = await newClient(shop);
    const { id: orderId } = await newOrder(shop, client, [{ itemId: item.id, quantity: '100' }]);
    const retention = { code: '4', amount: '3.5' };
    const sold = await shop.call('generateInvoice { id documentId balance issuedAt lines { id } }', {
      ...{ orderId, mode: 'DGI', retention },
    });
    assert.equal(sold.balance, '103.5', about);
    await attach(here, shop, sold, raised(ofInvoice));
    const note = { invoiceId: sold.id, reason: 'Agreed', mode: 'DGI' };
    if (debited !== '0') await shop.call('createDebitNote', { ...note, lines: [{ ...hours, quantity: debited }] });
    const lines = [{ invoiceLineId: sold.lines[0].id, quantity: credited }];
    const credit = await shop.call('createCredit { id documentId total }', { ...note, lines, restock: false });
    await attach(here, shop, credit, raised(Number(credited) * 107 + ofCredit - cents(credit.total)));
    await shop.call('applyCredit', { creditId: credit.id });

    const made = new Date(Date.parse(sold.issuedAt) - 5 * 3_600_000);
    const month = { year: made.getUTCFullYear(), month: made.getUTCMonth() + 1 };
    const read = await shop.get(WITHHELD, { id: sold.id, client, ...month });
    const { invoice, invoices, receivables, clientStatement, fiscalMonth } = read;
    const debt = Math.max(owed, 0);
    assert.deepEqual(
      [invoice.balance, invoices.sums.balance, receivables.owed, receivables.inHand, clientStatement.closing].map(
        cents,
      ),
      [debt, debt, debt, debt - owed, owed],
      about,
    );
    assert.deepEqual([invoice.invoiceStatus, cents(fiscalMonth.net.retention)], [status, withheld], about);
    const { problems } = await verifyTenant(here.app, shop.tenant, []);
    assertNone(problems, ({ check }) => check !== 'acts' && check !== 'certified_file');
    await here.query('update invoices set due_date = issue_day - 2 where id = $1', [sold.id]);
    assert.equal(await inTenant(here.app, shop.tenant, markPastDue), debt > 0 ? 1 : 0, about);
  }
});

test('an X has what was certified where a file differs from the books, and its rates are those of the file', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.setKnobs({ xml: 'address' });
  t.after(() => here.simulator.setKnobs({ xml: 'none' }));
  const id = randomUUID();
  await shop.get('mutation ($id: UUID!) { openTill(id: $id, openingFloat: "0") { id } }', { id });
  const [{ invoice: same }, { invoice: other }] = [await invoicedOrder(shop), await invoicedOrder(shop)];
  await attach(here, shop, same);
  // Three cents of ITBMS more, in the total of the document as well.
  await attach(here, shop, other, (xml) =>
    xml.replaceAll(
      /<(dTotITBMS|dVTot)>([^<]*)</g,
      (_, name, was) => `<${name}>${((cents(was) + 3) / 100).toFixed(2)}<`,
    ),
  );
  const { tillSession, one, two } = await shop.get(
    `query ($id: UUID!, $one: UUID!, $two: UUID!) {
        tillSession(id: $id) { report { documents { count subtotal tax total } taxes { rate base tax } } }
        one: invoice(id: $one) { subtotal tax total } two: invoice(id: $two) { subtotal tax total certified { rates { rate base itbms } } } }`,
    { id, one: same.id, two: other.id },
  );
  const [sums] = tillSession.report.documents;
  const both = (name: string): number => cents(one[name]) + cents(two[name]);
  assert.deepEqual(
    [sums.count, cents(sums.subtotal), cents(sums.tax), cents(sums.total)],
    [2, both('subtotal'), both('tax') + 3, both('total') + 3],
  );
  const [rate, ...others] = two.certified.rates;
  assert.deepEqual(others, []);
  assertEach(tillSession.report.taxes, (tax) => [tax.rate, cents(tax.base), cents(tax.tax)], [
    [rate.rate, cents(one.subtotal) + cents(rate.base), cents(one.tax) + cents(rate.itbms)],
  ]);
});

describe('the signed XML', () => {
  after(async () => (await quietWorld()).simulator.setKnobs({ xml: 'none' }));

  test('says what the books say: nothing waits, and both readings of the month are the same', async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ xml: 'address' });
    const { invoice } = await invoicedOrder(shop);
    assert.equal((await shop.get(CERTIFIED, { id: invoice.id })).invoice.certified, null);
    await attach(here, shop, invoice);
    const { invoice: read } = await shop.get(CERTIFIED, { id: invoice.id });
    const { certified } = read;
    assert.deepEqual(certified.differsBy, []);
    assert.deepEqual(
      [certified.net, certified.itbms, certified.isc, certified.total],
      [read.subtotal, read.tax, '0', read.total],
    );
    assert.equal(certified.cufe, read.cufe);
    assert.equal(`${certified.number}`, invoice.pacInput.information.numeration);
    assert.deepEqual([certified.point, certified.branch], ['001', read.cufe.slice(28, 32)]);
    assert.equal(certified.issuedAt, invoice.pacInput.information.issueDate);
    assert.match(certified.protocol, /^\d{10,}$/);
    assert.equal(
      certified.rates.reduce((all: number, one: Answer) => all + cents(one.itbms), 0),
      cents(read.tax),
    );
    assert.equal(read.parkedReason, null);
    const board = await shop.get(BOARD);
    assert.deepEqual(board.invoices, { totalCount: 0, records: [] });
    assert.equal(board.all.totalCount, 1);
    const { fiscalMonth } = await monthOf(shop);
    assert.deepEqual(fiscalMonth.certified, fiscalMonth.net);
    assert.deepEqual(fiscalMonth.difference, { base: '0', itbms: '0', isc: '0', total: '0' });
    assert.deepEqual(fiscalMonth.files, { count: 1, withoutFile: 0, differing: [] });
  });

  const swap = (tag: string, text: (was: string) => string) => (xml: string) =>
    xml.replace(new RegExp(`<${tag}>([^<]*)<`), (_, was: string) => `<${tag}>${text(was)}<`);
  const more = (by: number) => (was: string) => (Number(was) + by).toFixed(2);
  test('of a credit note counts below 0 in the month, and so does its difference', async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ xml: 'address' });
    const { invoice } = await invoicedOrder(shop);
    await attach(here, shop, invoice);
    const input = { invoiceId: invoice.id, reason: 'Todo', mode: 'DGI', restock: false };
    const credit = await shop.call('createCredit { id documentId total }', input);
    await attach(here, shop, credit, swap('dVTot', more(0.03)));
    const { fiscalMonth: month } = await monthOf(shop);
    assert.equal(cents(month.net.total), 0);
    assert.deepEqual([month.certified.total, month.difference.total, month.difference.itbms], ['-0.03', '-0.03', '0']);
    assert.deepEqual(month.files.differing[0].difference, '-0.03');
  });

  test('of the next status does not call again for what a person has looked at', async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ xml: 'address' });
    const { invoice } = await invoicedOrder(shop);
    const parked = async () => (await shop.get(CERTIFIED, { id: invoice.id })).invoice.parkedReason;
    await fetchFiles(here, shop, invoice, swap('dVTot', more(0.01)));
    assert.match(await parked(), /certified a total/);
    await shop.call('resolveParked', { documentId: invoice.id, note: 'Visto' }, 'admin');
    await attach(here, shop, invoice, swap('dVTot', more(0.01)));
    const files = await here.query('select from files where source_id = $1 and content_type = $2', [
      ...[invoice.id, 'application/xml'],
    ]);
    assert.equal(files.length, 2);
    assert.equal(await parked(), null);
    assert.deepEqual((await shop.get(CERTIFIED, { id: invoice.id })).invoice.certified.differsBy, ['TOTAL']);
  });

  const CHANGED: Record<string, [(xml: string) => string, string[], RegExp, string | null]> = {
    'a total one cent more': [swap('dVTot', more(0.01)), ['TOTAL'], /certified a total/, '0.01'],
    'a total one cent less': [swap('dVTot', more(-0.01)), ['TOTAL'], /certified a total/, '-0.01'],
    'another ITBMS': [swap('dTotITBMS', more(0.02)), ['ITBMS'], /certified an ITBMS/, '0'],
    'another net': [swap('dTotNeto', more(1)), ['NET'], /certified a net/, '0'],
    'an ISC': [swap('dTotISC', more(0.5)), ['ISC'], /certified an ISC/, '0'],
    'another number': [swap('dNroDF', () => '0000099999'), ['NUMBER'], /has the number/, '0'],
    'another day': [swap('dFechaEm', () => '2020-01-02T10:00:00-05:00'), ['ISSUE_DATE'], /is of 2020-01-02/, '0'],
    'a foreign CUFE': [
      swap('dId', (was) => was.replace(/.$/, (last) => String((Number(last) + 1) % 10))),
      ['CUFE'],
      /has the CUFE/,
      '0',
    ],
    'a bomb': [
      (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml.replace(/<\?.*?\?>/, '')}`,
      ['UNREADABLE'],
      /document type/,
      null,
    ],
    'half a file': [(xml) => `${xml.slice(0, 300)}>`, ['UNREADABLE'], /cannot be read/, null],
    'another document altogether': [() => '<a>hola</a>', ['UNREADABLE'], /no rFE/, null],
  };
  for (const [name, [change, fields, reason, difference]] of Object.entries(CHANGED))
    test(`with ${name} calls a person, and the month says the document`, async () => {
      const { here, shop } = await newShop(quietWorld());
      here.simulator.setKnobs({ xml: 'address' });
      const { invoice: plain } = await invoicedOrder(shop);
      const { invoice } = await invoicedOrder(shop);
      await attach(here, shop, plain);
      await attach(here, shop, invoice, change);
      const { invoice: read, documentTimeline } = await shop.get(CERTIFIED, { id: invoice.id });
      assert.deepEqual(read.certified.differsBy, fields);
      assert.match(read.parkedReason, reason);
      assert.ok(read.xml && read.pdf, 'the file is kept');
      assert.equal(documentTimeline.filter(({ kind }: Answer) => kind === 'PARKED').length, 1);
      const board = await shop.get(BOARD);
      const needs = board.today.needs.filter(({ kind }: Answer) => ['PARKED', 'CERTIFIED_OTHERWISE'].includes(kind));
      assertEach(needs, (need) => [need.kind, need.count, need.records[0].id], [
        ['CERTIFIED_OTHERWISE', 1, invoice.id],
      ]);
      assert.deepEqual(board.invoices, { totalCount: 1, records: [{ id: invoice.id }] });
      const told = await here.sql<{ data: Answer }>`select data from events
        where tenant_id = ${shop.tenant.id} and type = 'document.certified_otherwise'`;
      assertEach(told, ({ data }) => [data.id, data.differsBy], [[invoice.id, fields]]);
      const { fiscalMonth: month } = await monthOf(shop);
      const files = difference === null ? [plain] : [plain, { ...invoice, total: read.certified.total }];
      assert.equal(
        cents(month.certified.total),
        files.reduce((all, one) => all + cents(one.total), 0),
      );
      assert.equal(cents(month.difference.total), cents(difference ?? '0'));
      assertEach(month.files.differing, (one) => [one.documentId, one.differsBy, one.difference], [
        [invoice.id, fields, difference],
      ]);
      assert.equal(month.files.withoutFile, difference === null ? 1 : 0);
      // Looked at once, it calls no person again, and stays in the list and in the month.
      await shop.call('resolveParked', { documentId: invoice.id, note: 'Visto' }, 'admin');
      await attach(here, shop, invoice, change);
      const afterwards = await shop.get(BOARD);
      assert.ok(!afterwards.today.needs.some(({ kind }: Answer) => kind === 'CERTIFIED_OTHERWISE'));
      assert.equal(afterwards.invoices.totalCount, 1);
    });

  test('that was attached before it was read is read by the command, once; what verify finds is what is not recorded', async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ xml: 'address' });
    const [{ invoice: plain }, { invoice }] = [await invoicedOrder(shop), await invoicedOrder(shop)];
    await attach(here, shop, plain);
    await attach(here, shop, invoice, swap('dVTot', more(0.05)));
    const context = here.app;
    const found = async () =>
      (await verifyTenant(context, shop.tenant, [])).problems
        .filter(({ check }) => check === 'certified_file')
        .map(({ detail }) => detail);
    // The sum of the lines is not what this file says.
    assertEach(await found(), (one) => one.replace(/^\S+ /, '').slice(0, 16), ['does not add up:']);
    await here.query('delete from certified_documents where tenant_id = $1', [shop.tenant.id]);
    await here.query('update fiscal_documents set parked_reason = null where tenant_id = $1', [shop.tenant.id]);
    assert.equal((await found()).filter((one) => one.includes('folio read-files')).length, 2);
    const read = await readFiles(context, shop.tenant, 'cli:test');
    assert.deepEqual(read, { read: 2, differing: [invoice.id], missing: [] });
    assert.deepEqual((await readFiles(context, shop.tenant, 'cli:test')).read, 0);
    assert.match((await shop.get(CERTIFIED, { id: invoice.id })).invoice.parkedReason, /certified a total/);
    for (const [column, value] of [
      ['total', 'total + 0.01'],
      ['differs_by', `'{}'`],
      ['differs_by', `'{TOTAL,NET}'`],
      ['facts', `facts || '{"number": "0000000001"}'`],
    ] as const) {
      await here.query(`update certified_documents set ${column} = ${value} where document_id = '${invoice.id}'`);
      assert.ok((await found()).length > 1, `${column} = ${value}`);
      await readAgain(here, shop, invoice.id);
    }
  });
});

async function readAgain(here: World, shop: TestTenant, id: string): Promise<void> {
  await here.query('delete from certified_documents where document_id = $1', [id]);
  await readFiles(here.app, shop.tenant, 'cli:test');
}
