// Calls over REST that are repeated, reordered, sent at once and lost: as many acts as keys, and one answer for each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertEach } from '../support/assert-each.ts';
import { newSale } from '../support/business.ts';

const VERBS = ['client', 'count', 'order', 'payment'] as const;

/** An act, and how its call is sent: the caller is gone after so many milliseconds, or waits (null). */
const wanted = fc.record({
  verb: fc.constantFrom(...VERBS),
  tries: fc.array(fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }), { minLength: 1, maxLength: 4 }),
});
const plays = fc.array(wanted, { minLength: 1, maxLength: 12 }).chain((wishes) =>
  fc.record({
    wishes: fc.constant(wishes),
    calls: fc.shuffledSubarray(
      wishes.flatMap(({ tries }, key) => tries.map((lostAfterMs) => ({ key, lostAfterMs }))),
      { minLength: wishes.flatMap(({ tries }) => tries).length },
    ),
    atOnce: fc.integer({ min: 1, max: 6 }),
  }),
);

test('calls that are repeated, reordered and lost are done as often as there are keys', async () => {
  const { here, shop, itemId, clientId, invoice } = await newSale();
  const token = await shop.token('operator');
  const routes = {
    client: ['/clients', { name: 'Ana' }],
    count: [`/items/${itemId}/adjust`, { quantityChange: '1', description: 'Counted' }],
    order: ['/orders', { clientId, lines: [{ itemId, quantity: '0.001' }] }],
    payment: [`/invoices/${invoice.id}/pay`, { amount: '0.01' }],
  } as const;
  const done = async (): Promise<number[]> => {
    const [row] = await here.query<{ counts: number[] }>(
      `select array[
         (select count(*) from clients where tenant_id = $1), (select count(*) from inventory_logs where tenant_id = $1),
         (select count(*) from orders where tenant_id = $1), (select count(*) from payments where tenant_id = $1),
         (select count(*) from acts where tenant_id = $1 and actor = $2)]::int[] as counts`,
      [shop.tenant.id, 'user:operator-user'],
    );
    return row!.counts;
  };
  let run = 0;
  await fc.assert(
    fc.asyncProperty(plays, async ({ wishes, calls, atOnce }) => {
      run += 1;
      const before = await done();
      const answers = new Map<number, Set<string>>();
      const send = async (key: number, lostAfterMs: number | null): Promise<void> => {
        const [address, body] = routes[wishes[key]!.verb];
        const lost = lostAfterMs === null ? {} : { signal: AbortSignal.timeout(lostAfterMs) };
        const answer = await fetch(`${here.url}/v1${address}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': `run ${run} of ${key}`,
          },
          body: JSON.stringify(body),
          ...lost,
        });
        const { id, ...said } = (await answer.json()) as { id: string };
        assert.ok(answer.ok, JSON.stringify(said));
        answers.set(key, (answers.get(key) ?? new Set()).add(id));
      };
      const left = [...calls];
      const worker = async (): Promise<void> => {
        for (let call = left.shift(); call; call = left.shift()) {
          const { key, lostAfterMs } = call;
          await send(key, lostAfterMs).catch((error: Error) => {
            if (error.name !== 'TimeoutError' && error.name !== 'AbortError') throw error;
          });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      // A caller that lost an answer asks again, with the same key.
      for (const key of wishes.keys()) await send(key, null);
      const after = await done();
      const expected = VERBS.map((verb) => wishes.filter((one) => one.verb === verb).length);
      assertEach(after, (count, index) => count - before[index]!, [...expected, wishes.length]);
      for (const ids of answers.values()) assert.equal(ids.size, 1);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
