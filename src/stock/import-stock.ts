// Imports what is on the shelves from a CSV file: each line is an adjustment, booked once however often the file is imported.
import { v5 as uuidOf } from 'uuid';
import { itemsBySku, listLocations } from '../catalog/index.ts';
import { readCsv, type CsvRow } from '../platform/csv-file.ts';
import { isPositive, notNegative, parseDecimal, type Decimal } from '../platform/decimal.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import { claimNew } from '../requests/index.ts';
import { inTenant, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { moveGoods } from './move-goods.ts';

const COLUMNS = { required: ['sku', 'quantity'], optional: ['location', 'unitCost', 'lotNumber'] } as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;

export interface StockImport {
  /** Lines of the file that are booked, now or by an earlier run. */
  lines: number;
  /** Those of them that an earlier run had booked. */
  alreadyPresent: number;
  skipped: Skipped[];
}

interface Skipped {
  line: number;
  reason: string;
}

interface StockLine {
  line: number;
  sku: string;
  /** A location's code; empty for the default one. */
  location: string;
  quantity: Decimal;
  unitCost: Decimal | undefined;
  lotNumber: string | undefined;
}

interface PlacedLine extends StockLine {
  /** The same for the same line of the same file. */
  key: string;
  itemId: string;
  locationId: string;
}

const IMPORTED_BY = 'import';
const DESCRIPTION = 'Existencias importadas';
const LINES_PER_TRANSACTION = 500;
// Any UUID, always the same: the first half of what makes an adjustment's id.
const ADJUSTMENTS = '0f6b5c9e-3f43-4c3e-8f57-2f0f2f4f7f55';

export async function importStock(context: DatabaseContext, tenant: Tenant, file: string): Promise<StockImport> {
  const read: StockLine[] = [];
  const skipped: Skipped[] = [];
  const { digest } = await readCsv<keyof Cells>(file, COLUMNS, (row) => {
    const line = readLine(row);
    if ('reason' in line) skipped.push(line);
    else read.push(line);
  });
  const { placed, unplaced } = await inTenant(context, tenant, (db) => placeLines(db, read, digest));
  const parts: StockImport[] = [{ lines: 0, alreadyPresent: 0, skipped: [...skipped, ...unplaced] }];
  for (let from = 0; from < placed.length; from += LINES_PER_TRANSACTION) {
    parts.push(await bookAll(context, tenant, placed.slice(from, from + LINES_PER_TRANSACTION)));
  }
  return together(parts);
}

function readLine(row: CsvRow<keyof Cells>): StockLine | Skipped {
  const { line } = row;
  if ('fault' in row) return { line, reason: row.fault };
  const { sku, location, lotNumber } = row.cells;
  try {
    if (sku === '') throw badInput('{field} is missing', { field: 'sku' });
    const quantity = decimal('quantity', row.cells.quantity);
    if (quantity === '0') throw badInput('{field} is 0', { field: 'quantity' });
    const unitCost = row.cells.unitCost === '' ? undefined : cost(row.cells.unitCost, quantity);
    return { line, sku, location, quantity, unitCost, lotNumber: lotNumber === '' ? undefined : lotNumber };
  } catch (error) {
    return { line, reason: reasonOf(error) };
  }
}

function decimal(field: string, text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined)
    throw badInput('{field} must be a number such as 12.5, not {text}', { field, text: JSON.stringify(text) });
  return value;
}

function cost(text: string, quantity: Decimal): Decimal {
  if (!isPositive(quantity))
    throw badInput('{field} belongs to goods that come: quantity above 0', { field: 'unitCost' });
  return notNegative('unitCost', decimal('unitCost', text));
}

/** What a caller is refused is the reason why a line is skipped; a surprise stays one. */
function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  throw error;
}

async function placeLines(
  db: TenantDb,
  lines: readonly StockLine[],
  digest: string,
): Promise<{ placed: PlacedLine[]; unplaced: Skipped[] }> {
  const items = await itemsBySku(db, [...new Set(lines.map(({ sku }) => sku))]);
  const locations = new Map<string, string>();
  for (const { id, code, is_default } of await listLocations(db)) {
    locations.set(code, id);
    if (is_default) locations.set('', id);
  }
  const placed: PlacedLine[] = [];
  const unplaced: Skipped[] = [];
  for (const one of lines) {
    const itemId = items.get(one.sku)?.id;
    const locationId = locations.get(one.location);
    if (itemId === undefined) unplaced.push({ line: one.line, reason: `there is no item with the SKU ${one.sku}` });
    else if (locationId === undefined) {
      unplaced.push({ line: one.line, reason: `there is no location with the code ${one.location}` });
    } else placed.push({ ...one, key: `import-stock ${digest} ${one.line}`, itemId, locationId });
  }
  return { placed, unplaced };
}

/** Together if all of them can be; else each by itself, so that those that cannot be are known by name. */
async function bookAll(context: DatabaseContext, tenant: Tenant, lines: readonly PlacedLine[]): Promise<StockImport> {
  try {
    const booked = await inTenant(context, tenant, (db) => book(db, lines));
    return { lines: lines.length, alreadyPresent: lines.length - booked, skipped: [] };
  } catch (error) {
    const reason = reasonOf(error);
    if (lines.length === 1) return { lines: 0, alreadyPresent: 0, skipped: [{ line: lines[0]!.line, reason }] };
  }
  const parts: StockImport[] = [];
  for (const line of lines) parts.push(await bookAll(context, tenant, [line]));
  return together(parts);
}

function together(parts: readonly StockImport[]): StockImport {
  return {
    lines: parts.reduce((sum, part) => sum + part.lines, 0),
    alreadyPresent: parts.reduce((sum, part) => sum + part.alreadyPresent, 0),
    skipped: parts.flatMap((part) => part.skipped).toSorted((a, b) => a.line - b.line),
  };
}

/** Answers how many were not booked before. */
async function book(db: TenantDb, lines: readonly PlacedLine[]): Promise<number> {
  const requests = lines.map(({ key, line }) => ({ key, operation: 'importStock', content: { line } }));
  const isNew = await claimNew(db, requests);
  const movements = lines
    .filter(({ key }) => isNew.has(key))
    .map(({ key, itemId, locationId, quantity, unitCost, lotNumber }) => ({
      itemId,
      locationId,
      change: quantity,
      source: { type: 'MANUAL_ADJUSTMENT' as const, id: uuidOf(`${db.tenant.id} ${key}`, ADJUSTMENTS) },
      description: DESCRIPTION,
      unitCost,
      lotNumber,
    }));
  if (movements.length > 0) await moveGoods(db, movements, { createdBy: IMPORTED_BY });
  return movements.length;
}
