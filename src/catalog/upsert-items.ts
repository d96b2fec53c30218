// Items by the thousand, found by their externalId or SKU.
import { sql } from 'kysely';
import { GENERAL_PERCENT } from '../fiscal/itbms.ts';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import type { Written } from '../requests/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import {
  assertBasicsStay,
  assertGoods,
  changedColumns,
  inventoryColumns,
  itemColumns,
  stays,
  type Item,
  type ItemInput,
} from './item.ts';
import { optionalExternalId } from './own-words.ts';
import { MAX_LENGTH, requiredCode } from './text.ts';
import { orNull, upsertRows, type Upsert } from './upsert-rows.ts';

/** Omitted fields stay as they are; a new item needs sku, name and unitPrice. */
export type ItemRow = { [Field in keyof ItemInput]?: ItemInput[Field] | null | undefined };

export async function upsertItemRows(db: TenantDb, rows: readonly ItemRow[]): Promise<Written[]> {
  return upsertRows(db, rows, ITEMS);
}

const DECIMALS = ['unit_price', 'tax_rate', 'isc_rate', 'other_tax_rate', 'reorder_level', 'reorder_quantity'];

export const ITEMS: Upsert<ItemRow, Item> = {
  table: 'items',
  columns: [
    ...['sku', 'name', 'kind', 'unit', 'other_tax_code', 'cpbs', 'category', 'tracking_mode', 'allow_negative_stock'],
    ...['lead_time_days', 'external_id', 'metadata'],
    ...DECIMALS,
  ],
  decimals: DECIMALS,
  keys: ({ sku, externalId }) => ({
    sku: orNull(() => (sku ? requiredCode('sku', sku, MAX_LENGTH.sku) : null)),
    externalId: orNull(() => optionalExternalId(externalId)),
  }),
  async find(db, rows) {
    const keys = rows.map((row) => ITEMS.keys(row));
    const { rows: items } = await sql<Item>`
      select * from items
      where tenant_id = ${db.tenant.id}
        and (sku = any(${keys.map(({ sku }) => sku)}) or external_id = any(${keys.map((key) => key['externalId'])}))
      order by id for no key update`.execute(db);
    const bySku = new Map(items.map((item) => [item.sku, item]));
    const byExternalId = new Map(items.map((item) => [item.external_id, item]));
    return (row) => {
      const { sku, externalId } = ITEMS.keys(row);
      const [named, found] = [externalId && byExternalId.get(externalId), sku && bySku.get(sku)];
      if (!named && found && externalId && found.external_id !== null)
        throw conflict('Item {sku} has the externalId {externalId} already', {
          ...{ sku: found.sku, externalId: found.external_id, field: 'externalId' },
        });
      return named || found || undefined;
    };
  },
  read: (row, item) => (item ? changesOf(row, item) : newItem(row)),
};

function newItem(row: ItemRow): object {
  const { columns } = readAll({
    columns: () =>
      itemColumns({
        ...row,
        ...{ sku: row.sku ?? '', name: row.name ?? '', unit: row.unit ?? 'und', unitPrice: row.unitPrice ?? '0' },
        ...{ taxRate: row.taxRate ?? GENERAL_PERCENT, trackingMode: row.trackingMode ?? 'NONE' },
        allowNegativeStock: row.allowNegativeStock ?? false,
      }),
    isPriced: () => row.unitPrice != null || missing('unitPrice'),
  });
  return { reorder_level: '0', reorder_quantity: '0', lead_time_days: 0, ...columns };
}

function missing(field: string): never {
  throw badInput('{field} is missing', { field });
}

function changesOf(row: ItemRow, item: Item): object {
  const { columns, inventory } = readAll({
    sku: () => stays('sku', item.sku, row.sku),
    basics: () => assertBasicsStay(item, row),
    columns: () => changedColumns(row),
    inventory: () => {
      if (!row.inventory) return {};
      assertGoods(item, 'inventory');
      return inventoryColumns(row.inventory, 'inventory');
    },
  });
  const allows = row.allowNegativeStock;
  return { ...columns, ...inventory, ...(allows == null ? {} : { allow_negative_stock: allows }) };
}
