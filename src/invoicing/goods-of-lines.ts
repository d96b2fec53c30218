// Goods on a document's lines, in units of the item: they move stock and count as sold; services do not.
import type { Item } from '../catalog/index.ts';
import { negate, type Decimal } from '../platform/decimal.ts';
import { recordSales, takeBackSales } from '../rollups/index.ts';
import { baseQuantity } from '../sales/index.ts';
import { moveGoods, type GoodsOptions } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

interface Line {
  item_id: string;
  quantity: Decimal;
  unit_factor: Decimal;
}

interface Goods {
  item_id: string;
  location_id: string;
  /** Units of the item's own unit. */
  units: Decimal;
  /** Line of the invoice that sold the goods. */
  invoice_line_id: string;
  lot_number?: string | null;
  reserved?: Decimal;
}

export interface SoldDocument {
  type: 'INVOICE' | 'CREDIT';
  id: string;
  number: string;
  clientId: string;
  issueDay: string;
  goods: readonly Goods[];
}

/** Each with `units`, in the item's own unit. */
export function goodsOfLines<L extends Line>(
  lines: readonly L[],
  items: ReadonlyMap<string, Pick<Item, 'kind'>>,
): (L & { units: Decimal })[] {
  return lines
    .filter((line) => items.get(line.item_id)!.kind === 'GOODS')
    .map((line) => ({ ...line, units: baseQuantity(line) }));
}

/**
 * An invoice sells goods: they leave, with what was reserved of them, and count as sold. A credit brings them back. `isTakenBack`: the
 * documents count no longer, so their goods go the other way today, and their sale is taken back on the day on which it was counted.
 */
export async function moveSoldGoods(
  db: TenantDb,
  documents: readonly SoldDocument[],
  { isTakenBack = false, ...options }: GoodsOptions & { isTakenBack?: boolean },
): Promise<void> {
  const lines = documents.flatMap(({ goods, ...document }) =>
    goods.map((line) => ({
      ...{ line, document, where: { itemId: line.item_id, locationId: line.location_id } },
      areSold: (document.type === 'INVOICE') !== isTakenBack,
    })),
  );
  const moved = lines.map(({ line, document: { type, id, number, clientId }, where, areSold }) => ({
    ...where,
    change: areSold ? negate(line.units) : line.units,
    source: { type, id, number },
    counterpartyId: clientId,
    lineId: line.invoice_line_id,
    ...(type === 'INVOICE' && areSold
      ? { lotNumber: line.lot_number, reservedChange: negate(line.reserved ?? '0') }
      : { isReversal: true }),
  }));
  await moveGoods(db, moved, options);
  const count = isTakenBack ? takeBackSales : recordSales;
  await count(
    db,
    lines.map(({ line, document: { id, clientId, issueDay }, where, areSold }) => ({
      ...{ ...where, documentId: id, clientId, day: issueDay },
      units: areSold ? line.units : negate(line.units),
    })),
  );
}
