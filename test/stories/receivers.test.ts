// Whom a document is for, whole: where they are, how they are reached, and what reaches the PAC of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../support/business.ts';
import { world } from '../support/world.ts';

const CLIENT = `id name email emails telephone country
  address { line corregimientoCode province district corregimiento }`;
const CREATE = `mutation ($input: CreateClientInput!) { createClient(input: $input) { ${CLIENT} } }`;
const UPDATE = `mutation ($id: UUID!, $input: UpdateClientInput!) { updateClient(clientId: $id, input: $input) { ${CLIENT} } }`;

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
  const { updateClient } = await shop.get(UPDATE, { id: createClient.id, input });
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
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['address.line', 'address.corregimientoCode', 'country', 'telephone', 'emails[0]'],
  );
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
