// Mutations of invoices, payments and credits.
import { attachPdf, pdfAmong } from '../certification/index.ts';
import { filesOf } from '../files/index.ts';
import { CafeInput } from '../company/graphql.ts';
import { builder } from '../graphql/builder.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ownWordsArgs, ownWordsInput } from '../graphql/own-words.ts';
import { DocumentTypeEnum, FiscalDocumentTypeEnum } from '../certification/graphql.ts';
import { FileType } from '../files/graphql.ts';
import { MADE_BY } from '../sales/graphql.ts';
import { forbidden } from '../platform/errors.ts';
import { applyCredit } from './apply-credit.ts';
import { cancelCredit, cancelInvoice } from './cancel-document.ts';
import { convertCreditToDgi } from './convert-credit.ts';
import { convertInvoiceToDgi } from './convert-invoice.ts';
import { generateInvoice } from './generate-invoice.ts';
import { counterOf } from './counter.ts';
import { createCredit } from './issue-credit.ts';
import { assertDocument, readCredit, readInvoice } from './records.ts';
import { correctPayment, movePayment, refundPayment } from './refund-payment.ts';
import { registerPayment } from './register-payment.ts';
import { voidCredit, voidInvoice } from './void-document.ts';
import { endings, inBothSpellings } from './graphql-acts.ts';
import { GenerationModeEnum } from './graphql-document-fields.ts';
export { GenerationModeEnum } from './graphql-document-fields.ts';
import { InvoiceType, CreditType, PaymentMethodEnum } from './graphql-documents.ts';
import { PaymentTermsInput, RetentionInput, termsAsked, CreditLineInput } from './graphql-previews.ts';
export { CertifiedFieldEnum } from './graphql-answers.ts';
export { AuditedNumberType } from './graphql-audit.ts';
export {
  FiscalMonthState,
  paymentById,
  PaymentMethodEnum,
  PaymentType,
  SalesDimensionEnum,
} from './graphql-documents.ts';
import { EXPORT_ASKED, ExportInput, TYPE_ASKED } from './graphql-export.ts';
import './graphql-generic-notes.ts';
import './graphql-money.ts';
import './graphql-returns.ts';
import { billingPointArg } from './graphql-points.ts';
import { ID } from '../graphql/roots.ts';

const CreateCreditInput = requestInput('CreateCreditInput', (t) => ({
  invoiceId: t.field(ID),
  mode: t.field({ type: GenerationModeEnum, required: true, defaultValue: 'DGI' }),
  reason: t.string({ required: true }),
  lines: t.field({ type: [CreditLineInput] }),
  restock: t.boolean({ required: true, defaultValue: true }),
  billingPointId: t.field({ type: 'UUID', description: "Point of issue; default: the invoice's point." }),
  cafe: t.field({ type: CafeInput }),
  ...ownWordsInput(t),
}));

const INVOICE = { type: InvoiceType, role: 'operator', answer: readInvoice } as const;
const CREDIT = { type: CreditType, role: 'operator', answer: readCredit } as const;

builder.mutationFields((t) =>
  inBothSpellings('generateInvoice', (deprecationReason) =>
    mutation(t, {
      ...INVOICE,
      role: 'cashier',
      description:
        'Turns an order into an invoice. Mode DGI submits it to the PAC and returns it with what the PAC said. An order yields one invoice: asking again returns that invoice, and asking for the other mode is CONFLICT: convertInvoiceToDgi files a proforma.',
      deprecationReason,
      args: {
        orderId: t.arg(ID),
        mode: t.arg({ type: GenerationModeEnum, required: true, defaultValue: 'DGI' }),
        payment: t.arg({ type: PaymentTermsInput }),
        billingPointId: t.arg(billingPointArg),
        cafe: t.arg({ type: CafeInput }),
        retention: t.arg({ type: RetentionInput }),
        documentType: t.arg({ type: DocumentTypeEnum, description: TYPE_ASKED }),
        export: t.arg({ type: ExportInput, description: EXPORT_ASKED }),
        madeBy: t.arg.string({ description: MADE_BY }),
        ...ownWordsArgs(t),
      },
      run: ({ payment, ...request }, { app, userName, roles, effect }) => {
        const counter = counterOf({ userName, roles });
        if (request.retention != null && counter.isCashier)
          throw forbidden('A cashier says nothing of the retention: it is that of the client');
        return generateInvoice(app, { ...request, payment: termsAsked(payment), counter }, userName, effect);
      },
    }),
  ),
);

builder.mutationFields((t) =>
  inBothSpellings('registerPayment', (deprecationReason) =>
    mutation(t, {
      ...INVOICE,
      description: 'Any method but CREDIT, which is a term of a sale and pays no debt.',
      deprecationReason,
      args: {
        invoiceId: t.arg(ID),
        amount: t.arg({ type: 'Decimal', required: true }),
        method: t.arg({ type: PaymentMethodEnum, required: true, defaultValue: 'CASH' }),
        reference: t.arg.string(),
        paidAt: t.arg({ type: 'DateTime' }),
        allowOverpayment: t.arg.boolean(),
        ...ownWordsArgs(t),
      },
      write: (db, payment, { app, userName }) => registerPayment(db, app.clock, payment, userName),
    }),
  ),
);

builder.mutationFields((t) =>
  inBothSpellings('attachPacPdf', (deprecationReason) =>
    mutation(t, {
      type: FileType,
      role: 'operator',
      description: 'Null when the PAC has no PDF yet.',
      deprecationReason,
      args: { sourceId: t.arg(ID), sourceType: t.arg({ type: FiscalDocumentTypeEnum, required: true }) },
      run: async ({ sourceId, sourceType }, { app, userName, effect }) => {
        await app.inTenant((db) => assertDocument(db, sourceId, sourceType));
        const file = await attachPdf(app, sourceId, userName);
        // The file is attached once, however often it is asked for; a key that was answered with none is free to ask again.
        if (file) await effect(async () => sourceId);
        return file;
      },
      answer: async (db, id) => pdfAmong(await filesOf(db, [id]))!,
    }),
  ),
);

builder.mutationFields((t) => ({
  ...endings(t, 'Invoice', {
    ...{ type: InvoiceType, answer: readInvoice, atPac: voidInvoice, here: cancelInvoice },
    ...{ description: null, isSpelledTwice: true },
  }),
  ...endings(t, 'Credit', {
    ...{ type: CreditType, answer: readCredit, atPac: voidCredit, here: cancelCredit, isSpelledTwice: true },
  }),
  createCredit: mutation(t, {
    ...CREDIT,
    args: { input: t.arg({ type: CreateCreditInput, required: true }) },
    run: ({ input }, { app, userName, hasKey, effect }) => createCredit(app, { ...input, hasKey }, userName, effect),
  }),
  convertInvoiceToDgi: mutation(t, {
    ...INVOICE,
    args: { invoiceId: t.arg(ID), payment: t.arg({ type: PaymentTermsInput }) },
    run: ({ invoiceId, payment }, { app, userName, effect }) =>
      convertInvoiceToDgi(app, { invoiceId, payment: termsAsked(payment) }, userName, effect),
  }),
  convertCreditToDgi: mutation(t, {
    ...CREDIT,
    args: { creditId: t.arg(ID) },
    run: ({ creditId }, { app, userName, effect }) => convertCreditToDgi(app, creditId, userName, effect),
  }),
}));

builder.mutationFields((t) => ({
  refundPayment: mutation(t, {
    ...INVOICE,
    args: {
      paymentId: t.arg(ID),
      amount: t.arg({ type: 'Decimal', required: true }),
      reason: t.arg.string({ required: true }),
    },
    write: (db, refund, { app, userName }) => refundPayment(db, app.clock, refund, userName),
  }),
  movePayment: mutation(t, {
    ...INVOICE,
    description: 'An overpayment, or the payment of an ended invoice, pays another invoice of the same client.',
    args: { paymentId: t.arg(ID), invoiceId: t.arg(ID), amount: t.arg({ type: 'Decimal', required: true }) },
    write: (db, move, { app, userName }) => movePayment(db, app.clock, move, userName),
  }),
  correctPayment: mutation(t, {
    ...INVOICE,
    args: {
      paymentId: t.arg(ID),
      amount: t.arg({ type: 'Decimal', required: true }),
      method: t.arg({ type: PaymentMethodEnum, required: true }),
      reference: t.arg.string(),
      paidAt: t.arg({ type: 'DateTime', description: 'Left out: as it was recorded.' }),
      reason: t.arg.string({ required: true }),
      allowOverpayment: t.arg.boolean({ description: 'As of registerPayment.' }),
    },
    write: (db, correction, { app, userName }) => correctPayment(db, app.clock, correction, userName),
  }),
  applyCredit: mutation(t, {
    ...CREDIT,
    description: "Applies the credit to its invoice's balance.",
    args: { creditId: t.arg(ID) },
    write: (db, { creditId }, { app }) => applyCredit(db, app.clock, creditId),
  }),
}));
