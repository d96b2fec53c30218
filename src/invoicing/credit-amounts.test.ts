import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lineAmounts, type LineAmounts } from '../fiscal/money.ts';
import { add, compare } from '../platform/decimal.ts';
import { creditAmounts, NOTHING } from './credit-amounts.ts';

const PARTS = Object.keys(NOTHING) as (keyof LineAmounts)[];

const asMoney = (mills: number): string => (mills / 1000).toFixed(3);

test('credited piece by piece, a line gives back to the cent what it charged, of its net and of each tax', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
      fc.record({
        price: fc.integer({ min: 0, max: 100_000 }),
        off: fc.integer({ min: 0, max: 100 }),
        taxRate: fc.constantFrom('0', '7', '10', '15'),
        iscRate: fc.constantFrom('0', '5', '8.25'),
        otherTax: fc.integer({ min: 0, max: 5000 }),
      }),
      (pieces, { price, off, taxRate, iscRate, otherTax }) => {
        const terms = {
          ...{ quantity: String(pieces.reduce((sum, piece) => sum + piece, 0)), taxRate, iscRate },
          unitPrice: asMoney(price),
          discount: asMoney(Math.floor((price * off) / 100)),
          otherTax: (otherTax / 100).toFixed(2),
        };
        const charged = lineAmounts(terms);
        let credited = NOTHING;
        let quantityCredited = '0';
        for (const piece of pieces) {
          const amounts = creditAmounts({ ...terms, charged, credited, quantityCredited }, String(piece));
          for (const part of PARTS) assert.ok(compare(amounts[part], '0') >= 0, 'no piece is below nothing');
          credited = Object.fromEntries(PARTS.map((part) => [part, add(credited[part], amounts[part])])) as never;
          quantityCredited = add(quantityCredited, String(piece));
        }
        for (const part of PARTS) assert.equal(compare(charged[part], credited[part]), 0, part);
      },
    ),
  );
});

test('a part has its share of the discount and of each tax', () => {
  const terms = { quantity: '4', unitPrice: '12.5', discount: '2.5', taxRate: '10', iscRate: '5', otherTax: '1.01' };
  const line = { ...terms, charged: lineAmounts(terms), credited: NOTHING, quantityCredited: '0' };
  assert.deepEqual(creditAmounts(line, '1'), { net: '10', isc: '0.5', otherTax: '0.25', tax: '1' });
});
