// Tests of the CUFE: building and reading are each other's inverse, and nothing else passes for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { buildCufe, cufeCheckDigit, cufeDifferences, cufeKey, parseCufe } from './cufe.ts';
import { rucCheckDigits } from './ruc.ts';
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
  const theirs = `FE01${'2-155596713-2-2015-DV59'.padEnd(36, 'x')}${ours.slice(40)}`;
  assert.equal(theirs.length, 66);
  assert.equal(cufeKey(theirs), cufeKey(ours));
  assert.equal(cufeKey(theirs.replace('DV', '<\u001b')), null, 'but only in the characters that a CUFE has');
});

// Addresses of the DGI's public lookup (FacturasPorQR?chFE=…, FacturasPorCUFE/…) that programs and manuals in public repositories
// carry as examples, of both environments: a reader who follows one is shown a document. Old and new RUCs, and branches that are no zeros.
const PUBLISHED = [
  'FE0120000155627992-2-2016-7200252025102100000045710010319246005912',
  'FE0120000155747009-2-2024-8000012025062500000007780010317838356743',
  'FE0120000155770712-2-2025-3600002026020300000000110020113194207472',
  'FE0120000155646463-2-2017-8600012024032052095049600010128158741019',
  'FE01200002679372-1-844914-7300002025051500311570140020317481978892',
  'FE0120000155732387-2-2023-1400002024052400000000015050128219609273',
  'FE01200000045400-2-299934-0900002022050500000000389990117686690628',
  'FE0120000000138-289-35920-0489172020090301000861280010117979798825',
  'FE0120000000894-57-103790-6739032022101100000001540030125728909403',
  'FE0120000155631118-2-2016-5800002025100100001813560010310796964284',
  'FE012000000521-136-113133-0270062022051590000008910080125781091727',
  'FE0420000155704849-2-2021-3200002026071600000001130010320663966835',
];
for (const cufe of PUBLISHED) {
  test(`${cufe} is built from its parts, to the last digit, and so is its DV`, () => {
    const parts = parseCufe(cufe);
    assert.ok(parts);
    const { checkDigit, ...given } = parts;
    assert.equal(buildCufe(given), cufe);
    assert.equal(cufeCheckDigit(cufe.slice(2, -1)), checkDigit);
    assert.equal(rucCheckDigits(parts.issuerRuc), parts.issuerDv);
    assert.notEqual(cufeKey(cufe), null);
  });
}

test('what tells two CUFEs apart is named part by part; what is no CUFE is shown whole', () => {
  const ours = buildCufe(example);
  assert.deepEqual(cufeDifferences(ours, ours), []);
  assert.deepEqual(cufeDifferences(buildCufe({ ...example, documentNumber: '0000000043', branchCode: '0001' }), ours), [
    'branch 0001, ours 0000',
    'number 0000000043, ours 0000000042',
  ]);
  assert.deepEqual(cufeDifferences('CUFE-1', ours), [`the CUFE is CUFE-1, ours ${ours}`]);
});
