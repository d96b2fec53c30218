// Fields of the pages of clients and suppliers beside the record itself.
import { clientById, itemById, ItemType, supplierById } from '../catalog/graphql.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { PurchaseOrderType } from '../purchasing/graphql.ts';
import { boughtItems, daysToPay, type BoughtItem, type DaysToPay, type PaidInvoice } from './client-account.ts';
import { leadTime, ordersOfSupplier, suppliedItems, type LeadTime, type SuppliedItem } from './supplier-account.ts';
import { columns, columnsOrNull, recordOf } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';

const PaidInvoiceType = objectType<PaidInvoice>('PaidInvoice', (t) => ({
  invoiceId: t.expose('invoiceId', { type: 'UUID' }),
  number: t.exposeString('number'),
  ...columns(t, 'Date', 'issuedDay', 'paidDay'),
  days: t.exposeInt('days', { description: 'From the issue to the payment.' }),
  amount: t.expose('amount', { type: 'Decimal', description: 'Less what was given back of it.' }),
}));

const DaysToPayType = objectType<DaysToPay>('DaysToPay', (t) => ({
  ...columns(t, 'Date', 'from', 'to'),
  average: t.expose('average', { type: 'Decimal', nullable: true, description: 'Null: nothing was paid.' }),
  payments: t.exposeInt('payments'),
  paid: t.expose('paid', { type: 'Decimal' }),
  slowest: t.expose('slowest', { type: [PaidInvoiceType], description: 'The ten that took longest.' }),
}));

const BoughtItemType = objectType<BoughtItem>('BoughtItem', (t) => ({
  item: recordOf(t, ItemType, itemById, 'itemId'),
  ...columns(t, 'Decimal', 'units', 'net'),
  documents: t.exposeInt('documents'),
  lastDay: t.expose('lastDay', { type: 'Date' }),
}));

export const ClientAccountType = objectType<{ clientId: string }>('ClientAccount', (t) => ({
  daysToPay: t.field({
    type: DaysToPayType,
    resolve: ({ clientId }, _, { inTenant, app }) => inTenant((db) => daysToPay(db, clientId, app.clock.now())),
  }),
  bought: t.field({
    type: [BoughtItemType],
    description: 'The ten items that most was paid for.',
    resolve: ({ clientId }, _, { inTenant, app }) => inTenant((db) => boughtItems(db, clientId, app.clock.now())),
  }),
}));

const LeadTimeType = objectType<LeadTime>('LeadTime', (t) => ({
  days: t.expose('days', { type: 'Decimal', nullable: true, description: 'The median.' }),
  ...columnsOrNull(t, 'Int', 'fastest', 'slowest'),
  orders: t.exposeInt('orders'),
}));

const SuppliedItemType = objectType<SuppliedItem>('SuppliedItem', (t) => ({
  item: recordOf(t, ItemType, itemById, 'itemId'),
  ...columns(t, 'Decimal', 'units', 'spent', 'lastCost'),
  lastDay: t.expose('lastDay', { type: 'Date', description: 'Day of the newest order or invoice.' }),
  purchases: t.exposeInt('purchases'),
}));

const SupplierAccountType = objectType<{ supplierId: string }>('SupplierAccount', (t) => ({
  orders: t.field({
    type: [PurchaseOrderType],
    description: 'Ten: those that are open first, the newest before.',
    resolve: ({ supplierId }, _, { inTenant }) => inTenant((db) => ordersOfSupplier(db, supplierId)),
  }),
  leadTime: t.field({
    type: LeadTimeType,
    resolve: ({ supplierId }, _, { inTenant }) => inTenant((db) => leadTime(db, supplierId)),
  }),
  bought: t.field({
    type: [SuppliedItemType],
    description: 'The 25 items with the highest cost in the last 365 days.',
    resolve: ({ supplierId }, _, { inTenant, app }) => inTenant((db) => suppliedItems(db, supplierId, app.clock.now())),
  }),
}));

builder.queryFields((t) => ({
  clientAccount: t.field({
    type: ClientAccountType,
    nullable: true,
    description: "A client's debts, payment habits and purchases.",
    args: { clientId: t.arg(ID) },
    resolve: async (_, { clientId }, { load }) => ({ clientId: (await load(clientById, clientId)).id }),
  }),
  supplierAccount: t.field({
    type: SupplierAccountType,
    nullable: true,
    description: 'Purchases from a supplier, with prices and delivery times.',
    args: { supplierId: t.arg(ID) },
    resolve: async (_, { supplierId }, { load }) => ({ supplierId: (await load(supplierById, supplierId)).id }),
  }),
}));
