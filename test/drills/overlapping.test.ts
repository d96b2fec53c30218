// The order of the chain comes from the rows' locks: ten thousand pairs of transactions that overlap, and no false alarm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlap } from '../support/overlapping.ts';
import { quietWorld } from '../support/world.ts';

const PAIRS = Number(process.env['PAIRS'] ?? 10_000);

test(`${PAIRS} pairs of acts that overlap stand in the order of their rows, and verify says nothing`, async () => {
  const here = await quietWorld();
  assert.deepEqual(await overlap(here, await here.tenant(), PAIRS), []);
});
