import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Movement } from './movement.ts';
import { placesInStreams } from './stream-places.ts';

const movement = (itemId: string, type: Movement['source']['type'], change: string): Movement => ({
  itemId,
  locationId: 'main',
  change,
  source: { type, id: 'source' },
});

test('each movement counts what comes after it in its stream, and each stream what comes in all', () => {
  const { streams, places } = placesInStreams([
    movement('a', 'INVOICE', '-2'),
    movement('b', 'INVOICE', '-1'),
    movement('a', 'CREDIT', '0.5'),
    movement('a', 'INVOICE', '-0.25'),
  ]);
  const told = places.map((one) => [one.n, one.rowsAfter, one.ofTypeAfter, one.changeAfter, one.streamChange]);
  assert.deepEqual(told, [
    [1, 2, 1, '0.25', '-1.75'],
    [1, 0, 0, '0', '-1'],
    [2, 1, 0, '-0.25', '-1.75'],
    [3, 0, 0, '0', '-1.75'],
  ]);
  assert.deepEqual(
    streams.map(({ itemId, rows, ofType, change }) => ({ itemId, rows, ofType, change })),
    [
      { itemId: 'a', rows: 3, ofType: { VENTA: 2, DEVOLUCION: 1 }, change: '-1.75' },
      { itemId: 'b', rows: 1, ofType: { VENTA: 1 }, change: '-1' },
    ],
  );
});
