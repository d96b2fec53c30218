// Orders goods from a supplier; from now on they are incoming.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  assertCountable,
  assertOffered,
  assertGoods,
  claimExternalId,
  findSupplier,
  offeredItems,
  locationsOrDefault,
  readOwnWords,
  unitOfLine,
  unitsOfItems,
  type Item,
  type ItemUnit,
  type OwnWords,
} from '../catalog/index.ts';
import { multiply, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, readEach } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { takeNumber } from '../numbers/index.ts';
import { assertLines } from './purchase-order.ts';
import type { PurchaseOrder } from './purchase-orders.ts';

export interface PurchaseLineInput {
  itemId: string;
  /** Quantity in `unit`. */
  quantity: Decimal;
  /** Cost of one unit of `unit`. */
  unitCost: Decimal;
  /** Left out: the item's own. */
  unit?: string | null | undefined;
  locationId?: string | null | undefined;
  /** Lot of goods that are here already. */
  lotNumber?: string | null | undefined;
  expirationDate?: string | null | undefined;
}

export interface PurchaseInput {
  supplierId: string;
  lines: readonly PurchaseLineInput[];
  /** For history that is brought in; otherwise now. */
  occurredAt?: Date | undefined;
}

export async function createPurchaseOrder(
  db: TenantDb,
  input: PurchaseInput & OwnWords,
  createdBy: string,
): Promise<PurchaseOrder> {
  const { words } = readAll({
    lines: () => assertLines(input.lines),
    lots: () => readEach('lines', input.lines, assertNoLot),
    words: () => readOwnWords(input),
  });
  await claimExternalId(db, 'purchase_orders', words.external_id);
  const { rows, items, bought } = await readPurchase(db, input, createdBy);
  for (const [index, { itemId }] of input.lines.entries()) assertGoods(items.get(itemId)!, `lines[${index}].itemId`);
  const lines = rows.map((row) => ({ ...row, purchase_order_id: bought.id }));
  return db
    .with('taken', () => takeNumber(db, 'OC'))
    .with('lines', (one) => one.insertInto('purchase_order_lines').values(lines))
    .insertInto('purchase_orders')
    .values({ ...bought, ...words, status: 'OPEN' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function assertNoLot({ lotNumber, expirationDate }: PurchaseLineInput): void {
  if (!lotNumber?.trim() && !expirationDate) return;
  const field = lotNumber?.trim() ? 'lotNumber' : 'expirationDate';
  throw badInput('lotNumber and expirationDate are named when the goods come, in receivePurchaseOrder', { field });
}

/** The columns that orders and supplier invoices share, with their lines and items. `number` is that of an earlier `with`, called `taken`. */
export async function readPurchase(db: TenantDb, { supplierId, lines, occurredAt }: PurchaseInput, createdBy: string) {
  const supplier = await findSupplier(db, supplierId);
  assertOffered(supplier, supplier.name, 'supplierId');
  const bought = {
    ...{ tenant_id: db.tenant.id, id: uuid(), number: sql<string>`(select number from taken)` },
    ...{ supplier_id: supplier.id, created_by: createdBy, ...(occurredAt && { created_at: occurredAt }) },
  };
  return { ...(await purchaseLines(db, lines)), bought };
}

/** The columns that lines of orders and of supplier invoices share, and their items; refuses items and locations that do not exist or are archived. */
async function purchaseLines(db: TenantDb, lines: readonly PurchaseLineInput[]) {
  const itemIds = lines.map((line) => line.itemId);
  const items = await offeredItems(db, itemIds);
  const named = lines.some((line) => line.unit) ? await unitsOfItems(db, [...items.keys()]) : [];
  const inUnits = readEach('lines', lines, (line) => inUnit(items.get(line.itemId)!, line, named));
  const locationIds = lines.map((line) => line.locationId);
  const locations = await locationsOrDefault(db, locationIds);
  const rows = lines.map((line, index) => ({
    tenant_id: db.tenant.id,
    id: uuid(),
    line_number: index + 1,
    item_id: line.itemId,
    location_id: locations[index]!.id,
    quantity: line.quantity,
    ...inUnits[index]!,
    unit_cost: line.unitCost,
  }));
  return { rows, items };
}

function inUnit(item: Item, line: PurchaseLineInput, units: readonly ItemUnit[]) {
  const other = unitOfLine(item, line.unit, (name) =>
    units.find((one) => one.item_id === item.id && one.unit === name),
  );
  if (!other) return { unit: null, unit_factor: '1' };
  if (item.tracking_mode === 'SERIAL')
    throw badInput('{sku} is tracked by serial: it comes in its own unit', { sku: item.sku, field: 'unit' });
  assertCountable(multiply(line.quantity, other.found.factor));
  return { unit: other.unit, unit_factor: other.found.factor };
}
