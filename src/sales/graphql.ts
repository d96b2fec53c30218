// Orders in the contract.
import type { ObjectRef } from '@pothos/core';
import {
  billingPointById,
  BillingPointType,
  byExternalId,
  clientById,
  ClientType,
  itemById,
  ItemType,
} from '../catalog/graphql.ts';
import { builder, inputType, objectType, type Types } from '../graphql/builder.ts';
import { oncePer } from '../platform/once-per.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageType, type PageArg } from '../graphql/lists.ts';
import { allByKey, oneById } from '../graphql/lookup.ts';
import { hasRole, type ListPage } from '../tenancy/index.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ownWords, ownWordsInput } from '../graphql/own-words.ts';
import { lineTotal, roundingOf, type RateTotals } from '../fiscal/money.ts';
import { StockReservationType } from '../stock/graphql.ts';
import { createOrder, type Order } from './create-order.ts';
import { listOrders, ORDER_ORDERS, SUMMED_ORDERS, sumsOf, taxSumsOf, type Summed, type Sums } from './list-orders.ts';
import { amountsOfRow, amountsOfRows } from './order.ts';
import { discardTillSale, findTillSale, tellTillSales, tillSalesOf, type TillSale } from './till-sales.ts';
import { updateOrder } from './update-order.ts';
import { cancelOrder, findOrder, linesOfOrders, type OrderLine } from './orders.ts';
import { columns, columnsOrNull, recordOf, recordOrNull, recordsOf } from '../graphql/columns.ts';
import { byId, ID } from '../graphql/roots.ts';

const orderOf = oneById('Order', 'orders');
const linesOfOrder = allByKey(linesOfOrders, (line) => line.order_id);

export const DISCOUNT_OF_LINE = 'Per unit, before tax, with the share of the discount of the whole.';

const OrderStatusEnum = builder.enumType('OrderStatus', { values: ['OPEN', 'INVOICED', 'CANCELED'] as const });

export const OrderType = objectType<Order>('Order', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  number: t.exposeString('number'),
  status: t.expose('status', { type: OrderStatusEnum }),
  client: recordOf(t, ClientType, clientById, 'client_id'),
  lines: recordsOf(t, OrderLineType, linesOfOrder),
  ...columns(t, 'Decimal', 'discount', 'subtotal', 'isc', 'other_tax', 'tax', 'total'),
  dueDate: t.expose('due_date', { type: 'Date', nullable: true }),
  billingPoint: recordOrNull(t, BillingPointType, billingPointById, 'billing_point_id'),
  ...ownWords(t),
  version: t.exposeInt('version', { description: 'One more with each updateOrder.' }),
}));

builder.objectField(StockReservationType, 'order', (t) => recordOrNull(t, OrderType, orderOf, 'order_id'));

export const OtherTaxType = objectType<{ code: string; amount: string }>('OtherTax', (t) => ({
  code: t.exposeString('code'),
  amount: t.expose('amount', { type: 'Decimal' }),
}));

/** Null where the line bears none. */
export function otherTaxOf({
  other_tax_code: code,
  other_tax: amount,
}: {
  other_tax_code: string | null;
  other_tax: string;
}) {
  return code === null ? null : { code, amount };
}

/** Cents that exact lines share out, counted once for the lines of an order. */
const shared = oncePer(amountsOfRows);

const OrderLineType = objectType<OrderLine>('OrderLine', (t) => ({
  ...columns(t, 'UUID', 'id', 'location_id'),
  item: recordOf(t, ItemType, itemById, 'item_id'),
  ...columns(t, 'Decimal', 'quantity', 'unit_factor', 'unit_price', 'tax_rate', 'isc_rate'),
  unit: t.string({ resolve: async (line, _, { load }) => line.unit ?? (await load(itemById, line.item_id)).unit }),
  discount: t.expose('discount', { type: 'Decimal', description: DISCOUNT_OF_LINE }),
  otherTax: t.field({ type: OtherTaxType, nullable: true, resolve: otherTaxOf }),
  total: t.field({
    type: 'Decimal',
    description: 'With all taxes; the lines add up to the total of the order.',
    resolve: async (line, _, { load, viewer }) => {
      const rounding = roundingOf(viewer().tenant);
      if (rounding === 'line') return lineTotal(amountsOfRow(line));
      const lines = await load(linesOfOrder, line.order_id);
      return lineTotal(shared(lines, rounding)[lines.findIndex(({ id }) => id === line.id)]!);
    },
  }),
  lotNumber: t.exposeString('lot_number', { nullable: true }),
}));

const TaxSumType = objectType<RateTotals>('TaxSum', (t) => columns(t, 'Decimal', 'rate', 'base', 'tax'));

export const DocumentSumsType = objectType<Sums & { of: Summed }>('DocumentSums', (t) => ({
  ...columns(t, 'Decimal', 'subtotal', 'tax', 'total'),
  taxes: t.field({ type: [TaxSumType], resolve: ({ of }, _, { inTenant }) => inTenant((db) => taxSumsOf(db, of)) }),
  ...columnsOrNull(t, 'Decimal', 'paid', 'balance'),
}));

/** `sums` of a page: read only where it is asked for. */
export function sumsField<T>(page: ObjectRef<Types, ListPage<T>>, of: Omit<Summed, 'matching'>): void {
  builder.objectField(page, 'sums', (t) =>
    t.field({
      type: DocumentSumsType,
      resolve: ({ matching }, _, { inTenant }) => {
        const summed = { ...of, matching };
        return inTenant(async (db) => ({ ...(await sumsOf(db, summed)), of: summed }));
      },
    }),
  );
}

const OrderPage = pageType('OrderPage', OrderType);
sumsField(OrderPage, SUMMED_ORDERS);

/** Filters shared by order and document lists. */
export function documentArguments(arg: PageArg) {
  return {
    search: arg.string(),
    clientId: arg({ type: 'UUID' }),
    from: arg({ type: 'Date', description: 'A day of the tenant; `from` and `to` are included.' }),
    to: arg({ type: 'Date' }),
    minTotal: arg({ type: 'Decimal' }),
    maxTotal: arg({ type: 'Decimal' }),
  };
}

const OtherTaxInput = inputType('OtherTaxInput', (t) => ({
  code: t.string({ required: true }),
  amount: t.field({ type: 'Decimal' }),
  rate: t.field({ type: 'Decimal' }),
}));

export const OrderLineInput = inputType('OrderLineInput', (t) => ({
  itemId: t.field({ type: 'UUID' }),
  barcode: t.string({ description: 'Barcode of the item in one of its units, in place of itemId and unit.' }),
  quantity: t.field({ type: 'Decimal', required: true, description: 'In the unit.' }),
  unit: t.string({ description: "One of the item's." }),
  unitPrice: t.field({ type: 'Decimal' }),
  discount: t.field({ type: 'Decimal', description: 'Taken off the price of each unit, before tax.' }),
  taxRate: t.field({ type: 'Decimal' }),
  iscRate: t.field({ type: 'Decimal', description: 'Percent.' }),
  otherTax: t.field({ type: OtherTaxInput }),
  locationId: t.field({ type: 'UUID' }),
  lotNumber: t.string(),
}));

export const MADE_BY =
  'The name of the user who made the sale, where another one hands it in: `createdBy` of what is written. Left out: the caller, whom the act names in any case.';

const CreateOrderInput = requestInput('CreateOrderInput', (t) => ({
  clientId: t.field(ID),
  lines: t.field({ type: [OrderLineInput], required: true }),
  dueDate: t.field({ type: 'Date' }),
  discount: t.field({ type: 'Decimal' }),
  billingPointId: t.field({ type: 'UUID', description: 'Point of issue of its invoice.' }),
  madeBy: t.string({ description: MADE_BY }),
  ...ownWordsInput(t),
}));

const UpdateOrderInput = requestInput('UpdateOrderInput', (t) => ({
  clientId: t.field({ type: 'UUID', description: 'Prices of lines that stay are as they were.' }),
  lines: t.field({ type: [OrderLineInput], description: 'All of them, in place of those that are there.' }),
  dueDate: t.field({ type: 'Date' }),
  discount: t.field({ type: 'Decimal', description: 'Before tax, spread over the lines.' }),
  billingPointId: t.field({ type: 'UUID' }),
  ...ownWordsInput(t),
  expectedVersion: t.int({ description: 'Refused with CONFLICT where the order is another one by now.' }),
}));

const TillSaleType = objectType<TillSale>('TillSale', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  state: t.expose('state', {
    type: builder.enumType('TillSaleState', { values: ['WAITING', 'REFUSED', 'SETTLED', 'DISCARDED'] as const }),
  }),
  reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused or discarded.' }),
}));

const TillSaleInput = inputType('TillSaleInput', (t) => ({
  id: t.string({ required: true, description: 'A UUID of the till, the same however often the sale is told.' }),
  madeBy: t.string({ required: true, description: 'User who sold it.' }),
  soldAt: t.field({ type: 'DateTime', required: true }),
  amount: t.field({ type: 'Decimal', required: true, description: 'Amount that the client paid.' }),
  reason: t.string({ description: 'Why it was refused; left out: it waits.' }),
}));

builder.queryFields((t) => ({
  order: byId(t, OrderType, findOrder),
  orderByExternalId: byExternalId(t, OrderType, 'orders', findOrder),
  orders: t.field({
    type: OrderPage,
    args: {
      ...documentArguments(t.arg),
      status: t.arg({ type: OrderStatusEnum }),
      isOpen: t.arg.boolean(),
      due: t.arg({ type: 'Date', description: 'Open ones that are due on this day or before.' }),
      ...pageArguments(t.arg, orderInput('Order', ORDER_ORDERS)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listOrders(db, withinBounds(args))),
  }),
}));

const ORDER = { type: OrderType, role: 'operator', answer: findOrder } as const;

builder.mutationFields((t) => ({
  createOrder: mutation(t, {
    ...ORDER,
    role: 'cashier',
    description:
      'Reserves the goods until the order is invoiced or canceled. A cashier sells at the prices of the catalog, with a discount up to `cashierDiscount` of the tenant.',
    args: { input: t.arg({ type: CreateOrderInput, required: true }) },
    write: (db, { input }, { userName, roles, tenant }) => {
      const mostDiscount = hasRole(roles, 'operator') ? undefined : tenant.cashierDiscount;
      return createOrder(db, { ...input, mostDiscount }, userName);
    },
  }),
  updateOrder: mutation(t, {
    ...ORDER,
    description: 'Until it is invoiced. What it reserves moves by the difference; a shortage refuses the whole.',
    args: { orderId: t.arg(ID), input: t.arg({ type: UpdateOrderInput, required: true }) },
    write: (db, { orderId, input }, { userName }) => updateOrder(db, orderId, input, userName),
  }),
  cancelOrder: mutation(t, {
    ...ORDER,
    args: { orderId: t.arg(ID) },
    write: (db, { orderId }) => cancelOrder(db, orderId),
  }),
  reportTillSales: mutation(t, {
    type: [TillSaleType],
    role: 'cashier',
    description:
      'All that a till keeps and has not filed, in place of what it told before; 500 at most. A DISCARDED one must not be filed.',
    args: {
      till: t.arg.string({ required: true, description: "The till's own name." }),
      sales: t.arg({ type: [TillSaleInput], required: true }),
    },
    write: (db, query) => tellTillSales(db, query),
    remember: (sales) => sales.map(({ id }) => id),
    answer: tillSalesOf,
  }),
  discardTillSale: mutation(t, {
    type: TillSaleType,
    role: 'operator',
    description:
      'A sale that is never to be filed, and why: it was paid back, or made once more. Its order is canceled where it is open: that with the externalId `counter-` and the digits of its id.',
    args: { id: t.arg(ID), reason: t.arg.string({ required: true }) },
    write: (db, { id, reason }) => discardTillSale(db, id, reason),
    answer: findTillSale,
  }),
}));
