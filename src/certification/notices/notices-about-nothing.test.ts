// How much of a notice's body is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyToKeep } from './notices-about-nothing.ts';

const sizeOf = (body: unknown): number => JSON.stringify(body).length;

test('a body of the usual size is kept as it came', () => {
  const body = { id: 'x', errors: ['y'.repeat(10_000)] };
  assert.equal(bodyToKeep(body, sizeOf(body)), body);
});

test('of a large one what matters is kept, wherever it stands, and how large it was', () => {
  const body = {
    padding: Array.from({ length: 5000 }, (_, at) => at),
    message: 'm'.repeat(100_000),
    cufe: 'FE01',
    legalStatus: 'DGI_AUTHORIZED',
    id: 'x',
  };
  const kept = bodyToKeep(body, 200_000) as typeof body & { leftOutBytes: number };
  assert.deepEqual({ ...kept, message: kept.message.length }, { id: 'x', legalStatus: 'DGI_AUTHORIZED', cufe: 'FE01', message: 2000, leftOutBytes: 200_000 }); // prettier-ignore
});

for (const body of [
  [1, 2],
  'x'.repeat(200_000),
  Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
]) {
  test(`of ${JSON.stringify(body).slice(0, 20)}… little is kept`, () => {
    assert.ok(sizeOf(bodyToKeep(body, 200_000)) < 8_000);
  });
}
