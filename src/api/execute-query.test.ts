// Tests of the places of operations that are answered by a statement of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RequestContext } from '../graphql/context.ts';
import { createExecutor, type ExecutorSettings } from './execute-query.ts';

const executor = (audience: ExecutorSettings['audience']) => createExecutor({ introspection: true, audience });

const question = (name: string): string =>
  `query ${name} { itemMovements(itemId: "018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f") { totalCount } }`;

/** Only what a statement of its own needs of a request. */
const context = {
  isCashier: false,
  askTenant: async () => [{ location_known: true, json: '{"totalCount":7}' }],
} as unknown as RequestContext;

async function isByStatement(prepare: ReturnType<typeof createExecutor>, query: string): Promise<boolean> {
  const prepared = prepare({ query, variables: {}, operationName: undefined });
  assert.ok('run' in prepared);
  return 'text' in (await prepared.run(context));
}

test('operations without a token, and one that left the cache and came again, take no place of another', async () => {
  const stranger = executor('anonymous');
  for (let count = 0; count < 300; count += 1)
    assert.equal(await isByStatement(stranger, question(`stranger${count}`)), false);
  // Each has a cache of its own, as if it had been evicted meanwhile.
  for (let count = 0; count < 300; count += 1)
    assert.equal(await isByStatement(executor('caller'), question('again')), true);
  const caller = executor('caller');
  for (let count = 1; count < 250; count += 1)
    assert.equal(await isByStatement(caller, question(`caller${count}`)), true, `${count}`);
  assert.equal(await isByStatement(caller, question('oneMore')), false);
  assert.equal(await isByStatement(caller, question('again')), true);
});

for (const audience of ['caller', 'anonymous'] as const) {
  test(`what is refused is not kept, ${audience}`, async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const prepare = executor(audience);
    const refusals = Array.from({ length: 100 }, (_, count) => {
      const text = count % 2 === 0 ? `{ unknown${count} }` : `{ unfinished${count}`;
      const prepared = prepare({ query: text, variables: {}, operationName: undefined });
      assert.ok('errors' in prepared);
      return new WeakRef(prepared.errors[0]!);
    });
    await new Promise(setImmediate);
    collect();
    const kept = refusals.filter((refusal) => refusal.deref() !== undefined).length;
    assert.ok(kept < 25, `${kept} of 100 are kept`);
  });
}
