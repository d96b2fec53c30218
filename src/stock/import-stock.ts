// Imports what is on the shelves from a table: each line is an adjustment, booked once however often the file is imported.
import { v5 as uuidOf } from 'uuid';
import { itemsBySku, listLocations, MAX_LENGTH, optionalCode, requiredCode } from '../catalog/index.ts';
import { isPositive, notNegative, parseDecimal, readDecimal, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, type DomainError } from '../platform/errors.ts';
import { claimNew, type LineImport, type Written } from '../requests/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { moveGoods } from './move-goods.ts';
import type { LevelKey } from './movement.ts';

const COLUMNS = { required: ['sku', 'quantity'], optional: ['location', 'unitCost', 'lotNumber'] } as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;

interface StockLine {
  sku: string;
  /** A location's code; empty for the default one. */
  location: string;
  quantity: Decimal;
  unitCost: Decimal | undefined;
  lotNumber: string | undefined;
}

interface PlacedLine extends StockLine, LevelKey {
  line: number;
  /** The same for the same line of the same file. */
  key: string;
}

const IMPORTED_BY = 'import';
const DESCRIPTION = 'Existencias importadas';
// Any UUID, always the same: the first half of what makes an adjustment's id.
const ADJUSTMENTS = '0f6b5c9e-3f43-4c3e-8f57-2f0f2f4f7f55';

export const stockImport: LineImport<keyof Cells, StockLine> = {
  columns: COLUMNS,
  read: readLine,
  write: async (db, rows, { lines, digest }) => {
    const placed = await placeLines(db, rows, lines, digest);
    const found = placed.filter((one) => 'key' in one);
    const isNew = await book(db, found);
    return placed.map((one): Written =>
      'key' in one ? { outcome: isNew.has(one.key) ? 'CREATED' : 'UNCHANGED', id: one.itemId } : one,
    );
  },
  linesPerTransaction: 500,
};

function readLine({ lotNumber, ...cells }: Cells): StockLine {
  const { sku, location, quantity, unitCost } = readAll({
    sku: () => {
      if (cells.sku === '') throw badInput('{field} is missing', { field: 'sku' });
      return requiredCode('sku', cells.sku, MAX_LENGTH.sku);
    },
    location: () => optionalCode('location', cells.location, MAX_LENGTH.code) ?? '',
    quantity: () => {
      const quantity = readDecimal('quantity', cells.quantity);
      if (quantity === '0') throw badInput('{field} is 0', { field: 'quantity' });
      return quantity;
    },
    unitCost: () => (cells.unitCost === '' ? undefined : cost(cells.unitCost, parseDecimal(cells.quantity))),
  });
  return { sku, location, quantity, unitCost, lotNumber: lotNumber === '' ? undefined : lotNumber };
}

function cost(text: string, quantity: Decimal | undefined): Decimal {
  if (quantity !== undefined && !isPositive(quantity))
    throw badInput('{field} belongs to goods that come: quantity above 0', { field: 'unitCost' });
  return notNegative('unitCost', readDecimal('unitCost', text));
}

async function placeLines(
  db: TenantDb,
  rows: readonly StockLine[],
  lines: readonly number[],
  digest: string,
): Promise<(PlacedLine | DomainError)[]> {
  const items = await itemsBySku(db, [...new Set(rows.map(({ sku }) => sku))]);
  const locations = new Map<string, string>();
  for (const { id, code, is_default } of await listLocations(db)) {
    locations.set(code, id);
    if (is_default) locations.set('', id);
  }
  return rows.map((one, at) => {
    const { sku, location } = one;
    const itemId = items.get(sku)?.id;
    const locationId = locations.get(location);
    if (itemId === undefined) return badInput('there is no item with the SKU {sku}', { sku, field: 'sku' });
    if (locationId === undefined)
      return badInput('there is no location with the code {location}', { location, field: 'location' });
    return { ...one, line: lines[at]!, key: `import-stock ${digest} ${lines[at]!}`, itemId, locationId };
  });
}

/** Answers the keys of those that were not booked before. */
async function book(db: TenantDb, lines: readonly PlacedLine[]): Promise<Set<string>> {
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
  return isNew;
}
