// Events are kept for some days; a daily job removes older ones.
import { sql } from 'kysely';
import { dailyJob } from '../jobs/index.ts';
import { batchByBatch, inEachTenant, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { placeEvents } from './place-events.ts';

export const expireEventsDuty = dailyJob('expire-events', 3600);

export interface EventsContext extends DatabaseContext {
  events: { keptDays: number };
}

/** Rows of places; each has up to 5,000 events, and most have a few. */
const BATCH = 50;

export function expireAllEvents(context: EventsContext): Promise<void> {
  return inEachTenant(context, async ({ inTenant, events }) => {
    // A reader that comes later is told that it has missed some, and one that begins now has a day to place at most.
    await batchByBatch(inTenant, placeEvents);
    await batchByBatch(inTenant, (db) => expireEvents(db, events.keptDays));
  });
}

/** Events that were placed together end together, with the last of them. A fact that was one stays: it has settled, so that it gets no place anew. */
async function expireEvents(db: TenantDb, keptDays: number): Promise<boolean> {
  // The lock of who gives places, which writes down what has settled.
  await sql`select pg_advisory_xact_lock(7061591, hashtext(${db.tenant.id}::text))`.execute(db);
  const { rows } = await sql<{ gone: number }>`
    with oldest as materialized (
      select position, seqs from event_places where tenant_id = ${db.tenant.id} order by position limit ${BATCH}
    ), gone as (
      delete from event_places where tenant_id = ${db.tenant.id} and position in (select position from oldest)
        and position < all (
          select oldest.position from oldest cross join lateral unnest(oldest.seqs) one (seq) cross join lateral event_at(${db.tenant.id}, one.seq)
          where at >= now() - ${keptDays} * interval '1 day')
      returning position, seqs
    ), last as (
      select max(one) as seq, max(position) as position from gone, unnest(seqs) one
    ), settled as (
      update event_heads set settled_seq = greatest(settled_seq, last.seq), settled_position = greatest(settled_position, last.position),
        next_seq = greatest(next_seq, last.seq), next_position = greatest(next_position, last.position)
      from last where tenant_id = ${db.tenant.id} and seq is not null
    ), delivered as (
      delete from webhook_deliveries where tenant_id = ${db.tenant.id} and event_seq in (select unnest(seqs) from gone)
    ), told as (
      delete from event_rows where tenant_id = ${db.tenant.id} and seq in (select unnest(seqs) from gone)
    )
    select count(*)::int as gone from gone`.execute(db);
  return rows[0]!.gone === BATCH;
}
