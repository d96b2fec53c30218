// Takes an order and reserves what it asks for.
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  findClient,
  locationsOrDefault,
  MAX_LENGTH,
  optionalCode,
  otherTaxCode,
  percentage,
  taxRate,
  type Item,
} from '../catalog/index.ts';
import { isInCents } from '../fiscal/money.ts';
import { usualPercent } from '../fiscal/other-taxes.ts';
import { compare, isTooLarge, MAX_INTEGER_DIGITS, notNegative, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, notFound, readAll, readEach } from '../platform/errors.ts';
import { newReservations, raiseReserved } from '../stock/index.ts';
import { pipeline, takeNumber, type TenantDb } from '../tenancy/index.ts';
import { priceOrder, totalColumns, type LineToPrice } from './order.ts';
import type { OrderRow } from './tables.ts';

export type Order = Selectable<OrderRow>;

export interface NewOrder {
  clientId: string;
  dueDate?: string | null | undefined;
  /** In an amount, before tax; spread over the lines. */
  discount?: Decimal | null | undefined;
  lines: readonly NewOrderLine[];
}

export interface NewOrderLine {
  itemId: string;
  quantity: Decimal;
  unitPrice?: Decimal | null | undefined;
  taxRate?: Decimal | null | undefined;
  /** Per unit, before tax. */
  discount?: Decimal | null | undefined;
  iscRate?: Decimal | null | undefined;
  otherTax?: OtherTaxOfLine | null | undefined;
  locationId?: string | null | undefined;
  lotNumber?: string | null | undefined;
}

/** An amount on the whole line, or a rate in per cent of its net. */
export interface OtherTaxOfLine {
  code: string;
  amount?: Decimal | null | undefined;
  rate?: Decimal | null | undefined;
}

const MAX_LINES = 1000;

export async function createOrder(db: TenantDb, input: NewOrder, createdBy: string): Promise<Order> {
  if (input.lines.length === 0) throw badInput('{field} must name at least one item', { field: 'lines' });
  if (input.lines.length > MAX_LINES)
    throw badInput('{field} must be at most {most}', { field: 'lines', most: MAX_LINES });
  const discount = input.discount ?? '0';
  readAll({
    lines: () => readEach('lines', input.lines, assertLine),
    discount: () => inCents('discount', discount),
  });
  const client = await findClient(db, input.clientId);
  const id = uuid();
  const { lines, totals } = priceOrder(await linesToPrice(db, id, input.lines), discount);
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
      discount,
      ...totalColumns(totals),
      created_by: createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await pipeline(db, newReservations(db, reservations, createdBy));
  return order;
}

function inCents(field: string, amount: Decimal): Decimal {
  if (!isInCents(amount)) throw badInput('{field} must have at most 2 decimals', { field });
  return notNegative(field, amount);
}

function assertLine({ quantity, unitPrice, taxRate: rate, discount, iscRate, otherTax }: NewOrderLine): void {
  readAll({
    quantity: () => positive('quantity', quantity),
    unitPrice: () => unitPrice == null || notNegative('unitPrice', unitPrice),
    taxRate: () => rate == null || taxRate(rate),
    discount: () => discount == null || notNegative('discount', discount),
    iscRate: () => iscRate == null || percentage('iscRate', iscRate),
    otherTax: () => otherTax == null || assertOtherTax(otherTax),
  });
}

function assertOtherTax({ code, amount, rate }: OtherTaxOfLine): void {
  readAll({
    code: () => otherTaxCode(code),
    amount: () => amount == null || inCents('otherTax.amount', amount),
    rate: () => rate == null || percentage('otherTax.rate', rate),
    one: () => {
      const isGiven = amount != null || rate != null || usualPercent(code) !== undefined;
      if (!isGiven || (amount != null && rate != null))
        throw badInput('{field} needs either an amount or a rate', { field: 'otherTax' });
    },
  });
}

/** Fills in what the item and the tenant say where the order is silent. */
async function linesToPrice(db: TenantDb, orderId: string, lines: readonly NewOrderLine[]) {
  const items = await db
    .selectFrom('items')
    .select(['id', 'unit_price', 'tax_rate', 'isc_rate', 'other_tax_code', 'other_tax_rate'])
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
    const discount = line.discount ?? '0';
    if (compare(discount, unitPrice) > 0)
      throw badInput('{field} must not be above the price of {unitPrice}', {
        field: `lines[${index}].discount`,
        unitPrice,
      });
    priced.push({
      tenant_id: db.tenant.id,
      id: uuid(),
      order_id: orderId,
      line_number: index + 1,
      item_id: item.id,
      location_id: locations[index]!.id,
      quantity: line.quantity,
      unit_price: unitPrice,
      own_discount: discount,
      tax_rate: line.taxRate ?? item.tax_rate,
      isc_rate: line.iscRate ?? item.isc_rate,
      ...otherTaxColumns(line.otherTax, item),
      lot_number: optionalCode('lotNumber', line.lotNumber, MAX_LENGTH.code),
    });
  }
  return priced;
}

type OtherTaxColumns = Pick<LineToPrice, 'other_tax' | 'other_tax_rate'> & { other_tax_code: string | null };

function otherTaxColumns(
  asked: OtherTaxOfLine | null | undefined,
  { other_tax_code, other_tax_rate }: Pick<Item, 'other_tax_code' | 'other_tax_rate'>,
): OtherTaxColumns {
  if (!asked) return { other_tax_code, other_tax_rate, other_tax: '0' };
  const { code, amount } = asked;
  const rate = amount == null ? (asked.rate ?? usualPercent(code) ?? null) : null;
  return { other_tax_code: code, other_tax: amount ?? '0', other_tax_rate: rate };
}
