import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SOURCE_TYPES } from './source-type.ts';

test('each source type has its code in the ledger, and shows as its movement type', () => {
  const rows = Object.values(SOURCE_TYPES).map(({ code, movementType }) => [code, movementType]);
  assert.deepEqual(rows, [
    [1, 'VENTA'],
    [2, 'COMPRA'],
    [3, 'DEVOLUCION'],
    [4, 'COMPRA'],
    [5, 'AJUSTE'],
  ]);
});
