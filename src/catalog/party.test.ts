import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientColumns, supplierColumns, type ClientInput } from './party.ts';

test('a final consumer needs no RUC and no address', () => {
  assert.deepEqual(clientColumns({ name: ' Ana ', receiverType: 'CONSUMIDOR_FINAL', ruc: '', email: null }), {
    name: 'Ana',
    receiver_type: 'CONSUMIDOR_FINAL',
    ruc: null,
    dv: null,
    email: null,
    further_emails: [],
    address_line: null,
    corregimiento_code: null,
    province: null,
    district: null,
    corregimiento: null,
    country: null,
    telephone: null,
    retention_code: null,
    price_list_id: null,
  });
});

const RUCS: [written: string, stored: string, dv: string | null][] = [
  ['155596713-2-2015', '155596713-2-2015', '59'],
  [' 08 – 442 – 0445', '8-442-445', '08'],
];

for (const [written, stored, dv] of RUCS) {
  test(`the RUC "${written}" is stored in its one spelling, with its check digits`, () => {
    const columns = clientColumns({ name: 'ACME', receiverType: 'CONTRIBUYENTE', ruc: written });
    assert.deepEqual([columns.ruc, columns.dv], [stored, dv]);
  });
}

test('a number that a person and an institution may have gets the check digits of the kind of receiver', () => {
  const digitsOf = (receiverType: ClientInput['receiverType']) =>
    clientColumns({ name: 'ACME', receiverType, ruc: '8-NT-1-13656' }).dv;
  assert.notEqual(digitsOf('GOBIERNO'), digitsOf('CONSUMIDOR_FINAL'));
});

test('a form of RUC that we do not know is for the tax authority to judge', () => {
  const columns = clientColumns({ name: 'ACME', receiverType: 'CONTRIBUYENTE', ruc: '8-XX-12-345' });
  assert.deepEqual([columns.ruc, columns.dv], ['8-XX-12-345', null]);
});

test('a foreign tax number is taken as it is and has no check digits', () => {
  const columns = clientColumns({ name: 'Ltda', receiverType: 'EXTRANJERO', ruc: 'NIT 900.123.456/7', dv: '12' });
  assert.deepEqual([columns.ruc, columns.dv], ['NIT 900.123.456/7', null]);
});

const REFUSED: [string, Partial<ClientInput>, RegExp][] = [
  ['an empty name', { name: ' ' }, /name must not be empty/],
  ['a CONTRIBUYENTE without a RUC', { receiverType: 'CONTRIBUYENTE' }, /CONTRIBUYENTE needs a ruc/],
  ['a CONTRIBUYENTE with an empty RUC', { receiverType: 'CONTRIBUYENTE', ruc: ' ' }, /CONTRIBUYENTE needs a ruc/],
  ['a RUC of letters alone', { ruc: 'ABC' }, /ruc must be made of/],
  ['a RUC with other characters', { ruc: '8-442-445;' }, /ruc must be made of/],
  ['a RUC longer than its place in a document', { ruc: '1'.repeat(21) }, /ruc must have at most 20/],
  ['an e-mail address without an @', { email: 'ana.example.com' }, /email must be an address/],
  ['an e-mail address with a space', { email: 'ana @example.com' }, /email must be an address/],
];

for (const [what, change, message] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.throws(() => clientColumns({ name: 'Ana', receiverType: 'CONSUMIDOR_FINAL', ...change }), {
      code: 'BAD_USER_INPUT',
      message,
    });
  });
}

test('a supplier may have a tax number of any form', () => {
  assert.deepEqual(supplierColumns({ name: 'Acme GmbH', ruc: 'DE 123 456' }), { name: 'Acme GmbH', ruc: 'DE 123 456' });
});
