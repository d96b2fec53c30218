// What an invoice or a credit would be, before it is one; and the inputs that both have.
import { builder } from '../graphql/builder.ts';
import { previewCredit, type CreditPreview } from './issue-credit.ts';
import type { Instalment } from './payment-terms.ts';
import { previewInvoice, type InvoicePreview } from './preview-invoice.ts';
import type { PaymentMethod } from './tables.ts';
import { PaymentMethodEnum } from './graphql-documents.ts';

export const CreditLineInput = builder.inputType('CreditLineInput', {
  fields: (t) => ({
    invoiceLineId: t.field({ type: 'UUID', required: true }),
    quantity: t.field({ type: 'Decimal', required: true }),
  }),
});

const InstalmentInput = builder.inputType('InstalmentInput', {
  fields: (t) => ({
    dueDate: t.field({ type: 'Date', required: true }),
    amount: t.field({ type: 'Decimal', required: true }),
  }),
});

export const PaymentTermsInput = builder.inputType('PaymentTermsInput', {
  description:
    'How the PAC is told that a sale is paid. What the instalments leave of the total is paid at once, by `method`. ' +
    'Left out: the whole at once, or on the due day of the order. It registers no payment.',
  fields: (t) => ({
    method: t.field({ type: PaymentMethodEnum, required: true, defaultValue: 'CASH' }),
    instalments: t.field({ type: [InstalmentInput] }),
  }),
});

/** An input that leaves its list out is one without instalments of its own. */
export function termsAsked(
  payment: { method: PaymentMethod; instalments?: Instalment[] | null | undefined } | null | undefined,
) {
  return payment && { method: payment.method, ...(payment.instalments ? { instalments: payment.instalments } : {}) };
}

const InvoicePreviewType = builder.objectRef<InvoicePreview>('InvoicePreview').implement({
  description: 'What would be sent for an order; no number is used and nothing is written.',
  fields: (t) => ({
    payload: t.field({
      type: 'JSON',
      description: 'As it would be sent, with zeros where the number and the security code will stand.',
      resolve: (preview) => preview.payload,
    }),
    subtotal: t.expose('subtotal', { type: 'Decimal' }),
    tax: t.expose('tax', { type: 'Decimal' }),
    total: t.expose('total', { type: 'Decimal' }),
    problems: t.stringList({
      resolve: ({ problems }, _, { say }) => problems.map(say),
      description: 'Everything that stands in the way, or that the PAC would refuse.',
    }),
    advice: t.stringList({
      resolve: ({ advice }, _, { say }) => advice.map(say),
      description: 'What the PAC says about the RUC of the client, where asked.',
    }),
  }),
});

const CreditPreviewType = builder.objectRef<CreditPreview>('CreditPreview').implement({
  description: 'What a credit note would come to; no number is used and nothing is written.',
  fields: (t) => ({
    subtotal: t.expose('subtotal', { type: 'Decimal' }),
    tax: t.expose('tax', { type: 'Decimal' }),
    total: t.expose('total', { type: 'Decimal' }),
    balance: t.expose('balance', {
      type: 'Decimal',
      description: 'What would be owed on the invoice once the credit is applied.',
    }),
  }),
});

builder.queryFields((t) => ({
  previewInvoice: t.field({
    type: InvoicePreviewType,
    nullable: true,
    description: 'What generateInvoice would send, and everything that the PAC would refuse, without using a number.',
    args: {
      orderId: t.arg({ type: 'UUID', required: true }),
      asksPac: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Also asks the PAC for the check digit of the RUC of the client.',
      }),
      payment: t.arg({ type: PaymentTermsInput }),
    },
    resolve: (_, { payment, ...request }, { app, viewer }) =>
      previewInvoice(app, viewer('viewer').tenant, { ...request, payment: termsAsked(payment) }),
  }),
  previewCredit: t.field({
    type: CreditPreviewType,
    nullable: true,
    description: 'What createCredit would come to for these lines; left out, for all that is left to credit.',
    args: { invoiceId: t.arg({ type: 'UUID', required: true }), lines: t.arg({ type: [CreditLineInput] }) },
    resolve: (_, request, { inTenant }) => inTenant((db) => previewCredit(db, request)),
  }),
}));
