import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineUnit, type SoldItem } from './line-unit.ts';

const item: SoldItem = {
  sku: 'A-1',
  unit: 'und',
  unit_price: '10',
  units: { caja: { factor: '12', price: '100' }, tira: { factor: '0.333', price: null } },
  prices: null,
};

// The price list that the client has, the unit of the line, and what one of it costs then.
const PRICES: readonly (readonly [listed: Record<string, string> | null, unit: string | null, price: string])[] = [
  [null, null, '10'],
  [null, ' ', '10'],
  [null, 'und', '10'],
  [null, 'caja', '100'],
  [null, 'tira', '3.33'],
  [{}, 'caja', '100'],
  [{ und: '9' }, null, '9'],
  [{ und: '9' }, 'caja', '108'],
  [{ und: '9' }, 'tira', '2.997'],
  [{ und: '9', caja: '99.50' }, 'caja', '99.5'],
  [{ caja: '0' }, 'caja', '0'],
  [{ caja: '99' }, null, '10'],
];

for (const [listed, unit, price] of PRICES) {
  test(`on the list ${JSON.stringify(listed)} one ${unit ?? 'unit'} costs ${price}`, () => {
    const sold = lineUnit({ ...item, prices: listed }, unit, '1');
    assert.equal(sold.price, price);
    const isOther = unit === 'caja' || unit === 'tira';
    assert.deepEqual([sold.unit, sold.unit_factor], isOther ? [unit, item.units![unit]!.factor] : [null, '1']);
  });
}

test('a price by factor has as many digits as the wire has', () => {
  const fine = { ...item, unit_price: '0.123456', units: { gota: { factor: '0.05', price: null } } };
  assert.equal(lineUnit(fine, 'gota', '1').price, '0.006173');
});

test('a unit that the item does not have, and a quantity that is too fine, are refused', () => {
  assert.throws(() => lineUnit(item, 'Caja', '1'), /A-1 has no unit Caja/);
  assert.throws(() => lineUnit(item, 'toString', '1'), /has no unit/);
  assert.throws(() => lineUnit(item, 'tira', '0.0001'), /comes to 0.0000333/);
  assert.throws(() => lineUnit(item, 'caja', '999999999999999'), /digits before the point/);
});
