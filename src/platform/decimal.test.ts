import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain } from './decimal.ts';

const WRITTEN = [
  ['12.50', '12.5'],
  ['12.000000', '12'],
  ['100', '100'],
  ['0.00', '0'],
  ['-0.00', '0'],
  ['-0', '0'],
  ['-0.050', '-0.05'],
  ['5.', '5'],
  ['007.10', '7.1'],
  ['1e3', '1000'],
  ['1.5e-7', '0.00000015'],
] as const;

for (const [written, expected] of WRITTEN) {
  test(`${written} is ${expected} in plain notation`, () => assert.equal(plain(written), expected));
}

test('what is in plain notation stays as it is, whatever zeros followed it', () => {
  const digits = fc.stringMatching(/^[0-9]{0,12}$/);
  const number = fc.tuple(fc.boolean(), fc.nat(), digits, fc.nat({ max: 8 }));
  fc.assert(
    fc.property(number, ([isNegative, whole, fraction, zeros]) => {
      const kept = fraction.replace(/0+$/, '');
      const text = `${whole}${kept === '' ? '' : `.${kept}`}`;
      const expected = isNegative && text !== '0' ? `-${text}` : text;
      const padded = kept === '' && zeros === 0 ? text : `${whole}.${kept}${'0'.repeat(zeros)}`;
      assert.equal(plain(isNegative ? `-${padded}` : padded), expected);
    }),
  );
});
