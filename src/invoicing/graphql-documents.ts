// Invoices, payments and credits as the contract shows them.
import { METHODS, paymentType } from '../fiscal/payment-methods.ts';
import { builder, objectType, type ObjectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageType, type PageArg } from '../graphql/lists.ts';
import { allByKey, oneByKey, oneOrNullByKey } from '../graphql/lookup.ts';
import { ownWords } from '../graphql/own-words.ts';
import { byExternalId, clientById, ClientType, itemById, ItemType } from '../catalog/graphql.ts';
import { FiscalDocumentTypeEnum, LegalStatusEnum, SubmissionStateEnum } from '../certification/graphql.ts';
import { documentArguments, OrderType, sumsField } from '../sales/graphql.ts';
import { totalOfRow } from '../sales/index.ts';
import { creditActions, invoiceActions } from './document-actions.ts';
import { actionsField } from './graphql-actions.ts';
import { DocumentInterface, documentType } from './graphql-document-fields.ts';
import { balanceOf } from './invoice-status.ts';
import {
  DOCUMENT_LISTS,
  DOCUMENT_ORDERS,
  listAllDocuments,
  listDocuments,
  listPayments,
  PAYMENT_ORDERS,
  sumsOfPayments,
  type PaymentSums,
} from './list-documents.ts';
import { MONTH_STATES } from './month-state.ts';
import { SALES_DIMENSIONS } from './counted-sales.ts';
import {
  creditsOfInvoices,
  invoicesOfOrders,
  linesOfCredits,
  linesOfInvoices,
  paymentsOfInvoices,
  readPayments,
  readCredit,
  readInvoice,
  readInvoiceByNumber,
  readInvoices,
  readPayment,
  refundsOfPayments,
  type CreditLine,
  type CreditRecord,
  type InvoiceLine,
  type InvoiceRecord,
  type Payment,
  type Refund,
} from './records.ts';
import { columns, columnsOrNull, recordOf, recordsOf } from '../graphql/columns.ts';
import { byId, ID } from '../graphql/roots.ts';
import { notFound } from '../platform/errors.ts';

const CreditStatusEnum = builder.enumType('CreditStatus', {
  values: ['UNAPPLIED', 'APPLIED', 'CANCELED', 'VOID'] as const,
});
const InvoiceStatusEnum = builder.enumType('InvoiceStatus', {
  values: [
    'UNPAID',
    'PARTIALLY_PAID',
    'PAID',
    'OVERPAID',
    'PAST_DUE',
    'PARTIALLY_CANCELED',
    'CANCELED',
    'VOID',
  ] as const,
});
export const PaymentMethodEnum = builder.enumType('PaymentMethod', {
  description: `The PAC is told ${METHODS.map((method) => `${method} as ${Object.values(paymentType(method)).join(' ')}`).join(', ')}.`,
  values: METHODS,
});
export const invoiceById = oneByKey('Invoice', readInvoices, ({ id }) => id);
export const paymentById = oneByKey('Payment', readPayments, ({ id }) => id);
const invoiceOfOrder = oneOrNullByKey(invoicesOfOrders, (invoice) => invoice.order_id ?? '');
export const linesOfInvoice = allByKey(linesOfInvoices, (line) => line.invoice_id);
const paymentsOfInvoice = allByKey(paymentsOfInvoices, (payment) => payment.invoice_id);
const refundsOfPayment = allByKey(refundsOfPayments, (refund) => refund.payment_id);
const creditsOfInvoice = allByKey(creditsOfInvoices, (credit) => credit.invoice_id);
export const linesOfCredit = allByKey(linesOfCredits, (line) => line.credit_id);

export const InvoiceType: ObjectType<InvoiceRecord> = documentType<InvoiceRecord>('Invoice', (t) => ({
  invoiceStatus: t.expose('invoice_status', { type: InvoiceStatusEnum }),
  client: recordOf(t, ClientType, clientById, 'client_id'),
  orderId: t.expose('order_id', { type: 'UUID', nullable: true }),
  lines: recordsOf(t, InvoiceLineType, linesOfInvoice),
  ...columns(t, 'Decimal', 'paid', 'credited', 'debited'),
  balance: t.field({ type: 'Decimal', resolve: (invoice) => balanceOf(invoice) }),
  payments: recordsOf(t, PaymentType, paymentsOfInvoice),
  credits: recordsOf(t, CreditType, creditsOfInvoice),
  dueDate: t.expose('due_date', { type: 'Date', nullable: true }),
  actions: actionsField(
    t,
    (load, { id }) => Promise.all([load(linesOfInvoice, id), load(creditsOfInvoice, id)]),
    (invoice, [lines, credits], asking) => invoiceActions({ invoice, lines, credits }, asking),
  ),
}));

builder.objectField(OrderType, 'invoice', (t) =>
  t.field({ type: InvoiceType, nullable: true, resolve: (order, _, { load }) => load(invoiceOfOrder, order.id) }),
);

export const InvoiceLineType = objectType<InvoiceLine>('InvoiceLine', (t) => ({
  ...columns(t, 'UUID', 'id', 'location_id'),
  item: recordOf(t, ItemType, itemById, 'item_id'),
  description: t.exposeString('description'),
  ...columns(t, 'Decimal', 'quantity', 'unit_factor', 'quantity_credited', 'unit_price', 'tax_rate'),
  unit: t.string({ resolve: async (line, _, { load }) => line.unit ?? (await load(itemById, line.item_id)).unit }),
  total: t.field({ type: 'Decimal', resolve: (line) => totalOfRow(line) }),
}));

export const PaymentType: ObjectType<Payment> = objectType<Payment>('Payment', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  amount: t.expose('amount', { type: 'Decimal' }),
  method: t.expose('method', { type: PaymentMethodEnum }),
  reference: t.exposeString('reference', { nullable: true }),
  paidAt: t.expose('paid_at', { type: 'DateTime' }),
  createdBy: t.exposeString('created_by'),
  invoice: recordOf(t, InvoiceType, invoiceById, 'invoice_id'),
  refunds: recordsOf(t, RefundType, refundsOfPayment),
  ...ownWords(t),
}));

const RefundType = objectType<Refund>('Refund', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  amount: t.expose('amount', { type: 'Decimal' }),
  ...columns(t, 'String', 'reason', 'created_by'),
  ...columnsOrNull(t, 'UUID', 'moved_to'),
  refundedAt: t.expose('refunded_at', { type: 'DateTime' }),
}));

export const CreditType = documentType<CreditRecord>('Credit', (t) => ({
  creditStatus: t.expose('credit_status', { type: CreditStatusEnum }),
  invoice: recordOf(t, InvoiceType, invoiceById, 'invoice_id'),
  client: t.field({
    type: ClientType,
    resolve: async (credit, _, { load }) => load(clientById, (await load(invoiceById, credit.invoice_id)).client_id),
  }),
  lines: recordsOf(t, CreditLineType, linesOfCredit),
  reason: t.exposeString('reason'),
  actions: actionsField(
    t,
    (load, credit) => load(invoiceById, credit.invoice_id),
    (credit, invoice, asking) => creditActions({ credit, invoice }, asking),
  ),
}));

export const CreditLineType = objectType<CreditLine>('CreditLine', (t) => ({
  ...columns(t, 'UUID', 'id', 'invoice_line_id'),
  item: recordOf(t, ItemType, itemById, 'item_id'),
  ...columns(t, 'Decimal', 'quantity', 'unit_factor'),
  unit: t.string({ resolve: async (line, _, { load }) => line.unit ?? (await load(itemById, line.item_id)).unit }),
  total: t.field({ type: 'Decimal', resolve: (line) => totalOfRow(line) }),
}));

const InvoicePage = pageType('InvoicePage', InvoiceType);
sumsField(InvoicePage, DOCUMENT_LISTS.invoices);
const CreditPage = pageType('CreditPage', CreditType);
sumsField(CreditPage, DOCUMENT_LISTS.credits);
const DocumentPage = pageType('DocumentPage', DocumentInterface);
const PaymentPage = pageType('PaymentPage', PaymentType);

const PaymentSumsType = objectType<PaymentSums>('PaymentSums', (t) =>
  columns(t, 'Decimal', 'amount', { refunded: 'Part of it that was given back or moved since.' }),
);

builder.objectField(PaymentPage, 'sums', (t) =>
  t.field({
    type: PaymentSumsType,
    resolve: ({ matching }, _, { inTenant }) => inTenant((db) => sumsOfPayments(db, matching)),
  }),
);

const DocumentOrderBy = orderInput('Document', DOCUMENT_ORDERS);

export const FiscalMonthState = builder.enumType('FiscalMonthState', { values: MONTH_STATES });

export const SalesDimensionEnum = builder.enumType('SalesDimension', { values: SALES_DIMENSIONS });

/** Arguments that lists of invoices, credits and notes share. */
export function legalArguments(arg: PageArg) {
  return {
    ...documentArguments(arg),
    legalStatus: arg({ type: LegalStatusEnum }),
    submissionState: arg({ type: SubmissionStateEnum }),
    certifiedOtherwise: arg.boolean(),
    hasRemarks: arg.boolean({ description: 'True: those that the DGI authorized with remarks.' }),
    remarkCode: arg.string({ description: 'Code of a remark of the DGI, as `remarks` has it.' }),
    needsPerson: arg.boolean(),
    monthState: arg({ type: FiscalMonthState }),
    documentType: arg.string({ description: 'The code of the DGI: 01 to 10.' }),
    taxRate: arg({ type: 'Decimal', description: 'Documents with a line at this rate of the ITBMS, in per cent.' }),
    soldBy: arg({ type: SalesDimensionEnum }),
    soldKey: arg.string({ description: 'A `key` of `salesBy`.' }),
    ...pageArguments(arg, DocumentOrderBy),
  };
}

/** Arguments of the list of all kinds: one order, which all of them have. */
function anyDocumentArguments(arg: PageArg) {
  const { search: _search, orderBy: _orderBy, limit: _limit, offset: _offset, ...shared } = legalArguments(arg);
  return { ...shared, first: arg.int({ required: true, defaultValue: 25, description: 'How many, 1 to 100.' }) };
}

builder.queryFields((t) => ({
  invoice: t.field({
    type: InvoiceType,
    nullable: true,
    args: { id: t.arg(ID) },
    resolve: async (_, { id }, { inTenant, isCashier, viewer }) => {
      const invoice = await inTenant((db) => readInvoice(db, id));
      // A cashier prints what they have sold.
      if (isCashier && invoice.created_by !== viewer().userName) throw notFound('Invoice');
      return invoice;
    },
  }),
  invoiceByNumber: t.field({
    type: InvoiceType,
    nullable: true,
    description: 'By the number that it has, or had as a proforma.',
    args: { number: t.arg.string({ required: true }) },
    resolve: (_, { number }, { inTenant }) => inTenant((db) => readInvoiceByNumber(db, number.trim())),
  }),
  invoiceByExternalId: byExternalId(t, InvoiceType, 'invoices', readInvoice),
  creditByExternalId: byExternalId(t, CreditType, 'credits', readCredit),
  paymentByExternalId: byExternalId(t, PaymentType, 'payments', readPayment),
  invoices: t.field({
    type: InvoicePage,
    args: {
      ...legalArguments(t.arg),
      invoiceStatus: t.arg({ type: InvoiceStatusEnum }),
      isOpen: t.arg.boolean({ description: 'True: those on which something is owed.' }),
      due: t.arg({ type: 'Date' }),
    },
    resolve: (_, { invoiceStatus: status, ...args }, { inTenant }) =>
      inTenant((db) => listDocuments<InvoiceRecord>(db, 'invoices', { ...withinBounds(args), status })),
  }),
  documents: t.field({
    type: DocumentPage,
    args: {
      kinds: t.arg({ type: [FiscalDocumentTypeEnum], description: 'Left out: all.' }),
      ...anyDocumentArguments(t.arg),
    },
    resolve: (_, args, { inTenant }) =>
      inTenant((db) => listAllDocuments(db, { ...withinBounds(args), limit: args.first, offset: 0 })),
  }),
}));

builder.queryFields((t) => ({
  payment: byId(t, PaymentType, readPayment),
  payments: t.field({
    type: PaymentPage,
    description: 'Newest first.',
    args: {
      search: t.arg.string({ description: 'In the reference.' }),
      clientId: t.arg({ type: 'UUID' }),
      method: t.arg({ type: PaymentMethodEnum }),
      createdBy: t.arg.string(),
      billingPointId: t.arg({ type: 'UUID', description: 'Taken in a session of this till.' }),
      tillSessionId: t.arg({ type: 'UUID' }),
      from: t.arg({ type: 'Date', description: 'A day of the tenant; `from` and `to` are included.' }),
      to: t.arg({ type: 'Date' }),
      ...pageArguments(t.arg, orderInput('Payment', PAYMENT_ORDERS)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listPayments(db, withinBounds(args))),
  }),
  credit: byId(t, CreditType, readCredit),
  credits: t.field({
    type: CreditPage,
    args: {
      ...legalArguments(t.arg),
      creditStatus: t.arg({ type: CreditStatusEnum }),
      isOpen: t.arg.boolean({ description: 'True: those that are not applied.' }),
    },
    resolve: (_, { creditStatus: status, ...args }, { inTenant }) =>
      inTenant((db) => listDocuments<CreditRecord>(db, 'credits', { ...withinBounds(args), status })),
  }),
}));
