import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Farewell } from './farewell.ts';
import { takeTurns } from './turns.ts';

test('turns come in the order in which they were asked for, one at a time', async () => {
  const turns = takeTurns();
  const order: string[] = [];
  const use = async (name: string): Promise<void> => {
    const end = await turns.take();
    order.push(`${name} in`);
    await Promise.resolve();
    order.push(`${name} out`);
    end();
  };
  await Promise.all(['a', 'b', 'c'].map(use));
  assert.deepEqual(order, ['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  assert.equal(turns.taken(), false);
});

test('who waits patiently is served in order, but counts for nobody', async () => {
  const turns = takeTurns();
  const end = await turns.take();
  const patient = turns.take('patiently');
  assert.equal(turns.waited(), false);
  const hurried = turns.take();
  assert.equal(turns.waited(), true);
  end();
  (await patient)();
  (await hurried)();
  assert.equal(turns.taken(), false);
});

test('a turn ends once, however often it is given back', async () => {
  const turns = takeTurns();
  const end = await turns.take();
  const second = turns.take();
  end();
  await second;
  end();
  assert.equal(turns.taken(), true);
});

test('closing sends those who wait away and waits for the one who is in', async () => {
  const turns = takeTurns();
  const end = await turns.take();
  const refused = assert.rejects(turns.take(), Farewell);
  let closed = false;
  const closing = turns.close().then(() => (closed = true));
  await refused;
  assert.equal(closed, false);
  end();
  await closing;
  await assert.rejects(turns.take(), Farewell);
});
