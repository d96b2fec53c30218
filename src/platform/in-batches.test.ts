import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { inBatches } from './in-batches.ts';
import { assertEach } from '../../test/support/assert-each.ts';

/** Its batches end when they are told to. */
function stage({ most = 10 } = {}) {
  const batches: { items: readonly string[]; end: (error?: Error) => void }[] = [];
  const submit = inBatches<string, string>({ most, groupOf: (item) => item[0]! }, (items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const end = (error?: Error): void => (error ? reject(error) : resolve(items.map((item) => `${item} done`)));
    batches.push({ items, end });
    return promise;
  });
  return { batches, submit, begun: () => batches.map(({ items }) => items.join(' ')) };
}

test('the first does not wait for others; those that come meanwhile go together, in order', async () => {
  const { batches, submit, begun } = stage();
  const first = submit('a1');
  await setImmediate();
  assert.deepEqual(begun(), ['a1']);
  const others = [submit('a2'), submit('a3')];
  await setImmediate();
  assert.deepEqual(begun(), ['a1']);
  batches[0]!.end();
  assert.equal(await first, 'a1 done');
  await setImmediate();
  assert.deepEqual(begun(), ['a1', 'a2 a3']);
  batches[1]!.end();
  assert.deepEqual(await Promise.all(others), ['a2 done', 'a3 done']);
});

test('what is more than a batch holds goes into the next', async () => {
  const { batches, submit, begun } = stage({ most: 2 });
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map(submit));
  for (const expected of [['a1'], ['a1', 'a2 a3'], ['a1', 'a2 a3', 'a4 a5']]) {
    while (begun().length < expected.length) await setImmediate();
    assert.deepEqual(begun(), expected);
    batches.at(-1)!.end();
  }
  assert.deepEqual(await all, ['a1 done', 'a2 done', 'a3 done', 'a4 done', 'a5 done']);
});

test('groups go their own ways', async () => {
  const { submit, begun } = stage();
  void submit('a1');
  void submit('b1');
  await setImmediate();
  assert.deepEqual(begun(), ['a1', 'b1']);
});

test('a batch that fails fails for all in it, and for none after it', async () => {
  const { batches, submit, begun } = stage();
  const first = submit('a0');
  const failed = Promise.allSettled([submit('a1'), submit('a2')]);
  batches[0]!.end();
  await first;
  await setImmediate();
  const next = submit('a3');
  batches[1]!.end(new Error('no room'));
  assertEach(await failed, ({ status }) => status, ['rejected', 'rejected']);
  await setImmediate();
  batches[2]!.end();
  assert.equal(await next, 'a3 done');
  assert.deepEqual(begun(), ['a0', 'a1 a2', 'a3']);
});

test('a caller that asks again once it is answered goes with those that have waited', async () => {
  const { batches, submit, begun } = stage();
  const first = submit('a1');
  const other = submit('a2');
  batches[0]!.end();
  await first;
  const again = submit('a1');
  while (begun().length < 2) await setImmediate();
  assert.deepEqual(begun(), ['a1', 'a2 a1']);
  batches[1]!.end();
  await Promise.all([other, again]);
});
