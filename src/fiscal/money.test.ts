import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { add, compare, type Decimal } from '../platform/decimal.ts';
import { lineAmounts, lineTotal, spreadDiscount, taxesByRate, totalsOf, type LineTerms } from './money.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const ROWS = [
  // quantity, unit price, discount, tax rate, ISC rate, other tax, net, ISC, ITBMS
  ['1', '10', '0', '7', '0', '0', '10', '0', '0.7'],
  ['3', '0.333333', '0', '7', '0', '0', '1', '0', '0.07'],
  ['1', '0.005', '0', '0', '0', '0', '0.01', '0', '0'],
  ['1', '2.675', '0', '7', '0', '0', '2.68', '0', '0.19'],
  ['2.5', '1.1', '0', '10', '0', '0', '2.75', '0', '0.28'],
  ['1', '1.5', '0', '15', '0', '0', '1.5', '0', '0.23'],
  ['1000000', '999999.99', '0', '15', '0', '0', '999999990000', '0', '149999998500'],
  ['3', '10', '0.5', '7', '0', '0', '28.5', '0', '2'],
  ['3', '10', '10', '7', '5', '0', '0', '0', '0'],
  // Both taxes are counted on the net, neither on the other.
  ['4', '12.5', '2.5', '10', '5', '0', '40', '2', '4'],
  // The example of The Factory HKA's method Enviar, with its two other taxes in one sum.
  ['1', '1234.12', '0', '7', '0', '14.83', '1234.12', '0', '86.39'],
] as const;

for (const [quantity, unitPrice, discount, taxRate, iscRate, otherTax, net, isc, tax] of ROWS) {
  test(`${quantity} × (${unitPrice} − ${discount}) at ${taxRate} % and ISC of ${iscRate} %: ${net}, ${isc} and ${tax}`, () => {
    const amounts = lineAmounts({ quantity, unitPrice, discount, taxRate, iscRate, otherTax });
    assert.deepEqual(amounts, { net, isc, otherTax, tax });
  });
}

test('the published example comes to its published total', () => {
  const line = lineAmounts({ quantity: '1', unitPrice: '1234.12', taxRate: '7', otherTax: '14.83' });
  assert.equal(totalsOf([line]).total, '1335.34');
  assert.equal(lineTotal(line), '1335.34');
});

test('totals are sums of rounded lines, not a rounded sum', () => {
  const lines = [1, 2, 3].map(() => lineAmounts({ quantity: '1', unitPrice: '0.335', taxRate: '7' }));
  assert.deepEqual(totalsOf(lines), { subtotal: '1.02', isc: '0', otherTax: '0', tax: '0.06', total: '1.08' });
});

test('base and ITBMS are summed up by rate', () => {
  const lines = [
    { rate: '10', net: '3', tax: '0.3' },
    { rate: '0', net: '5', tax: '0' },
    { rate: '7', net: '1', tax: '0.07' },
    { rate: '10', net: '1', tax: '0.1' },
  ];
  assert.deepEqual(taxesByRate(lines), [
    { rate: '0', base: '5', tax: '0' },
    { rate: '7', base: '1', tax: '0.07' },
    { rate: '10', base: '4', tax: '0.4' },
  ]);
});

/** Counted anew in integers: quantity, price and discount in millionths, rates in hundredths of a per cent. */
function recount(line: Record<'quantity' | 'price' | 'discount' | 'rate' | 'isc', bigint>) {
  // Half away from zero; nothing here is below zero.
  const rounded = (value: bigint, scale: bigint) => (value * 2n + scale) / (scale * 2n);
  const net = rounded(line.quantity * (line.price - line.discount), 10n ** 10n);
  return { net, isc: rounded(net * line.isc, 10_000n), tax: rounded(net * line.rate, 10_000n) };
}

const millionths = (value: bigint): Decimal => inDecimals(value, 6);

function inDecimals(value: bigint, digits: number): Decimal {
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const cents = (value: Decimal): bigint => {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
};

const aLine = fc
  .record({
    quantity: fc.bigInt(1n, 5_000_000_000n),
    price: fc.bigInt(0n, 2_000_000_000n),
    off: fc.bigInt(0n, 1000n),
    rate: fc.constantFrom(0n, 700n, 1000n, 1500n),
    isc: fc.constantFrom(0n, 500n, 825n),
  })
  .map(({ off, ...line }) => ({ ...line, discount: (line.price * off) / 1000n }));

const termsOf = (line: Parameters<typeof recount>[0]): LineTerms => ({
  quantity: millionths(line.quantity),
  unitPrice: millionths(line.price),
  discount: millionths(line.discount),
  taxRate: inDecimals(line.rate, 2),
  iscRate: inDecimals(line.isc, 2),
});

test('an independent recount in integers gives the same amounts and totals', () => {
  fc.assert(
    fc.property(fc.array(aLine, { minLength: 1, maxLength: 8 }), (lines) => {
      const amounts = lines.map((line) => lineAmounts(termsOf(line)));
      const expected = lines.map(recount);
      assertEach(amounts, ({ net, isc, tax }) => ({ net: cents(net), isc: cents(isc), tax: cents(tax) }), expected);
      const total = expected.reduce((sum, { net, isc, tax }) => sum + net + isc + tax, 0n);
      assert.equal(cents(totalsOf(amounts).total), total);
      assert.equal(compare(totalsOf(amounts).total, add('0', ...amounts.map(lineTotal))), 0);
    }),
  );
});

const netAfter = (line: LineTerms, discount: Decimal): Decimal => lineAmounts({ ...line, discount }).net;

describe('a discount on the whole', () => {
  test('is spread over the lines and taken off to the cent, as a PAC counts it anew', () => {
    fc.assert(
      fc.property(fc.array(aLine, { minLength: 1, maxLength: 8 }), fc.bigInt(0n, 1000n), (lines, off) => {
        const terms = lines.map(termsOf);
        const before = add('0', ...terms.map((line) => lineAmounts(line).net));
        const discount = inDecimals((cents(before) * off) / 1000n, 2);
        const spread = spreadDiscount(terms, discount)!;
        const after = add('0', ...terms.map((line, index) => netAfter(line, spread[index]!)));
        assert.equal(compare(add(after, discount), before), 0);
        for (const [index, line] of terms.entries()) {
          assert.ok(compare(spread[index]!, '0') >= 0 && compare(spread[index]!, line.unitPrice) <= 0);
          assert.ok((spread[index]!.split('.')[1] ?? '').length <= 6, 'six digits per unit');
        }
      }),
      { numRuns: 500 },
    );
  });

  const line = (quantity: Decimal, unitPrice: Decimal, discount = '0') => ({ quantity, unitPrice, discount });
  const SPREAD = [
    ['in proportion', [line('1', '10'), line('1', '30')], '4', ['1', '3']],
    ['the odd cent to the largest remainder', [line('1', '10'), line('1', '20')], '0.01', ['0', '0.01']],
    ['the first of equals', [line('1', '10'), line('1', '10')], '0.01', ['0.01', '0']],
    ['beside what a line has off already', [line('2', '10', '1'), line('2', '10', '1')], '2', ['1.5', '1.5']],
    ['of thirds', [line('3', '10')], '1', ['0.333333']],
    ['of everything', [line('3', '10')], '30', ['10']],
    ['of nothing', [line('3', '10', '2')], '0', ['2']],
    ['not by a line that costs nothing', [line('1', '0'), line('1', '5')], '1', ['0', '1']],
    // With 30,000 units, six digits move three cents at a time: the other line takes the rest.
    ['of many units', [line('30000', '1'), line('1', '1')], '1', ['0.000033', '0.01']],
  ] as const;
  for (const [name, lines, discount, expected] of SPREAD) {
    test(`is spread ${name}`, () => assert.deepEqual(spreadDiscount(lines, discount), expected));
  }

  test('that no line can take exactly is refused, and so is one that exceeds the whole', () => {
    assert.equal(spreadDiscount([line('30000', '1')], '1'), undefined);
    assert.equal(spreadDiscount([line('1', '1')], '1.01'), undefined);
  });
});
