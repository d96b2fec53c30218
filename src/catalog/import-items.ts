// Imports items from a CSV file; an item whose SKU exists already stays as it is.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { GENERAL_PERCENT } from '../fiscal/itbms.ts';
import { readCsv, type CsvRow } from '../platform/csv-file.ts';
import { parseDecimal, type Decimal } from '../platform/decimal.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { inTenant, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { itemColumns, type Item, type ItemInput } from './item.ts';
import type { ItemKind, TrackingMode } from './tables.ts';
import { MAX_LENGTH, optionalCode } from './text.ts';

const COLUMNS = {
  required: ['sku', 'name', 'unitPrice'],
  optional: [
    'kind',
    'unit',
    'taxRate',
    'cpbs',
    'trackingMode',
    'reorderLevel',
    'reorderQuantity',
    'leadTime',
    'barcode',
  ],
} as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;
type ItemColumns = ReturnType<typeof itemColumns> & { barcode?: string | null };

export interface ItemImport {
  /** Items that are new. */
  items: number;
  skipped: { line: number; reason: string }[];
}

const ITEMS_PER_TRANSACTION = 2000;

export async function importItems(context: DatabaseContext, tenant: Tenant, file: string): Promise<ItemImport> {
  const wanted: { line: number; columns: ItemColumns }[] = [];
  const skipped: ItemImport['skipped'] = [];
  const seen = new Map<string, number>();
  const scanned = new Map<string, number>();
  await readCsv<keyof Cells>(file, COLUMNS, (row) => {
    const read = readItem(row);
    const before = 'reason' in read ? undefined : seen.get(read.columns.sku);
    if ('reason' in read) skipped.push(read);
    else if (before !== undefined) skipped.push({ line: row.line, reason: `line ${before} has the same SKU` });
    else if (scanned.has(read.columns.barcode ?? '')) {
      skipped.push({ line: row.line, reason: `line ${scanned.get(read.columns.barcode!)} has the same barcode` });
    } else {
      seen.set(read.columns.sku, row.line);
      if (read.columns.barcode) scanned.set(read.columns.barcode, row.line);
      wanted.push(read);
    }
  });

  let items = 0;
  for (let from = 0; from < wanted.length; from += ITEMS_PER_TRANSACTION) {
    const part = wanted.slice(from, from + ITEMS_PER_TRANSACTION);
    const columns = part.map((item) => item.columns);
    const created = await inTenant(context, tenant, (db) => createMissingItems(db, columns));
    items += created.size;
    for (const { line, columns } of part) {
      if (!created.has(columns.sku)) skipped.push({ line, reason: `${nameOf(columns)} exists already` });
    }
  }
  return { items, skipped: skipped.toSorted((a, b) => a.line - b.line) };
}

function nameOf({ sku, barcode }: ItemColumns): string {
  return `an item with the SKU ${sku}${barcode ? ` or the barcode ${barcode}` : ''}`;
}

function readItem(row: CsvRow<keyof Cells>): { line: number; columns: ItemColumns } | { line: number; reason: string } {
  const { line } = row;
  if ('fault' in row) return { line, reason: row.fault };
  try {
    const barcode = optionalCode('barcode', row.cells.barcode, MAX_LENGTH.barcode);
    return { line, columns: { ...itemColumns(toInput(row.cells)), barcode } };
  } catch (error) {
    if (error instanceof DomainError) return { line, reason: error.message };
    throw error;
  }
}

/** What is left empty is as the API's defaults have it. */
function toInput(cells: Cells): ItemInput {
  return {
    sku: cells.sku,
    name: cells.name,
    kind: kindOf(cells.kind),
    unit: cells.unit === '' ? 'und' : cells.unit,
    unitPrice: decimal('unitPrice', cells.unitPrice),
    taxRate: cells.taxRate === '' ? GENERAL_PERCENT : decimal('taxRate', cells.taxRate),
    cpbs: cells.cpbs,
    trackingMode: trackingMode(cells.trackingMode),
    allowNegativeStock: false,
    inventory: {
      reorderLevel: cells.reorderLevel === '' ? null : decimal('reorderLevel', cells.reorderLevel),
      reorderQuantity: cells.reorderQuantity === '' ? null : decimal('reorderQuantity', cells.reorderQuantity),
      leadTime: cells.leadTime === '' ? null : days('leadTime', cells.leadTime),
    },
  };
}

function decimal(field: string, text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined)
    throw badInput('{field} must be a number such as 12.5, not {text}', { field, text: JSON.stringify(text) });
  return value;
}

function days(field: string, text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw badInput('{field} must be a whole number of days, not {text}', { field, text: JSON.stringify(text) });
  return Number(text);
}

function kindOf(text: string): ItemKind {
  const kind = text === '' ? 'GOODS' : text.toUpperCase();
  if (kind !== 'GOODS' && kind !== 'SERVICE')
    throw badInput('{field} must be GOODS or SERVICE, not {text}', { field: 'kind', text: JSON.stringify(text) });
  return kind;
}

function trackingMode(text: string): TrackingMode {
  const mode = text === '' ? 'NONE' : text.toUpperCase();
  if (mode !== 'NONE' && mode !== 'LOT' && mode !== 'SERIAL') {
    throw badInput('{field} must be NONE, LOT or SERIAL, not {text}', {
      field: 'trackingMode',
      text: JSON.stringify(text),
    });
  }
  return mode;
}

/** Answers the SKUs of those that were not there before. */
async function createMissingItems(db: TenantDb, items: readonly ItemColumns[]): Promise<Set<string>> {
  const { rows } = await sql<{ sku: string }>`
    with given as (
      select * from jsonb_to_recordset(${jsonRows(items.map((columns) => ({ id: uuid(), ...columns })))}) as r
        (id uuid, sku text, name text, kind text, unit text, unit_price numeric, tax_rate numeric, cpbs text, tracking_mode text,
         allow_negative_stock boolean, reorder_level numeric, reorder_quantity numeric, lead_time_days int, barcode text)
      where not exists (select from item_barcodes b where b.tenant_id = ${db.tenant.id} and b.barcode = r.barcode)
    ), created as (
      insert into items (tenant_id, id, sku, name, kind, unit, unit_price, tax_rate, cpbs, tracking_mode, allow_negative_stock,
        reorder_level, reorder_quantity, lead_time_days)
      select ${db.tenant.id}, id, sku, name, kind, unit, unit_price, tax_rate, cpbs, tracking_mode, allow_negative_stock,
        coalesce(reorder_level, 0), coalesce(reorder_quantity, 0), coalesce(lead_time_days, 0)
      from given
      on conflict (tenant_id, sku) do nothing
      returning id, sku
    ), coded as (
      insert into item_barcodes (tenant_id, barcode, item_id)
      select ${db.tenant.id}, barcode, created.id from given join created using (id) where barcode is not null
    )
    select sku from created`.execute(db);
  return new Set(rows.map(({ sku }) => sku));
}

/** Items that another import names: found by SKU, created when they are new. Answers each by its SKU. */
export async function ensureImportedItems(
  db: TenantDb,
  items: readonly ItemInput[],
): Promise<Map<string, Pick<Item, 'id' | 'kind'>>> {
  const found = new Map<string, Pick<Item, 'id' | 'kind'>>();
  for (let from = 0; from < items.length; from += ITEMS_PER_TRANSACTION) {
    const part = items.slice(from, from + ITEMS_PER_TRANSACTION).map(itemColumns);
    await createMissingItems(db, part);
    const skus = part.map((item) => item.sku);
    for (const [sku, item] of await itemsBySku(db, skus)) found.set(sku, item);
  }
  return found;
}

export async function itemsBySku(
  db: TenantDb,
  skus: readonly string[],
): Promise<Map<string, Pick<Item, 'id' | 'sku' | 'kind' | 'tracking_mode'>>> {
  const { rows } = await sql<Pick<Item, 'id' | 'sku' | 'kind' | 'tracking_mode'>>`
    select id, sku, kind, tracking_mode from items where tenant_id = ${db.tenant.id} and sku = any(${skus})`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.sku, row]));
}
