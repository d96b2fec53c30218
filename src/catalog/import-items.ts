// Imports items from a table: created when their SKU is new; one that exists stays as it is, or is changed as its line says.
import { sql } from 'kysely';
import { readDecimal } from '../platform/decimal.ts';
import { badInput, conflict, DomainError, orRefusal, readAll, together } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import type { LineImport, Written } from '../requests/index.ts';
import { rowsOf, type TenantDb } from '../tenancy/index.ts';
import { assertGoods, type Item, type ItemInput } from './item.ts';
import type { ItemKind, TrackingMode } from './tables.ts';
import { MAX_LENGTH, optionalCode } from './text.ts';
import { ITEMS, type ItemRow } from './upsert-items.ts';
import { upsertRows, type Upsert } from './upsert-rows.ts';

const COLUMNS = {
  required: ['sku', 'name', 'unitPrice'],
  optional: [
    'kind',
    'unit',
    'taxRate',
    'cpbs',
    'category',
    'trackingMode',
    'reorderLevel',
    'reorderQuantity',
    'leadTime',
    'barcode',
  ],
} as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;

interface ItemLine {
  row: ItemRow;
  sku: string;
  barcode: string | null;
}

const ITEMS_PER_TRANSACTION = 1000;

export function itemImport({ updates }: { updates: boolean }): LineImport<keyof Cells, ItemLine> {
  return {
    columns: COLUMNS,
    read: readLine,
    unique: ({ sku, barcode }) => ({ SKU: sku, barcode }),
    write: (db, lines) => writeItems(db, lines, updates),
    linesPerTransaction: ITEMS_PER_TRANSACTION,
  };
}

async function writeItems(db: TenantDb, lines: readonly ItemLine[], updates: boolean): Promise<Written[]> {
  const written = await upsertRows(db, lines, bySku(updates));
  const coded = await addBarcodes(db, lines, written);
  return written.map((one) =>
    'outcome' in one && one.outcome === 'UNCHANGED' && coded.has(one.id!) ? { ...one, outcome: 'UPDATED' } : one,
  );
}

/** `owner` is the item that has the barcode of the line. */
const bySku = (updates: boolean): Upsert<ItemLine, Item & { owner: string | undefined }> => ({
  ...ITEMS,
  keys: ({ sku, barcode }) => ({ sku, barcode }),
  async find(db, lines) {
    const existing = await ITEMS.find(
      db,
      lines.map(({ row }) => row),
    );
    const codes = lines.flatMap(({ barcode }) => barcode ?? []);
    const owners = codes.length === 0 ? [] : await rowsOf(db, 'item_barcodes').where('barcode', 'in', codes).execute();
    return (line) => {
      const item = existing(line.row);
      const owner = owners.find(({ barcode }) => barcode === line.barcode)?.item_id;
      if (item && !updates) throw existsAlready(line);
      if (!item && owner) throw existsAlready(line, 'barcode');
      return item && { ...item, owner };
    };
  },
  read(line, item) {
    if (item && line.row.inventory) assertGoods(item, 'reorderLevel');
    const columns = ITEMS.read(line.row, item);
    if (item?.owner !== undefined && item.owner !== item.id) throw existsAlready(line, 'barcode');
    return columns;
  },
});

function existsAlready({ sku, barcode }: ItemLine, field = 'sku') {
  if (barcode === null) return conflict('an item with the SKU {sku} exists already', { sku, field });
  return conflict('an item with the SKU {sku} or the barcode {barcode} exists already', { sku, barcode, field });
}

/** Answers the items that had none of the lines' barcodes before. */
async function addBarcodes(
  db: TenantDb,
  lines: readonly ItemLine[],
  written: readonly Written[],
): Promise<Set<string>> {
  const entries = lines.flatMap(({ barcode }, at) => {
    const one = written[at]!;
    return barcode !== null && 'outcome' in one ? [{ barcode, item_id: one.id }] : [];
  });
  if (entries.length === 0) return new Set();
  const { rows } = await sql<{ item_id: string }>`
    insert into item_barcodes (tenant_id, barcode, item_id)
    select ${db.tenant.id}, barcode, item_id from jsonb_to_recordset(${jsonRows(entries)}) as r (barcode text, item_id uuid)
    where not exists (
      select from item_barcodes b where b.tenant_id = ${db.tenant.id} and b.barcode = r.barcode and b.item_id = r.item_id)
    returning item_id`.execute(db);
  return new Set(rows.map(({ item_id: id }) => id));
}

/** An empty cell says nothing, as one that is refused as unreadable: the other rules are told as well. */
function readLine(cells: Cells): ItemLine {
  const unreadable: DomainError[] = [];
  const read = <T>(field: keyof Cells, reading: (field: string, text: string) => T): T | undefined => {
    const value = orRefusal(() => reading(field, cells[field]));
    if (!(value instanceof DomainError)) return value;
    unreadable.push(value);
    return undefined;
  };
  const optional = <T>(field: keyof Cells, reading: (field: string, text: string) => T): T | undefined =>
    cells[field] === '' ? undefined : read(field, reading);
  const inventory = {
    reorderLevel: optional('reorderLevel', readDecimal),
    reorderQuantity: optional('reorderQuantity', readDecimal),
    leadTime: optional('leadTime', days),
  };
  const row: ItemRow = {
    ...{ sku: cells.sku, name: cells.name, unit: cells.unit || undefined },
    ...{ cpbs: cells.cpbs || undefined, category: cells.category || undefined },
    kind: optional('kind', kindOf),
    unitPrice: read('unitPrice', readDecimal) ?? '0',
    taxRate: optional('taxRate', readDecimal),
    trackingMode: optional('trackingMode', trackingMode),
    inventory: Object.values(inventory).some((value) => value !== undefined) ? inventory : undefined,
  };
  const { barcode } = readAll({
    columns: () => ITEMS.read(row, undefined),
    unreadable: () => {
      if (unreadable.length > 0) throw together(unreadable);
    },
    barcode: () => optionalCode('barcode', cells.barcode, MAX_LENGTH.barcode),
  });
  return { row, sku: ITEMS.keys(row)['sku']!, barcode };
}

function days(field: string, text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw badInput('{field} must be a whole number of days, not {text}', { field, text: JSON.stringify(text) });
  return Number(text);
}

function kindOf(field: string, text: string): ItemKind {
  const kind = text.toUpperCase();
  if (kind !== 'GOODS' && kind !== 'SERVICE')
    throw badInput('{field} must be GOODS or SERVICE, not {text}', { field, text: JSON.stringify(text) });
  return kind;
}

function trackingMode(field: string, text: string): TrackingMode {
  const mode = text.toUpperCase();
  if (mode !== 'NONE' && mode !== 'LOT' && mode !== 'SERIAL')
    throw badInput('{field} must be NONE, LOT or SERIAL, not {text}', { field, text: JSON.stringify(text) });
  return mode;
}

/** Items that another import names: found by SKU, created when they are new. Answers each by its SKU. */
export async function ensureImportedItems(
  db: TenantDb,
  items: readonly ItemInput[],
): Promise<Map<string, Pick<Item, 'id' | 'kind'>>> {
  const found = new Map<string, Pick<Item, 'id' | 'kind'>>();
  for (let from = 0; from < items.length; from += ITEMS_PER_TRANSACTION) {
    const part = items.slice(from, from + ITEMS_PER_TRANSACTION);
    const written = await upsertRows(db, part, { ...ITEMS, read: (row, item) => (item ? {} : ITEMS.read(row, item)) });
    for (const one of written) if (one instanceof DomainError) throw one;
    const skus = part.map((item) => ITEMS.keys(item)['sku']!);
    for (const [sku, item] of await itemsBySku(db, skus)) found.set(sku, item);
  }
  return found;
}

export async function itemsBySku(
  db: TenantDb,
  skus: readonly string[],
): Promise<Map<string, Pick<Item, 'id' | 'sku' | 'kind' | 'tracking_mode'>>> {
  const { rows } = await sql<Pick<Item, 'id' | 'sku' | 'kind' | 'tracking_mode'>>`
    select id, sku, kind, tracking_mode from items
    where tenant_id = ${db.tenant.id} and sku = any(${skus})`.execute(db);
  return new Map(rows.map((row) => [row.sku, row]));
}
