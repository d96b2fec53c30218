// Imports items from a table: created when their SKU is new; one that exists stays as it is, or is changed as its line says.
import { sql } from 'kysely';
import { GENERAL_PERCENT } from '../fiscal/itbms.ts';
import { parseDecimal, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, DomainError, readAll, together } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { importLines, skippedLines, type ImportOptions, type LineImport, type Written } from '../requests/index.ts';
import { rowsOf, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { itemColumns, type Item, type ItemInput } from './item.ts';
import type { ItemKind, TrackingMode } from './tables.ts';
import { MAX_LENGTH, optionalCode } from './text.ts';
import { ITEMS } from './upsert-items.ts';
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
type ItemColumns = ReturnType<typeof itemColumns> & { barcode?: string | null };

interface ItemLine {
  columns: ItemColumns;
  cells: Cells;
}

const ITEMS_PER_TRANSACTION = 1000;

/** Cells that change an item that exists, where they are not empty. */
const CHANGING = {
  name: 'name',
  unitPrice: 'unit_price',
  taxRate: 'tax_rate',
  cpbs: 'cpbs',
  category: 'category',
  reorderLevel: 'reorder_level',
  reorderQuantity: 'reorder_quantity',
  leadTime: 'lead_time_days',
} as const satisfies Partial<Record<keyof Cells, keyof Item>>;
/** Cells that must agree with it. */
const LASTING = { kind: 'kind', unit: 'unit', trackingMode: 'tracking_mode' } as const;
const OF_STOCK = ['reorderLevel', 'reorderQuantity', 'leadTime'] as const;

export function itemImport({ updates }: { updates: boolean }): LineImport<keyof Cells, ItemLine> {
  return {
    columns: COLUMNS,
    read: (cells) => ({ cells, columns: columnsOf(cells) }),
    unique: ({ columns: { sku, barcode = null } }) => ({ SKU: sku, barcode }),
    write: (db, lines) => writeItems(db, lines, updates),
    linesPerTransaction: ITEMS_PER_TRANSACTION,
  };
}

/** As the command tells it. */
export async function importItems(context: DatabaseContext, tenant: Tenant, source: ImportOptions['source']) {
  const lines = await importLines(context, tenant, itemImport({ updates: false }), { source });
  return { items: lines.filter(({ outcome }) => outcome === 'CREATED').length, skipped: skippedLines(lines) };
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
  keys: ({ columns: { sku, barcode = null } }) => ({ sku, barcode }),
  async find(db, lines) {
    const existing = await ITEMS.find(
      db,
      lines.map(({ columns: { sku } }) => ({ sku })),
    );
    const codes = lines.flatMap(({ columns: { barcode } }) => barcode ?? []);
    const owners = codes.length === 0 ? [] : await rowsOf(db, 'item_barcodes').where('barcode', 'in', codes).execute();
    return ({ columns }) => {
      const item = existing({ sku: columns.sku });
      const owner = owners.find(({ barcode }) => barcode === columns.barcode)?.item_id;
      if (item && !updates) throw existsAlready(columns);
      if (!item && owner) throw existsAlready(columns, 'barcode');
      return item && { ...item, owner };
    };
  },
  read({ cells, columns }, item) {
    if (!item) return { reorder_level: '0', reorder_quantity: '0', lead_time_days: 0, ...columns };
    for (const [cell, column] of Object.entries(LASTING) as [keyof Cells, 'kind' | 'unit' | 'tracking_mode'][])
      if (cells[cell] !== '' && columns[column] !== item[column])
        throw badInput('{field} of an item that exists stays as it is', { field: cell });
    if (item.kind === 'SERVICE' && OF_STOCK.some((cell) => cells[cell] !== ''))
      throw badInput('{sku} is a service: it has no stock', { sku: item.sku, field: 'reorderLevel' });
    if (item.owner !== undefined && item.owner !== item.id) throw existsAlready(columns, 'barcode');
    const present = Object.entries(CHANGING).filter(([cell]) => cells[cell as keyof Cells] !== '');
    return Object.fromEntries(present.map(([, column]) => [column, columns[column]]));
  },
});

function existsAlready({ sku, barcode }: ItemColumns, field = 'sku') {
  if (!barcode) return conflict('an item with the SKU {sku} exists already', { sku, field });
  return conflict('an item with the SKU {sku} or the barcode {barcode} exists already', { sku, barcode, field });
}

/** Answers the items that had none of the lines' barcodes before. */
async function addBarcodes(
  db: TenantDb,
  lines: readonly ItemLine[],
  written: readonly Written[],
): Promise<Set<string>> {
  const entries = lines.flatMap(({ columns: { barcode } }, at) => {
    const one = written[at]!;
    return barcode != null && 'outcome' in one ? [{ barcode, item_id: one.id }] : [];
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

/** Empty cells, and cells that are refused as unreadable, take the API's defaults for the other rules. */
function columnsOf(cells: Cells): ItemColumns {
  const unreadable: DomainError[] = [];
  function read<T>(otherwise: T, reading: () => T): T {
    try {
      return reading();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      unreadable.push(error);
      return otherwise;
    }
  }
  const optional = <T>(text: string, reading: (text: string) => T): T | null =>
    text === '' ? null : read(null, () => reading(text));
  const input: ItemInput = {
    sku: cells.sku,
    name: cells.name,
    kind: read('GOODS', () => kindOf(cells.kind)),
    unit: cells.unit === '' ? 'und' : cells.unit,
    unitPrice: read('0', () => decimal('unitPrice', cells.unitPrice)),
    taxRate: optional(cells.taxRate, (text) => decimal('taxRate', text)) ?? GENERAL_PERCENT,
    cpbs: cells.cpbs,
    category: cells.category,
    trackingMode: read('NONE', () => trackingMode(cells.trackingMode)),
    allowNegativeStock: false,
    inventory: {
      reorderLevel: optional(cells.reorderLevel, (text) => decimal('reorderLevel', text)),
      reorderQuantity: optional(cells.reorderQuantity, (text) => decimal('reorderQuantity', text)),
      leadTime: optional(cells.leadTime, (text) => days('leadTime', text)),
    },
  };
  const { columns, barcode } = readAll({
    columns: () => itemColumns(input),
    unreadable: () => {
      if (unreadable.length > 0) throw together(unreadable);
    },
    barcode: () => optionalCode('barcode', cells.barcode, MAX_LENGTH.barcode),
  });
  return { ...columns, barcode };
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
