// Offices and billing points: where a document is issued, by which numbers, and that two tills never wait for each other.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { nextNumberAt, pointsOfIssue } from '../../src/catalog/index.ts';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { createTenant } from '../../src/company/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { skipNumbers, verifyCounts } from '../../src/numbers/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, INVOICE, invoice, newClient, newItem, newOrder, untilPrinted } from '../support/business.ts';
import { eventually, quietWorld, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const OFFICES = `{ offices { id code name address pacOfficeId isMain coordinates { latitude longitude }
  billingPoints { id code name isFirst } locations { id code } } }`;
const CREATE_OFFICE = 'mutation ($input: OfficeInput!) { createOffice(input: $input) { id code isMain } }';
const UPDATE_OFFICE =
  'mutation ($id: UUID!, $input: OfficeInput!) { updateOffice(officeId: $id, input: $input) { id code name address isMain } }';
const CREATE_POINT =
  'mutation ($officeId: UUID!, $code: String!) { createBillingPoint(officeId: $officeId, code: $code) { id code isFirst office { code } } }';
const UPDATE_POINT =
  'mutation ($id: UUID!, $code: String) { updateBillingPoint(billingPointId: $id, code: $code) { code } }';
const GENERATE = `mutation ($id: UUID!, $mode: GenerationMode!, $at: UUID) {
  generateInvoice(orderId: $id, mode: $mode, billingPointId: $at) { ${INVOICE} billingPoint { id } } }`;
const PREVIEW = 'query ($id: UUID!, $at: UUID) { previewInvoice(orderId: $id, billingPointId: $at) { payload } }';
const AUDIT = 'numberAudit { series reserved counts { class count } billingPoint { code isFirst office { code } } }';

/** With a till at each of three offices, which the PAC knows. */
async function threeOffices(here: World) {
  const shop = await here.tenant();
  const codes = ['0000', '0001', '0002'];
  const { offices } = await shop.get(OFFICES);
  await shop.get(UPDATE_OFFICE, { id: offices[0].id, input: { pacOfficeId: `${shop.companyId} 0000` } });
  const ids = [offices[0].id];
  for (const code of codes.slice(1)) {
    const input = { code, name: `Office ${code}`, pacOfficeId: `${shop.companyId} ${code}` };
    const { createOffice } = await shop.get(CREATE_OFFICE, { input });
    await shop.get(CREATE_POINT, { officeId: createOffice.id, code: '001' });
    ids.push(createOffice.id);
  }
  here.simulator.setCompany({
    ...{ companyId: shop.companyId, ruc: '155596713-2-2015', dv: '59', rucType: 2 },
    offices: codes.map((branchCode) => ({ id: `${shop.companyId} ${branchCode}`, branchCode, billingPoints: ['001'] })),
  });
  const points = (await shop.get(OFFICES)).offices.map((office: Answer) => office.billingPoints[0].id as string);
  return { shop, offices: ids as string[], points: points as string[], codes };
}

describe('where a document is issued', () => {
  let here: World;
  let shop: TestTenant;
  let offices: string[];
  let points: string[];
  let itemId: string;
  let clientId: string;

  before(async () => {
    here = await world();
    ({ shop, offices, points } = await threeOffices(here));
    itemId = await newItem(shop, { stock: '1000' });
    clientId = await newClient(shop);
  });

  const order = (more: object = {}) => newOrder(shop, clientId, [{ itemId, quantity: '1' }], more);
  const generate = async (id: string, at?: string, mode = 'DGI'): Promise<Answer> =>
    (await shop.get(GENERATE, { id, mode, at })).generateInvoice;

  function assertAt(document: Answer, place: number, digits: string, type = '01'): void {
    const branch = `000${place}`;
    const { idOffice, information } = document.pacInput;
    assert.deepEqual(
      [idOffice, information.billingPoint, information.numeration],
      [`${shop.companyId} ${branch}`, '001', digits],
    );
    const prefix = type === '01' ? 'FAC' : 'NC';
    assert.equal(document.number, place === 0 ? `${prefix}-${digits}` : `${prefix}-${branch}-001-${digits}`);
    assert.equal(document.billingPoint.id, points[place]);
    if (document.cufe === undefined) return;
    assert.equal(document.cufe, document.expectedCufe);
    assert.equal(parseCufe(document.cufe)!.branchCode, branch);
  }

  test('a tenant begins with the head office and its first till', async () => {
    const other = await here.tenant();
    const { offices: own } = await other.get(OFFICES);
    assert.equal(own.length, 1);
    assert.deepEqual([own[0].code, own[0].isMain, own[0].pacOfficeId], ['0000', true, null]);
    assertEach(own[0].billingPoints, ({ code, name, isFirst }) => [code, name, isFirst], [['001', null, true]]);
    assertEach(own[0].locations, ({ code }) => code, ['MAIN']);
    // As an installation whose till has another number makes it.
    const elsewhere = await createTenant(here.app, { name: 'Elsewhere', billingPoint: '042' });
    const [point] = await inTenant(here.app, elsewhere, pointsOfIssue);
    assert.deepEqual([point!.branchCode, point!.code, point!.mark], ['0000', '042', '']);
  });

  test('said with the invoice, or with the order, or at the first one', async () => {
    assertAt(await generate((await order()).id), 0, '0000000001');
    assertAt(await generate((await order()).id, points[1]), 1, '0000000001');
    const ordered = await order({ billingPointId: points[1] });
    const shown = await shop.call('order { billingPoint { id office { code } } }', { id: ordered.id });
    assert.deepEqual(shown.billingPoint, { id: points[1], office: { code: '0001' } });
    assertAt(await generate(ordered.id), 1, '0000000002');
    assertAt(await generate((await order({ billingPointId: points[1] })).id, points[2]), 2, '0000000001');
    assertAt(await generate((await order()).id), 0, '0000000002');
  });

  test('the office that the goods leave says it, where it is one', async () => {
    const { createLocation } = await shop.get(
      'mutation ($officeId: UUID) { createLocation(name: "David", code: "D", officeId: $officeId) { id office { code } } }',
      { officeId: offices[2] },
    );
    assert.equal(createLocation.office.code, '0002');
    await adjust(shop, itemId, '100', createLocation.id);
    const there = { itemId, quantity: '1', locationId: createLocation.id };
    assertAt(await generate((await newOrder(shop, clientId, [there])).id), 2, '0000000002');
    assertAt(await generate((await newOrder(shop, clientId, [there, { itemId, quantity: '1' }])).id), 0, '0000000003');
    const update =
      'mutation ($id: UUID!, $officeId: UUID) { updateLocation(locationId: $id, officeId: $officeId) { name office { code } } }';
    const { updateLocation } = await shop.get(update, { id: createLocation.id, officeId: offices[1] });
    assert.deepEqual(updateLocation, { name: 'David', office: { code: '0001' } });
    assertAt(await generate((await newOrder(shop, clientId, [there])).id), 1, '0000000003');
  });

  test('a preview says the same, and uses no number', async () => {
    const { id } = await order();
    const { previewInvoice } = await shop.get(PREVIEW, { id, at: points[1] });
    assert.equal(previewInvoice.payload.idOffice, `${shop.companyId} 0001`);
    assertAt(await generate(id, points[1]), 1, '0000000004');
  });

  test('a proforma is filed where it was made, and a credit where its invoice was', async () => {
    const proforma = await generate((await order()).id, points[2], 'PROFORM');
    assert.match(proforma.number, /^PRO-\d{10}$/);
    assert.equal(proforma.billingPoint.id, points[2]);
    const convertInvoiceToDgi = await shop.call(`convertInvoiceToDgi { ${INVOICE} billingPoint { id } }`, {
      invoiceId: proforma.id,
    });
    assertAt(convertInvoiceToDgi, 2, '0000000003');
    await here.simulator.verdict(convertInvoiceToDgi.documentId, 'DGI_AUTHORIZED');
    const credit = async (lines?: object[], at?: string): Promise<Answer> =>
      await shop.call('createCredit { id number pacInput billingPoint { id } }', {
        invoiceId: proforma.id,
        reason: 'Returned',
        ...(lines && { lines }),
        ...(at && { billingPointId: at, idempotencyKey: 'another one' }),
      });
    await eventually(() => shop.call('invoice { legalStatus }', { id: proforma.id }), {
      legalStatus: 'DGI_AUTHORIZED',
    });
    const lines = [{ invoiceLineId: convertInvoiceToDgi.lines[0].id, quantity: '0.5' }];
    assertAt(await credit(lines), 2, '0000000001', '04');
    assertAt(await credit(undefined, points[1]), 1, '0000000001', '04');
  });

  test('one that is none of the tenant’s is refused before a number is used', async () => {
    const { points: foreign } = await threeOffices(here);
    const { id } = await order();
    for (const [query, variables] of [
      [GENERATE, { id, mode: 'DGI', at: foreign[1] }],
      [GENERATE, { id, mode: 'PROFORM', at: foreign[1] }],
      [PREVIEW, { id, at: foreign[1] }],
      [
        'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
        { input: { clientId, lines: [{ itemId, quantity: '1' }], billingPointId: foreign[1] } },
      ],
    ] as const) {
      assert.deepEqual(await shop.refusal(query, variables), { code: 'NOT_FOUND', message: 'Billing point not found' });
    }
    assertAt(await generate(id, points[1]), 1, '0000000005');
  });

  test('gaps are told by series', async () => {
    await untilPrinted(here, shop);
    const point = { id: points[2]!, mark: '0002-001' };
    await inTenant(here.app, shop.tenant, (db) => skipNumbers(db, 'FAC', 5, point));
    const numberAudit = await shop.call(AUDIT);
    assertEach(numberAudit, ({ series, reserved, billingPoint }) => [series, reserved, billingPoint?.office.code], [
      ['FAC', 3, '0000'],
      ['FAC-0001-001', 5, '0001'],
      ['FAC-0002-001', 5, '0002'],
      ['NC-0001-001', 1, '0001'],
      ['NC-0002-001', 1, '0002'],
      ['PRO', 1, undefined],
    ]);
    const unused = numberAudit.map(({ counts }: Answer) => counts.find((one: Answer) => one.class === 'UNUSED')?.count);
    assert.deepEqual(unused, [undefined, undefined, 2, undefined, undefined, undefined]);
    const audited = async (variables: object) =>
      (await shop.call('auditedNumbers { number class }', variables)).map(({ number }: Answer) => number);
    const last = ['FAC-0002-001-0000000004', 'FAC-0002-001-0000000005'];
    assert.deepEqual(await audited({ series: 'FAC-0002-001', class: 'UNUSED' }), last);
    assert.deepEqual((await audited({ series: 'FAC-0002-001' })).slice(3), last);
    assert.deepEqual((await audited({ series: 'FAC' })).length, 3);
    assert.deepEqual(await inTenant(here.app, shop.tenant, verifyCounts), []);
  });
});

test('codes are corrected until numbers bear them, and one office is the main one', async () => {
  const here = await quietWorld();
  const { shop, offices, points } = await threeOffices(here);
  const itemId = await newItem(shop, { stock: '10' });
  const clientId = await newClient(shop);
  const refused = async (query: string, variables: object) => (await shop.refusal(query, variables)).message;

  assert.equal((await shop.get(UPDATE_POINT, { id: points[1], code: '007' })).updateBillingPoint.code, '007');
  assert.equal((await shop.get(UPDATE_OFFICE, { id: offices[1], input: { code: '00A1' } })).updateOffice.code, '00A1');
  const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  const sold = (await shop.get(GENERATE, { id, mode: 'DGI', at: points[1] })).generateInvoice;
  assert.equal(sold.number, 'FAC-00A1-007-0000000001');
  assert.match(await refused(UPDATE_POINT, { id: points[1], code: '008' }), /FAC-00A1-007 have been given/);
  assert.match(
    await refused(UPDATE_OFFICE, { id: offices[1], input: { code: '00A2' } }),
    /FAC-00A1-007 have been given/,
  );
  // The first point's numbers bear no code, so the branch of its office may still be corrected, and its own code no more.
  await invoice(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
  assert.equal((await shop.get(UPDATE_OFFICE, { id: offices[0], input: { code: '0009' } })).updateOffice.code, '0009');
  assert.match(await refused(UPDATE_POINT, { id: points[0], code: '008' }), /FAC have been given/);

  assert.match(await refused(UPDATE_OFFICE, { id: offices[0], input: { isMain: false } }), /another one becomes it/);
  await shop.get(UPDATE_OFFICE, { id: offices[2], input: { isMain: true } });
  const createLocation = await shop.call('createLocation { office { code isMain } }', { name: 'New', code: 'N' });
  assert.deepEqual(createLocation.office, { code: '0002', isMain: true });
  assertEach((await shop.get(OFFICES)).offices, ({ code, isMain }) => [code, isMain], [
    ['0002', true],
    ['0009', false],
    ['00A1', false],
  ]);
  assert.match(await refused(CREATE_OFFICE, { input: { code: '0009', name: 'Twice' } }), /0009 exists already/);
  assert.match(await refused(CREATE_POINT, { officeId: offices[1], code: '007' }), /00A1 has a billing point 007/);
  assert.equal((await shop.refusal(CREATE_POINT, { officeId: offices[1], code: '000' })).code, 'BAD_USER_INPUT');
});

/** SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03';

test('two tills never wait for each other’s number, and two sales of one till do', async () => {
  const here = await quietWorld();
  const { shop, points } = await threeOffices(here);
  const take = (at: string, meanwhile: () => Promise<void> = async () => undefined) =>
    inTenant(here.app, shop.tenant, async (db) => {
      // Refused rather than waited for: a lock that another transaction holds is an error at once.
      await sql`set local lock_timeout = '1ms'`.execute(db);
      const { number } = await nextNumberAt(db, 'FAC', { billingPointId: at });
      await meanwhile();
      return number;
    });
  // The series have begun, so that each is a row that is locked.
  for (const point of points) await take(point);
  const taken: string[] = [];
  taken.push(
    await take(points[0]!, async () => {
      taken.push(await take(points[1]!), await take(points[2]!));
      await assert.rejects(take(points[0]!), { code: LOCK_NOT_AVAILABLE });
    }),
  );
  assert.deepEqual(taken.toSorted(), ['FAC-0000000002', 'FAC-0001-001-0000000002', 'FAC-0002-001-0000000002']);
});

test('two tenants with three offices each sell at once, and every CUFE, series and count is right', async () => {
  const here = await world();
  const tenants = [await threeOffices(here), await threeOffices(here)];
  const EACH = 4;
  const sales = [];
  for (const { shop, points } of tenants) {
    const itemId = await newItem(shop, { stock: '1000' });
    const clientId = await newClient(shop);
    for (const billingPointId of points) {
      for (let sale = 0; sale < EACH; sale += 1) {
        const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }], { billingPointId });
        sales.push(() => invoice(shop, id));
      }
    }
  }
  await Promise.all(sales.map((sell) => sell()));
  for (const { shop, points, codes } of tenants) {
    const documents = await here.sql<Answer>`select number, cufe, expected_cufe, billing_point_id, pac_input
      from fiscal_documents where tenant_id = ${shop.tenant.id}`;
    const expected = codes.flatMap((branch) =>
      Array.from({ length: EACH }, (_, index) => `${branch} 001 ${String(index + 1).padStart(10, '0')}`),
    );
    const said = documents.map(({ cufe, expected_cufe, billing_point_id: at, number }) => {
      assert.equal(cufe, expected_cufe);
      const parts = parseCufe(cufe)!;
      assert.equal(points[codes.indexOf(parts.branchCode)], at);
      assert.ok(number.endsWith(parts.documentNumber));
      return `${parts.branchCode} ${parts.billingPoint} ${parts.documentNumber}`;
    });
    assert.deepEqual(said.toSorted(), expected);
    const numberAudit = await shop.call(AUDIT);
    assert.deepEqual(
      numberAudit.map(({ series, reserved, counts }: Answer) => [series, reserved, counts]),
      ['FAC', 'FAC-0001-001', 'FAC-0002-001'].map((series) => [series, EACH, [{ class: 'ISSUED', count: EACH }]]),
    );
    assert.deepEqual(await inTenant(here.app, shop.tenant, verifyCounts), []);
  }
});
