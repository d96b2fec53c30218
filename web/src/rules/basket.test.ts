// Cashier, till and keys of a kept sale that comes back on the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerOf } from './basket.ts';

test('a sale that comes back keeps its cashier and its till, and no id or client of before; a parked one is of who goes on', () => {
  const kept = { id: 'before', client: { id: 'c' }, madeBy: 'ana', tillSession: 't' };
  for (const state of ['refused', 'waiting'])
    assert.deepEqual(ownerOf(kept, state), { madeBy: 'ana', tillSession: 't' }, state);
  assert.deepEqual(ownerOf(kept, 'parked'), { madeBy: undefined, tillSession: undefined });
});
