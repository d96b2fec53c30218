/** Tests of the CUFE: building and reading are each other's inverse, and nothing else passes for one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { buildCufe, cufeCheckDigit, cufeKey, parseCufe } from './cufe.ts';
import type { CufeParts } from './cufe.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const parts: fc.Arbitrary<CufeParts> = fc.record({
  documentType: fc.constantFrom('01', '04', '06'),
  issuerRucType: fc.constantFrom(1, 2),
  issuerRuc: fc.stringMatching(/^[1-9][0-9]{0,8}-[0-9]{1,4}-[0-9]{1,5}$|^(PE|E|N|4PI|8-NT)-[0-9]{1,4}-[0-9]{1,6}$/),
  issuerDv: digits(2),
  branchCode: fc.stringMatching(/^[0-9A-Z]{4}$/),
  issueDate: fc
    .date({ min: new Date('2018-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  documentNumber: digits(10),
  billingPoint: digits(3),
  issueType: fc.constantFrom('01', '02', '03', '04'),
  environment: fc.constantFrom(1, 2),
  securityCode: digits(9),
});

const example: CufeParts = {
  documentType: '01',
  issuerRucType: 2,
  issuerRuc: '155596713-2-2015',
  issuerDv: '59',
  branchCode: '0000',
  issueDate: '2026-03-05',
  documentNumber: '0000000042',
  billingPoint: '001',
  issueType: '01',
  environment: 2,
  securityCode: '123456789',
};

test('a CUFE is laid out position by position', () => {
  assert.equal(buildCufe(example), 'FE0120000155596713-2-2015-5900002026030500000000420010121234567899');
});

test('what was built is read back, whatever the parts', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const cufe = buildCufe(given);
      assert.equal(cufe.length, 66);
      assert.deepEqual(parseCufe(cufe), { ...given, checkDigit: cufe.at(-1) });
    }),
  );
});

test('the check digit makes the whole number valid under Luhn', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const values = Array.from(buildCufe(given).slice(2), (character) =>
        /\d/.test(character) ? Number(character) : character.charCodeAt(0) % 10,
      );
      const sum = values.toReversed().reduce((total, value, place) => {
        const weighed = place % 2 === 0 ? value : value * 2;
        return total + Math.floor(weighed / 10) + (weighed % 10);
      }, 0);
      assert.equal(sum % 10, 0);
    }),
  );
});

test('a letter counts as the last digit of its code', () => {
  assert.equal(cufeCheckDigit('-'), cufeCheckDigit('5'));
  assert.equal(cufeCheckDigit('P'), cufeCheckDigit('0'));
});

test('no text of another length is a CUFE', () => {
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 0, max: 65 }),
      fc.string({ minLength: 1, maxLength: 3 }),
      (given, cut, more) => {
        const cufe = buildCufe(given);
        assert.equal(parseCufe(cufe.slice(0, cut)), null);
        assert.equal(parseCufe(cufe + more), null);
        assert.equal(cufeKey(cufe.slice(0, cut)), null);
      },
    ),
  );
});

const refused: [name: keyof CufeParts, value: string][] = [
  ['documentNumber', '42'],
  ['issuerRuc', '155596713-2-2015-000000'],
  ['issuerRuc', ''],
  ['issuerDv', '5'],
  ['issueDate', '05/03/2026'],
  ['issueDate', '2026-13-01'],
  ['branchCode', '00-0'],
  ['securityCode', '12345678'],
  ['environment', '3'],
  ['issuerRucType', '0'],
];
for (const [name, value] of refused) {
  test(`a CUFE is not built with ${name} "${value}"`, () => {
    const bad: CufeParts = Object.assign({}, example, { [name]: value });
    assert.throws(() => buildCufe(bad), { name: 'RangeError', message: new RegExp(name) });
  });
}

test('the key is the same where only what the PAC fills in differs', () => {
  const key = cufeKey(buildCufe(example));
  assert.equal(key, '010000000042001123456789');
  assert.equal(cufeKey(buildCufe({ ...example, branchCode: '0007', environment: 1, issuerDv: '00' })), key);
  for (const other of [
    { documentNumber: '0000000043' },
    { securityCode: '123456780' },
    { documentType: '04' },
    { billingPoint: '002' },
  ]) {
    assert.notEqual(cufeKey(buildCufe({ ...example, ...other })), key);
  }
});

test('the key is read even where the PAC spells the issuer in its own way', () => {
  const ours = buildCufe({
    documentType: '01',
    issuerRucType: 2,
    issuerRuc: '155596713-2-2015',
    issuerDv: '59',
    branchCode: '0000',
    issueDate: '2026-03-01',
    documentNumber: '0000000012',
    billingPoint: '001',
    issueType: '01',
    environment: 2,
    securityCode: '123456789',
  });
  const theirs = `FE01${'2 155596713-2-2015 DV59 '.padEnd(36, '*')}${ours.slice(40)}`;
  assert.equal(theirs.length, 66);
  assert.equal(cufeKey(theirs), cufeKey(ours));
});
