// An adjustment as a thing that can be read: the rows of the ledger that share its id.
import { sql } from 'kysely';
import { add, type Decimal } from '../platform/decimal.ts';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { SOURCE_TYPES } from './source-type.ts';
import type { InventoryLog } from './stock-records.ts';

export interface StockAdjustment {
  /** The `source_id` of its movements. */
  id: string;
  itemId: string;
  quantityChange: Decimal;
  reason: string | null;
  createdBy: string;
  createdAt: Date;
  /** In the order in which they happened: one, or the two of a transfer. */
  movements: InventoryLog[];
}

export async function findAdjustment(db: TenantDb, id: string): Promise<StockAdjustment> {
  const { rows } = await sql<InventoryLog>`
    select * from inventory_logs
    where tenant_id = ${db.tenant.id} and source_id = ${id} and source_type = ${sql.lit(SOURCE_TYPES.MANUAL_ADJUSTMENT.code)}
    order by occurred_at, location_id`.execute(db);
  const [first] = rows;
  if (!first) throw notFound('Adjustment');
  return {
    id,
    itemId: first.item_id,
    quantityChange: add(...rows.map((row) => row.quantity_change)),
    reason: first.description,
    createdBy: first.created_by,
    createdAt: first.occurred_at,
    movements: rows,
  };
}
