// Items: found, listed, created, and how much of each should be kept.
import { sql, type UpdateObject } from 'kysely';
import type { Database } from '../platform/database.ts';
import { conflict, notFound, readAll, together } from '../platform/errors.ts';
import { addRow, changing, findingRow, mustFind, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { archiveColumns, assertLinesOffered } from './archive.ts';
import { claimExternalId } from './external-ids.ts';
import {
  assertGoods,
  assertBasicsStay,
  changedBasics,
  changedColumns,
  inventoryColumns,
  itemColumns,
  type InventoryInput,
  type ChangedBasics,
  type Item,
  type ItemBasics,
  type ItemChanges,
  type ItemInput,
} from './item.ts';
import { readUnits, type UnitsInput } from './item-unit.ts';
import { replaceUnits } from './item-units.ts';
import { renameListedUnit } from './price-lists.ts';
import { MAX_LENGTH, requiredCode } from './text.ts';

export const findItem = findingRow('items', 'Item', 'itemId');

/** The SKU in any spelling that is stored as this one. */
export async function findItemBySku(db: TenantDb, sku: string): Promise<Item> {
  return mustFind(rowsOf(db, 'items').where('sku', '=', requiredCode('sku', sku, MAX_LENGTH.sku)), 'Item');
}

/**
 * All of them in one query; refuses with NOT_FOUND when one is missing, in which entry of `list`. Held, they keep kind, unit and
 * tracking until the transaction ends, for what is written about them without a foreign key.
 */
export async function itemsById(
  db: TenantDb,
  ids: readonly string[],
  list?: string,
  how?: 'held',
): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map();
  const named = rowsOf(db, 'items').where('id', 'in', [...new Set(ids)]);
  const rows = await (how === 'held' ? named.orderBy('id').forKeyShare() : named).execute();
  const found = new Map(rows.map((item) => [item.id, item]));
  const missing = ids.flatMap((id, index) =>
    found.has(id) ? [] : [notFound('Item', list === undefined ? undefined : `${list}[${index}].itemId`)],
  );
  if (missing.length > 0) throw together(missing);
  return found;
}

/** The same for lines of a new document: refuses archived ones. */
export async function offeredItems(db: TenantDb, ids: readonly string[]): Promise<Map<string, Item>> {
  const items = await itemsById(db, ids, 'lines');
  assertLinesOffered(
    ids.map((id, index) => ({ record: items.get(id)!, name: items.get(id)!.sku, field: `lines[${index}].itemId` })),
  );
  return items;
}

/** Items of a document's lines. */
export function itemsOfLines(db: TenantDb, lines: readonly { item_id: string }[]): Promise<Map<string, Item>> {
  const ids = lines.map((line) => line.item_id);
  return itemsById(db, ids);
}

export async function createItem(db: TenantDb, input: ItemInput & UnitsInput): Promise<Item> {
  const { columns } = readAll({ columns: () => itemColumns(input), units: () => readUnits(input, input.unit) });
  await claimExternalId(db, 'items', columns.external_id);
  const created = await addRow(db, 'items', { average_cost: null, ...columns }, ['sku']);
  if (!created) throw conflict('An item with the SKU {sku} exists already', { sku: columns.sku });
  if (input.units || input.barcodes) await replaceUnits(db, created, input);
  return created;
}

/** Orders and documents that are there keep the price that they were made with. */
export async function updateItem(
  db: TenantDb,
  id: string,
  changes: ItemChanges & ItemBasics & UnitsInput,
): Promise<Item> {
  // Whether a unit is the item's own is seen once the item is read.
  const { columns: changed } = readAll({ columns: () => changedColumns(changes), units: () => readUnits(changes, '') });
  const columns = { ...changed, ...archiveColumns(changes), ...(await basicsOf(db, id, changes)) };
  await claimExternalId(db, 'items', columns.external_id, id);
  if (!changes.units && !changes.barcodes) return setColumns(db, id, columns);
  // Two lists that are written at once follow each other: the row is changed with them, and so locked.
  const item = await changeItem(db, id, columns);
  await replaceUnits(db, item, changes);
  return item;
}

/** A line of a document in another transaction holds the item's key: it waits for this lock, or is waited for and then seen. */
async function basicsOf(db: TenantDb, id: string, changes: ItemBasics): Promise<ChangedBasics> {
  if (changes.kind == null && changes.unit == null && changes.trackingMode == null) return {};
  const item = await mustFind(rowsOf(db, 'items').where('id', '=', id).forUpdate(), 'Item', 'itemId');
  const columns = changedBasics(item, changes);
  if (Object.keys(columns).length > 0 && (await isWrittenAbout(db, id))) assertBasicsStay(item, changes);
  if (columns.unit !== undefined && columns.unit !== item.unit) await renameListedUnit(db, item, columns.unit);
  return columns;
}

const WRITTEN_ABOUT = [
  'inventory_logs',
  'order_lines',
  'purchase_order_lines',
  'supplier_invoice_lines',
  'invoice_lines',
  'debit_note_lines',
  'stock_reservations',
  'item_units',
];

/** Last line of each place holds, unless it takes back what was counted there. */
const COUNTED = sql`
  select * from (
    select distinct on (line.tenant_id, line.item_id, line.count_id, line.place) line.tenant_id, line.item_id, line.quantity
    from stock_count_lines line
    join stock_counts count on count.tenant_id = line.tenant_id and count.id = line.count_id and count.status <> 'DISCARDED'
    order by line.tenant_id, line.item_id, line.count_id, line.place, line.counted_at desc, line.id desc
  ) last_of_place where quantity is not null`;

async function isWrittenAbout(db: TenantDb, id: string): Promise<boolean> {
  const any = [...WRITTEN_ABOUT.map((table) => sql.table(table)), sql`(${COUNTED}) counted`].map(
    (rows) => sql`exists (select from ${rows} where tenant_id = ${db.tenant.id} and item_id = ${id})`,
  );
  const { rows } = await sql<{ is_written: boolean }>`select ${sql.join(any, sql` or `)} as is_written`.execute(db);
  return rows[0]!.is_written;
}

/** Fields left out stay as they are. */
export async function updateItemInventory(db: TenantDb, id: string, input: InventoryInput): Promise<Item> {
  const item = await setColumns(db, id, inventoryColumns(input));
  assertGoods(item);
  return item;
}

async function setColumns(db: TenantDb, id: string, columns: UpdateObject<Database, 'items'>): Promise<Item> {
  return Object.keys(columns).length === 0 ? findItem(db, id) : changeItem(db, id, columns);
}

function changeItem(db: TenantDb, id: string, columns: UpdateObject<Database, 'items'>): Promise<Item> {
  return mustFind(changing(db, 'items').set(columns).where('id', '=', id).returningAll(), 'Item', 'itemId');
}
