// Ordered quantity that is still to come (answer 9).
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { firstRowOrNotFound, ofSubject, subjectOf } from './subject.ts';

export async function incomingQuantity(db: TenantDb, itemId: string): Promise<Decimal> {
  // A line is open while its order is OPEN or PARTIALLY_RECEIVED and less was received than ordered.
  const { rows } = await sql<{ location_known: boolean; incoming: Decimal }>`
    ${prepared} select subject.location_known, open_lines.incoming
    from (${subjectOf(db, { itemId })}) subject
    cross join (
      select coalesce(sum(greatest(quantity - quantity_received, 0) * unit_factor), 0) as incoming
      from purchase_order_lines
      where ${ofSubject(db, { itemId })} and is_open
    ) open_lines`.execute(db);
  return firstRowOrNotFound(rows).incoming;
}
