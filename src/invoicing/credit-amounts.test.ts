import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lineAmounts, type LineAmounts, type LineTerms } from '../fiscal/money.ts';
import { add } from '../platform/decimal.ts';
import { creditAmounts, NOTHING, termsOfNet } from './credit-amounts.ts';

const PARTS = Object.keys(NOTHING) as (keyof LineAmounts)[];

const millionths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};
const rounded = (amount: bigint, unit: bigint): bigint => (2n * amount + unit) / (2n * unit);
const cents = (amount: string): bigint => millionths(amount) / 10_000n;

/** As a PAC counts what it is sent, in cents. */
function countedByPac({ quantity, unitPrice, discount, taxRate, iscRate, otherTax }: LineTerms) {
  const price = millionths(unitPrice) - millionths(discount ?? '0');
  const net = rounded(millionths(quantity) * price, 10n ** 10n);
  const atRate = (rate: string) => rounded(net * millionths(rate), 10n ** 8n);
  return { net, isc: atRate(iscRate ?? '0'), otherTax: cents(otherTax ?? '0'), tax: atRate(taxRate) };
}

function creditInPieces(terms: LineTerms, pieces: readonly string[]): void {
  const charged = lineAmounts(terms);
  let [credited, quantityCredited] = [NOTHING, '0'];
  for (const quantity of pieces) {
    const amounts = creditAmounts({ ...terms, charged, credited, quantityCredited }, quantity);
    const { net, otherTax } = amounts;
    const counted = countedByPac(termsOfNet(terms, { quantity, net, otherTax }));
    for (const part of PARTS) assert.equal(cents(amounts[part]), counted[part], `${part} of ${quantity} units`);
    credited = Object.fromEntries(PARTS.map((part) => [part, add(credited[part], amounts[part])])) as never;
    quantityCredited = add(quantityCredited, quantity);
  }
  for (const part of PARTS) assert.equal(cents(credited[part]), cents(charged[part]), part);
}

const units = (count: number) => Array.from({ length: count }, () => '1');
for (const [name, quantity, unitPrice, pieces] of [
  ['100 × 0.05 in fifteen notes', '100', '0.05', [...Array.from({ length: 14 }, () => '7'), '2']],
  ['100 × 0.05 one by one', '100', '0.05', units(100)],
  ['12 × 0.35', '12', '0.35', units(12)],
  ['50 × 0.25', '50', '0.25', units(50)],
  ['12 × 2.75', '12', '2.75', units(12)],
] as const) {
  test(`${name} is credited as the PAC counts it, and whole`, () => {
    for (const taxRate of ['0', '7', '10', '15']) {
      creditInPieces({ quantity, unitPrice, taxRate }, pieces);
      creditInPieces({ quantity, unitPrice, taxRate, iscRate: '5', otherTax: '1.01', discount: '0.01' }, pieces);
    }
  });
}

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
        creditInPieces(terms, pieces.map(String));
      },
    ),
    { numRuns: 3000 },
  );
});

/** As a PAC counts a note of one line that rounds its sums alone, in cents. */
function countedOnce({ quantity, unitPrice, discount, taxRate }: LineTerms): bigint[] {
  const net = millionths(quantity) * (millionths(unitPrice) - millionths(discount ?? '0'));
  return [rounded(net, 10n ** 10n), rounded(net * BigInt(taxRate), 10n ** 12n)];
}

test('a note of one line whose price is in cents comes to the same where the sums alone are rounded', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom('7', '10', '15'),
      (pieces, price, taxRate) => {
        const quantity = String(pieces.reduce((sum, piece) => sum + piece, 0));
        const terms = { quantity, unitPrice: (price / 100).toFixed(2), taxRate };
        const charged = lineAmounts(terms);
        let [credited, quantityCredited] = [NOTHING, '0'];
        for (const piece of pieces.map(String)) {
          const amounts = creditAmounts({ ...terms, charged, credited, quantityCredited }, piece);
          const { net, otherTax, tax } = amounts;
          const sent = termsOfNet(terms, { quantity: piece, net, otherTax });
          assert.deepEqual(countedOnce(sent), [cents(net), cents(tax)], `${piece} of ${quantity}`);
          credited = Object.fromEntries(PARTS.map((part) => [part, add(credited[part], amounts[part])])) as never;
          quantityCredited = add(quantityCredited, piece);
        }
      },
    ),
    { numRuns: 2000, examples: [[[9, 9, 13, 13, 9], 257, '10']] },
  );
});

test('a part has its share of the discount and of each tax', () => {
  const terms = { quantity: '4', unitPrice: '12.5', discount: '2.5', taxRate: '10', iscRate: '5', otherTax: '1.01' };
  const line = { ...terms, charged: lineAmounts(terms), credited: NOTHING, quantityCredited: '0' };
  assert.deepEqual(creditAmounts(line, '1'), { net: '10', isc: '0.5', otherTax: '0.25', tax: '1' });
});
