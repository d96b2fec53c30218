// The units of items beside their own, and their barcodes: stored, listed, and an item found by one.
import { sql, type Selectable } from 'kysely';
import { conflict } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { mustFind, readingRows, rowsOf, type TenantDb } from '../tenancy/index.ts';
import type { Item } from './item.ts';
import { readUnits, type UnitsInput } from './item-unit.ts';
import type { ItemBarcodeRow, ItemUnitRow } from './tables.ts';
import { MAX_LENGTH, requiredCode } from './text.ts';

export type ItemUnit = Selectable<ItemUnitRow>;
export type ItemBarcode = Selectable<ItemBarcodeRow>;

/** Lines that were written in a unit keep its factor, whatever becomes of it. */
export async function replaceUnits(db: TenantDb, item: Pick<Item, 'id' | 'unit'>, input: UnitsInput): Promise<void> {
  const { units, barcodes } = readUnits(input, item.unit);
  const unitOf = (unit: string | null, codes: readonly string[]) => codes.map((barcode) => ({ barcode, unit }));
  const entries = [...unitOf(null, barcodes ?? []), ...(units ?? []).flatMap((one) => unitOf(one.unit, one.barcodes))];
  // Removing a unit removes its barcodes.
  if (units) await sql`delete from item_units where ${ofItem(db, item.id)}`.execute(db);
  if (barcodes) await sql`delete from item_barcodes where ${ofItem(db, item.id)} and unit is null`.execute(db);
  if (units && units.length > 0) {
    const rows = units.map(({ unit, factor, price }) => ({ unit, factor, price }));
    await sql`
      insert into item_units (tenant_id, item_id, unit, factor, price)
      select ${db.tenant.id}, ${item.id}, unit, factor, price
      from jsonb_to_recordset(${jsonRows(rows)}) as r (unit text, factor numeric, price numeric)
      returning unit`.execute(db);
  }
  if (entries.length === 0) return;
  const { rows: stored } = await sql<{ barcode: string }>`
    insert into item_barcodes (tenant_id, barcode, item_id, unit)
    select ${db.tenant.id}, barcode, ${item.id}, unit
    from jsonb_to_recordset(${jsonRows(entries)}) as r (barcode text, unit text) order by barcode
    on conflict (tenant_id, barcode) do nothing
    returning barcode`.execute(db);
  const taken = entries.find(({ barcode }) => !stored.some((one) => one.barcode === barcode));
  if (taken) throw conflict('The barcode {barcode} belongs to another item or unit', { barcode: taken.barcode });
}

export const unitsOfItems = readingRows('item_units', 'item_id', 'factor', 'unit');

export const barcodesOfItems = readingRows('item_barcodes', 'item_id', 'barcode');

/** In any spelling that is stored as this one. */
export async function findItemByBarcode(db: TenantDb, barcode: string): Promise<Item> {
  return mustFind(
    rowsOf(db, 'items').where('id', '=', itemOfBarcode(db, requiredCode('barcode', barcode, MAX_LENGTH.barcode))),
    'Item',
  );
}

/** The id of the item that has the barcode, or null. */
export function itemOfBarcode(db: TenantDb, barcode: string | null) {
  return sql<
    string | null
  >`(select item_id from item_barcodes where tenant_id = ${db.tenant.id} and barcode = ${barcode})`;
}

function ofItem(db: TenantDb, itemId: string) {
  return sql`tenant_id = ${db.tenant.id} and item_id = ${itemId}`;
}
