// Items: found, listed, created, and how much of each should be kept.
import { sql, type UpdateObject } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../platform/database.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { claimExternalId } from './external-ids.ts';
import {
  assertGoods,
  changedColumns,
  inventoryColumns,
  itemColumns,
  type InventoryInput,
  type Item,
  type ItemChanges,
  type ItemInput,
} from './item.ts';
import type { UnitsInput } from './item-unit.ts';
import { itemOfBarcode, replaceUnits } from './item-units.ts';
import type { ItemKind } from './tables.ts';
import { MAX_LENGTH, optionalText, requiredCode } from './text.ts';

export interface ListRequest {
  /** Found anywhere in the name, and in an item's SKU or a party's RUC. */
  search?: string | null | undefined;
  limit: number;
  offset: number;
}

export interface Listed<T> {
  records: T[];
  totalCount: number;
}

export async function findItem(db: TenantDb, id: string): Promise<Item> {
  const found = await db
    .selectFrom('items')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('Item');
  return found;
}

/** The SKU in any spelling that is stored as this one. */
export async function findItemBySku(db: TenantDb, sku: string): Promise<Item> {
  const found = await db
    .selectFrom('items')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('sku', '=', requiredCode('sku', sku, MAX_LENGTH.sku))
    .executeTakeFirst();
  if (!found) throw notFound('Item');
  return found;
}

/** All of them in one query; refuses with NOT_FOUND when one is missing. */
export async function itemsById(db: TenantDb, ids: readonly string[]): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('items')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const found = new Map(rows.map((item) => [item.id, item]));
  if (!ids.every((id) => found.has(id))) throw notFound('Item');
  return found;
}

/** In the order of their SKUs; the item whose barcode it is, or else whose SKU, comes first. */
export async function listItems(
  db: TenantDb,
  { search, kind, limit, offset }: ListRequest & { kind?: ItemKind | null | undefined },
): Promise<Listed<Item>> {
  const wanted = optionalText('search', search, MAX_LENGTH.search);
  let ofKind = db.selectFrom('items').where('tenant_id', '=', db.tenant.id);
  if (kind) ofKind = ofKind.where('kind', '=', kind);
  const folded = sql<boolean>`folded like folded_pattern(${wanted})`;
  let matching = wanted === null ? ofKind : ofKind.where(folded);
  const counted = (rows: typeof matching) =>
    rows
      .select((row) => [row.fn.countAll<number>().as('count'), itemOfBarcode(db, wanted).as('scanned')])
      .executeTakeFirstOrThrow();
  let { count, scanned } = await counted(matching);
  // Words are matched by an index alone; only a barcode needs the rows.
  if (scanned !== null) {
    matching = ofKind.where(sql<boolean>`(${folded} or id = ${scanned})`);
    ({ count, scanned } = await counted(matching));
  }
  const records = await matching
    .selectAll()
    .orderBy(sql`coalesce(id = ${scanned}, false)`, 'desc')
    .orderBy(sql`coalesce(sku = ${wanted}, false)`, 'desc')
    .orderBy(sql`coalesce(fold_text(sku) = fold_text(${wanted}), false)`, 'desc')
    .orderBy('sku')
    .limit(limit)
    .offset(offset)
    .execute();
  return { records, totalCount: count };
}

export async function createItem(db: TenantDb, input: ItemInput & UnitsInput): Promise<Item> {
  const columns = itemColumns(input);
  await claimExternalId(db, 'items', columns.external_id);
  const created = await db
    .insertInto('items')
    .values({ tenant_id: db.tenant.id, id: uuid(), average_cost: null, ...columns })
    .onConflict((on) => on.columns(['tenant_id', 'sku']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!created) throw conflict('An item with the SKU {sku} exists already', { sku: columns.sku });
  if (input.units || input.barcodes) await replaceUnits(db, created, input);
  return created;
}

/** Orders and documents that are there keep the price that they were made with. */
export async function updateItem(db: TenantDb, id: string, changes: ItemChanges & UnitsInput): Promise<Item> {
  const columns = changedColumns(changes);
  await claimExternalId(db, 'items', columns.external_id, id);
  if (!changes.units && !changes.barcodes) return setColumns(db, id, columns);
  // Two lists that are written at once follow each other: the row is changed with them, and so locked.
  const item = await setColumns(db, id, { ...columns, updated_at: sql`clock_timestamp()` });
  await replaceUnits(db, item, changes);
  return item;
}

/** Fields left out stay as they are. */
export async function updateItemInventory(db: TenantDb, id: string, input: InventoryInput): Promise<Item> {
  const item = await setColumns(db, id, inventoryColumns(input));
  assertGoods(item);
  return item;
}

async function setColumns(db: TenantDb, id: string, columns: UpdateObject<Database, 'items'>): Promise<Item> {
  if (Object.keys(columns).length === 0) return findItem(db, id);
  const updated = await db
    .updateTable('items')
    .set(columns)
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!updated) throw notFound('Item');
  return updated;
}
