// Price lists: what an item costs, by unit, for the clients that a list is for.
import { sql, type Selectable } from 'kysely';
import { notNegative, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, notFound, readAll, readEach } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { addRow, changeRow, findingRow, mustFind, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { archiveColumns, assertOffered, type Archiving } from './archive.ts';
import type { PriceListItemRow, PriceListRow } from './tables.ts';
import { MAX_LENGTH, optionalText, requiredText } from './text.ts';

export type PriceList = Selectable<PriceListRow>;
export type ListPrice = Selectable<PriceListItemRow>;

export interface PriceInput {
  itemId: string;
  /** Left out: the item's own. */
  unit?: string | null | undefined;
  /** Price of one unit of `unit`; null removes the price from the list. */
  price: Decimal | null;
}

const MOST_PRICES = 1000;

export async function createPriceList(db: TenantDb, name: string): Promise<PriceList> {
  const created = await addRow(db, 'price_lists', { name: requiredText('name', name, MAX_LENGTH.name) }, ['name']);
  if (!created) throw listExists(name);
  return created;
}

/** Omitted fields stay as they are. A list that clients have cannot be archived. */
export async function updatePriceList(
  db: TenantDb,
  id: string,
  { name, ...changes }: Archiving & { name?: string | null | undefined },
): Promise<PriceList> {
  const present = await mustFind(
    rowsOf(db, 'price_lists').where('id', '=', id).forUpdate(),
    'Price list',
    'priceListId',
  );
  const called = name == null ? present.name : requiredText('name', name, MAX_LENGTH.name);
  const other = rowsOf(db, 'price_lists').where('name', '=', called).where('id', '<>', id);
  if (await other.executeTakeFirst()) throw listExists(called);
  const clients = rowsOf(db, 'clients').where('price_list_id', '=', id).where('archived_at', 'is', null);
  if (changes.archived && (await clients.executeTakeFirst()))
    throw conflict('{name} is the price list of clients: give them another one first', {
      name: called,
      field: 'archived',
    });
  const set = { name: called, ...archiveColumns(changes) };
  return changeRow(db, 'price_lists', id, set);
}

/** The list that a client is to have; refuses an archived one. */
export async function offeredPriceList(db: TenantDb, id: string): Promise<PriceList> {
  const list = await findPriceList(db, id);
  return assertOffered(list, list.name, 'priceListId');
}

function listExists(name: string) {
  return conflict('A price list called {name} exists already', { name });
}

export const findPriceList = findingRow('price_lists', 'Price list', 'priceListId');

export async function listPriceLists(db: TenantDb): Promise<PriceList[]> {
  return rowsOf(db, 'price_lists').orderBy('name').execute();
}

/** Orders that are there keep the price that they were made with. Prices that are not named stay. */
export async function setPrices(db: TenantDb, id: string, prices: readonly PriceInput[]): Promise<PriceList> {
  if (prices.length > MOST_PRICES)
    throw badInput('{field} must be at most {most}', { field: 'prices', most: MOST_PRICES });
  const read = readEach('prices', prices, ({ itemId, unit, price }) =>
    readAll({
      item_id: () => itemId,
      unit: () => optionalText('unit', unit, MAX_LENGTH.unit),
      price: () => (price === null ? null : notNegative('price', price)),
    }),
  );
  const list = await findPriceList(db, id);
  const rows = read.map((row, n) => ({ ...row, n }));
  // The own unit of an item is not renamed meanwhile.
  const { rows: found } = await sql<{ n: number; item_id: string; unit: string; is_known: boolean }>`
    select n, item.id as item_id, coalesce(r.unit, item.unit) as unit,
      r.unit is null or r.unit = item.unit or exists (
        select from item_units where tenant_id = item.tenant_id and item_id = item.id and unit = r.unit) as is_known
    from jsonb_to_recordset(${jsonRows(rows)}) as r (n int, item_id uuid, unit text)
    join items item on item.tenant_id = ${db.tenant.id} and item.id = r.item_id
    order by item.id for no key update of item`.execute(db);
  const byNumber = new Map(found.map((row) => [row.n, row]));
  const named = readEach('prices', rows, ({ n, price }) => {
    const row = byNumber.get(n);
    if (!row) throw notFound('Item', `prices[${n}].itemId`);
    if (!row.is_known) throw badInput('The item has no unit {unit}', { unit: row.unit, field: 'unit' });
    return { item_id: row.item_id, unit: row.unit, price };
  });
  const keys = named.map(({ item_id, unit }) => `${item_id} ${unit}`);
  if (new Set(keys).size < keys.length)
    throw badInput('{field} must not name a unit of an item twice', { field: 'prices' });
  const { rows: gone } = await sql<Changed>`
    delete from price_list_items p using jsonb_to_recordset(${jsonRows(named)}) as r (item_id uuid, unit text, price numeric)
    where p.tenant_id = ${db.tenant.id} and p.price_list_id = ${id} and p.item_id = r.item_id and p.unit = r.unit
      and r.price is null returning p.item_id`.execute(db);
  const { rows: stored } = await sql<Changed>`
    insert into price_list_items as p (tenant_id, price_list_id, item_id, unit, price)
    select ${db.tenant.id}, ${id}, item_id, unit, price
    from jsonb_to_recordset(${jsonRows(named)}) as r (item_id uuid, unit text, price numeric)
    where price is not null order by item_id, unit
    on conflict (tenant_id, price_list_id, item_id, unit) do update set price = excluded.price where p.price <> excluded.price
    returning item_id`.execute(db);
  await touchItems(
    db,
    [...gone, ...stored].map(({ item_id }) => item_id),
  );
  return list;
}

/** Prices of an item's own unit go on under its new name. */
export async function renameListedUnit(
  db: TenantDb,
  item: { id: string; unit: string },
  renamed: string,
): Promise<void> {
  await sql`
    with former as (
      delete from price_list_items where tenant_id = ${db.tenant.id} and item_id = ${item.id} and unit = ${item.unit} returning *
    )
    insert into price_list_items (tenant_id, price_list_id, item_id, unit, price)
    select tenant_id, price_list_id, item_id, ${renamed}, price from former
    on conflict (tenant_id, price_list_id, item_id, unit) do update set price = excluded.price`.execute(db);
}

type Changed = Pick<ListPrice, 'item_id'>;

/** A till that reads the items that have changed finds their prices by them. The caller has them locked. */
async function touchItems(db: TenantDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update items set updated_at = statement_timestamp()
    where tenant_id = ${db.tenant.id} and id = any (${ids}::uuid[])`.execute(db);
}

/** In the order of the items' SKUs; of all items, or of those that are named. */
export async function listPrices(
  db: TenantDb,
  id: string,
  { limit, offset, itemIds }: { limit: number; offset: number; itemIds?: readonly string[] | null | undefined },
): Promise<{ records: ListPrice[]; totalCount: number }> {
  await findPriceList(db, id);
  const isWanted = itemIds ? sql`item_id = any (${itemIds}::uuid[])` : sql`true`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from price_list_items
    where tenant_id = ${db.tenant.id} and price_list_id = ${id} and ${isWanted}`.execute(db);
  const { rows } = await sql<ListPrice>`
    select p.* from price_list_items p
    join items item on item.tenant_id = p.tenant_id and item.id = p.item_id
    where p.tenant_id = ${db.tenant.id} and p.price_list_id = ${id} and ${isWanted}
    order by item.sku, p.unit limit ${limit} offset ${offset}`.execute(db);
  return { records: rows, totalCount: counted[0]!.count };
}
