// The accountant's month: what counts by type and rate, what each figure is made of, and what changed after it was declared.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { get as httpGet } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { checkBundle } from '../../src/invoicing/index.ts';
import { unzip } from '../../src/platform/zip.ts';
import { createToken } from '../../src/access/index.ts';
import { monthEvidence } from '../../src/reports/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { createWorld, eventually, JWT_SECRET, type Answer, type TestTenant } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

const AMOUNTS = 'base itbms isc otherTaxes total retention';

const PANAMA = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' });
const thisMonth = () => {
  const [year, month] = PANAMA.format().split('-').map(Number);
  return { year: year!, month: month! };
};
const monthBefore = ({ year, month }: { year: number; month: number }) =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };

interface Shop extends TestTenant {
  sold: Answer[];
  voided: Answer;
  rejected: Answer;
  unknown: Answer;
  credit: Answer;
}

async function sell(shop: TestTenant, lines: [price: string, taxRate: string][], client?: string): Promise<Answer> {
  const items = await Promise.all(lines.map(([price, taxRate]) => newItem(shop, { negative: true, price, taxRate })));
  const clientId = await newClient(shop, client);
  const order = await newOrder(
    shop,
    clientId,
    items.map((itemId) => ({ itemId, quantity: '3' })),
  );
  return invoice(shop, order.id);
}

/** One of each fate. */
async function shopOfTheMonth(): Promise<Shop> {
  const shop = await here.tenant();
  const sold = [
    await sell(shop, [
      ['1.005', '7'],
      ['3', '0'],
    ]),
    await sell(shop, [['2', '10']], '=cmd|calc, S.A.'),
    await sell(shop, [
      ['7.77', '15'],
      ['0.333', '7'],
    ]),
  ];
  const voided = await sell(shop, [['100', '7']]);
  await shop.call('voidInvoice', { invoiceId: voided.id, reason: 'Made out to the wrong client' });
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
  const rejected = await sell(shop, [['50', '7']]);
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const unknown = await sell(shop, [['40', '7']]);
  const { documentId, cufe } = sold[0];
  await here.simulator.verdict(documentId, 'DGI_AUTHORIZED', { webhook: false });
  await sendNotice(here, shop, { id: documentId, cufe, legalStatus: 'DGI_AUTHORIZED' });
  const credit = await shop.call('createCredit { id number total }', {
    invoiceId: sold[0].id,
    reason: 'Devuelto',
    lines: [{ invoiceLineId: sold[0].lines[0].id, quantity: '1' }],
  });
  return { ...shop, sold, voided, rejected, unknown, credit };
}

const monthOf = async (shop: TestTenant, asked = thisMonth()): Promise<Answer> =>
  await shop.call(
    `fiscalMonth { from to dueDay net { ${AMOUNTS} } before { base itbms } documents { documentType kind state count ${AMOUNTS} rates { rate base itbms } } rates { rate base itbms } lateChanges { number documentId kind what state total } series { series kind first last count billingPoint { code } exceptions { number class } } }`,
    asked,
  );

const cents = (amount: string): number => Math.round(Number(amount) * 100);

const here = await createWorld({ works: false });

describe('fiscalMonth', () => {
  test('each type and state has its rates, which add up to its amounts, and those that count to the month', async () => {
    const shop = await shopOfTheMonth();
    const month = await monthOf(shop);
    assertEach(month.documents, ({ documentType, state, count }) => [documentType, state, count], [
      ['01', 'COUNTED', 3],
      ['01', 'OPEN', 1],
      ['01', 'REJECTED', 1],
      ['01', 'VOIDED', 1],
      ['04', 'COUNTED', 1],
    ]);
    for (const { base, itbms, rates } of month.documents as Answer[])
      for (const [name, amount] of [
        ['base', base],
        ['itbms', itbms],
      ] as const)
        assert.equal(
          rates.reduce((sum: number, one: Answer) => sum + cents(one[name]), 0),
          cents(amount),
        );
    const [invoices, , , voided, credits] = month.documents;
    assertEach(invoices.rates, ({ rate }) => rate, ['0', '7', '10', '15']);
    assert.deepEqual(voided.rates, [{ rate: '7', base: '300', itbms: '21' }]);
    assertEach(credits.rates, ({ rate }) => rate, ['7']);
    for (const { rate, base, itbms } of month.rates as Answer[]) {
      const of = (one: Answer, name: string) =>
        cents(one.rates.find((each: Answer) => each.rate === rate)?.[name] ?? '0');
      assert.equal(cents(base), of(invoices, 'base') - of(credits, 'base'), rate);
      assert.equal(cents(itbms), of(invoices, 'itbms') - of(credits, 'itbms'), rate);
    }
    const [{ series, kind, billingPoint }] = month.series;
    assert.deepEqual([series, kind, billingPoint.code], ['FAC', 'INVOICE', '001']);
  });

  test('each figure is the sum of the list of its documents', async () => {
    const shop = await shopOfTheMonth();
    const month = await monthOf(shop);
    const FIELDS = { INVOICE: 'invoices', CREDIT_NOTE: 'credits', DEBIT_NOTE: 'debitNotes' } as const;
    const listed = async (kind: keyof typeof FIELDS, asked: object): Promise<Answer> => {
      const { list } = await shop.get(
        `query ($from: Date, $to: Date, $state: FiscalMonthState, $type: String, $rate: Decimal) {
          list: ${FIELDS[kind]}(from: $from, to: $to, monthState: $state, documentType: $type, taxRate: $rate) {
            totalCount records { id } sums { subtotal tax total } } }`,
        { from: month.from, to: month.to, ...asked },
      );
      return list;
    };
    for (const { kind, documentType: type, state, ...one } of month.documents as Answer[]) {
      const { totalCount, sums } = await listed(kind, { state, type });
      assert.deepEqual(
        [totalCount, sums],
        [one.count, { subtotal: one.base, tax: one.itbms, total: one.total }],
        state,
      );
      for (const { rate } of one.rates) assert.ok((await listed(kind, { state, type, rate })).totalCount > 0);
    }
    const ofTen = await listed('INVOICE', { state: 'COUNTED', rate: '10' });
    assert.deepEqual(ofTen.records, [{ id: shop.sold[1].id }]);
    assert.equal((await listed('INVOICE', { type: '03' })).totalCount, 0);
  });

  test('the month before stands beside it, and what happened after the day of the return is told', async () => {
    const shop = await shopOfTheMonth();
    const now = await monthOf(shop);
    assert.deepEqual(now.lateChanges, []);
    // All of it was issued, and said, three months ago; the void of today is late for that month.
    const asked = monthBefore(monthBefore(monthBefore(thisMonth())));
    for (const table of ['invoices', 'credits'])
      await here.query(
        `update ${table} set issue_day = issue_day - interval '3 months', issued_at = issued_at - interval '3 months' where tenant_id = $1`,
        [shop.tenant.id],
      );
    await here.sql`update fiscal_documents set settled_at = settled_at - interval '3 months'
      where tenant_id = ${shop.tenant.id} and id <> ${shop.rejected.id}`;
    const month = await monthOf(shop, asked);
    assert.deepEqual(
      new Set(month.lateChanges.map(({ number, what, state }: Answer) => `${number} ${what} ${state}`)),
      new Set([`${shop.voided.number} VOIDED VOIDED`, `${shop.rejected.number} VERDICT REJECTED`]),
    );
    assert.match(month.dueDay, /-15$/);
    const next = asked.month === 12 ? { year: asked.year + 1, month: 1 } : { ...asked, month: asked.month + 1 };
    const after = await monthOf(shop, next);
    assert.deepEqual(after.before, { base: month.net.base, itbms: month.net.itbms });
  });
});

async function download(shop: TestTenant, path: string): Promise<Response> {
  return fetch(`${here.url}${path}`, { headers: { authorization: `Bearer ${await shop.token('viewer')}` } });
}

async function bytesOf(answer: Response): Promise<Buffer> {
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

const monthQuery = (): string => `year=${thisMonth().year}&month=${thisMonth().month}`;
const monthName = (): string => `${thisMonth().year}-${String(thisMonth().month).padStart(2, '0')}`;

/** By a reader that knows nothing of ours: the rows of each sheet by its name, each a record by its headings. */
function sheetsOf(archive: Buffer): Map<string, Record<string, string>[]> {
  const parts = unzip(archive);
  const names = [
    ...parts
      .get('xl/workbook.xml')!
      .toString()
      .matchAll(/<sheet name="(.*?)"/g),
  ].map(([, name]) => name!);
  return new Map(
    names.map((name, at) => {
      const xml = parts.get(`xl/worksheets/sheet${at + 1}.xml`)!.toString();
      const [head, ...rows] = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row]) =>
        Object.fromEntries(
          [...row!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)].map(
            ([, column, value, text]) => [column!, value ?? text!] as const,
          ),
        ),
      );
      const named = (row: Record<string, string>) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [head![column]!, value]));
      return [name, rows.map(named)];
    }),
  );
}

const sumOf = (rows: Record<string, string>[], column: string): number =>
  rows.reduce((sum, row) => sum + cents(row[column] ?? '0'), 0);

describe('the file of a month', () => {
  test('has all that the return asks for, and its columns add up to the month', async () => {
    const shop = await shopOfTheMonth();
    const month = await monthOf(shop);
    const answer = await download(shop, `/export/month.xlsx?${monthQuery()}`);
    assert.match(answer.headers.get('content-disposition')!, /folio-\d{4}-\d\d\.xlsx/);
    const sheets = sheetsOf(await bytesOf(answer));
    assert.deepEqual([...sheets.keys()], ['Resumen', 'Documentos', 'No cuentan', 'Anulados', 'Numeración']);
    const documents = sheets.get('Documentos')!;
    const { net } = month;
    for (const [column, amount] of [
      ['ITBMS', net.itbms],
      ['ISC', net.isc],
      ['Otros impuestos', net.otherTaxes],
      ['Total', net.total],
      ...month.rates.map(({ rate, base }: Answer) => [`Base ${rate} %`, base]),
    ])
      assert.equal(sumOf(documents, column), cents(amount), column);
    const credit = documents.find((row) => row['Tipo'] === 'Nota de crédito')!;
    assert.deepEqual([credit['Documento referido'], credit['Total']], [shop.sold[0].number, `-${shop.credit.total}`]);
    const first = documents.find((row) => row['Número'] === shop.sold[0].number)!;
    assert.deepEqual([first['CUFE'], first['Estado']], [shop.sold[0].cufe, 'Autorizado por la DGI']);
    assert.ok(documents.some((row) => row['Cliente'] === '=cmd|calc, S.A.'));
    assert.deepEqual(
      new Set(sheets.get('No cuentan')!.map((row) => `${row['Número']} ${row['Estado']}`)),
      new Set([
        `${shop.voided.number} Anulado`,
        `${shop.rejected.number} Rechazado`,
        `${shop.unknown.number} Sin veredicto`,
      ]),
    );
    assertEach(sheets.get('Anulados')!, (row) => row['Número'], [shop.voided.number]);
    assert.deepEqual(
      sheets.get('Numeración')!.flatMap((row) => (row['Número'] === undefined ? [] : [row['Estado']])),
      ['Anulado', 'Rechazado', 'Enviado sin respuesta'],
    );
    const boxes = new Map(sheets.get('Resumen')!.map((row) => [row['Formulario 430'], row]));
    assert.equal(cents(boxes.get('Neto del mes y débito fiscal')!['ITBMS']!), cents(net.itbms));
    for (const { rate, base, itbms } of month.rates as Answer[]) {
      const sold = boxes.get(rate === '0' ? 'Operaciones exentas y no gravadas' : `Operaciones gravadas al ${rate} %`)!;
      const back = boxes.get(`Notas de crédito al ${rate} %`)!;
      assert.equal(cents(sold['Base']!) + cents(back['Base']!), cents(base), rate);
      assert.equal(cents(sold['ITBMS']!) + cents(back['ITBMS']!), cents(itbms), rate);
    }
  });

  test('what a debit note charges on an export without tax is among the exports', async () => {
    const shop = await here.tenant();
    const item = await newItem(shop, { negative: true, price: '10', taxRate: '0' });
    const sold = async (receiver: object, type: string, more: object): Promise<string> => {
      const order = await newOrder(shop, await newClient(shop, undefined, receiver), [{ itemId: item, quantity: '3' }]);
      const { generateInvoice: one } = await shop.get(
        `mutation ($id: UUID!, $type: DocumentType, $export: ExportInput) { generateInvoice(orderId: $id, mode: DGI, documentType: $type, export: $export) { id documentId cufe } }`,
        { id: order.id, type, ...more },
      );
      await here.simulator.verdict(one.documentId, 'DGI_AUTHORIZED', { webhook: false });
      await sendNotice(here, shop, { id: one.documentId, cufe: one.cufe, legalStatus: 'DGI_AUTHORIZED' });
      return one.id;
    };
    const FOB = { incoterm: 'FOB', port: 'Balboa' };
    const abroad = await sold({ receiverType: 'EXTRANJERO', ruc: 'X-1', country: 'ES' }, 'EXPORT', { export: FOB });
    const inPanama = await sold({}, 'INTERNAL', {});
    const charge = (invoiceId: string, unitPrice: string, taxRate: string, mode = 'DGI') =>
      shop.call('createDebitNote { id }', {
        ...{ invoiceId, mode, reason: 'Flete' },
        lines: [{ description: 'Flete', unitPrice, taxRate }],
      });
    await charge(abroad, '4.10', '0');
    await charge(abroad, '2', '7');
    await charge(abroad, '100', '0', 'PROFORM');
    await shop.call('voidDebitNote', {
      debitNoteId: (await charge(abroad, '50', '0')).id,
      reason: 'No se cobra el flete',
    });
    await charge(inPanama, '1.25', '0');
    const boxes = new Map(
      sheetsOf(await bytesOf(await download(shop, `/export/month.xlsx?${monthQuery()}`)))
        .get('Resumen')!
        .map((row) => [row['Formulario 430'], cents(row['Base'] ?? '0')]),
    );
    assert.deepEqual(
      ['Exportaciones', 'Operaciones exentas y no gravadas', 'Operaciones gravadas al 7 %'].map((name) =>
        boxes.get(name),
      ),
      [3410, 3125, 200],
    );
  });

  test('is CSV as well, and no text is a formula', async () => {
    const shop = await shopOfTheMonth();
    const lines = (await bytesOf(await download(shop, `/export/month.csv?${monthQuery()}`))).toString().split('\r\n');
    assert.match(
      lines[0]!,
      /^\uFEFFNúmero,Tipo,Fecha,CUFE,Cliente,RUC,DV,Base 0 %,Base 7 %,Base 10 %,Base 15 %,ITBMS,/,
    );
    assert.equal(lines.length, 6);
    assert.ok(lines.some((line) => line.includes(`"'=cmd|calc, S.A."`)));
  });

  test('what is no month is refused, and no tenant has the month of another', async () => {
    const shop = await shopOfTheMonth();
    const other = await here.tenant();
    for (const path of [
      '/export/month.xlsx?year=2026&month=13',
      '/export/month.csv?year=2026',
      '/months/2026-00/evidence.zip',
      '/months/2026-10-01/evidence.zip',
      '/export/receivables.csv?asOf=2026-02-30',
    ])
      assert.equal((await download(shop, path)).status, 400, path);
    for (const path of [
      `/export/month.csv?${monthQuery()}`,
      `/months/${monthName()}/evidence.zip`,
      '/export/receivables.csv',
    ])
      assert.equal((await fetch(`${here.url}${path}`)).status, 401, path);
    const theirs = sheetsOf(await bytesOf(await download(other, `/export/month.xlsx?${monthQuery()}`)));
    assert.deepEqual([theirs.get('Documentos'), theirs.get('No cuentan')], [[], []]);
    const archive = unzip(await bytesOf(await download(other, `/months/${monthName()}/evidence.zip`)));
    assert.deepEqual([...archive.keys()], [`${monthName()}.xlsx`, 'acts-head.json', 'SHA256SUMS']);
  });
});

describe('the evidence of a month', () => {
  test('has the bundle of every document and the file of the month, and each hash is right', async () => {
    const shop = await shopOfTheMonth();
    const answer = await download(shop, `/months/${monthName()}/evidence.zip`);
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    const archive = unzip(await bytesOf(answer));
    const listed = archive
      .get('SHA256SUMS')!
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  '));
    assert.deepEqual([...archive.keys()].toSorted(), [...listed.map(([, name]) => name!), 'SHA256SUMS'].toSorted());
    for (const [sum, name] of listed)
      assert.equal(createHash('sha256').update(archive.get(name!)!).digest('hex'), sum, name!);
    const bundles = [...archive].filter(([name]) => name.endsWith('.zip'));
    for (const [, bundle] of bundles) assert.deepEqual(checkBundle(unzip(bundle)), []);
    assert.deepEqual(
      new Set(bundles.map(([, bundle]) => JSON.parse(unzip(bundle).get('document.json')!.toString()).id)),
      new Set([...shop.sold, shop.voided, shop.rejected, shop.unknown, shop.credit].map(({ id }) => id)),
    );
    const sheets = sheetsOf(archive.get(`${monthName()}.xlsx`)!);
    assert.equal(sumOf(sheets.get('Documentos')!, 'Total'), cents((await monthOf(shop)).net.total));
  });

  test('is made while it is read, a bundle at a time, and a caller that hangs up ends it', async (t) => {
    const shop = await here.tenant();
    for (let n = 0; n < 5; n++) {
      const { id } = await sell(shop, [['1', '7']]);
      await attachPdfOnDuty(ofTenant(here.app, shop.tenant), id);
    }
    const { files } = here.app;
    const read = files.read.bind(files);
    let reads = 0;
    let isHeld = false;
    const held = Promise.withResolvers<void>();
    t.mock.method(files, 'read', async (key: string) => {
      if (!key.startsWith('acts/')) reads += 1;
      if (isHeld) await held.promise;
      return read(key);
    });
    const archive = await monthEvidence(ofTenant(here.app, shop.tenant), thisMonth());
    const LOCAL = Buffer.from('PK\x03\x04');
    for (let entries = 0; entries < 2;) if ((await archive.next()).value!.subarray(0, 4).equals(LOCAL)) entries += 1;
    assert.equal(reads, 2, 'no bundle is made before the one ahead of it has been read');
    await archive.return(undefined);

    [reads, isHeld] = [0, true];
    const headers = { authorization: `Bearer ${await shop.token('viewer')}` };
    const path = `/months/${monthName()}/evidence.zip`;
    const slow = [1, 2].map(() =>
      httpGet(`${here.url}${path}`, { headers, agent: false }).on('error', () => undefined),
    );
    await eventually(async () => reads, 2);
    const third = await download(shop, path);
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '30']);
    for (const one of slow) one.destroy();
    // By then the service has seen that they have gone, which was before.
    await fetch(`${here.url}/readyz`);
    isHeld = false;
    held.resolve();
    await eventually(async () => (await download(shop, '/export/receivables.csv')).status, 200);
    assert.equal(reads, 2, 'nothing is read for a caller that has gone');
  });

  test('ends with the revocation of the token that asked for it, not with its expiry', async (t) => {
    const shop = await here.tenant();
    for (let n = 0; n < 3; n++)
      await attachPdfOnDuty(ofTenant(here.app, shop.tenant), (await sell(shop, [['1', '7']])).id);
    const wanted = { userName: 'ana', role: 'viewer' as const, expiresIn: '5m' };
    const { files } = here.app;
    const read = files.read.bind(files);
    const { offsetMs } = here.clock;
    t.after(() => (here.clock.offsetMs = offsetMs));
    for (const [then, isWhole] of [
      [async () => undefined, true],
      [(id: string) => shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id }), false],
    ] as const) {
      const { id, token } = await createToken(here.app, shop.tenant, JWT_SECRET, { ...wanted, now: here.clock.now() });
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      t.mock.method(files, 'read', async (key: string) => {
        begun.resolve();
        await held.promise;
        return read(key);
      });
      const headers = { authorization: `Bearer ${token}` };
      const whole = fetch(`${here.url}/months/${monthName()}/evidence.zip`, { headers })
        .then(async (answer) => answer.ok && unzip(Buffer.from(await answer.arrayBuffer())).has('SHA256SUMS'))
        .catch(() => false);
      await begun.promise;
      await then(id);
      here.clock.offsetMs += 6 * 60_000;
      held.resolve();
      assert.equal(await whole, isWhole);
    }
  });
});

describe('the file of receivables', () => {
  test('has each client that owes, by age, and adds up to what the service says', async () => {
    const shop = await shopOfTheMonth();
    const { receivables } = await shop.get('{ receivables { asOf owed current clientCount } }');
    const bytes = await bytesOf(await download(shop, '/export/receivables.xlsx'));
    const [[name, rows]] = [...sheetsOf(bytes)] as [[string, Record<string, string>[]]];
    assert.deepEqual([name, rows.length], [receivables.asOf, receivables.clientCount]);
    assert.deepEqual(
      [sumOf(rows, 'Saldo'), sumOf(rows, 'Por vencer')],
      [receivables.owed, receivables.current].map(cents),
    );
    const past = await bytesOf(await download(shop, '/export/receivables.csv?asOf=2020-01-31'));
    assert.equal(past.toString(), '\uFEFFCliente,RUC,DV,Por vencer,1–30,31–60,61–90,Más de 90,Saldo,A favor\r\n');
  });
});

test('the examples of docs/fiscal-month.md are answered', async (t) => {
  const shop = await shopOfTheMonth();
  const page = await readFile(join(import.meta.dirname, '../../docs/fiscal-month.md'), 'utf8');
  const [query, commands] = [...page.matchAll(/```(?:graphql|bash)\n([\s\S]*?)```/g)].map(([, text]) => text!);
  assert.ok((await shop.get(query!, { year: 2026, month: 3 })).fiscalMonth);
  const cwd = await mkdtemp(join(tmpdir(), 'folio-month-'));
  t.after(() => rm(cwd, { recursive: true }));
  const env = { ...process.env, FOLIO: here.url, TOKEN: await shop.token('viewer') };
  await promisify(execFile)('bash', ['-euc', commands!], { cwd, env });
  for (const file of ['month.xlsx', 'month.csv', 'receivables.csv', 'evidence.zip'])
    assert.ok((await readFile(join(cwd, file))).length > 50, file);
});
