// Takes an order and reserves what it asks for.
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { findClient, locationsOrDefault, MAX_LENGTH, optionalCode, taxRate } from '../catalog/index.ts';
import { isTooLarge, MAX_INTEGER_DIGITS, notNegative, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, notFound, readAll, readEach } from '../platform/errors.ts';
import { newReservations, raiseReserved } from '../stock/index.ts';
import { pipeline, takeNumber, type TenantDb } from '../tenancy/index.ts';
import { amountsOfRow, totalsOf } from './order.ts';
import type { OrderRow } from './tables.ts';

export type Order = Selectable<OrderRow>;

export interface NewOrder {
  clientId: string;
  dueDate?: string | null | undefined;
  lines: readonly NewOrderLine[];
}

export interface NewOrderLine {
  itemId: string;
  quantity: Decimal;
  unitPrice?: Decimal | null | undefined;
  taxRate?: Decimal | null | undefined;
  locationId?: string | null | undefined;
  lotNumber?: string | null | undefined;
}

const MAX_LINES = 1000;

export async function createOrder(db: TenantDb, input: NewOrder, createdBy: string): Promise<Order> {
  if (input.lines.length === 0) throw badInput('{field} must name at least one item', { field: 'lines' });
  if (input.lines.length > MAX_LINES)
    throw badInput('{field} must be at most {most}', { field: 'lines', most: MAX_LINES });
  readEach('lines', input.lines, assertLine);
  const client = await findClient(db, input.clientId);
  const id = uuid();
  const lines = await priceLines(db, id, input.lines);
  const totals = totalsOf(lines.map(amountsOfRow));
  if (isTooLarge(totals.total)) {
    throw badInput('The total of the order must have at most {most} digits before the point', {
      most: MAX_INTEGER_DIGITS,
    });
  }
  const reservations = lines.map((line) => ({
    itemId: line.item_id,
    locationId: line.location_id,
    quantity: line.quantity,
    orderId: id,
    orderLineId: line.id,
  }));
  await raiseReserved(db, reservations);
  const order = await db
    .with('taken', () => takeNumber(db, 'PED'))
    .with('lines', (one) => one.insertInto('order_lines').values(lines))
    .insertInto('orders')
    .values({
      tenant_id: db.tenant.id,
      id,
      number: sql`(select number from taken)`,
      client_id: client.id,
      status: 'OPEN',
      due_date: input.dueDate ?? null,
      ...totals,
      created_by: createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await pipeline(db, newReservations(db, reservations, createdBy));
  return order;
}

function assertLine({ quantity, unitPrice, taxRate: rate }: NewOrderLine): void {
  readAll({
    quantity: () => positive('quantity', quantity),
    unitPrice: () => unitPrice == null || notNegative('unitPrice', unitPrice),
    taxRate: () => rate == null || taxRate(rate),
  });
}

/** Fills in what the item and the tenant say where the order is silent. */
async function priceLines(db: TenantDb, orderId: string, lines: readonly NewOrderLine[]) {
  const items = await db
    .selectFrom('items')
    .select(['id', 'unit_price', 'tax_rate'])
    .where('tenant_id', '=', db.tenant.id)
    .where('id', 'in', [...new Set(lines.map((line) => line.itemId))])
    .execute();
  const locations = await locationsOrDefault(
    db,
    lines.map((line) => line.locationId),
  );
  const priced = [];
  for (const [index, line] of lines.entries()) {
    const item = items.find((one) => one.id === line.itemId);
    if (!item) throw notFound('Item', `lines[${index}].itemId`);
    const unitPrice = line.unitPrice ?? item.unit_price;
    const taxRate = line.taxRate ?? item.tax_rate;
    priced.push({
      tenant_id: db.tenant.id,
      id: uuid(),
      order_id: orderId,
      line_number: index + 1,
      item_id: item.id,
      location_id: locations[index]!.id,
      quantity: line.quantity,
      unit_price: unitPrice,
      tax_rate: taxRate,
      lot_number: optionalCode('lotNumber', line.lotNumber, MAX_LENGTH.code),
    });
  }
  return priced;
}
