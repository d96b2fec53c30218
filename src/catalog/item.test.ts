import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inventoryColumns, itemColumns, type ItemInput } from './item.ts';

const soap: ItemInput = {
  sku: ' SOAP-1 ',
  name: 'Jabón',
  unit: 'und',
  unitPrice: '2.50',
  taxRate: '7',
  trackingMode: 'NONE',
  allowNegativeStock: false,
};

test('texts are trimmed and an empty optional one is none', () => {
  const columns = itemColumns({ ...soap, cpbs: '  ' });
  assert.equal(columns.sku, 'SOAP-1');
  assert.equal(columns.cpbs, null);
});

test('only the inventory fields that were given become columns', () => {
  assert.deepEqual(inventoryColumns({}), {});
  assert.deepEqual(inventoryColumns({ reorderLevel: null, leadTime: 0 }), { lead_time_days: 0 });
  assert.deepEqual(inventoryColumns({ reorderLevel: '1.5', reorderQuantity: '0', leadTime: 3650 }), {
    reorder_level: '1.5',
    reorder_quantity: '0',
    lead_time_days: 3650,
  });
});

for (const rate of ['0', '7', '10', '15', '7.00']) {
  test(`the tax rate ${rate} is one of the tax authority's`, () => {
    assert.equal(itemColumns({ ...soap, taxRate: rate }).tax_rate, String(Number(rate)));
  });
}

const REFUSED: [string, Partial<ItemInput>, RegExp][] = [
  ['an empty SKU', { sku: '   ' }, /sku must not be empty/],
  ['a long SKU', { sku: 'x'.repeat(61) }, /sku must have at most 60 characters, not 61/],
  ['a name with NUL', { name: 'a\0b' }, /name must not contain NUL/],
  ['a name with half a surrogate pair', { name: 'a\uD800' }, /name must be well-formed/],
  ['a long name', { name: 'x'.repeat(201) }, /name must have at most 200/],
  ['an empty unit', { unit: '' }, /unit must not be empty/],
  ['a negative price', { unitPrice: '-0.01' }, /unitPrice must not be below 0/],
  ['a tax rate of 8', { taxRate: '8' }, /taxRate must be one of 0, 7, 10, 15, not 8/],
  ['a negative reorder level', { inventory: { reorderLevel: '-1' } }, /reorderLevel must not be below 0/],
  ['a negative reorder quantity', { inventory: { reorderQuantity: '-1' } }, /reorderQuantity must not be below 0/],
  ['a negative lead time', { inventory: { leadTime: -1 } }, /leadTime must be between 0 and 3650 days, not -1/],
  ['a lead time beyond ten years', { inventory: { leadTime: 3651 } }, /leadTime must be between 0 and 3650/],
];

for (const [what, change, message] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.throws(() => itemColumns({ ...soap, ...change }), { code: 'BAD_USER_INPUT', message });
  });
}
