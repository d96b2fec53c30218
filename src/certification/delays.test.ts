import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdMs, pollDelayMs, retryDelaySeconds } from './delays.ts';

const settings = { pollIntervalMs: 5000, pollAttempts: 60 };

const ROWS = [
  [0, 5_000],
  [59, 5_000],
  [60, 10_000],
  [61, 20_000],
  [70, 10_240_000],
  [73, 81_920_000],
  [74, 86_400_000],
  [10_000, 86_400_000],
] as const;

for (const [polls, delayMs] of ROWS) {
  test(`after ${polls} polls the next comes in ${delayMs} ms`, () =>
    assert.equal(pollDelayMs(settings, polls), delayMs));
}

test('the PAC is tried again after 1, 2, 4 … seconds, and at least once a minute', () => {
  assert.deepEqual([1, 2, 3, 6, 7, 50].map(retryDelaySeconds), [1, 2, 4, 32, 60, 60]);
});

test('while the breaker is open it is looked at after a tenth of its wait, within the breaker’s seconds and five minutes', () => {
  const since = new Date('2026-03-01T12:00:00Z');
  const heldAfter = (waitedSeconds: number): number =>
    holdMs(30, since, new Date(since.getTime() + waitedSeconds * 1000));
  assert.deepEqual([0, 299, 600, 3000, 86_400].map(heldAfter), [30_000, 30_000, 60_000, 300_000, 300_000]);
});
