// Events are kept for some days; a daily job removes older ones.
import { sql } from 'kysely';
import { dailyJob } from '../jobs/index.ts';
import { inTenant, listTenants, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { placeAllEvents } from './place-events.ts';

export const expireEventsDuty = dailyJob('expire-events', 3600);

export interface EventsContext extends DatabaseContext {
  events: { keptDays: number };
}

/** Rows of places; each has up to 5,000 events, and most have a few. */
const BATCH = 50;

export async function expireAllEvents(context: EventsContext): Promise<void> {
  for (const tenant of await listTenants(context)) {
    // A reader that comes later is told that it has missed some, and one that begins now has a day to place at most.
    await placeAllEvents((work) => inTenant(context, tenant, work));
    while ((await inTenant(context, tenant, (db) => expireEvents(db, context.events.keptDays))) > 0) {
      // The next batch, in a transaction of its own.
    }
  }
}

/** Events that were placed together end together, with the last of them. */
async function expireEvents(db: TenantDb, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with oldest as materialized (
      select position, seqs from event_places where tenant_id = ${db.tenant.id} order by position limit ${BATCH}
    ), gone as (
      delete from event_places where tenant_id = ${db.tenant.id} and position in (select position from oldest)
        and position < all (
          select oldest.position from oldest, events event
          where event.tenant_id = ${db.tenant.id} and event.seq = any (oldest.seqs) and at >= now() - ${keptDays} * interval '1 day')
      returning seqs
    ), delivered as (
      delete from webhook_deliveries where tenant_id = ${db.tenant.id} and event_seq in (select unnest(seqs) from gone)
    )
    delete from event_rows where tenant_id = ${db.tenant.id} and seq in (select unnest(seqs) from gone)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
