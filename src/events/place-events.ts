// Numbers the events that are there and have no position yet. Readers do so, so that no writer waits.
import { sql } from 'kysely';
import { pipeline, type TenantDb } from '../tenancy/index.ts';

const MOST_AT_ONCE = 5_000;

/**
 * Called before positions are read. What is still being committed is not seen, and gets a later position from a later reader;
 * the events of one subject are seen in the order in which they were written, since its row was locked in between.
 * Answers whether more may be left.
 */
export async function placeEvents(db: TenantDb): Promise<boolean> {
  const tenantId = db.tenant.id;
  const { rows } = await sql<{ wait: boolean }>`
    select exists (select from events where tenant_id = ${tenantId} and position is null) as wait`.execute(db);
  if (!rows[0]!.wait) return false;
  await pipeline(db, sql`insert into event_heads (tenant_id) values (${tenantId}) on conflict do nothing`);
  await pipeline(db, sql`select from event_heads where tenant_id = ${tenantId} for update`);
  // A statement of its own: it sees what the holder of the lock before has numbered.
  const { rows: heads } = await sql<{ placed: number }>`
    with unplaced as (
      select seq, row_number() over (order by seq) as nth from (
        select seq from events where tenant_id = ${tenantId} and position is null
        order by seq limit ${MOST_AT_ONCE}
      ) first
    ), placed as (
      update events event set position = head.position + nth
      from unplaced, event_heads head
      where event.tenant_id = ${tenantId} and event.seq = unplaced.seq and head.tenant_id = ${tenantId}
      returning event.position
    )
    update event_heads set position = (select max(position) from placed)
    where tenant_id = ${tenantId} and exists (select from placed)
    returning (select count(*) from placed)::int as placed`.execute(db);
  return heads[0]?.placed === MOST_AT_ONCE;
}

/** All that is there: the last position is now. Each look has a transaction of its own, so that no other reader waits for long. */
export async function placeAllEvents(inTenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>): Promise<void> {
  while (await inTenant(placeEvents)) {
    // The next look.
  }
}
