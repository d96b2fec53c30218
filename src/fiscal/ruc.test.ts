// Tests of the RUC: published numbers with their check digits, and the forms in which people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseRuc, rucCheckDigits, rucHolder } from './ruc.ts';

const known: [ruc: string, checkDigits: string][] = [
  // Issuers of electronic invoices that the DGI shows under these numbers, read from their CUFEs (see cufe.test.ts).
  ['155627992-2-2016', '72'],
  ['155747009-2-2024', '80'],
  ['155770712-2-2025', '36'],
  ['155646463-2-2017', '86'],
  ['155732387-2-2023', '14'],
  ['155631118-2-2016', '58'],
  ['155704849-2-2021', '32'],
  ['2679372-1-844914', '73'],
  ['45400-2-299934', '09'],
  ['138-289-35920', '04'],
  ['894-57-103790', '67'],
  ['521-136-113133', '02'],
  // Published with the open-source calculators panama-ruc-dv-calculator (juancorradine) and PaRuc, which follow the DGI's
  // paper "Cálculo del dígito verificador del RUC".
  ['2588017-1-831938', '20'],
  ['1489806-1-645353', '68'],
  ['1956569-1-732877', '00'],
  ['797609-1-493865', '12'],
  ['15565624-2-2017', '63'],
  ['10102-64-103462', '30'],
  ['1102-85-117211', '95'],
  ['41425-516-58123', '41'],
  ['32425-254-85621', '68'],
  ['12388-184-921', '62'],
  ['49-572-8631', '19'],
  ['8-473-515', '70'],
  ['8-769-1080', '56'],
  ['5-257-218', '09'],
  ['6-108-289', '79'],
  ['8-28-1284', '33'],
  ['2-7-89', '20'],
  ['PE-842-3681', '51'],
  ['PE-712-5789', '82'],
  ['PE-523-8262', '37'],
  ['E-8-127702', '16'],
  ['E-8-96407', '29'],
  ['E-1-11', '63'],
  ['N-19-1821', '11'],
  ['N-1-24', '89'],
  ['13PI-1-196', '58'],
  ['8PI-23-65', '91'],
  ['8AV-1-196', '90'],
  ['8-NT-1-24', '33'],
  ['8-NT-2-25024', '36'],
  ['12-NT-45-2154', '17'],
  ['155596713-2-2015', '59'],
  ['253-92-57027', '76'],
  ['155587169-2-2014', '09'],
  ['8-442-445', '08'],
  ['1-184-921', '49'],
  ['PE-10-442', '50'],
  ['N-45-832', '58'],
];
for (const [ruc, checkDigits] of known) {
  test(`${ruc} has the check digits ${checkDigits}`, () => assert.equal(rucCheckDigits(ruc), checkDigits));
}

// The same number in other hands: the same two calculators; 8-NT-1-13178 stands on the receipts of the civil aviation authority.
const ofCompanies: [ruc: string, checkDigits: string][] = [
  ['8-NT-1-13178', '35'],
  ['8-NT-1-22684', '98'],
  ['8-NT-1-13656', '43'],
  ['1-NT-45-56544', '03'],
  ['5-NT-478-2351', '94'],
  ['7-NT-102-33575', '03'],
  ['8-NT-1-123456', '52'],
  ['11-NT-958-218210', '73'],
  ['1-513-153', '21'],
];
for (const [ruc, checkDigits] of ofCompanies) {
  test(`${ruc} has the check digits ${checkDigits} when a company has it, which tell it from a person's`, () => {
    assert.equal(rucCheckDigits(ruc, 'JURIDICO'), checkDigits);
    assert.equal(rucHolder(ruc, checkDigits, 'NATURAL'), 'JURIDICO');
    assert.equal(rucHolder(ruc, rucCheckDigits(ruc, 'NATURAL'), 'JURIDICO'), 'NATURAL');
  });
}

test('whose number it is follows from its form, and only for NT from what is assumed', () => {
  for (const assumed of ['NATURAL', 'JURIDICO'] as const) {
    assert.equal(rucHolder('8-NT-1-13178', null, assumed), assumed);
    assert.equal(rucHolder('8-NT-1-13178', '99', assumed), assumed, 'digits that fit neither holder decide nothing');
    assert.equal(rucHolder('8-442-445', null, assumed), 'NATURAL');
    assert.equal(rucHolder('PE-10-442', '50', assumed), 'NATURAL');
    assert.equal(rucHolder('155596713-2-2015', null, assumed), 'JURIDICO');
  }
});

const forms: [text: string, kind: 'NATURAL' | 'JURIDICO', form: string, normalized: string, certain: boolean][] = [
  ['8-442-445', 'NATURAL', 'PLAIN', '8-442-445', true],
  ['13-1-2', 'NATURAL', 'PLAIN', '13-1-2', true],
  [' 08 – 0442 - 00445 ', 'NATURAL', 'PLAIN', '8-442-445', true],
  ['8-1023-445', 'NATURAL', 'PLAIN', '8-1023-445', false],
  ['8-442-123456', 'NATURAL', 'PLAIN', '8-442-123456', false],
  ['pe-10-442', 'NATURAL', 'PE', 'PE-10-442', true],
  ['E-8-12345', 'NATURAL', 'E', 'E-8-12345', true],
  ['N-45-832', 'NATURAL', 'N', 'N-45-832', true],
  ['4PI-12-345', 'NATURAL', 'PI', '4PI-12-345', false],
  ['4-PI-12-345', 'NATURAL', 'PI', '4PI-12-345', false],
  ['1AV-12-345', 'NATURAL', 'AV', '1AV-12-345', false],
  ['8-NT-1-12345', 'NATURAL', 'NT', '8-NT-1-12345', false],
  ['8NT-1-12345', 'NATURAL', 'NT', '8-NT-1-12345', false],
  ['253-92-57027', 'JURIDICO', 'LEGAL_OLD', '253-92-57027', true],
  ['14-1-2', 'JURIDICO', 'LEGAL_OLD', '14-1-2', true],
  ['2679372-1-844914', 'JURIDICO', 'LEGAL', '2679372-1-844914', true],
  ['0155596713-0002-002015', 'JURIDICO', 'LEGAL', '155596713-2-2015', true],
];
for (const [text, kind, form, normalized, certain] of forms) {
  test(`"${text}" is ${certain ? '' : 'perhaps '}${form} of a ${kind}`, () => {
    assert.deepEqual(parseRuc(text), { kind, form, normalized, certain });
    assert.match(rucCheckDigits(text) ?? '', /^\d\d$/);
    assert.equal(rucCheckDigits(normalized), rucCheckDigits(text));
  });
}

const none = [
  '',
  '8',
  '8-442',
  '8-442-445-1',
  'X-1-2',
  '0-1-2',
  '20PI-1-2',
  '8-442-1234567',
  '8_442_445',
  "8-442-445'; --",
  '-8-442-445',
];
for (const text of none) {
  test(`"${text}" is no RUC`, () => {
    assert.equal(parseRuc(text), null);
    assert.equal(rucCheckDigits(text), null);
  });
}

test('reading a RUC twice changes nothing, and no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9PEN-]{1,20}$/)), (text) => {
      const read = parseRuc(text);
      if (read) assert.deepEqual(parseRuc(read.normalized), read);
    }),
  );
});

test('a text that is far longer than any RUC is none, so no pattern goes over it', () => {
  const apart = (spaces: number) => `8${' '.repeat(spaces)}-442-445`;
  assert.equal(parseRuc(apart(51))?.normalized, '8-442-445');
  assert.equal(parseRuc(apart(52)), null);
});
