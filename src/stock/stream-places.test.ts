import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Movement } from './movement.ts';
import { placesInStreams } from './stream-places.ts';

const movement = (itemId: string, type: Movement['source']['type'], change: string, at?: string): Movement => ({
  itemId,
  locationId: 'main',
  change,
  source: { type, id: 'source' },
  ...(at === undefined ? {} : { occurredAt: new Date(at) }),
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

test('history keeps its instants, and nothing happens before what stands before it', () => {
  const { streams, places } = placesInStreams([
    movement('a', 'INVOICE', '-1', '2026-03-01T12:00:00.500Z'),
    movement('a', 'INVOICE', '-1', '2026-03-01T12:00:00.499Z'),
    movement('a', 'INVOICE', '-1', '2026-03-01T12:00:00.501Z'),
  ]);
  assert.deepEqual(
    places.map(({ earliest }) => earliest),
    ['2026-03-01T12:00:00.499999Z', '2026-03-01T12:00:00.499999Z', '2026-03-01T12:00:00.500997Z'],
  );
  assert.deepEqual(
    places.map(({ earliestBefore }) => earliestBefore),
    [undefined, '2026-03-01T12:00:00.499999Z', '2026-03-01T12:00:00.499999Z'],
  );
  assert.equal(streams[0]!.earliest, '2026-03-01T12:00:00.500997Z');
  const before1970 = placesInStreams([movement('a', 'INVOICE', '-1', '1969-12-31T23:59:59.999Z')]);
  assert.equal(before1970.places[0]!.earliest, '1969-12-31T23:59:59.998999Z');
});

test('a batch is history as a whole, or not at all', () => {
  assert.throws(() => {
    placesInStreams([movement('a', 'INVOICE', '-1'), movement('a', 'INVOICE', '-1', '2026-03-01T12:00:00Z')]);
  }, /all movements of a batch/);
});
