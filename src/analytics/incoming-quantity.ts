// Quantity that is still to come: ordered (answer 9), or in transit between locations.
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared, type Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { firstRowOrNotFound, subjectOf } from './subject.ts';

/** SQL. A line is open while its order is OPEN or PARTIALLY_RECEIVED and less was received than ordered. */
export const incomingOf = (db: TenantDb, item: Sql): RawBuilder<Decimal> => sql`(
  (select coalesce(sum(greatest(quantity - quantity_received, 0) * unit_factor), 0) from purchase_order_lines
    where tenant_id = ${db.tenant.id} and item_id = ${item} and is_open)
  + (select coalesce(sum(quantity - received - lost), 0) from transfer_lines
    where tenant_id = ${db.tenant.id} and item_id = ${item} and quantity > received + lost))`;

export async function incomingQuantity(db: TenantDb, itemId: string): Promise<Decimal> {
  const { rows } = await sql<{ location_known: boolean; incoming: Decimal }>`
    ${prepared} select subject.location_known, ${incomingOf(db, sql`${itemId}::uuid`)} as incoming
    from (${subjectOf(db, { itemId })}) subject`.execute(db);
  return firstRowOrNotFound(rows).incoming;
}
