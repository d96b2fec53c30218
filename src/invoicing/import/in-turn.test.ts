import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from './in-turn.ts';

/** Writes of two halves that end when told, and what has happened so far. */
function halves() {
  const said: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (half: string) => gates.getOrInsertComputed(half, () => Promise.withResolvers());
  return {
    said,
    end: (half: string) => gate(half).resolve(),
    fail: (half: string) => gate(half).reject(new Error(half)),
    async write(one: string, before: Promise<void>) {
      said.push(`${one} begins`);
      await gate(`${one}1`).promise;
      await before;
      said.push(`${one} goes on`);
      await gate(`${one}2`).promise;
      said.push(`${one} ends`);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the first half of the next is done during the second half of the one before, and no more', async () => {
  const { said, end, write } = halves();
  const all = inTurn(['a', 'b', 'c'], write);
  for (const half of ['a1', 'b1', 'c1']) end(half);
  await settled();
  assert.deepEqual(said, ['a begins', 'b begins', 'a goes on']);
  end('a2');
  await settled();
  assert.deepEqual(said.slice(3).toSorted(), ['a ends', 'b goes on', 'c begins']);
  end('b2');
  end('c2');
  await all;
  assert.deepEqual(said.slice(6), ['b ends', 'c goes on', 'c ends']);
});

for (const half of ['a1', 'a2']) {
  test(`when ${half} fails, nothing goes on, and all has ended before it is told`, async () => {
    const { said, end, fail, write } = halves();
    let isTold = false;
    const all = inTurn(['a', 'b', 'c'], write).finally(() => (isTold = true));
    all.catch(() => undefined);
    if (half === 'a2') end('a1');
    fail(half);
    await settled();
    assert.equal(isTold, false, 'b is still at it');
    end('b1');
    await assert.rejects(all, new RegExp(half));
    assert.ok(!said.includes('b goes on') && !said.includes('c begins'), said.join());
  });
}

test('a failure of the next one waits for the one before', async () => {
  const { said, end, fail, write } = halves();
  const all = inTurn(['a', 'b', 'c'], write);
  all.catch(() => undefined);
  fail('b1');
  end('a1');
  end('a2');
  end('c1');
  await assert.rejects(all, /b1/);
  assert.deepEqual(said.slice(0, 4), ['a begins', 'b begins', 'a goes on', 'a ends']);
  assert.ok(!said.includes('c goes on'));
});
