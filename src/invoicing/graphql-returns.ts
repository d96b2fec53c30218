// Returns at the counter, in the contract.
import { CafeInput } from '../company/graphql.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { columns } from '../graphql/columns.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import { OrderLineInput } from '../sales/graphql.ts';
import { counterOf } from './counter.ts';
import { CreditType, invoiceById, InvoiceType, PaymentMethodEnum } from './graphql-documents.ts';
import { CreditLineInput, PaymentPartInput } from './graphql-previews.ts';
import { readCredit } from './records.ts';
import type { MethodAmount } from './return-money.ts';
import { returnSale, type Returned } from './return-sale.ts';
import { findSaleToReturn, type SaleToReturn } from './sale-to-return.ts';

const ReturnMethodType = objectType<MethodAmount & { most: string }>('ReturnMethod', (t) => ({
  ...columns(t, PaymentMethodEnum, 'method'),
  ...columns(t, 'Decimal', 'amount', 'most'),
}));

const SaleToReturnType = objectType<SaleToReturn>('SaleToReturn', (t) => ({
  invoice: t.field({ type: InvoiceType, resolve: ({ invoice }) => invoice }),
  problem: t.string({ nullable: true, resolve: ({ problem }, _, { say }) => problem && say(problem) }),
  ...columns(t, 'Decimal', 'subtotal', 'tax', 'total', 'back'),
  methods: t.expose('methods', { type: [ReturnMethodType], description: 'Cash first.' }),
}));

const SaleReturnType = objectType<Returned>('SaleReturn', (t) => ({
  ...columns(t, 'UUID', 'id'),
  credit: t.field({ type: CreditType, resolve: ({ id }, _, { inTenant }) => inTenant((db) => readCredit(db, id)) }),
  exchange: t.field({
    type: InvoiceType,
    nullable: true,
    description: 'Sale for which it was exchanged.',
    resolve: ({ exchangeId }, _, { load }) => (exchangeId === null ? null : load(invoiceById, exchangeId)),
  }),
}));

const ReturnLineInput = inputType('ReturnLineInput', (t) => ({
  invoiceLineId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
  isDamaged: t.boolean({ description: 'It comes back and is written off.' }),
}));

const ReturnRefundInput = inputType('ReturnRefundInput', (t) => ({
  method: t.field({ type: PaymentMethodEnum, required: true }),
  amount: t.field({ type: 'Decimal', required: true }),
}));

const ExchangeInput = inputType('ExchangeInput', (t) => ({
  lines: t.field({ type: [OrderLineInput], required: true }),
  discount: t.field({ type: 'Decimal', description: 'Before tax, spread over the lines.' }),
  payments: t.field({ type: [PaymentPartInput] }),
}));

const ReturnSaleInput = requestInput('ReturnSaleInput', (t) => ({
  invoiceId: t.field(ID),
  reason: t.string({ required: true }),
  lines: t.field({ type: [ReturnLineInput], description: 'Left out: all that is left to credit.' }),
  refunds: t.field({ type: [ReturnRefundInput] }),
  exchange: t.field({ type: ExchangeInput }),
  cafe: t.field({ type: CafeInput }),
}));

builder.queryFields((t) => ({
  saleToReturn: t.field({
    type: SaleToReturnType,
    nullable: true,
    args: { code: t.arg.string({ required: true }), lines: t.arg({ type: [CreditLineInput] }) },
    resolve: (_, query, { app, inTenant, viewer }) =>
      inTenant((db) => findSaleToReturn(app, db, query, counterOf(viewer()))),
  }),
}));

builder.mutationFields((t) => ({
  returnSale: mutation(t, {
    type: SaleReturnType,
    role: 'cashier',
    args: { input: t.arg({ type: ReturnSaleInput, required: true }) },
    run: ({ input }, { app, userName, roles, hasKey, effect }) => {
      const counter = counterOf({ userName, roles });
      const mostDiscount = counter.isCashier ? app.tenant.cashierDiscount : undefined;
      const exchange = input.exchange && { ...input.exchange, mostDiscount };
      return returnSale(app, { ...input, exchange, hasKey }, counter, effect);
    },
    remember: ({ id, exchangeId }) => ({ id, exchangeId }),
    answer: (_, returned: Returned) => Promise.resolve(returned),
  }),
}));
