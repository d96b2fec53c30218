// Whom a document is for, whole: where they are, how they are reached, and what reaches the PAC of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const CLIENT = `id name email emails telephone country
  address { line corregimientoCode province district corregimiento }`;
const CREATE = `mutation ($input: CreateClientInput!) { createClient(input: $input) { ${CLIENT} } }`;

const HOTEL = {
  name: 'Hotel Mirador, S.A.',
  receiverType: 'CONTRIBUYENTE',
  ruc: '155596713-2-2015',
  emails: ['cuentas@mirador.example', 'compras@mirador.example'],
  telephone: '223-4567',
  country: 'PA',
  address: { line: 'Avenida Balboa, edificio 12', corregimientoCode: '8-8-7' },
};

test('a client has an address with the names of its place, a telephone and several e-mails', async () => {
  const shop = await (await world()).tenant();
  const { createClient } = await shop.get(CREATE, { input: HOTEL });
  assert.deepEqual(createClient, {
    id: createClient.id,
    name: HOTEL.name,
    email: 'cuentas@mirador.example',
    emails: HOTEL.emails,
    telephone: '223-4567',
    country: 'PA',
    address: { ...HOTEL.address, province: 'Panamá', district: 'Panamá', corregimiento: 'Bella Vista' },
  });
  const input = { email: 'nuevo@mirador.example', address: { corregimientoCode: '8-8-11' }, telephone: null };
  const updateClient = await shop.call(`updateClient { ${CLIENT} }`, { clientId: createClient.id, input });
  assert.deepEqual(updateClient, {
    ...createClient,
    email: 'nuevo@mirador.example',
    emails: ['nuevo@mirador.example', 'compras@mirador.example'],
    telephone: null,
    address: { ...createClient.address, line: null, corregimientoCode: '8-8-11', corregimiento: 'Río Abajo' },
  });
});

test('a client without any of it is as it was', async () => {
  const shop = await (await world()).tenant();
  const id = await newClient(shop);
  const { clients } = await shop.get(`{ clients { records { ${CLIENT} } } }`);
  const nothing = { email: null, emails: [], telephone: null, country: null, address: null };
  assert.deepEqual(clients.records, [{ id, name: 'Ana Pérez', ...nothing }]);
});

test('all that is wrong with a client is refused at once, each with its field', async () => {
  const shop = await (await world()).tenant();
  const address = { line: 'x'.repeat(101), corregimientoCode: 'Ancón' };
  const input = { ...HOTEL, address, country: 'CO', telephone: '12', emails: ['a', 'b@x.pa'] };
  const { errors } = await shop.ask(CREATE, { input });
  const { code, problems } = errors![0]!.extensions as unknown as { code: string; problems: { field: string }[] };
  assert.equal(code, 'BAD_USER_INPUT');
  assertEach(problems, ({ field }) => field, [
    'address.line',
    'address.corregimientoCode',
    'country',
    'telephone',
    'emails[0]',
  ]);
});

test('a place is found by its name or code, whatever the accents', async () => {
  const shop = await (await world()).tenant();
  const search =
    'query ($search: String!) { corregimientos(search: $search, limit: 2) { code district corregimiento } }';
  const expected = [{ code: '8-8-14', district: 'Panamá', corregimiento: 'Ancón' }];
  for (const text of ['ancon', '8-8-14']) {
    assert.deepEqual((await shop.get(search, { search: text }, 'viewer')).corregimientos, expected);
  }
});

async function orderFor(shop: TestTenant, clientId: string): Promise<string> {
  const itemId = await newItem(shop, { stock: '10' });
  return (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id;
}

test('the PAC is told all of it', async () => {
  const shop = await (await world()).tenant();
  const { createClient } = await shop.get(CREATE, { input: HOTEL });
  const { pacInput, legalStatus } = await invoice(shop, await orderFor(shop, createClient.id));
  assert.equal(legalStatus, 'PAC_AUTHORIZED');
  assert.deepEqual(pacInput.receiver, {
    type: '01',
    ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' },
    name: HOTEL.name,
    address: HOTEL.address.line,
    location: { code: '8-8-7', province: 'Panamá', district: 'Panamá', corregimiento: 'Bella Vista' },
    country: 'PA',
    emails: HOTEL.emails,
    telephones: ['223-4567'],
  });
});

test('a name that is longer than the PAC takes is cut between two characters', async () => {
  const shop = await (await world()).tenant();
  const first = 'x'.repeat(99);
  const clientId = await newClient(shop, `${first}💶 y compañía`);
  const { submissionState, pacInput } = await invoice(shop, await orderFor(shop, clientId));
  assert.equal(submissionState, 'DONE');
  assert.equal(pacInput.receiver.name, first);
});

test('a foreigner who buys here is sent as one, with the country that they are of', async () => {
  const shop = await (await world()).tenant();
  const more = { receiverType: 'EXTRANJERO', ruc: 'AB-123456', country: 'co' };
  const clientId = await newClient(shop, 'Carlos Ruiz', more);
  const sold = await invoice(shop, await orderFor(shop, clientId));
  assert.equal(sold.legalStatus, 'PAC_AUTHORIZED');
  assert.deepEqual(sold.pacInput.receiver, {
    type: '04',
    name: 'Carlos Ruiz',
    country: 'PA',
    foreign: { number: 'AB-123456', country: 'CO' },
  });
});

const PREVIEW = 'previewInvoice { problems advice findings { severity field message } }';

async function findingsOf(shop: TestTenant, orderId: string, asks = false): Promise<string[]> {
  const previewInvoice = await shop.call(PREVIEW, { orderId, asksPac: asks });
  const refused = previewInvoice.findings.filter((one: Answer) => one.severity === 'REFUSED');
  assertEach(refused, ({ message }) => message, previewInvoice.problems);
  return previewInvoice.findings.map(({ severity, field }: Answer) => `${severity} ${field}`);
}

const OFFICE = 'WARNED office.pacOfficeId';

test('a preview tells what the PAC would refuse and what it may, each with its field', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop, 'Ministerio', { receiverType: 'GOBIERNO', ruc: '8-NT-1-12345' });
  const orderId = await orderFor(shop, clientId);
  assert.deepEqual(await findingsOf(shop, orderId), [
    'REFUSED lines[0].cpbs',
    'WARNED client.address.line',
    'WARNED client.address.corregimientoCode',
    OFFICE,
  ]);
  await here.sql`update clients set ruc = null, corregimiento_code = '4-14-1', telephone = '12345'
    where id = ${clientId}`;
  assert.deepEqual(await findingsOf(shop, orderId), [
    'REFUSED client.ruc',
    'REFUSED lines[0].cpbs',
    'WARNED client.address.line',
    'WARNED client.address.corregimientoCode',
    'WARNED client.telephone',
    OFFICE,
  ]);
});

test('what a preview calls refused is refused, each problem with its field, and no number is used', async () => {
  const { here, shop } = await newShop();
  const clientId = await newClient(shop, 'Ministerio', { receiverType: 'GOBIERNO', ruc: '8-NT-1-12345' });
  const orderId = await orderFor(shop, clientId);
  await here.query(`update clients set dv = null, ruc = '8-XX-1-1' where id = $1`, [clientId]);
  const { errors } = await shop.ask('mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }', { id: orderId });
  const { code, problems } = errors![0]!.extensions as unknown as { code: string; problems: { field: string }[] };
  assert.equal(code, 'BAD_USER_INPUT');
  assertEach(problems, ({ field }) => field, ['client.ruc', 'lines[0].cpbs']);
  const { numberAudit } = await shop.get('{ numberAudit { series reserved } }');
  assert.deepEqual(numberAudit, []);
});

test('a preview for a company that is not set up says so with the field, and warns of a foreigner', async () => {
  const { tenant, query } = await world();
  const shop = await tenant({ company: false });
  await query('update tenants set ruc = null, dv = null where id = $1', [shop.tenant.id]);
  const clientId = await newClient(shop, 'John', { receiverType: 'EXTRANJERO', country: 'US' });
  assert.deepEqual(await findingsOf(shop, await orderFor(shop, clientId)), [
    'REFUSED tenant.pacCompanyId',
    'WARNED client.country',
    'WARNED client.ruc',
    'WARNED tenant.ruc',
    OFFICE,
  ]);
});

test('the PAC knows a RUC as another kind of receiver than the client is', async () => {
  const shop = await (await world()).tenant();
  const more = { receiverType: 'CONTRIBUYENTE', ruc: '8-NT-1-13178' };
  const orderId = await orderFor(shop, await newClient(shop, 'Aeronáutica Civil', more));
  const found = await findingsOf(shop, orderId, true);
  assert.equal(found.at(-1), 'WARNED client.receiverType');
});

const CHECK = 'checkRuc { ruc holder dv isCertain pac { dv receiverType } advice }';

test('a RUC is checked by rule, and on wish by the PAC', async () => {
  const { tenant, simulator } = await world();
  const shop = await tenant();
  const check = async (ruc: string, type: string, asks: boolean) =>
    await shop.call(CHECK, { ruc, receiverType: type, asksPac: asks }, 'viewer');
  assert.deepEqual(await check(' 08 – 442 – 0445', 'CONSUMIDOR_FINAL', false), {
    ruc: '8-442-445',
    holder: 'NATURAL',
    dv: '08',
    isCertain: true,
    pac: null,
    advice: [],
  });
  assert.equal(simulator.calls().filter(({ companyId }) => companyId === shop.companyId).length, 0);
  assert.deepEqual(await check('155596713-2-2015', 'GOBIERNO', true), {
    ruc: '155596713-2-2015',
    holder: 'JURIDICO',
    dv: '59',
    isCertain: true,
    pac: { dv: '59', receiverType: 'CONTRIBUYENTE' },
    advice: [
      'The PAC gives the RUC 155596713-2-2015 the check digit (DV) 59',
      'The PAC knows the RUC 155596713-2-2015 as CONTRIBUYENTE, the client is GOBIERNO',
    ],
  });
  const none = await check('ABC', 'CONTRIBUYENTE', false);
  assert.deepEqual([none.holder, none.dv, none.isCertain], [null, null, false]);
  assert.match(none.advice[0], /not of a form that a RUC has/);
  const tooLong = await shop.refuses('checkRuc', { ruc: '1'.repeat(51), receiverType: 'CONTRIBUYENTE', asksPac: true });
  assert.equal(tooLong.code, 'BAD_USER_INPUT');
  const unset = await tenant({ company: false });
  const refusal = await unset.refuses('checkRuc', { ruc: '8-442-445', receiverType: 'CONTRIBUYENTE', asksPac: true });
  assert.equal(refusal.code, 'PAC_COMPANY_NOT_CONFIGURED');
});
