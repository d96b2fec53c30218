// Removes each night what has had its time and what no other duty removes: sessions, presences, and bytes without a row.
import type { FileStore } from '../files/index.ts';
import { removeStrayBytes } from '../files/index.ts';
import { dailyJob } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { forgetLooks } from '../presence/index.ts';
import { batchByBatch, inEachTenant, type DatabaseContext } from '../tenancy/index.ts';
import { endSessions } from '../access/index.ts';

export const removeExpiredDuty = dailyJob('remove-expired', 3600);

export interface RetentionContext extends DatabaseContext {
  files: FileStore;
  clock: Clock;
}

const BATCH = 1_000;

export function removeExpired(context: RetentionContext): Promise<void> {
  const now = context.clock.now();
  return inEachTenant(context, async ({ inTenant }) => {
    await batchByBatch(inTenant, async (db) => (await endSessions(db, now, BATCH)) === BATCH);
    await batchByBatch(inTenant, async (db) => (await forgetLooks(db, now, BATCH)) === BATCH);
    await batchByBatch(inTenant, async (db) => (await removeStrayBytes(db, context.files, now, BATCH)) === BATCH);
  });
}
