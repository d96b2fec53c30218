// Purchasing in the contract.
import type { Fields } from '../graphql/columns.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageType } from '../graphql/lists.ts';
import { allByKey } from '../graphql/lookup.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ownWords, ownWordsInput } from '../graphql/own-words.ts';
import { byExternalId, itemById, ItemType, supplierById, SupplierType } from '../catalog/graphql.ts';
import { add, multiply } from '../platform/decimal.ts';
import { createPurchaseOrder } from './create-purchase-order.ts';
import { cancelPurchaseOrder, closePurchaseOrder } from './end-purchase-order.ts';
import {
  findPurchaseOrder,
  listPurchaseOrders,
  PURCHASE_ORDERS,
  purchaseOrderLines,
  type PurchaseOrder,
  type PurchaseOrderLine,
} from './purchase-orders.ts';
import { receivePurchaseOrder } from './receive-purchase-order.ts';
import { reversePurchaseReceipt } from './reverse-receipt.ts';
import { recordSupplierInvoice } from './record-supplier-invoice.ts';
import {
  findSupplierInvoice,
  listSupplierInvoices,
  SUPPLIER_INVOICES,
  supplierInvoiceLines,
  type SupplierInvoice,
  type SupplierInvoiceLine,
} from './supplier-invoices.ts';
import { columns, recordOf, recordsOf } from '../graphql/columns.ts';
import { byId, ID } from '../graphql/roots.ts';

const linesOfPurchaseOrder = allByKey(purchaseOrderLines, (line) => line.purchase_order_id);
const linesOfSupplierInvoice = allByKey(supplierInvoiceLines, (line) => line.supplier_invoice_id);

const PurchaseOrderStatusEnum = builder.enumType('PurchaseOrderStatus', {
  values: ['OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED'] as const,
});

export const PurchaseOrderType = objectType<PurchaseOrder>('PurchaseOrder', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  number: t.exposeString('number'),
  status: t.expose('status', { type: PurchaseOrderStatusEnum }),
  supplier: recordOf(t, SupplierType, supplierById, 'supplier_id'),
  lines: recordsOf(t, PurchaseOrderLineType, linesOfPurchaseOrder),
  ...ownWords(t),
}));

type PurchasedRow = Pick<SupplierInvoiceLine, keyof SupplierInvoiceLine & keyof PurchaseOrderLine>;

function purchasedLine<Row extends PurchasedRow>(fields: Fields<Row>) {
  const t = fields as unknown as Fields<PurchasedRow>;
  return {
    item: recordOf(t, ItemType, itemById, 'item_id'),
    ...columns(t, 'UUID', 'location_id'),
    ...columns(t, 'Decimal', { quantity: 'In its unit.', unit_cost: 'For one of the unit.' }),
    ...columns(t, 'Decimal', { unit_factor: "So many of the item's own unit are one of it." }),
    unit: t.string({ resolve: async ({ unit, item_id }, _, { load }) => unit ?? (await load(itemById, item_id)).unit }),
  };
}

const PurchaseOrderLineType = objectType<PurchaseOrderLine>('PurchaseOrderLine', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...purchasedLine(t),
  quantityReceived: t.expose('quantity_received', { type: 'Decimal', description: 'In its unit.' }),
}));

export const SupplierInvoiceType = objectType<SupplierInvoice>('SupplierInvoice', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'number', 'created_by'),
  supplier: recordOf(t, SupplierType, supplierById, 'supplier_id'),
  lines: recordsOf(t, SupplierInvoiceLineType, linesOfSupplierInvoice),
  total: t.field({
    type: 'Decimal',
    description: 'Quantity times unit cost over all lines, without tax and not rounded.',
    resolve: async (invoice, _, { load }) =>
      (await load(linesOfSupplierInvoice, invoice.id)).reduce(
        (sum, line) => add(sum, multiply(line.quantity, line.unit_cost)),
        '0',
      ),
  }),
  createdAt: t.expose('created_at', { type: 'DateTime' }),
}));

const SupplierInvoiceLineType = objectType<SupplierInvoiceLine>('SupplierInvoiceLine', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...purchasedLine(t),
}));

const SupplierInvoicePage = pageType('SupplierInvoicePage', SupplierInvoiceType);

const PurchaseOrderPage = pageType('PurchaseOrderPage', PurchaseOrderType);

const PurchaseOrderLineInput = inputType('PurchaseOrderLineInput', (t) => ({
  itemId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
  unitCost: t.field({ type: 'Decimal', required: true, description: 'For one of the unit.' }),
  unit: t.string({ description: "Left out: the item's own." }),
  locationId: t.field({ type: 'UUID' }),
  lotNumber: t.string(),
  expirationDate: t.field({ type: 'Date', description: 'Expiration day of that lot.' }),
}));

const CreatePurchaseOrderInput = requestInput('CreatePurchaseOrderInput', (t) => ({
  supplierId: t.field(ID),
  lines: t.field({ type: [PurchaseOrderLineInput], required: true }),
  ...ownWordsInput(t),
}));

const ReceiptLineInput = inputType('ReceiptLineInput', (t) => ({
  lineId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true, description: "In the line's unit." }),
  lotNumber: t.string(),
  expirationDate: t.field({ type: 'Date' }),
}));

const ReceivePurchaseOrderInput = requestInput('ReceivePurchaseOrderInput', (t) => ({
  purchaseOrderId: t.field(ID),
  lines: t.field({ type: [ReceiptLineInput], required: true }),
  overReceiptReason: t.string(),
}));

const ReversedReceiptLineInput = inputType('ReversedReceiptLineInput', (t) => ({
  lineId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
  lotNumber: t.string({ description: 'Needed of a tracked item: the lot or the serial that leaves again.' }),
  expectedReceived: t.field({ type: 'Decimal' }),
}));

const ReversePurchaseReceiptInput = requestInput('ReversePurchaseReceiptInput', (t) => ({
  purchaseOrderId: t.field(ID),
  lines: t.field({ type: [ReversedReceiptLineInput], required: true }),
  reason: t.string({ required: true, description: 'It is the description of the movements.' }),
}));

const RecordSupplierInvoiceInput = requestInput('RecordSupplierInvoiceInput', (t) => ({
  supplierId: t.field(ID),
  lines: t.field({ type: [PurchaseOrderLineInput], required: true }),
}));

builder.queryFields((t) => ({
  purchaseOrder: byId(t, PurchaseOrderType, findPurchaseOrder),
  purchaseOrderByExternalId: byExternalId(t, PurchaseOrderType, 'purchase_orders', findPurchaseOrder),
  purchaseOrders: t.field({
    type: PurchaseOrderPage,
    args: {
      search: t.arg.string(),
      status: t.arg({ type: PurchaseOrderStatusEnum }),
      supplierId: t.arg({ type: 'UUID' }),
      from: t.arg({ type: 'Date', description: 'A day of the tenant; `from` and `to` are included.' }),
      to: t.arg({ type: 'Date' }),
      ...pageArguments(t.arg, orderInput('PurchaseOrder', PURCHASE_ORDERS)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listPurchaseOrders(db, withinBounds(args))),
  }),
  supplierInvoice: byId(t, SupplierInvoiceType, findSupplierInvoice),
  supplierInvoices: t.field({
    type: SupplierInvoicePage,
    args: {
      search: t.arg.string(),
      supplierId: t.arg({ type: 'UUID' }),
      from: t.arg({ type: 'Date', description: 'A day of the tenant; `from` and `to` are included.' }),
      to: t.arg({ type: 'Date' }),
      ...pageArguments(t.arg, orderInput('SupplierInvoice', SUPPLIER_INVOICES)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listSupplierInvoices(db, withinBounds(args))),
  }),
}));

const PURCHASE_ORDER = { type: PurchaseOrderType, role: 'operator', answer: findPurchaseOrder } as const;

builder.mutationFields((t) => ({
  createPurchaseOrder: mutation(t, {
    ...PURCHASE_ORDER,
    args: { input: t.arg({ type: CreatePurchaseOrderInput, required: true }) },
    write: (db, { input }, { userName }) => createPurchaseOrder(db, input, userName),
  }),
  receivePurchaseOrder: mutation(t, {
    ...PURCHASE_ORDER,
    args: { input: t.arg({ type: ReceivePurchaseOrderInput, required: true }) },
    write: (db, { input }, { userName }) => receivePurchaseOrder(db, input, userName),
  }),
  reversePurchaseReceipt: mutation(t, {
    ...PURCHASE_ORDER,
    description:
      'Goods that were received by mistake leave again: a movement at the cost of the line. The order awaits them anew. INSUFFICIENT_STOCK where they are sold already.',
    args: { input: t.arg({ type: ReversePurchaseReceiptInput, required: true }) },
    write: (db, { input }, { userName }) => reversePurchaseReceipt(db, input, userName),
  }),
  closePurchaseOrder: mutation(t, {
    ...PURCHASE_ORDER,
    description: 'Nothing more will come: what was not received is no longer incoming.',
    args: { purchaseOrderId: t.arg(ID) },
    write: (db, { purchaseOrderId }) => closePurchaseOrder(db, purchaseOrderId),
  }),
  cancelPurchaseOrder: mutation(t, {
    ...PURCHASE_ORDER,
    description: 'An order of which nothing has come yet; one that came in part is closed instead.',
    args: { purchaseOrderId: t.arg(ID) },
    write: (db, { purchaseOrderId }) => cancelPurchaseOrder(db, purchaseOrderId),
  }),
  recordSupplierInvoice: mutation(t, {
    type: SupplierInvoiceType,
    role: 'operator',
    description: 'Goods bought without a purchase order.',
    args: { input: t.arg({ type: RecordSupplierInvoiceInput, required: true }) },
    write: (db, { input }, { userName }) => recordSupplierInvoice(db, input, userName),
    answer: findSupplierInvoice,
  }),
}));
