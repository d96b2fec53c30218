// The month's filing.
import type { Fields } from '../graphql/columns.ts';
import { builder, objectType } from '../graphql/builder.ts';
import type { RequestContext } from '../graphql/context.ts';
import { oncePer } from '../platform/once-per.ts';
import { withinBounds } from '../graphql/limits.ts';
import { billingPointById, BillingPointType } from '../catalog/graphql.ts';
import { FiscalDocumentTypeEnum } from '../certification/graphql.ts';
import { AuditedNumberType, CertifiedFieldEnum, FiscalMonthState } from '../invoicing/graphql.ts';
import {
  certifiedMonth,
  pacsOfMonth,
  type PacOfMonth,
  type CertifiedAmounts,
  type CertifiedMonth,
  type CertifiedOtherwise,
} from './certified-month.ts';
import {
  beforeToSameDay,
  comparedTo,
  fiscalMonth,
  type Amounts,
  type DocumentsOfType,
  type FiscalMonth,
  type LateChange,
  type RateOfMonth,
  type SeriesOfMonth,
  type VoidOfMonth,
} from './fiscal-month.ts';
import { PacMakeEnum } from '../company/graphql.ts';
import { USUAL_MAKE } from '../pac/index.ts';
import { makeOfCompany } from '../tenancy/index.ts';
import { columns, columnsOrNull, recordOrNull } from '../graphql/columns.ts';

const amountFields = <Row extends Amounts>(fields: Fields<Row>) => {
  const t = fields as unknown as Fields<Amounts>;
  return { ...columns(t, 'Decimal', 'itbms', 'isc', 'otherTaxes', 'total', 'base', 'retention') };
};

const FiscalMonthNet = builder.objectRef<Amounts>('FiscalMonthNet').implement({ fields: amountFields });

const FiscalMonthRate = objectType<RateOfMonth>('FiscalMonthRate', (t) =>
  columns(t, 'Decimal', 'rate', 'base', 'itbms'),
);

const FiscalMonthDocuments = objectType<DocumentsOfType>('FiscalMonthDocuments', (t) => ({
  ...amountFields(t),
  documentType: t.exposeString('documentType', { description: 'The code of the DGI: 01 to 10.' }),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  state: t.expose('state', { type: FiscalMonthState }),
  count: t.exposeInt('count'),
  rates: t.expose('rates', { type: [FiscalMonthRate] }),
}));

const FiscalMonthChangeKind = builder.enumType('FiscalMonthChangeKind', {
  values: ['VERDICT', 'VOIDED', 'CREDITED'] as const,
});

const FiscalMonthChange = objectType<LateChange>('FiscalMonthChange', (t) => ({
  number: t.exposeString('number'),
  documentId: t.expose('documentId', { type: 'UUID' }),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  ...columns(t, FiscalMonthChangeKind, { what: 'CREDITED: by a credit note, which belongs to its own month.' }),
  at: t.expose('at', { type: 'DateTime' }),
  state: t.expose('state', { type: FiscalMonthState, description: 'State of the document for its month now.' }),
  total: t.expose('total', { type: 'Decimal' }),
}));

const FiscalMonthVoid = objectType<VoidOfMonth>('FiscalMonthVoid', (t) => ({
  ...columns(t, 'String', 'number', 'documentType'),
  documentId: t.expose('documentId', { type: 'UUID' }),
  ...columns(t, 'Date', 'issueDay', 'voidedDay'),
  total: t.expose('total', { type: 'Decimal' }),
}));

const FiscalMonthCertified = objectType<CertifiedAmounts>('FiscalMonthCertified', (t) =>
  columns(t, 'Decimal', 'base', 'itbms', 'isc', 'total'),
);

const FiscalMonthDiffering = objectType<CertifiedOtherwise>('FiscalMonthDiffering', (t) => ({
  number: t.exposeString('number'),
  documentId: t.expose('documentId', { type: 'UUID' }),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  differsBy: t.expose('differsBy', { type: [CertifiedFieldEnum], description: 'Fields that differ.' }),
  ...columnsOrNull(t, 'Decimal', 'difference'),
}));

const FiscalMonthFiles = objectType<CertifiedMonth>('FiscalMonthFiles', (t) => ({
  count: t.exposeInt('count', { description: 'Documents that count and have an XML that can be read.' }),
  withoutFile: t.exposeInt('withoutFile', { description: 'Documents that count by the ledger alone.' }),
  ...columns(t, [FiscalMonthDiffering], 'differing'),
}));

const ofFiles = oncePer((month: FiscalMonth, { inTenant }: RequestContext) =>
  inTenant((db) => certifiedMonth(db, month)),
);

const FiscalMonthPac = objectType<PacOfMonth>('FiscalMonthPac', (t) => ({
  companyId: t.exposeString('companyId', { nullable: true, description: 'Null: certified elsewhere.' }),
  make: t.field({
    type: PacMakeEnum,
    nullable: true,
    resolve: ({ companyId }, _, { viewer }) =>
      companyId === null ? null : (makeOfCompany(viewer().tenant, companyId) ?? USUAL_MAKE),
  }),
  count: t.exposeInt('count'),
  total: t.expose('total', { type: 'Decimal', description: 'Credit notes are taken from it.' }),
}));

const FiscalMonthRetention = objectType<FiscalMonth['retentions'][number]>('FiscalMonthRetention', (t) => ({
  code: t.exposeString('code'),
  amount: t.expose('amount', { type: 'Decimal' }),
}));

const FiscalMonthSeries = objectType<SeriesOfMonth>('FiscalMonthSeries', (t) => ({
  ...columns(t, 'String', 'series', 'first', 'last'),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  billingPoint: recordOrNull(t, BillingPointType, billingPointById, 'billingPointId'),
  count: t.exposeInt('count'),
  ...columns(t, [AuditedNumberType], 'exceptions'),
}));

const FiscalMonthType = objectType<FiscalMonth>('FiscalMonth', (t) => ({
  ...columns(t, 'Date', 'from', 'to', 'dueDay'),
  ...columns(t, FiscalMonthNet, 'net', 'before'),
  beforeToSameDay: t.field({
    type: FiscalMonthNet,
    description: 'The same of the month before, up to `comparedTo`: while the month runs, like is compared with like.',
    resolve: (month, _, { inTenant, app }) => inTenant((db) => beforeToSameDay(db, month, app.clock.now())),
  }),
  comparedTo: t.field({ type: 'Date', resolve: (month, _, { app }) => comparedTo(month, app.clock.now()) }),
  certified: t.field({
    type: FiscalMonthCertified,
    description: 'The month counted from its signed XMLs alone: what is declared of these documents.',
    resolve: async (month, _, context) => (await ofFiles(month, context)).certified,
  }),
  difference: t.field({
    type: FiscalMonthCertified,
    description: 'Certified less the ledger, of the documents that have a file. To be declared: `net` and this.',
    resolve: async (month, _, context) => (await ofFiles(month, context)).difference,
  }),
  pacs: t.field({
    type: [FiscalMonthPac],
    description: 'Which PAC has certified what.',
    resolve: (month, _, { inTenant }) => inTenant((db) => pacsOfMonth(db, month)),
  }),
  files: t.field({ type: FiscalMonthFiles, resolve: (month, _, context) => ofFiles(month, context) }),
  documents: t.expose('documents', { type: [FiscalMonthDocuments] }),
  ...columns(t, [FiscalMonthRate], { rates: 'Sums by rate of invoices and debit notes, less credit notes.' }),
  ...columns(t, [FiscalMonthChange], { lateChanges: 'After `dueDay`, the latest first; at most 500.' }),
  ...columns(t, [FiscalMonthVoid], { voids: 'Documents that were issued in the month or voided in it.' }),
  retentions: t.expose('retentions', { type: [FiscalMonthRetention] }),
  series: t.expose('series', { type: [FiscalMonthSeries] }),
}));

builder.queryField('fiscalMonth', (t) =>
  t.field({
    type: FiscalMonthType,
    description: 'The month: documents, base and ITBMS by rate, credits, voids, retention and every gap explained.',
    args: { year: t.arg.int({ required: true }), month: t.arg.int({ required: true }) },
    resolve: (_, args, { inTenant }) => inTenant((db) => fiscalMonth(db, withinBounds(args))),
  }),
);
