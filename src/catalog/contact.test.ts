import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactColumns, type ContactInput } from './contact.ts';
import { changedClient, clientColumns, type Client, type ClientChanges } from './party.ts';
import { assertEach } from '../../test/support/assert-each.ts';

type Columns = ReturnType<typeof contactColumns>;

const STORED: [what: string, input: ContactInput, columns: Partial<Columns>][] = [
  [
    'a code that the list has brings its names along',
    { address: { line: ' Calle 50 ', corregimientoCode: '08-08-07', province: 'Colón', corregimiento: 'x' } },
    {
      address_line: 'Calle 50',
      corregimiento_code: '8-8-7',
      province: 'Panamá',
      district: 'Panamá',
      corregimiento: 'Bella Vista',
    },
  ],
  [
    'a code that the list does not have keeps the names that are given',
    {
      address: {
        corregimientoCode: '4-14-1',
        province: 'Chiriquí',
        district: 'Tierras Altas',
        corregimiento: 'Volcán',
      },
    },
    { corregimiento_code: '4-14-1', province: 'Chiriquí', district: 'Tierras Altas', corregimiento: 'Volcán' },
  ],
  ['names without a code', { address: { district: 'Boquete' } }, { corregimiento_code: null, district: 'Boquete' }],
  ['an address of blanks is none', { address: { line: ' ', corregimientoCode: '' } }, { address_line: null }],
  ['a country in small letters', { country: ' co ' }, { country: 'CO' }],
  ['a telephone as it was written', { telephone: '+507 6612-3456' }, { telephone: '+507 6612-3456' }],
  ['one e-mail', { email: 'a@x.pa' }, { email: 'a@x.pa', further_emails: [] }],
  ['several', { emails: ['a@x.pa', 'b@x.pa', 'c@x.pa'] }, { email: 'a@x.pa', further_emails: ['b@x.pa', 'c@x.pa'] }],
  [
    'both, the first of which is `email`',
    { email: 'b@x.pa', emails: ['a@x.pa', 'b@x.pa'] },
    { email: 'b@x.pa', further_emails: ['a@x.pa'] },
  ],
  ['nothing', {}, { country: null, telephone: null, email: null, further_emails: [] }],
];

for (const [what, input, columns] of STORED) {
  test(`stored: ${what}`, () => {
    const found = contactColumns(input, 'EXTRANJERO');
    const asked = Object.fromEntries(Object.keys(columns).map((column) => [column, found[column as keyof Columns]]));
    assert.deepEqual(asked, columns);
  });
}

const REFUSED: [what: string, input: ContactInput, fields: string[]][] = [
  ['a code of two numbers', { address: { corregimientoCode: '8-8' } }, ['address.corregimientoCode']],
  ['a line that a document has no room for', { address: { line: 'x'.repeat(101) } }, ['address.line']],
  ['a country that is none', { country: 'XX' }, ['country']],
  ['the country that stands for none', { country: 'ZZ' }, ['country']],
  ['a country by name', { country: 'Panamá' }, ['country']],
  ['another country for a taxpayer', { country: 'CO' }, ['country']],
  ['words for a telephone', { telephone: 'ask Ana' }, ['telephone']],
  ['a telephone of four digits', { telephone: '1234' }, ['telephone']],
  ['a fourth e-mail', { email: 'd@x.pa', emails: ['a@x.pa', 'b@x.pa', 'c@x.pa'] }, ['emails']],
  [
    'all that is wrong at once',
    { telephone: 'x', emails: ['a@x.pa', 'b'], country: '?' },
    ['country', 'telephone', 'emails[1]'],
  ],
];

for (const [what, input, fields] of REFUSED) {
  test(`refused: ${what}`, () => {
    assert.throws(
      () => contactColumns(input, 'CONTRIBUYENTE'),
      (error: { code: string; problems: { sentence: { params: unknown } }[]; sentence: { params: unknown } }) => {
        const problems = error.problems.length > 0 ? error.problems : [error];
        assertEach(problems, ({ sentence }) => (sentence.params as { field: string }).field, fields);
        return error.code === 'BAD_USER_INPUT';
      },
    );
  });
}

const ANA = {
  ...clientColumns({
    name: 'Ana',
    receiverType: 'EXTRANJERO',
    country: 'CO',
    telephone: '6612-3456',
    emails: ['a@x.co', 'b@x.co'],
    address: { line: 'Calle 50', corregimientoCode: '8-8-7' },
  }),
} as Client;

const CHANGES: [what: string, changes: ClientChanges, columns: Partial<Columns>][] = [
  ['nothing', {}, { address_line: 'Calle 50', corregimiento: 'Bella Vista', country: 'CO', telephone: '6612-3456' }],
  ['the first e-mail', { email: 'c@x.co' }, { email: 'c@x.co', further_emails: ['b@x.co'] }],
  ['the first e-mail away', { email: null }, { email: 'b@x.co', further_emails: [] }],
  ['all e-mails', { emails: ['d@x.co'] }, { email: 'd@x.co', further_emails: [] }],
  ['all e-mails away', { emails: [] }, { email: null, further_emails: [] }],
  [
    'the address as a whole',
    { address: { line: 'Vía España' } },
    { address_line: 'Vía España', corregimiento_code: null },
  ],
  ['the address away', { address: null }, { address_line: null, corregimiento: null }],
  ['the country away', { country: null }, { country: null, telephone: '6612-3456' }],
];

for (const [what, changes, columns] of CHANGES) {
  test(`changed: ${what}`, () => {
    const found = clientColumns(changedClient(ANA, changes));
    const asked = Object.fromEntries(Object.keys(columns).map((column) => [column, found[column as keyof Columns]]));
    assert.deepEqual(asked, columns);
  });
}

test('a foreigner with another country does not become a taxpayer without losing it', () => {
  const change = { receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015' } as const;
  assert.throws(() => clientColumns(changedClient(ANA, change)), /Only an EXTRANJERO/);
  assert.equal(clientColumns(changedClient(ANA, { ...change, country: 'PA' })).country, 'PA');
});
