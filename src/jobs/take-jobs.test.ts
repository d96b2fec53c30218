// Jobs that wait by the hundred: the pace is that of the work, and not that of the looks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job, PgBoss } from 'pg-boss';
import { takeJobs } from './take-jobs.ts';

test('a look that finds four hundred jobs is the only one: each job that ends brings the next, two of a tenant at once', async () => {
  const waiting = Array.from({ length: 400 }, (_, at) => ({ id: `${at}`, groupId: `tenant ${at % 2}` }));
  const [running, most] = [new Map<string, number>(), new Map<string, number>()];
  const all = Promise.withResolvers<void>();
  let [looks, done] = [0, 0];
  const boss = {
    async fetch(_: string, { ignoreGroups }: { ignoreGroups: string[] }) {
      const at = waiting.findIndex(({ groupId }) => !ignoreGroups.includes(groupId));
      return at < 0 ? [] : waiting.splice(at, 1);
    },
    async complete() {
      if ((done += 1) === 400) all.resolve();
    },
  };
  const taker = takeJobs({
    boss: boss as unknown as PgBoss,
    executeSql: async () => ({ rows: [{ queue: 'errand', isDue: (looks += 1) > 0, nextMs: null, isOverdue: false }] }),
    tell: (error) => all.reject(error),
    lookEveryMs: () => 1_000_000_000,
  });
  taker.take('errand', async (job) => {
    const { groupId } = job as Job & { groupId: string };
    running.set(groupId, (running.get(groupId) ?? 0) + 1);
    most.set(groupId, Math.max(running.get(groupId)!, most.get(groupId) ?? 0));
    await new Promise(setImmediate);
    running.set(groupId, running.get(groupId)! - 1);
  });
  await all.promise;
  await taker.stop(0);
  assert.equal(looks, 1);
  assert.deepEqual(Object.fromEntries(most), { 'tenant 0': 2, 'tenant 1': 2 });
});
