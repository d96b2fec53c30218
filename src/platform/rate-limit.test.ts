// Callers that may go on, and the waits of the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimit } from './rate-limit.ts';

function limitAt(perMinute: number) {
  const clock = { ms: 1_000_000, now: () => new Date(clock.ms) };
  return { clock, limit: createRateLimit({ perMinute, clock }) };
}

function takenOf(times: number, take: () => number): number {
  return Array.from({ length: times }, take).filter((wait) => wait === 0).length;
}

test('a minute’s worth may come at once, and no more', () => {
  const { limit } = limitAt(60);
  assert.equal(
    takenOf(100, () => limit.take('a')),
    60,
  );
  assert.equal(limit.take('a'), 1, 'one second brings one');
});

test('each key has a bucket of its own', () => {
  const { limit } = limitAt(10);
  takenOf(20, () => limit.take('a'));
  assert.equal(limit.take('b'), 0);
});

test('the bucket fills with time, up to a minute’s worth', () => {
  const { limit, clock } = limitAt(60);
  takenOf(60, () => limit.take('a'));
  clock.ms += 10_000;
  assert.equal(
    takenOf(60, () => limit.take('a')),
    10,
  );
  clock.ms += 3_600_000;
  assert.equal(
    takenOf(100, () => limit.take('a')),
    60,
  );
});

test('who is refused is told how long the wait is, and loses nothing by asking', () => {
  const { limit, clock } = limitAt(6);
  takenOf(6, () => limit.take('a'));
  takenOf(100, () => limit.take('a'));
  assert.equal(limit.take('a'), 10);
  clock.ms += 10_000;
  assert.equal(limit.take('a'), 0);
});

test('what counts more takes more; beyond a full bucket it is a debt', () => {
  const { limit, clock } = limitAt(60);
  assert.equal(limit.take('a', 50), 0);
  assert.equal(limit.take('a', 50), 40);
  clock.ms += 60_000;
  assert.equal(limit.take('a', 90), 0);
  assert.equal(limit.take('a'), 31);
});

test('a clock that is set back refuses no caller that was allowed', () => {
  const { limit, clock } = limitAt(60);
  limit.take('a');
  clock.ms -= 3_600_000;
  assert.equal(
    takenOf(100, () => limit.take('a')),
    59,
  );
});

test('keys without number are not kept without end', () => {
  const { limit } = limitAt(1);
  limit.take('first');
  assert.equal(limit.take('first'), 60);
  for (let other = 0; other < 10_000; other += 1) limit.take(`other ${other}`);
  assert.equal(limit.take('first'), 0, 'it was forgotten');
});

test('a limit of 0 is none', () => {
  const { limit, clock } = limitAt(0);
  assert.equal(
    takenOf(1000, () => limit.take('a', 1000)),
    1000,
  );
  clock.ms += 1000;
  assert.equal(limit.wait('a'), 0);
});

test('to ask how long the wait is takes nothing', () => {
  const { limit } = limitAt(2);
  for (let asked = 0; asked < 10; asked += 1) assert.equal(limit.wait('a'), 0);
  takenOf(2, () => limit.take('a'));
  assert.equal(limit.wait('a'), 30);
});
