/** Tests of the RUC: published numbers with their check digits, and the forms in which people write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseRuc, rucCheckDigits } from './ruc.ts';

const known: [ruc: string, checkDigits: string][] = [
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
