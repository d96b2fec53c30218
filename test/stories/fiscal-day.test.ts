// The month that a document is declared in is the one that its CUFE names, whenever and wherever it was sold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { createCredit } from '../../src/invoicing/issue-credit.ts';
import { up } from '../../migrations/0092_fiscal_day.ts';
import { importSales, rebuildInvoice, verifySales } from '../../src/invoicing/index.ts';
import { documentsOn } from '../../src/reports/month-file.ts';
import { verifySumsOfMonths } from '../../src/reports/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { salesFile } from '../support/imported.ts';
import { createWorld, PAC_API_KEY, type Answer, type TestTenant } from '../support/world.ts';

const here = await createWorld({ works: false });

/** A shop whose tenant is kept for seconds, so the clock goes on afterwards. */
async function shopIn(timeZone: string): Promise<TestTenant> {
  const shop = await here.tenant();
  await here.query('update tenants set time_zone = $2 where id = $1', [shop.tenant.id, timeZone]);
  return { ...shop, tenant: { ...shop.tenant, timeZone } };
}

function at(instant: string): void {
  here.clock.offsetMs = Date.parse(instant) - Date.now();
}

async function sold(shop: TestTenant, mode: string, price = '10'): Promise<Answer> {
  const itemId = await newItem(shop, { stock: '100', price });
  return invoice(shop, (await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }])).id, mode);
}

/** Here as well as the DGI's word would have it, which no worker is here to take. */
async function authorized(id: string): Promise<void> {
  const [row] = await here.sql<{ at: string }>`update fiscal_documents set legal_status = 'DGI_AUTHORIZED'
    where id = ${id} returning document_id as at`;
  await here.simulator.verdict(row!.at, 'DGI_AUTHORIZED', { webhook: false });
}

const convert = async (shop: TestTenant, id: string): Promise<Answer> =>
  await shop.call('convertInvoiceToDgi { id number cufe expectedCufe pacInput total }', { invoiceId: id });

const creditOf = async (shop: TestTenant, id: string, mode: string): Promise<string> =>
  (await shop.call('createCredit', { invoiceId: id, mode, reason: 'Came back', restock: false })).id;

interface Filed {
  number: string;
  kind: string;
  cufe: string;
  cents: string;
}

/** Certified documents, by the month of the CUFE: a count and cents, of integers. */
async function monthsByCufe(shop: TestTenant): Promise<Record<string, [number, bigint]>> {
  const filed =
    await here.sql<Filed>`select d.number, d.kind, d.cufe, (b.total * 100)::bigint::text as cents from fiscal_documents d
     join (select id, total, voided_at from invoices union all select id, total, voided_at from credits
       union all select id, total, voided_at from debit_notes) b on b.id = d.id
     where d.tenant_id = ${shop.tenant.id} and d.cufe is not null and b.voided_at is null and d.legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED')`;
  const months: Record<string, [number, bigint]> = {};
  for (const { kind, cufe, cents } of filed) {
    const month = `${cufe.slice(32, 36)}-${cufe.slice(36, 38)}`;
    const [count, sum] = months[month] ?? [0, 0n];
    months[month] = [count + 1, sum + (kind === 'CREDIT_NOTE' ? -BigInt(cents) : BigInt(cents))];
  }
  return months;
}

const cents = (amount: string): bigint => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)!;
  return BigInt(`${sign}${whole}${part.padEnd(2, '0')}`);
};

/** All months of three years, as the API tells them. */
async function monthsTold(shop: TestTenant, years: number[]): Promise<Record<string, [number, bigint]>> {
  const months: Record<string, [number, bigint]> = {};
  const asked = years.flatMap((year) => Array.from({ length: 12 }, (_, index) => ({ year, month: index + 1 })));
  for (const { year, month } of asked) {
    const fiscalMonth = await shop.call(
      'fiscalMonth { net { total } documents { state count } series { exceptions { number } } }',
      { year, month },
    );
    const count = fiscalMonth.documents
      .filter(({ state }: Answer) => state === 'COUNTED')
      .reduce((sum: number, one: Answer) => sum + one.count, 0);
    if (count > 0) months[`${year}-${String(month).padStart(2, '0')}`] = [count, cents(fiscalMonth.net.total)];
  }
  return months;
}

const sumsWrong = async (shop: TestTenant): Promise<string[]> =>
  (await inTenant(here.app, shop.tenant, (db) => verifySumsOfMonths(db))).map(({ detail }) => detail);

async function agree(shop: TestTenant, years: number[], expected: string[]): Promise<void> {
  const told = await monthsTold(shop, years);
  assert.deepEqual(told, await monthsByCufe(shop));
  assert.deepEqual(Object.keys(told), expected);
  assert.deepEqual((await inTenant(here.app, shop.tenant, (db) => verifySales(db))).problems, []);
  assert.deepEqual(await sumsWrong(shop), []);
}

const dayOf = (cufe: string) => `${cufe.slice(32, 36)}-${cufe.slice(36, 38)}-${cufe.slice(38, 40)}`;

async function namesOn(shop: TestTenant, day: string): Promise<string[]> {
  const found = await inTenant(here.app, shop.tenant, (db) => documentsOn(db, day));
  return found.map(({ number }) => number);
}

async function listed(shop: TestTenant, from: string, to: string, monthState?: string): Promise<string[]> {
  const invoices = await shop.call('invoices { records { number } }', { from, to, monthState });
  return invoices.records.map(({ number }: Answer) => number);
}

test('a proforma of January that is filed in March is in March: month, file, day, list and statement', async () => {
  const shop = await shopIn('America/Panama');
  at('2026-01-20T15:00:00Z');
  const { id } = await sold(shop, 'PROFORM');
  assert.equal((await listed(shop, '2026-01-01', '2026-01-31')).length, 1);
  at('2026-03-02T15:00:00Z');
  const { number, cufe, pacInput, total } = await convert(shop, id);
  assert.equal(dayOf(cufe), '2026-03-02');
  assert.equal(pacInput.information.issueDate.slice(0, 10), '2026-03-02');
  await agree(shop, [2026], ['2026-03']);
  assert.deepEqual(await namesOn(shop, '2026-03-02'), [number]);
  assert.deepEqual(await listed(shop, '2026-01-01', '2026-01-31'), []);
  assert.deepEqual(await listed(shop, '2026-03-01', '2026-03-31', 'COUNTED'), [number]);
  const { today, january } = await shop.get(
    `{ today(day: "2026-03-02") { sales { count total } } january: today(day: "2026-01-20") { sales { count } } }`,
  );
  assert.deepEqual([today.sales.count, today.sales.total, january.sales.count], [1, total, 0]);
  const [{ client_id: clientId }] = (await here.sql<{ client_id: string }>`select client_id from invoices
    where id = ${id}`) as [{ client_id: string }];
  const { clientStatement } = await shop.get(
    `query ($id: UUID!) { clientStatement(clientId: $id, from: "2026-01-01", to: "2026-03-31") { entries { day number } } }`,
    { id: clientId },
  );
  assert.deepEqual(clientStatement.entries, [{ day: '2026-03-02', number }]);
  // The goods left in January.
  const [sale] = await here.query<{ day: string }>('select issue_day::text as day from invoices where id = $1', [id]);
  assert.equal(sale!.day, '2026-01-20');
});

test('within two days over the end of a month, and of a year, and an internal credit that is filed later', async () => {
  const shop = await shopIn('America/Panama');
  at('2025-12-31T20:00:00Z');
  const first = await sold(shop, 'PROFORM', '11');
  at('2026-01-01T14:00:00Z');
  await convert(shop, first.id);
  at('2026-01-31T20:00:00Z');
  const [second, third] = [await sold(shop, 'PROFORM', '7'), await sold(shop, 'DGI', '5')];
  await authorized(third.id);
  const credit = await creditOf(shop, third.id, 'PROFORM');
  at('2026-02-01T20:00:00Z');
  await convert(shop, second.id);
  await shop.get('mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { id } }', { id: credit });
  await agree(shop, [2025, 2026], ['2026-01', '2026-02']);
});

test('in New York at 23:30 of Panama’s last day of the month it is the next day, and the CUFE’s month counts', async () => {
  const shop = await shopIn('America/New_York');
  // In summer New York is an hour ahead.
  at('2026-06-01T04:30:00Z');
  const { id, number, cufe, expectedCufe } = await sold(shop, 'DGI');
  assert.equal(dayOf(cufe ?? expectedCufe), '2026-05-31');
  await authorized(id);
  await creditOf(shop, id, 'DGI');
  const debited = await sold(shop, 'DGI', '3');
  await authorized(debited.id);
  await shop.call('createDebitNote', {
    invoiceId: debited.id,
    reason: 'Freight',
    lines: [{ description: 'Freight', quantity: '1', unitPrice: '2', taxRate: '7' }],
  });
  await agree(shop, [2026], ['2026-05']);
  assert.ok((await namesOn(shop, '2026-05-31')).includes(number));
  assert.ok((await listed(shop, '2026-05-31', '2026-05-31')).includes(number));
  const { may, june } = await shop.get(
    '{ may: today(day: "2026-05-31") { sales { count hours } } june: today(day: "2026-06-01") { sales { count } } }',
  );
  assert.deepEqual([may.sales.count, june.sales.count], [2, 0]);
  const [sale] = await here.query<{ day: string }>('select issue_day::text as day from invoices where id = $1', [id]);
  assert.equal(sale!.day, '2026-06-01');
});

for (const isApplied of [true, false])
  test(`west of Panama an internal credit${isApplied ? ' that is applied' : ''} is not on the account before its invoice`, async () => {
    const shop = await shopIn('America/Mexico_City');
    // In Mexico the tenth has not begun.
    at('2026-03-10T05:30:00Z');
    const { id } = await sold(shop, 'DGI');
    await authorized(id);
    at('2026-03-10T05:40:00Z');
    const creditId = await creditOf(shop, id, 'PROFORM');
    if (isApplied) await shop.call('applyCredit', { creditId });
    const clientId = (await shop.call('invoice { client { id } }', { id })).client.id;
    const accounts = async (day: string): Promise<string[]> => {
      const told = await shop.call('receivables { owed inHand }', { asOf: day });
      const statement = await shop.call('clientStatement { closing entries { kind } }', {
        clientId,
        from: '2026-03-01',
        to: day,
      });
      return [told.owed, told.inHand, statement.closing, ...statement.entries.map(({ kind }: Answer) => kind)];
    };
    assert.deepEqual(await accounts('2026-03-09'), ['0', '0', '0']);
    // A note that is not applied is in hand beside the debt.
    const open = isApplied ? '0' : '10.7';
    assert.deepEqual(await accounts('2026-03-10'), [open, open, '0', 'INVOICE', 'CREDIT_NOTE']);
  });

test('one that is written again in another month stays in the month of its CUFE', async () => {
  const shop = await shopIn('America/New_York');
  at('2026-06-01T04:30:00Z');
  const { pacInput } = await sold(shop, 'DGI');
  const itemId = await newItem(shop, { stock: '9' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  // As before a restore: what the order got is known to the PAC alone.
  const response = await fetch(`${here.simulator.url}/pan/v1/invoices?idCompany=${shop.companyId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...pacInput,
      information: { ...pacInput.information, numeration: '0000000004', securityCode: '987654321' },
    }),
  });
  const { document }: Answer = await response.json();
  await here.simulator.verdict(document.id, 'DGI_AUTHORIZED', {});
  at('2026-08-10T15:00:00Z');
  const wanted = { pacDocumentId: document.id, orderNumber: order.number };
  const { id } = await rebuildInvoice(ofTenant(here.app, shop.tenant), wanted, 'cli:test');
  assert.equal(dayOf((await readInvoice(shop, id)).cufe), '2026-05-31');
  await agree(shop, [2026], ['2026-05']);
});

test('what was imported is in the month of its day in the file', async () => {
  const shop = await shopIn('America/New_York');
  at('2026-07-01T15:00:00Z');
  const file = await salesFile(['1,A,Thing,2,2026-06-01 00:10:00,2,K1', '2,A,Thing,1,2026-05-31 23:50:00,2,K1']);
  await importSales(here.app, shop.tenant, { file, openingStock: false });
  const told = await monthsTold(shop, [2026]);
  assertEach(Object.entries(told), ([month, [count]]) => [month, count], [
    ['2026-05', 1],
    ['2026-06', 1],
  ]);
});

test('documents of an earlier release are put on the day of their CUFE; `folio verify` names what is elsewhere', async () => {
  const shop = await shopIn('America/Panama');
  at('2026-01-20T15:00:00Z');
  const { id } = await sold(shop, 'PROFORM');
  at('2026-03-02T15:00:00Z');
  await convert(shop, id);
  await here.query('update invoices set fiscal_day = null where id = $1', [id]);
  const { problems } = await inTenant(here.app, shop.tenant, (db) => verifySales(db));
  assertEach(problems, ({ check }) => check, ['fiscal_day']);
  await here.database.db.connection().execute((db) => up(db as Kysely<unknown>));
  await agree(shop, [2026], ['2026-03']);
});

const AGED = `query ($id: UUID!) { previewCredit(invoiceId: $id) { findings { severity field mark message } } }`;

// Sold on 1 March in Panama, 2 March in Auckland: 180 days after 1 March is 28 August. Its last minute in Panama is 04:59 UTC, when
// Auckland has 29 August, as it has an hour later.
test('180 days after its fiscal day in Panama an invoice is credited with a warning, and refused where the PAC does', async () => {
  const shop = await shopIn('Pacific/Auckland');
  at('2026-03-02T03:30:00Z');
  const { id } = await sold(shop, 'DGI');
  await authorized(id);
  const [days] = await here.query('select issue_day::text, fiscal_day::text from invoices where id = $1', [id]);
  assert.deepEqual(days, { issue_day: '2026-03-02', fiscal_day: '2026-03-01' });
  const found = async () => (await shop.get(AGED, { id })).previewCredit.findings;
  at('2026-08-29T04:59:00Z');
  assert.deepEqual(await found(), []);
  at('2026-08-29T05:00:00Z');
  const [warned, ...others] = await found();
  assert.deepEqual([warned.severity, warned.field, warned.mark, others], ['WARNED', 'invoiceId', 'DOCUMENTED', []]);
  assert.match(warned.message, /is of 2026-03-01; a credit note of it is taken for 180 days, until 2026-08-28/);

  const input = { invoiceId: id, mode: 'DGI', reason: 'Came back', restock: false } as const;
  const strict = { ...here.app, pac: { ...here.app.pac, profileOf: () => ({ ...here.app.pac, creditDays: 180 }) } };
  await assert.rejects(
    createCredit(ofTenant(strict, shop.tenant), input, 'ana'),
    /taken for 180 days, until 2026-08-28/,
  );
  assert.deepEqual(await here.query('select id from credits where invoice_id = $1', [id]), []);
  const filed = await shop.call('createCredit { number findings { field message } }', input);
  assert.equal(filed.number, 'NC-0000000001');
  assert.deepEqual(filed.findings[0], { field: 'invoiceId', message: warned.message });
});

test('an internal credit that is filed after 180 days is told so, and one that stays internal is not', async () => {
  const shop = await shopIn('America/Panama');
  at('2026-03-01T15:00:00Z');
  const { id } = await sold(shop, 'DGI');
  await authorized(id);
  at('2026-03-05T15:00:00Z');
  const creditId = await creditOf(shop, id, 'PROFORM');
  at('2026-08-29T15:00:00Z');
  const filed = await shop.call('convertCreditToDgi { findings { field } }', { creditId });
  assertEach(filed.findings, ({ field }) => field, ['invoiceId', 'office.pacOfficeId']);
  at('2026-03-01T15:00:00Z');
  const { id: internal } = await sold(shop, 'PROFORM');
  at('2026-08-29T15:00:00Z');
  assert.deepEqual((await shop.get(AGED, { id: internal })).previewCredit.findings, []);
});

test('the sum of the months is the sum of the documents: `folio verify` names the month and what is in it', async () => {
  const shop = await shopIn('America/Panama');
  at('2026-02-10T15:00:00Z');
  const [first, second] = [await sold(shop, 'DGI', '10'), await sold(shop, 'DGI', '20')];
  await sold(shop, 'PROFORM', '40');
  await authorized(first.id);
  await creditOf(shop, first.id, 'DGI');
  await agree(shop, [2026], ['2026-02']);
  const wrong = async (change: string) => {
    await here.query(`update invoices set ${change} where id = $1`, [second.id]);
    return sumsWrong(shop);
  };
  // 10 and 20 with 7 %, less the credit note of 10: and without the second.
  const all = '3 with base 20, ITBMS 1.4 and total 21.4';
  const none = '2 with base 0, ITBMS 0 and total 0';
  const nothing = '0 with base 0, ITBMS 0 and total 0';
  const own = '1 with base 20, ITBMS 1.4 and total 21.4';
  assert.deepEqual(await wrong(`fiscal_day = '2026-07-01'`), [`2026-02 tells ${none}, and its documents are ${all}`]);
  assert.deepEqual(await wrong(`fiscal_day = '2026-03-01', issued_at = '2026-03-01T15:00:00Z'`), [
    `2026-02 tells ${none}, and its documents are ${all}`,
    `2026-03 tells ${own}, and its documents are ${nothing}`,
  ]);
});

test('no term ends before the day of the payload, of an invoice, a proforma that is filed or a debit note', async () => {
  // Two hours west of Panama, where it is the day before yet.
  const shop = await shopIn('America/Los_Angeles');
  at('2026-04-10T06:00:00Z');
  const itemId = await newItem(shop, { stock: '100' });
  const clientId = await newClient(shop);
  const order = async (dueDate?: string): Promise<string> =>
    (await newOrder(shop, clientId, [{ itemId, quantity: '1' }], { dueDate })).id;
  const late = await order('2026-04-09');
  const proforma = await shop.call('generateInvoice { id dueDate }', { orderId: late, mode: 'PROFORM' });
  assert.equal(proforma.dueDate, '2026-04-09');
  const orderId = await order('2026-04-09');
  const { errors } = await shop.ask('mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { id } }', {
    id: proforma.id,
  });
  const { errors: same } = await shop.ask('mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: DGI) { id } }', {
    id: orderId,
  });
  assert.match(errors![0]!.message, /^It was due on 2026-04-09, which has passed/);
  assert.deepEqual([same![0]!.message, same![0]!.extensions], [errors![0]!.message, { ...errors![0]!.extensions }]);
  const { findings } = await shop.call('previewInvoice { findings { severity field message } }', { orderId });
  assert.ok(findings.some(({ severity, field }: Answer) => severity === 'REFUSED' && field === 'payment'));
  const payment = { payments: [{ method: 'CREDIT', amount: '10.7', days: 0 }] };
  const now = await shop.call('generateInvoice { id documentId dueDate pacInput }', { orderId, mode: 'DGI', payment });
  const { information, totals } = now.pacInput;
  assert.deepEqual(
    [now.dueDate, information.issueDate.slice(0, 10), totals.installmentPayment[0].dueDate.slice(0, 10)],
    ['2026-04-10', '2026-04-10', '2026-04-10'],
  );
  await authorized(now.id);
  at('2026-04-11T06:00:00Z');
  const note = await shop.call('createDebitNote { pacInput }', {
    ...{ invoiceId: now.id, reason: 'Freight', mode: 'DGI' },
    lines: [{ description: 'Freight', quantity: '1', unitPrice: '1', taxRate: '7' }],
  });
  assert.deepEqual(
    [note.pacInput.information.issueDate.slice(0, 10), note.pacInput.totals.installmentPayment],
    ['2026-04-11', undefined],
  );
});
