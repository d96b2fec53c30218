// Purchases of an item that are still to come, with their days: ordered on a day, expected when the item's lead time is over.
import { sql } from 'kysely';
import { addDays } from '../platform/days.ts';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { firstRowOrNotFound, ofSubject, subjectOf, type Subject } from './subject.ts';

export interface IncomingPurchase {
  purchaseOrderId: string;
  number: string;
  supplierName: string;
  orderedAt: Date;
  /** In the past when it is late. */
  expectedDay: string;
  quantity: Decimal;
}

export const MOST_INCOMING = 100;

/** The earliest first. */
export async function incomingPurchases(db: TenantDb, subject: Subject): Promise<IncomingPurchase[]> {
  const { rows } = await sql<
    { location_known: boolean; lead_time_days: number } & Omit<IncomingPurchase, 'expectedDay' | 'purchaseOrderId'> & {
        purchaseOrderId: string | null;
      }
  >`
    ${prepared} select subject.location_known, item.lead_time_days, purchase.*
    from (${subjectOf(db, subject)}) subject
    join items item on item.tenant_id = ${db.tenant.id} and item.id = ${subject.itemId}
    left join (
      select po.id as "purchaseOrderId", po.number, supplier.name as "supplierName", po.created_at as "orderedAt", line.quantity
      from (
        select purchase_order_id, sum(greatest(quantity - quantity_received, 0) * unit_factor) as quantity
        from purchase_order_lines
        where ${ofSubject(db, subject)} and is_open
        group by purchase_order_id
      ) line
      join purchase_orders po on po.tenant_id = ${db.tenant.id} and po.id = line.purchase_order_id
      join suppliers supplier on supplier.tenant_id = ${db.tenant.id} and supplier.id = po.supplier_id
      where line.quantity > 0
      order by po.created_at, po.number
      limit ${sql.lit(MOST_INCOMING)}
    ) purchase on true
    order by purchase."orderedAt", purchase.number`.execute(db);
  firstRowOrNotFound(rows);
  return rows.flatMap(({ lead_time_days: leadTime, purchaseOrderId, number, supplierName, orderedAt, quantity }) => {
    if (purchaseOrderId === null) return [];
    const expectedDay = addDays(localDay(db.tenant.timeZone, orderedAt), leadTime);
    return [{ purchaseOrderId, number, supplierName, orderedAt, expectedDay, quantity }];
  });
}
