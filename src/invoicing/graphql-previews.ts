// Preview of an invoice or a credit; and the inputs that both have.
import { SEVERITIES, type Finding } from '../fiscal/finding.ts';
import { ReceiverTypeEnum } from '../catalog/graphql.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import type { Sentence } from '../platform/errors.ts';
import { checkRuc, type RucCheck } from './check-ruc.ts';
import { previewCredit, type CreditPreview } from './issue-credit.ts';
import type { AskedTerms } from './payment-terms.ts';
import { previewInvoice, type InvoicePreview } from './preview-invoice.ts';
import { DocumentTypeEnum } from '../certification/graphql.ts';
import { PaymentMethodEnum } from './graphql-documents.ts';
import { EXPORT_ASKED, ExportInput, TYPE_ASKED } from './graphql-export.ts';
import { billingPointArg } from './graphql-points.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';
import { ASKS_A_MINUTE } from '../graphql/limits.ts';
import { ofTenant } from '../tenancy/index.ts';

export const CreditLineInput = inputType('CreditLineInput', (t) => ({
  invoiceLineId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
}));

const InstalmentInput = inputType('InstalmentInput', (t) => ({
  dueDate: t.field({ type: 'Date', required: true }),
  amount: t.field({ type: 'Decimal', required: true }),
}));

export const PaymentPartInput = inputType('PaymentPartInput', (t) => ({
  method: t.field({ type: PaymentMethodEnum, required: true }),
  amount: t.field({ type: 'Decimal', required: true }),
  days: t.int({ description: 'Days of CREDIT only.' }),
  reference: t.string(),
}));

export const RetentionInput = inputType('RetentionInput', (t) => ({
  code: t.string({ description: "1, 2, 3, 4, 7 or 8; left out: the client's, else 2 for a GOBIERNO." }),
  amount: t.field({ type: 'Decimal', description: 'Left out: by the percentage of the code. 0: nothing is withheld.' }),
}));

export const PaymentTermsInput = inputType('PaymentTermsInput', (t) => ({
  method: t.field({ type: PaymentMethodEnum, required: true, defaultValue: 'CASH' }),
  instalments: t.field({ type: [InstalmentInput] }),
  payments: t.field({ type: [PaymentPartInput] }),
}));

/** An input that leaves its list out is one without instalments of its own. */
export function termsAsked(
  payment:
    | (Pick<AskedTerms, 'method'> & { [list in 'instalments' | 'payments']?: AskedTerms[list] | null | undefined })
    | null
    | undefined,
): AskedTerms | null | undefined {
  if (!payment) return payment;
  const { instalments, payments, ...terms } = payment;
  return { ...terms, ...(instalments ? { instalments } : {}), ...(payments ? { payments } : {}) };
}

const SeverityEnum = builder.enumType('FindingSeverity', { values: SEVERITIES });

const MarkEnum = builder.enumType('FindingMark', {
  values: { CERTAIN: { value: 'H' }, DOCUMENTED: { value: 'M' }, ASSUMED: { value: 'L' } } as const,
});

export const FindingType = objectType<Finding<Sentence>>('Finding', (t) => ({
  severity: t.expose('severity', { type: SeverityEnum }),
  ...columnsOrNull(t, 'String', 'field'),
  message: t.string({ resolve: ({ problem }, _, { say }) => say(problem) }),
  mark: t.field({ type: MarkEnum, nullable: true, resolve: ({ mark }) => mark ?? null }),
}));

const InvoicePreviewType = objectType<InvoicePreview>('InvoicePreview', (t) => ({
  ...columns(t, 'JSON', 'payload'),
  ...columns(t, 'Decimal', 'subtotal', 'tax', 'isc', 'otherTax', 'total', 'retention', 'change'),
  problems: t.stringList({ resolve: ({ problems }, _, { say }) => problems.map(say) }),
  ...columns(t, [FindingType], 'findings'),
  advice: t.stringList({ resolve: ({ advice }, _, { say }) => advice.map(say) }),
}));

const RucHolderEnum = builder.enumType('RucHolder', { values: ['NATURAL', 'JURIDICO'] as const });

const PacOnRucType = objectType<NonNullable<RucCheck['pac']>>('PacOnRuc', (t) => ({
  dv: t.exposeString('dv'),
  receiverType: t.expose('receiverType', { type: ReceiverTypeEnum, nullable: true }),
}));

const RucCheckType = objectType<RucCheck>('RucCheck', (t) => ({
  ruc: t.exposeString('ruc', { description: 'In its one spelling, where its form is known.' }),
  ...columnsOrNull(t, RucHolderEnum, 'holder'),
  dv: t.exposeString('dv', { nullable: true, description: 'The check digits, computed.' }),
  ...columns(t, 'Boolean', 'isCertain'),
  ...columnsOrNull(t, PacOnRucType, 'pac'),
  advice: t.stringList({ resolve: ({ advice }, _, { say }) => advice.map(say) }),
}));

const CreditPreviewType = objectType<CreditPreview>('CreditPreview', (t) => ({
  ...columns(t, 'Decimal', 'subtotal', 'tax', 'isc', 'otherTax', 'total', 'balance'),
  ...columns(t, [FindingType], { findings: 'Findings of the note if it is filed today.' }),
}));

builder.queryFields((t) => ({
  previewInvoice: t.field({
    type: InvoicePreviewType,
    nullable: true,
    args: {
      orderId: t.arg(ID),
      asksPac: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: `Also asks the PAC for the check digit of the RUC of the client, which takes 1/${ASKS_A_MINUTE} of the caller's requests of a minute.`,
      }),
      payment: t.arg({ type: PaymentTermsInput }),
      billingPointId: t.arg(billingPointArg),
      retention: t.arg({ type: RetentionInput }),
      documentType: t.arg({ type: DocumentTypeEnum, description: TYPE_ASKED }),
      export: t.arg({ type: ExportInput, description: EXPORT_ASKED }),
    },
    resolve: (_, { payment, ...request }, { app, viewer, charge }) => {
      const { tenant } = viewer('viewer');
      if (request.asksPac) charge(ASKS_A_MINUTE);
      return previewInvoice(ofTenant(app, tenant), { ...request, payment: termsAsked(payment) });
    },
  }),
  checkRuc: t.field({
    type: RucCheckType,
    nullable: true,
    description: 'A RUC by rule, and as the PAC knows it.',
    args: {
      ruc: t.arg.string({ required: true }),
      receiverType: t.arg({ type: ReceiverTypeEnum, required: true, defaultValue: 'CONTRIBUYENTE' }),
      asksPac: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: `Takes 1/${ASKS_A_MINUTE} of the caller's requests of a minute.`,
      }),
    },
    resolve: (_, request, { app, viewer, charge }) => {
      const { tenant } = viewer('viewer');
      if (request.asksPac) charge(ASKS_A_MINUTE);
      return checkRuc(app, tenant, request);
    },
  }),
  previewCredit: t.field({
    type: CreditPreviewType,
    nullable: true,
    description: 'Totals of createCredit for these lines; default: for all that is left to credit.',
    args: { invoiceId: t.arg(ID), lines: t.arg({ type: [CreditLineInput] }) },
    resolve: (_, request, { app, inTenant }) => inTenant((db) => previewCredit(app, db, request)),
  }),
}));
