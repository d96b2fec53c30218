import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movementTypeOf } from './source-type.ts';

const ROWS = [
  [1, 'VENTA'],
  [2, 'COMPRA'],
  [3, 'DEVOLUCION'],
  [4, 'COMPRA'],
  [5, 'AJUSTE'],
  [6, 'OTHER'],
  [0, 'OTHER'],
  [null, 'OTHER'],
] as const;

for (const [code, movementType] of ROWS) {
  test(`source type ${code} shows as ${movementType}`, () => {
    assert.equal(movementTypeOf(code), movementType);
  });
}
