// The lines of an order as they are stored: what the item and the tenant say where the order is silent.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  assertLinesOffered,
  locationsOrDefault,
  MAX_LENGTH,
  optionalCode,
  otherTaxCode,
  percentage,
  requiredCode,
  taxRate,
  type Client,
  type Item,
} from '../catalog/index.ts';
import { roundingOf } from '../fiscal/money.ts';
import { usualPercent } from '../fiscal/other-taxes.ts';
import {
  compare,
  inCents,
  isTooLarge,
  MAX_INTEGER_DIGITS,
  multiply,
  notNegative,
  positive,
  type Decimal,
} from '../platform/decimal.ts';
import { badInput, forbidden, notFound, readAll, readEach, together } from '../platform/errors.ts';
import type { ReservationRequest } from '../stock/index.ts';
import { tenantRows, type TenantDb } from '../tenancy/index.ts';
import { lineUnit, type SoldItem } from './line-unit.ts';
import { baseQuantity, priceOrder, type LineToPrice } from './order.ts';

export interface NewOrderLine {
  itemId?: string | null | undefined;
  /** Barcode of the item and the unit, in place of both. */
  barcode?: string | null | undefined;
  quantity: Decimal;
  /** Left out: the item's own. */
  unit?: string | null | undefined;
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

export interface LinesInput {
  /** In an amount, before tax; spread over the lines. */
  discount?: Decimal | null | undefined;
  lines: readonly NewOrderLine[];
  /** Per cent off a price that who asks may give, at the prices and taxes of the catalog; left out: as they please. */
  mostDiscount?: number | undefined;
}

const MAX_LINES = 1000;

/** Refuses what no order may hold, before anything is read. */
export function assertLines({ lines, discount }: LinesInput): void {
  if (lines.length === 0) throw badInput('{field} must name at least one item', { field: 'lines' });
  if (lines.length > MAX_LINES) throw badInput('{field} must be at most {most}', { field: 'lines', most: MAX_LINES });
  readAll({ lines: () => readEach('lines', lines, assertLine), discount: () => inCents('discount', discount ?? '0') });
}

function assertLine(line: NewOrderLine): void {
  const { unit, barcode, quantity, unitPrice, taxRate: rate, discount, iscRate, otherTax } = line;
  readAll({
    itemId: () => oneOf(line),
    unit: () => unit == null || barcode == null || unitOfBarcode(),
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

function oneOf({ itemId, barcode }: Pick<NewOrderLine, 'itemId' | 'barcode'>): boolean {
  if ((itemId == null) === (barcode == null))
    throw badInput('A line names its item either by itemId or by barcode', { field: 'itemId' });
  return true;
}

function unitOfBarcode(): never {
  throw badInput('{field} must be left out beside a barcode, which names one', { field: 'unit' });
}

/** Totals of the order, the rows of its lines, and the quantities to reserve: services have none. `held`: ids that the order names already. */
export async function priceLines(
  db: TenantDb,
  orderId: string,
  input: LinesInput,
  { price_list_id: priceListId }: Pick<Client, 'price_list_id'>,
  held: ReadonlySet<string> = new Set(),
) {
  const inputs = input.lines.some((line) => line.barcode != null) ? await readBarcodes(db, input.lines) : input.lines;
  const items = new Map((await itemsOf(db, inputs, priceListId)).map((item) => [item.id, item]));
  const { lines, totals } = priceRows(db, await linesToPrice(db, orderId, inputs, items, held), input.discount ?? '0');
  if (input.mostDiscount !== undefined) assertOfCatalog(inputs, items, lines, input.mostDiscount);
  const reservations = lines
    .filter((line) => items.get(line.item_id)!.kind === 'GOODS')
    .map((line): ReservationRequest => ({
      itemId: line.item_id,
      locationId: line.location_id,
      quantity: baseQuantity(line),
      orderId,
      orderLineId: line.id,
    }));
  return { lines, totals, reservations };
}

/** `discount` of a line has its share of that of the whole. */
function assertOfCatalog(
  inputs: readonly NewOrderLine[],
  items: ReadonlyMap<string, ItemOfLine>,
  lines: readonly { item_id: string; unit_price: Decimal; discount: Decimal }[],
  most: number,
): void {
  for (const [at, { item_id: itemId, unit_price: price, discount }] of lines.entries()) {
    const { unit, quantity, taxRate: rate, iscRate, otherTax } = inputs[at]!;
    const { price: listed } = lineUnit(items.get(itemId)!, unit, quantity);
    if (compare(price, listed) !== 0 || [rate, iscRate, otherTax].some((one) => one != null))
      throw forbidden('A cashier changes neither prices nor taxes: the price is {price}', { price: listed });
    if (compare(multiply(discount, '100'), multiply(price, String(most))) > 0)
      throw forbidden('A cashier gives a discount of {most} % at most', { most });
  }
}

/** Refuses what the wire's numbers cannot say. */
export function priceRows<L extends LineToPrice>({ tenant }: TenantDb, rows: readonly L[], discount: Decimal) {
  const priced = priceOrder(rows, discount, roundingOf(tenant));
  if (isTooLarge(priced.totals.total)) {
    throw badInput('The total of the order must have at most {most} digits before the point', {
      most: MAX_INTEGER_DIGITS,
    });
  }
  return priced;
}

/** Each line with the item and the unit that its barcode means. */
async function readBarcodes(db: TenantDb, lines: readonly NewOrderLine[]): Promise<NewOrderLine[]> {
  const codes = lines.map(({ barcode }) => barcode && requiredCode('barcode', barcode, MAX_LENGTH.barcode));
  const found = await tenantRows(db, 'item_barcodes')
    .select(['barcode', 'item_id', 'unit'])
    .where('barcode', 'in', [...new Set(codes.filter((code) => code != null))])
    .execute();
  return lines.map((line, index) => {
    if (line.barcode == null) return line;
    const scanned = found.find(({ barcode }) => barcode === codes[index]);
    if (!scanned) throw notFound('Item', `lines[${index}].barcode`);
    return { ...line, itemId: scanned.item_id, unit: scanned.unit };
  });
}

type ItemOfLine = Awaited<ReturnType<typeof itemsOf>>[number];

/** Units and a price list are read in the same statement, where the lines or the client name any. */
async function itemsOf(db: TenantDb, lines: readonly NewOrderLine[], priceListId: string | null) {
  const units = sql<SoldItem['units']>`(
    select json_object_agg(unit, json_build_object('factor', factor::text, 'price', price::text))
    from item_units where tenant_id = items.tenant_id and item_id = items.id)`;
  const prices = sql<SoldItem['prices']>`(
    select json_object_agg(unit, price::text)
    from price_list_items
    where tenant_id = items.tenant_id and price_list_id = ${priceListId} and item_id = items.id)`;
  return tenantRows(db, 'items')
    .select([
      'id',
      'sku',
      'kind',
      'unit',
      'unit_price',
      'tax_rate',
      'isc_rate',
      'other_tax_code',
      'other_tax_rate',
      'archived_at',
    ])
    .select((lines.some((line) => line.unit) ? units : sql<SoldItem['units']>`null`).as('units'))
    .select((priceListId === null ? sql<SoldItem['prices']>`null` : prices).as('prices'))
    .where('id', 'in', [...new Set(lines.map((line) => line.itemId!))])
    .execute();
}

/** Fills in what the item and the tenant say where the order is silent. */
async function linesToPrice(
  db: TenantDb,
  orderId: string,
  lines: readonly NewOrderLine[],
  items: ReadonlyMap<string, ItemOfLine>,
  held: ReadonlySet<string>,
) {
  const locationIds = lines.map((line) => line.locationId);
  const locations = await locationsOrDefault(db, locationIds, held);
  const missing = lines.flatMap(({ itemId }, index) =>
    items.has(itemId!) ? [] : [notFound('Item', `lines[${index}].itemId`)],
  );
  if (missing.length > 0) throw together(missing);
  assertLinesOffered(
    lines.map(({ itemId, barcode }, index) => {
      const record = items.get(itemId!)!;
      return { record, name: record.sku, field: `lines[${index}].${barcode == null ? 'itemId' : 'barcode'}` };
    }),
    held,
  );
  return readEach('lines', lines, (line, index) => {
    const item = items.get(line.itemId!)!;
    const priced = readPrice(item, line);
    return {
      tenant_id: db.tenant.id,
      id: uuid(),
      order_id: orderId,
      line_number: index + 1,
      item_id: item.id,
      location_id: locations[index]!.id,
      quantity: line.quantity,
      ...priced,
      tax_rate: line.taxRate ?? item.tax_rate,
      isc_rate: line.iscRate ?? item.isc_rate,
      ...otherTaxColumns(line.otherTax, item),
      lot_number: optionalCode('lotNumber', line.lotNumber, MAX_LENGTH.code),
    };
  });
}

/** In the unit of the line. */
function readPrice(item: ItemOfLine, line: NewOrderLine) {
  const { price, ...columns } = lineUnit(item, line.unit, line.quantity);
  const unitPrice = line.unitPrice ?? price;
  const discount = line.discount ?? '0';
  if (compare(discount, unitPrice) > 0)
    throw badInput('{field} must not be above the price of {unitPrice}', { field: 'discount', unitPrice });
  return { ...columns, unit_price: unitPrice, own_discount: discount };
}

type OtherTaxColumns = Pick<LineToPrice, 'other_tax' | 'other_tax_rate'> & { other_tax_code: string | null };

function otherTaxColumns(
  input: OtherTaxOfLine | null | undefined,
  { other_tax_code, other_tax_rate }: Pick<Item, 'other_tax_code' | 'other_tax_rate'>,
): OtherTaxColumns {
  if (!input) return { other_tax_code, other_tax_rate, other_tax: '0' };
  const { code, amount } = input;
  const rate = amount == null ? (input.rate ?? usualPercent(code) ?? null) : null;
  return { other_tax_code: code, other_tax: amount ?? '0', other_tax_rate: rate };
}
