// Stock of an item at an instant of the past.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { inStream } from './daily-balance.ts';
import { firstRowOrNotFound, ofSubject, subjectOf, type Subject } from './subject.ts';

/**
 * Over all locations, or at one: what each stream's last movement up to the instant left. The ledger counts microseconds and the
 * wire milliseconds, so a movement belongs to the instant that the wire shows for it.
 */
export async function stockAsOf(db: TenantDb, { at, ...subject }: Subject & { at: Date }): Promise<Decimal> {
  const { rows } = await sql<{ location_known: boolean; quantity: Decimal }>`
    ${prepared} select subject.location_known, balance.quantity
    from (${subjectOf(db, subject)}) subject
    cross join (
      select coalesce(sum(log.new_quantity), 0) as quantity
      from (select item_id, location_id from stock_levels where ${ofSubject(db, subject)}) stream
      cross join lateral (
        select log.new_quantity
        from inventory_logs log
        where ${inStream(db)} and log.occurred_at < ${at}::timestamptz + interval '1 millisecond'
        order by log.occurred_at desc
        limit 1
      ) log
    ) balance`.execute(db);
  return firstRowOrNotFound(rows).quantity;
}
