// Events are kept for some days; a daily job removes older ones.
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';
import { inTenant, listTenants, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { placeAllEvents } from './place-events.ts';

export const expireEventsDuty = defineJob({
  name: 'expire-events',
  payload: z.object({}),
  patience: { retries: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, timeLimitSeconds: 3600 },
});

export interface EventsContext extends DatabaseContext {
  events: { keptDays: number };
}

const BATCH = 5_000;

export async function expireAllEvents(context: EventsContext): Promise<void> {
  for (const tenant of await listTenants(context)) {
    // A reader that comes later is told that it has missed some, and one that begins now has a day to place at most.
    await placeAllEvents((work) => inTenant(context, tenant, work));
    while ((await inTenant(context, tenant, (db) => expireEvents(db, context.events.keptDays))) === BATCH) {
      // The next batch, in a transaction of its own.
    }
  }
}

async function expireEvents(db: TenantDb, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where tenant_id = ${db.tenant.id} and position in (
      select position from (
        select position, at from events where tenant_id = ${db.tenant.id} and position is not null
        order by position limit ${BATCH}
      ) oldest where at < now() - ${keptDays} * interval '1 day')`.execute(db);
  return Number(numAffectedRows ?? 0);
}
