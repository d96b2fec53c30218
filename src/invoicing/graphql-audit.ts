// Fate of each reserved number, and documents that need a person.
import { billingPointById, BillingPointType } from '../catalog/graphql.ts';
import { columns, recordOrNull } from '../graphql/columns.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { countNeedingPerson } from './needing-person.ts';
import { auditedNumbers, NUMBER_CLASSES, numberAudit, type AuditedNumber, type SeriesAudit } from './number-audit.ts';
import { pageByOffset } from '../graphql/lists.ts';

const NumberClassEnum = builder.enumType('NumberClass', { values: NUMBER_CLASSES });

const NumberCount = objectType<SeriesAudit['counts'][number]>('NumberCount', (t) => ({
  class: t.expose('class', { type: NumberClassEnum }),
  count: t.exposeInt('count'),
}));

const NumberSeriesAudit = objectType<SeriesAudit>('NumberSeriesAudit', (t) => ({
  ...columns(t, 'String', 'series'),
  billingPoint: recordOrNull(t, BillingPointType, billingPointById, 'billing_point_id'),
  reserved: t.exposeInt('reserved', { description: 'Numbers 1 up to this have been reserved.' }),
  counts: t.expose('counts', { type: [NumberCount] }),
}));

export const AuditedNumberType = objectType<AuditedNumber>('AuditedNumber', (t) => ({
  number: t.exposeString('number'),
  class: t.expose('class', { type: NumberClassEnum }),
  documentId: t.expose('documentId', { type: 'UUID', nullable: true }),
  reason: t.exposeString('reason', { nullable: true }),
}));

builder.queryFields((t) => ({
  numberAudit: t.field({
    type: [NumberSeriesAudit],
    description: 'Every reserved number of invoices and credit notes, counted by what became of it.',
    resolve: (_, _args, { inTenant }) => inTenant((db) => numberAudit(db)),
  }),
  auditedNumbers: t.field({
    type: [AuditedNumberType],
    description: 'The reserved numbers of one series, in order, each with what became of it.',
    args: {
      series: t.arg.string({ required: true }),
      class: t.arg({ type: NumberClassEnum }),
      ...pageByOffset(t.arg),
      after: t.arg.string({ description: 'The last number of the page before; offset counts from there.' }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => auditedNumbers(db, withinBounds(args))),
  }),
  documentsNeedingPerson: t.int({
    nullable: true,
    resolve: (_, _args, { inTenant }) => inTenant((db) => countNeedingPerson(db)),
  }),
}));
