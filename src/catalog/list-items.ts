// Lists items: by words, a barcode, their kind, or what is in stock and sells.
import { sql } from 'kysely';
import { sqlRows, type Sql } from '../platform/sql.ts';
import { pageOf, type Key, type ListPage, type PageAsked, type TenantDb } from '../tenancy/index.ts';
import { archivedFilter, type Archiving } from './archive.ts';
import type { Item } from './item.ts';
import { itemOfBarcode } from './item-units.ts';
import { findLocation } from './locations.ts';
import type { ItemKind } from './tables.ts';
import { MAX_LENGTH, optionalText } from './text.ts';

export const ITEM_ORDERS = ['SKU', 'NAME', 'PRICE', 'AVAILABLE', 'SOLD', 'COVERAGE', 'UPDATED_AT'] as const;

/** Orders by what is counted of each item that matches. */
const COUNTED: readonly (typeof ITEM_ORDERS)[number][] = ['AVAILABLE', 'SOLD', 'COVERAGE'];
/** So many are counted one by one; for more of them all that the company has is read once. */
const FEW = 100;

export const STOCK_FILTERS = ['OUT', 'LOW', 'NO_SALES'] as const;
type StockFilter = (typeof STOCK_FILTERS)[number];

/** Goods that were not sold for so long do not sell. */
const NO_SALES_DAYS = 90;
/** The window of the coverage that lists show. */
const SOLD_DAYS = 30;
/** Coverage of an item that does not sell: longer than any other. */
const NEVER = 1e9;

export interface ItemsAsked extends PageAsked<(typeof ITEM_ORDERS)[number]>, Archiving {
  kind?: ItemKind | null | undefined;
  category?: string | null | undefined;
  stock?: StockFilter | null | undefined;
  /** Only items that are or ever were at this location; `stock` is then the stock there. */
  locationId?: string | null | undefined;
}

/** The item whose barcode it is, or else whose SKU, comes first. */
export async function listItems(db: TenantDb, query: ItemsAsked): Promise<ListPage<Item>> {
  const wanted = optionalText('search', query.search, MAX_LENGTH.search);
  const scanned = wanted === null ? null : await itemWithBarcode(db, wanted);
  const category = optionalText('category', query.category, MAX_LENGTH.code);
  const location = query.locationId == null ? null : (await findLocation(db, query.locationId)).id;
  const named = wanted === null || scanned !== null ? [] : await itemsOfSku(db, wanted);
  const folded = named.length > 0 ? sql`id = any (${named}::uuid[])` : sql`folded like folded_pattern(${wanted})`;
  const where = [
    sql`tenant_id = ${db.tenant.id}`,
    archivedFilter(query.archived),
    // Words are matched by an index alone; only a barcode needs the rows.
    wanted !== null && (scanned === null ? folded : sql`(${folded} or id = ${scanned})`),
    query.kind && sql`kind = ${sql.lit(query.kind)}`,
    category !== null && sql`category = ${category}`,
    location !== null && sql`exists (select ${levels(location)})`,
    query.stock && sql`kind = 'GOODS' and ${STOCK[query.stock](db, location)}`,
  ];
  const isOfMany =
    query.orderBy != null &&
    COUNTED.includes(query.orderBy.field) &&
    (await isMany(db, where.filter((one) => one) as Sql[]));
  return pageOf(db, query, {
    name: 'items',
    columns: sql`items.*`,
    from: sql`items`,
    where,
    orders: {
      SKU: { by: sql`sku`, type: 'text' },
      NAME: { by: sql`name`, type: 'text' },
      PRICE: { by: sql`unit_price`, type: 'numeric', amount: 'column' },
      ...(isOfMany ? countedTogether(db, location) : countedOneByOne(db, location)),
      UPDATED_AT: { by: sql`updated_at`, type: 'timestamptz' },
    },
    usual: ['SKU', 'ASC'],
    changed: 'UPDATED_AT',
    closeness:
      wanted !== null &&
      sql`case when id = ${scanned}::uuid then 3 when sku = ${wanted} then 2
          when fold_text(sku) = fold_text(${wanted}) then 1 else 0 end`,
  });
}

async function isMany(db: TenantDb, where: readonly Sql[]): Promise<boolean> {
  const rows = await sqlRows(db)`select from items where ${sql.join(where, sql` and `)} limit ${sql.lit(FEW + 1)}`;
  return rows.length > FEW;
}

type CountedOrders = Record<'AVAILABLE' | 'SOLD' | 'COVERAGE', Key>;

function countedOrders(stock: Sql, units: Sql, joins: readonly [stock: Sql, units: Sql]): CountedOrders {
  return {
    AVAILABLE: { by: stock, type: 'numeric', joins: joins[0] },
    SOLD: { by: units, type: 'numeric', joins: joins[1] },
    COVERAGE: {
      by: sql`coalesce(round(${stock} / nullif(greatest(${units}, 0), 0), 9), ${sql.lit(NEVER)})`,
      type: 'numeric',
      joins: sql`${joins[0]} ${joins[1]}`,
    },
  };
}

const countedOneByOne = (db: TenantDb, location: string | null): CountedOrders =>
  countedOrders(available(location), sold(db, location, SOLD_DAYS), [sql``, sql``]);

/** Whole months stand in for their days. */
function countedTogether(db: TenantDb, location: string | null): CountedOrders {
  const today = sql`(clock_timestamp() at time zone ${db.tenant.timeZone})::date`;
  // In parentheses of their own they are known before the table is read, and bound its index.
  const first = sql`(select ${today} - ${sql.lit(SOLD_DAYS - 1)})`;
  const month = sql`(select (date_trunc('month', ${today} - ${sql.lit(SOLD_DAYS)}) + interval '1 month')::date)`;
  const of = sql`where tenant_id = ${db.tenant.id} ${location === null ? sql`` : sql`and location_id = ${location}`}`;
  return countedOrders(sql`coalesce(in_stock, 0)`, sql`coalesce(units_sold, 0)`, [
    sql`left join (
      with level as materialized (select item_id as in_stock_of, sum(on_hand - reserved) as in_stock from stock_levels ${of} group by 1)
      select * from level
    ) level on in_stock_of = items.id`,
    sql`left join (
      with sale as materialized (
        select item_id as sold_of, sum(units) as units_sold
        from (
          select item_id, units from item_sales ${of} and grain = 'D' and period >= ${first} and period < ${month}
          union all
          select item_id, units from item_sales ${of} and grain = 'M' and period >= ${first}
        ) period group by 1
      )
      select * from sale
    ) sale on sold_of = items.id`,
  ]);
}

async function itemWithBarcode(db: TenantDb, barcode: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select ${itemOfBarcode(db, barcode)} as id`.execute(db);
  return rows[0]!.id;
}

/** A shorter text is a part of much else. */
const SHORTEST_CODE = 8;

/** Items with this SKU, whatever its case, where it has the shape of a code. */
async function itemsOfSku(db: TenantDb, text: string): Promise<string[]> {
  if (text.length < SHORTEST_CODE || !/\d/.test(text) || /\s/.test(text)) return [];
  const { rows } = await sql<{ id: string }>`
    select id from items
    where tenant_id = ${db.tenant.id} and sku = any (${[text, text.toUpperCase(), text.toLowerCase()]})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Over all locations, or at one. */
function levels(location: string | null): Sql {
  return sql`from stock_levels l where l.tenant_id = items.tenant_id and l.item_id = items.id
    ${location === null ? sql`` : sql`and l.location_id = ${location}`}`;
}

const available = (location: string | null) =>
  sql`coalesce((select sum(l.on_hand - l.reserved) ${levels(location)}), 0)`;

const sold = (db: TenantDb, location: string | null, days: number) => sql`coalesce((
    select sum(s.units) from item_sales s
    where s.tenant_id = items.tenant_id and s.item_id = items.id and s.grain = 'D'
      and s.period > (clock_timestamp() at time zone ${db.tenant.timeZone})::date - ${sql.lit(days)}
      ${location === null ? sql`` : sql`and s.location_id = ${location}`}), 0)`;

const STOCK: Record<StockFilter, (db: TenantDb, location: string | null) => Sql> = {
  OUT: (_, location) => sql`${available(location)} <= 0`,
  LOW: (_, location) => sql`reorder_level > 0 and ${available(location)} <= reorder_level`,
  NO_SALES: (db, location) => sql`${sold(db, location, NO_SALES_DAYS)} <= 0`,
};
