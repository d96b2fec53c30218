// Companies whose PACs have the contract of The Factory HKA, by REST and by SOAP, beside others on Alanube in one service: sold, found
// again, void, and with none left; and what EBI was sent, counted in integers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startSimulator, type FaultRequest, type Simulator } from '../../simulator/server.ts';
import { checkBundle } from '../../src/invoicing/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, invoicedOrder, leaveJob, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { unzip } from '../../src/platform/zip.ts';
import { timelineOf } from '../support/notices.ts';
import { createWorld, eventually, PAC_WEBHOOK_SECRET } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

const KEY = 'clave-de-hka';
const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

let simulators: Record<'hka' | 'ebi', Simulator>;
let here: World;

interface Passed {
  action: string;
  sent: string;
  companyId: string;
}
/** Calls on their way to EBI, and what is done to an answer before it goes back. */
const passed: Passed[] = [];
let changed: ((one: Passed, answer: string) => string) | null = null;
const wire = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const sent = Buffer.concat(parts).toString();
    const { soapaction = '', 'content-type': type = '' } = request.headers;
    const companyId = /tokenEmpresa>([^<]*)</.exec(sent)?.[1] ?? '';
    const one = { action: /(\w+)"$/.exec(String(soapaction))?.[1] ?? '', sent, companyId };
    passed.push(one);
    const pass = async (): Promise<void> => {
      const headers = { 'content-type': type, soapaction: String(soapaction) };
      const answered = await fetch(`${simulators.ebi.url}${request.url!}`, { method: 'POST', headers, body: sent });
      const text = await answered.text();
      response
        .writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' })
        .end(changed?.(one, text) ?? text);
    };
    pass().catch(() => response.destroy());
  });
});

before(async () => {
  await new Promise<void>((done) => void wire.listen(0, '127.0.0.1', done));
  const options = { apiKey: KEY, webhookSecret: PAC_WEBHOOK_SECRET };
  const [hka, ebi] = await Promise.all([
    startSimulator({ pac: 'hka', ...options }),
    startSimulator({ pac: 'ebi', ...options }),
  ]);
  simulators = { hka, ebi };
  const address = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
  here = await createWorld({ env: { PAC_ADDRESSES: `hka=${hka.url}/api,ebi=${address}` } });
});
after(async () => {
  await Promise.all(Object.values(simulators).map((one) => one.close()));
  wire.close();
});

async function shopOn(make: 'hka' | 'ebi'): Promise<TestTenant> {
  const shop = await here.tenant();
  simulators[make].setCompany({ companyId: shop.companyId, ...RUC });
  const pacMake = make.toUpperCase();
  const input = { pacMake, pacUser: shop.companyId, pacApiKey: KEY };
  assert.deepEqual(await shop.call('updateTenant { pacMake roundsOnce }', input), { pacMake, roundsOnce: true });
  // The process forgets the tenant and its account.
  here.clock.offsetMs += 6_000;
  return shop;
}

const isWhole = ({ legalStatus, pdf, files }: Answer): boolean =>
  legalStatus === 'DGI_AUTHORIZED' && pdf !== null && files.length === 2;
const whole = (shop: TestTenant, id: string) => eventually(() => readInvoice(shop, id), isWhole);
const TYPED = `mutation ($id: UUID!, $type: DocumentType, $export: ExportInput) {
  generateInvoice(orderId: $id, documentType: $type, export: $export) { legalStatus rejectionReasons pacInput } }`;
const FOUND = `query ($id: UUID!, $type: DocumentType, $export: ExportInput) {
  previewInvoice(orderId: $id, documentType: $type, export: $export) { findings { severity field message } } }`;
const COMPANY = { receiverType: 'CONTRIBUYENTE', ruc: RUC.ruc };
const FOREIGN = { receiverType: 'EXTRANJERO', ruc: 'X-1', country: 'ES' };
const PLACED = { line: 'Calle 50', corregimientoCode: '8-8-7' };
const ABROAD = { type: 'OPERATION_ABROAD', export: { incoterm: 'FOB' } };

const LOST: FaultRequest[] = [
  ...(['lostAnswer', 'resetMidAnswer', 'html200', 'empty200', 'cutJson200'] as const).map((name) => ({ name })),
  ...(['code201', 'code202', 'code300', 'duplicate1513', 'duplicate', 'expiredToken', 'http500'] as const).map(
    (name) => ({ name, accepted: true, times: 1 }),
  ),
];
for (const make of ['hka', 'ebi'] as const)
  describe(make, () => {
    const callsOf = (shop: TestTenant, operation: string) =>
      simulators[make].calls().filter((call) => call.companyId === shop.companyId && call.operation === operation);

    test('an operation abroad needs the data of an export at this PAC', async () => {
      const { viewer } = await (await shopOn(make)).get('{ viewer { tenant { invoiceTypes { type exportData } } } }');
      const needing = viewer.tenant.invoiceTypes.filter((one: Answer) => one.exportData === 'REQUIRED');
      assertEach(needing, (one) => one.type, ['EXPORT', 'OPERATION_ABROAD']);
    });

    test('an invoice has its verdict in the answer, and its files by the CUFE', async () => {
      const shop = await shopOn(make);
      const other = await here.tenant();
      const { invoice: sold } = await invoicedOrder(shop);
      assert.equal(sold.legalStatus, 'DGI_AUTHORIZED');
      assert.match(sold.documentId, /^0000-001-01-\d{10}-01$/);
      const { id, cufe } = await whole(shop, sold.id);
      assert.notEqual(cufe.slice(-10), sold.expectedCufe.slice(-10), 'its security code is of the PAC');
      const [row] = await here.sql<Answer>`select differs_by, total from certified_documents where document_id = ${id}`;
      assert.deepEqual(row, { differs_by: [], total: sold.total });
      assert.equal(callsOf(shop, 'submit').length, 1);
      const logins = make === 'hka' ? 1 + 1 : 0;
      assert.equal(callsOf(shop, 'login').length, logins, 'one by the trial of the account, one by the service');
      assert.equal(
        (await invoicedOrder(other)).invoice.legalStatus,
        'PAC_AUTHORIZED',
        'the other company is on Alanube',
      );
    });

    test('lines of 0.35 are certified as they are booked', async () => {
      const shop = await shopOn(make);
      const itemId = await newItem(shop, { stock: '100', price: '0.35' });
      const lines = Array.from({ length: 20 }, () => ({ itemId, quantity: '1' }));
      const order = await newOrder(shop, await newClient(shop), lines);
      const sold = await whole(shop, (await invoice(shop, order.id)).id);
      // 20 × 0.35 is 7.00, and 7 % of it 0.49.
      assert.deepEqual([sold.subtotal, sold.tax, sold.total], ['7', '0.49', '7.49']);
      const [row] = await here.sql<Answer>`select differs_by, itbms from certified_documents
        where document_id = ${sold.id}`;
      assert.deepEqual(row, { differs_by: [], itbms: '0.49' });
    });

    for (const [what, client, asked, field] of [
      ['a taxpayer without an address', COMPANY, {}, 'client.address.line'],
      ['a legal RUC as a final consumer', { ...COMPANY, receiverType: 'CONSUMIDOR_FINAL' }, {}, 'client.address.line'],
      ['a taxpayer with one of three letters', { ...COMPANY, address: { line: 'Vía' } }, {}, 'client.address.line'],
      ['a taxpayer with one', { ...COMPANY, address: PLACED }, {}, null],
      ['an operation abroad without data of the export', FOREIGN, { type: 'OPERATION_ABROAD' }, 'export'],
      ['an operation abroad with them', FOREIGN, ABROAD, null],
    ] as const) {
      test(`${what}: ${field === null ? 'filed' : 'refused before a number is taken'}`, async () => {
        const shop = await shopOn(make);
        const itemId = await newItem(shop, { stock: '10', taxRate: '0' });
        const order = await newOrder(shop, await newClient(shop, 'Acme', client), [{ itemId, quantity: '1' }]);
        const variables = { id: order.id, ...asked };
        const { findings } = (await shop.get(FOUND, variables)).previewInvoice;
        const refused = findings.filter(({ severity }: Answer) => severity === 'REFUSED');
        assertEach(refused, (one) => one.field, field === null ? [] : [field]);
        if (field === null) {
          const { generateInvoice: sold } = await shop.get(TYPED, variables);
          assert.deepEqual([sold.legalStatus, sold.rejectionReasons], ['DGI_AUTHORIZED', []]);
          return;
        }
        assert.match((await shop.refusal(TYPED, variables)).message, new RegExp(refused[0].message));
        assert.deepEqual((await shop.get('{ numberAudit { series } }')).numberAudit, []);
        assert.deepEqual(callsOf(shop, 'submit'), []);
      });
    }

    for (const fault of LOST.filter(({ name }) => make === 'hka' || name !== 'expiredToken')) {
      test(`accepted under ${fault.name}, an invoice is found by its number, and no person is needed`, async () => {
        const shop = await shopOn(make);
        simulators[make].nextFault({ ...fault, operation: 'submit', companyId: shop.companyId });
        const { invoice: sold } = await invoicedOrder(shop);
        const settled = await whole(shop, sold.id);
        const mine = simulators[make].documents().filter(({ companyId }) => companyId === shop.companyId);
        assertEach(mine, ({ cufe }) => cufe, [settled.cufe]);
      });
    }

    if (make === 'hka')
      test('an expired token is got anew in the middle, and the document leaves once', async () => {
        const shop = await shopOn(make);
        simulators[make].nextFault({ name: 'expiredToken', operation: 'submit', companyId: shop.companyId });
        const { invoice: sold } = await invoicedOrder(shop);
        assert.equal(sold.legalStatus, 'DGI_AUTHORIZED');
      });

    test('without documents left an invoice waits under its number, is not rejected, and goes when there are some', async () => {
      const shop = await shopOn(make);
      simulators[make].nextFault({ name: 'noFolios', operation: 'submit', companyId: shop.companyId });
      const { invoice: sold } = await invoicedOrder(shop);
      assert.deepEqual([sold.legalStatus, sold.submissionState], [null, 'PENDING']);
      const held = (await timelineOf(shop, sold.id)).find(({ kind }: Answer) => kind === 'NOT_SENT');
      assert.match(held!.detail.cause, /folios/);
      assert.ok(held!.detail.triedAgainAfterSeconds >= 300);
      await here.query('update pac_requests set not_before = now() where document_id = $1', [sold.id]);
      await leaveJob(here, shop, sold.id);
      const { number } = await whole(shop, sold.id);
      assert.equal(number, sold.number);
    });

    test('a document whose CUFE is of another is put aside, and nothing is sent again', async () => {
      const shop = await shopOn(make);
      simulators[make].nextFault({ name: 'forgedCufe', operation: 'submit', companyId: shop.companyId });
      const { invoice: sold } = await invoicedOrder(shop);
      assert.deepEqual([sold.legalStatus, sold.cufe, sold.submissionState], [null, null, 'UNKNOWN']);
      assert.equal(callsOf(shop, 'submit').length, 1);
    });

    test('it is void by its number, and its evidence agrees', async () => {
      const shop = await shopOn(make);
      const { invoice: sold } = await invoicedOrder(shop);
      await whole(shop, sold.id);
      const path = `${here.url}/documents/${sold.id}/evidence.zip`;
      const bundle = await fetch(path, { headers: { authorization: `Bearer ${await shop.token('viewer')}` } });
      assert.deepEqual(checkBundle(unzip(Buffer.from(await bundle.arrayBuffer()))), []);
      const told = await shop.call('invoice { pacInput actions { name until } }', { id: sold.id });
      const { until } = told.actions.find(({ name }: Answer) => name === 'voidInvoice');
      const issued = Date.parse(told.pacInput.information.issueDate);
      assert.equal(Math.floor((Date.parse(until) - issued) / 1000), 7 * 86_400, 'its PAC voids for seven days');
      await shop.call('voidInvoice', { invoiceId: sold.id, reason: 'Error en los datos del cliente' });
      await eventually(() => shop.call('invoice { voidState }', { id: sold.id }), { voidState: 'DONE' });
    });
  });

const micro = (text: string): bigint => {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole! + fraction.padEnd(6, '0'));
};
const half = (amount: bigint, unit: bigint): bigint => (amount + unit / 2n) / unit;

test('what EBI was sent is what was sold, counted in integers', async () => {
  const shop = await shopOn('ebi');
  const clientId = await newClient(shop);
  let seed = 5;
  const below = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let ticket = 0; ticket < 8; ticket += 1) {
    const wanted = Array.from({ length: 1 + below(5) }, () => ({
      cents: 1 + below(500),
      thousandths: 1 + below(9_000),
    }));
    const lines = [];
    for (const { cents, thousandths } of wanted) {
      const itemId = await newItem(shop, { stock: '10', price: (cents / 100).toFixed(2) });
      lines.push({ itemId, quantity: (thousandths / 1_000).toFixed(3) });
    }
    const order = await newOrder(shop, clientId, lines);
    const sold = await whole(shop, (await invoice(shop, order.id)).id);
    const { sent } = passed.findLast(({ action, companyId }) => action === 'Enviar' && companyId === shop.companyId)!;
    const said = (name: string) =>
      [...sent.matchAll(new RegExp(`<ser:${name}>([^<]*)<`, 'g'))].map(([, text]) => text!);
    // Cents times thousandths are 5 digits; 7 % of them is 7, of which a line shows 6.
    const nets = wanted.map(({ cents, thousandths }) => BigInt(cents) * BigInt(thousandths) * 10n);
    const taxes = nets.map((net) => half(net * 7n, 100n));
    assert.deepEqual(said('precioItem').map(micro), nets);
    assert.deepEqual(said('valorITBMS').map(micro), taxes);
    const sum = [...nets, ...taxes].reduce((all, one) => all + one, 0n);
    const total = BigInt(said('totalFactura')[0]!.replace('.', ''));
    assert.equal(total, half(sum, 10_000n));
    assert.equal(micro(sold.total), total * 10_000n);
  }
});

const BOMB = '<!DOCTYPE a [<!ENTITY b "cccccccc"><!ENTITY d "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&d;&d;&d;&d;</a>';
for (const [what, answer] of [
  ['an XML bomb', () => BOMB],
  ['half an envelope', (text: string) => text.slice(0, text.length / 2)],
  ['a fault with the status 200', () => '<s:Envelope xmlns:s="x"><s:Body><s:Fault/></s:Body></s:Envelope>'],
] as const) {
  test(`accepted and answered by ${what}, an invoice is sent once and found by its number`, async () => {
    const shop = await shopOn('ebi');
    changed = ({ action, companyId }, text) =>
      action === 'Enviar' && companyId === shop.companyId ? answer(text) : text;
    const { invoice: sold } = await invoicedOrder(shop);
    const { cufe } = await whole(shop, sold.id);
    changed = null;
    assert.equal(simulators.ebi.documents(shop.companyId)[0]!.cufe, cufe);
    assert.equal(passed.filter((one) => one.action === 'Enviar' && one.companyId === shop.companyId).length, 1);
  });
}

test('a file of another total is told as a difference', async () => {
  const shop = await shopOn('ebi');
  changed = ({ action, companyId }, text) =>
    action === 'DescargaXML' && companyId === shop.companyId
      ? text.replace(/(documento>)([^<]+)/, (_, tag: string, file: string) => {
          const xml = Buffer.from(file, 'base64').toString();
          const other = xml.replace(/<dVTot>[^<]*</, '<dVTot>999.99<');
          return tag + Buffer.from(other).toString('base64');
        })
      : text;
  const { invoice: sold } = await invoicedOrder(shop);
  await whole(shop, sold.id);
  changed = null;
  const [row] = await here.sql<Answer>`select differs_by, total from certified_documents
    where document_id = ${sold.id}`;
  assert.deepEqual(row, { differs_by: ['TOTAL'], total: '999.99' });
});
