import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { limitPerKey } from './limit-per-key.ts';

test('a key at its limit waits in a queue of its own, and no other key does', async () => {
  const limited = limitPerKey(2).run;
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string): Promise<void> =>
    limited(key, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [start('many', 'a'), start('many', 'b'), start('many', 'c'), start('many', 'd'), start('few', 'e')];
  await turn();
  assert.deepEqual(begun, ['a', 'b', 'e']);
  ends.get('b')!();
  await turn();
  assert.deepEqual(begun, ['a', 'b', 'e', 'c']);
  for (const name of ['a', 'c', 'e']) ends.get(name)!();
  await turn();
  ends.get('d')!();
  await Promise.all(all);
});

test('however works come and fail, no key has more than its share at a time, and all are done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(3), fails: fc.boolean() }), {
        maxLength: 30,
      }),
      async (most, works) => {
        const limited = limitPerKey(most).run;
        const active: Record<string, number> = {};
        const done = await Promise.allSettled(
          works.map(({ key, turns, fails }) =>
            limited(key, async () => {
              active[key] = (active[key] ?? 0) + 1;
              assert.ok(active[key] <= most);
              for (let left = turns; left > 0; left -= 1) await turn();
              active[key] -= 1;
              if (fails) throw new Error('as asked');
            }),
          ),
        );
        assert.deepEqual(
          done.map(({ status }) => status === 'rejected'),
          works.map(({ fails }) => fails),
        );
      },
    ),
    { numRuns: 100 },
  );
});
