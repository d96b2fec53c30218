import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billingPointCode, officeColumns, type OfficeInput } from './office.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const NEW = { code: '0001', name: 'David' };
const STORED = {
  code: '0001',
  pac_office_id: 'OFFICE',
  name: 'David',
  address: 'Calle 4',
  corregimiento_code: '4-6-1',
  latitude: '8.43',
  longitude: '-82.43',
  telephone: '775-1234',
};

// [what, what is said, what is stored or who is at fault]
const SAID: [string, OfficeInput, Partial<typeof STORED> | string[]][] = [
  ['a code and a name suffice', NEW, { code: '0001', name: 'David' }],
  ['letters may be in a code', { ...NEW, code: 'A1b2' }, { code: 'A1b2' }],
  ['what stands around a code is cut off', { ...NEW, code: ' 0001 ' }, { code: '0001' }],
  ['a code of three', { ...NEW, code: '001' }, ['code']],
  ['a code with a hyphen', { ...NEW, code: '0-01' }, ['code']],
  ['no code and no name', {}, ['code', 'name']],
  ['a place as the DGI numbers it', { ...NEW, corregimientoCode: '08-08-11' }, { corregimiento_code: '8-8-11' }],
  [
    'all problems at once',
    { code: '1', name: ' ', corregimientoCode: 'x', telephone: '1' },
    ['code', 'name', 'corregimientoCode', 'telephone'],
  ],
  [
    'the ends of the earth',
    { ...NEW, coordinates: { latitude: '90', longitude: '-180' } },
    { latitude: '90', longitude: '-180' },
  ],
  [
    'beyond them',
    { ...NEW, coordinates: { latitude: '90.1', longitude: '-180.1' } },
    ['coordinates.latitude', 'coordinates.longitude'],
  ],
];

for (const [what, input, expected] of SAID) {
  test(`of an office: ${what}`, () => {
    if (!Array.isArray(expected)) {
      const columns = officeColumns(input);
      assert.deepEqual({ ...columns, ...expected }, columns);
      return;
    }
    assert.throws(
      () => officeColumns(input),
      (error: Error & { problems?: { sentence: { params: { field: string } } }[]; sentence: { params: object } }) => {
        const all = error.problems?.length ? error.problems.map(({ sentence }) => sentence) : [error.sentence];
        assertEach(all, ({ params }) => (params as { field: string }).field, expected);
        return true;
      },
    );
  });
}

test('what is left out stays, and null takes away what may be missing', () => {
  assert.deepEqual(officeColumns({}, STORED), STORED);
  const without = { address: null, coordinates: null, pacOfficeId: null, telephone: null, corregimientoCode: null };
  assert.deepEqual(officeColumns(without, STORED), {
    ...{ code: '0001', name: 'David', pac_office_id: null, address: null, corregimiento_code: null, telephone: null },
    ...{ latitude: null, longitude: null },
  });
  assert.throws(() => officeColumns({ name: null }, STORED));
});

test('a billing point has three digits, and 000 is none', () => {
  assert.equal(billingPointCode(' 042 '), '042');
  for (const code of ['000', '42', '0042', 'A01', ''])
    assert.throws(() => billingPointCode(code), { message: /three/ });
});
