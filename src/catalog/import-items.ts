// Imports items from a table: created when their SKU is new; one that exists stays as it is, or is changed as its line says.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { GENERAL_PERCENT } from '../fiscal/itbms.ts';
import { compare, parseDecimal, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, DomainError, readAll, together } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { importLines, skippedLines, type ImportOptions, type LineImport, type Written } from '../requests/index.ts';
import type { DatabaseContext, Tenant, TenantDb } from '../tenancy/index.ts';
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
    write: (db, lines) => upsertItems(db, lines, updates),
    linesPerTransaction: ITEMS_PER_TRANSACTION,
  };
}

/** As the command tells it. */
export async function importItems(context: DatabaseContext, tenant: Tenant, source: ImportOptions['source']) {
  const lines = await importLines(context, tenant, itemImport({ updates: false }), { source });
  return { items: lines.filter(({ outcome }) => outcome === 'CREATED').length, skipped: skippedLines(lines) };
}

async function upsertItems(db: TenantDb, lines: readonly ItemLine[], updates: boolean): Promise<Written[]> {
  const existing = await lockedItems(db, lines);
  const changed: ItemColumns[] = [];
  const written = lines.map((line): Written | undefined => {
    const item = existing.get(line.columns.sku);
    if (!item) return undefined;
    if (!updates) return existsAlready(line.columns);
    for (const [cell, column] of Object.entries(LASTING) as [
      keyof typeof LASTING,
      (typeof LASTING)[keyof typeof LASTING],
    ][])
      if (line.cells[cell] !== '' && line.columns[column] !== item[column])
        return badInput('{field} of an item that exists stays as it is', { field: cell });
    if (item.kind === 'SERVICE' && OF_STOCK.some((cell) => line.cells[cell] !== ''))
      return badInput('{sku} is a service: it has no stock', { sku: item.sku, field: 'reorderLevel' });
    const { barcode } = line.columns;
    const [isSame, owner] = [barcode == null || item.barcodes.includes(barcode), item.owner];
    if (!isSame && owner) return existsAlready(line.columns, 'barcode');
    const given = Object.entries(CHANGING).filter(([cell]) => line.cells[cell as keyof Cells] !== '');
    const differing = given.filter(([, column]) => !isEqual(line.columns[column], item[column]));
    if (differing.length === 0 && isSame) return { outcome: 'UNCHANGED', id: item.id };
    const columns = Object.fromEntries(given.map(([, column]) => [column, line.columns[column]]));
    changed.push({ ...item, ...columns, barcode: isSame ? null : barcode! } as ItemColumns);
    return { outcome: 'UPDATED', id: item.id };
  });
  if (changed.length > 0) await changeItems(db, changed);
  const missing = lines.filter((_, at) => written[at] === undefined).map(({ columns }) => columns);
  const created = await createMissingItems(db, missing);
  return lines.map(({ columns }, at) => {
    const id = created.get(columns.sku);
    return written[at] ?? (id === undefined ? existsAlready(columns, 'barcode') : { outcome: 'CREATED', id });
  });
}

function isEqual(one: unknown, other: unknown): boolean {
  const numbers = [one, other].map((value) => (typeof value === 'string' ? parseDecimal(value) : undefined));
  return (
    one === other || (numbers[0] !== undefined && numbers[1] !== undefined && compare(numbers[0], numbers[1]) === 0)
  );
}

function existsAlready({ sku, barcode }: ItemColumns, field = 'sku') {
  if (!barcode) return conflict('an item with the SKU {sku} exists already', { sku, field });
  return conflict('an item with the SKU {sku} or the barcode {barcode} exists already', { sku, barcode, field });
}

/** Those of the lines' SKUs, with their barcodes; `owner` is another item that has the line's barcode. */
async function lockedItems(db: TenantDb, lines: readonly ItemLine[]) {
  const asked = lines.map(({ columns: { sku, barcode = null } }) => ({ sku, barcode }));
  const { rows } = await sql<Item & { barcodes: string[]; owner: string | null }>`
    select items.*,
      array(select barcode from item_barcodes b where b.tenant_id = items.tenant_id and b.item_id = items.id) as barcodes,
      (select item_id from item_barcodes b where b.tenant_id = items.tenant_id and b.barcode = r.barcode and b.item_id <> items.id) as owner
    from jsonb_to_recordset(${jsonRows(asked)}) as r (sku text, barcode text)
    join items on items.tenant_id = ${db.tenant.id} and items.sku = r.sku
    order by items.sku for update of items`.execute(db);
  return new Map(rows.map((row) => [row.sku, row]));
}

async function changeItems(db: TenantDb, items: readonly ItemColumns[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${jsonRows(items)}) as r
        (id uuid, name text, unit_price numeric, tax_rate numeric, cpbs text, category text, reorder_level numeric, reorder_quantity numeric,
         lead_time_days int, barcode text)
    ), coded as (
      insert into item_barcodes (tenant_id, barcode, item_id)
      select ${db.tenant.id}, barcode, id from given where barcode is not null returning item_id
    )
    update items set (name, unit_price, tax_rate, cpbs, category, reorder_level, reorder_quantity, lead_time_days)
      = (given.name, given.unit_price, given.tax_rate, given.cpbs, given.category, given.reorder_level, given.reorder_quantity, given.lead_time_days)
    from given where items.tenant_id = ${db.tenant.id} and items.id = given.id`.execute(db);
}

/** What is left empty, or cannot be read and is refused for that, is to the other rules as the API's defaults have it. */
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

/** Answers the ids of those that were not there before, by their SKUs. */
async function createMissingItems(db: TenantDb, items: readonly ItemColumns[]): Promise<Map<string, string>> {
  if (items.length === 0) return new Map();
  const { rows } = await sql<{ id: string; sku: string }>`
    with given as (
      select * from jsonb_to_recordset(${jsonRows(items.map((columns) => ({ id: uuid(), ...columns })))}) as r
        (id uuid, sku text, name text, kind text, unit text, unit_price numeric, tax_rate numeric, cpbs text, category text, tracking_mode text,
         allow_negative_stock boolean, reorder_level numeric, reorder_quantity numeric, lead_time_days int, barcode text)
      where not exists (select from item_barcodes b where b.tenant_id = ${db.tenant.id} and b.barcode = r.barcode)
    ), created as (
      insert into items (tenant_id, id, sku, name, kind, unit, unit_price, tax_rate, cpbs, category, tracking_mode,
        allow_negative_stock, reorder_level, reorder_quantity, lead_time_days)
      select ${db.tenant.id}, id, sku, name, kind, unit, unit_price, tax_rate, cpbs, category, tracking_mode,
        allow_negative_stock, coalesce(reorder_level, 0), coalesce(reorder_quantity, 0), coalesce(lead_time_days, 0)
      from given
      on conflict (tenant_id, sku) do nothing
      returning id, sku
    ), coded as (
      insert into item_barcodes (tenant_id, barcode, item_id)
      select ${db.tenant.id}, barcode, created.id from given join created using (id) where barcode is not null
      returning item_id
    )
    select id, sku from created`.execute(db);
  return new Map(rows.map(({ id, sku }) => [sku, id]));
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
