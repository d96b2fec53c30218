// Writes off goods that a document has just brought back, out of the lots into which they came; and takes such a write-off back.
import { sql } from 'kysely';
import { add, negate, subtract, isPositive, type Decimal } from '../platform/decimal.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { rowsOf } from '../tenancy/index.ts';
import type { GoodsMovement, InventoryLot } from './lots.ts';
import { moveGoods, type GoodsOptions } from './move-goods.ts';
import type { LevelKey } from './movement.ts';
import { SOURCE_TYPES } from './source-type.ts';

/** Goods on a line of a document. `id` names the adjustment that writes them off. */
export interface ReturnedGoods extends LevelKey {
  id: string;
  /** In the item's own unit. */
  units: Decimal;
  /** Line of the document that first moved them. */
  lineId: string;
}

/** A level below zero, of a company that sells without stock, goes back to where it was. */
const OPTIONS = { isShortSale: true } as const;

export async function writeOff(
  db: TenantDb,
  documentId: string,
  goods: readonly ReturnedGoods[],
  { description, createdBy }: { description: string; createdBy: string },
): Promise<void> {
  if (goods.length === 0) return;
  const { rows } = await sql<{ line_id: string; lot_number: string; came: Decimal }>`
    select line_id, lot.lot_number, moved.quantity_change as came
    from lot_movements moved join inventory_lots lot on lot.tenant_id = moved.tenant_id and lot.id = moved.lot_id
    where moved.tenant_id = ${db.tenant.id} and moved.source_id = ${documentId}
      and moved.line_id = any (${goods.map(({ lineId }) => lineId)}::uuid[]) and moved.quantity_change > 0
    order by lot.lot_number`.execute(db);
  const movements = goods.flatMap(({ id, itemId, locationId, units, lineId }): GoodsMovement[] => {
    const out = { itemId, locationId, description, source: { type: 'MANUAL_ADJUSTMENT', id } } as const;
    const lots = rows.filter((row) => row.line_id === lineId);
    let left = units;
    const ofLots = lots.flatMap(({ lot_number: lotNumber, came }) => {
      const rest = subtract(left, came);
      const change = isPositive(rest) ? came : left;
      left = subtract(left, change);
      return change === '0' ? [] : [{ ...out, change: negate(change), lotNumber }];
    });
    return left === '0' ? ofLots : [...ofLots, { ...out, change: negate(left) }];
  });
  await moveGoods(db, movements, { createdBy, ...OPTIONS });
}

/** The goods of those adjustments are on the shelf again, in their lots. `later`: as of `moveGoods`. */
export async function takeWriteOffBack(
  db: TenantDb,
  ids: readonly string[],
  { createdBy, later }: Required<Pick<GoodsOptions, 'createdBy' | 'later'>>,
): Promise<void> {
  const { rows } = await sql<{ source_id: string; item_id: string; location_id: string; units: Decimal; text: string }>`
    select source_id, item_id, location_id, -sum(quantity_change) as units, min(description) as text from inventory_logs
    where tenant_id = ${db.tenant.id} and source_id = any (${ids}::uuid[])
      and source_type = ${sql.lit(SOURCE_TYPES.MANUAL_ADJUSTMENT.code)}
    group by source_id, item_id, location_id having sum(quantity_change) < 0`.execute(db);
  if (rows.length === 0) return;
  const moved = await sql<{ source_id: string; lot_id: string; units: Decimal }>`
    select source_id, lot_id, -sum(quantity_change) as units from lot_movements
    where tenant_id = ${db.tenant.id} and source_id = any (${ids}::uuid[])
    group by source_id, lot_id having sum(quantity_change) < 0`.execute(db);
  const lots = new Map<string, InventoryLot>();
  if (moved.rows.length > 0)
    for (const lot of await rowsOf(db, 'inventory_lots')
      .where(
        'id',
        'in',
        moved.rows.map(({ lot_id: id }) => id),
      )
      .execute())
      lots.set(lot.id, lot);
  const movements = rows.flatMap((row): GoodsMovement[] => {
    const source = { type: 'MANUAL_ADJUSTMENT', id: row.source_id } as const;
    const back = { itemId: row.item_id, locationId: row.location_id, description: row.text, source };
    const ofLots = moved.rows.filter(({ source_id: id }) => id === row.source_id);
    const left = subtract(row.units, add('0', ...ofLots.map(({ units }) => units)));
    return [
      ...ofLots.map(({ lot_id: id, units }) => {
        const fromLot = lots.get(id)!;
        return { ...back, change: units, lotNumber: fromLot.lot_number, fromLot };
      }),
      ...(isPositive(left) ? [{ ...back, change: left, isReversal: true }] : []),
    ];
  });
  await moveGoods(db, movements, { createdBy, later, ...OPTIONS });
}
