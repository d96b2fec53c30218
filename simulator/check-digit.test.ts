/** The check digits of real RUCs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigitOf } from './check-digit.ts';

for (const [ruc, type, digits] of [
  ['155596713-2-2015', 'JURIDICO', '59'],
  ['253-92-57027', 'JURIDICO', '76'],
  ['155587169-2-2014', 'JURIDICO', '09'],
  ['138-289-35920', 'JURIDICO', '04'],
  ['45400-2-299934', 'JURIDICO', '09'],
  ['2679372-1-844914', 'JURIDICO', '73'],
  ['8-NT-1-13178', 'JURIDICO', '35'],
  ['8-NT-1-22684', 'JURIDICO', '98'],
  ['8-NT-2-25024', 'NATURAL', '36'],
  ['8-442-445', 'NATURAL', '08'],
  ['1-184-921', 'NATURAL', '49'],
  ['PE-10-442', 'NATURAL', '50'],
  ['N-45-832', 'NATURAL', '58'],
] as const) {
  test(`${ruc} has the check digits ${digits}`, () => {
    assert.equal(checkDigitOf(ruc, type)?.digits, digits);
  });
}

for (const [ruc, type] of [
  ['14-1-1', 'NATURAL'],
  ['8-442', 'NATURAL'],
  ['155596713-2-2015', 'NATURAL'],
  ['PE-10-442', 'JURIDICO'],
  ['', 'JURIDICO'],
] as const) {
  test(`"${ruc}" is no RUC of the type ${type}`, () => {
    assert.equal(checkDigitOf(ruc, type), null);
  });
}

test('an institution of the state is known by its NT', () => {
  assert.equal(checkDigitOf('8-NT-1-13178', 'JURIDICO')?.isGovernment, true);
  assert.equal(checkDigitOf('8-NT-2-24', 'NATURAL')?.isGovernment, false, 'a foreigner has one too');
});
