// Notes about invoices that are not here: on paper, or of a fiscal printer.
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { pageType } from '../graphql/lists.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { sumsField } from '../sales/graphql.ts';
import { readDebitNote, readGenericCredit, type DebitNoteRecord } from './debit-note-records.ts';
import { cancelDebitNote } from './end-debit-note.ts';
import { endings } from './graphql-acts.ts';
import { DebitNoteType, DebitStatusEnum, noteFields, noteInput, noteLineInput } from './graphql-debit-notes.ts';
import { documentType } from './graphql-document-fields.ts';
import { legalArguments } from './graphql-documents.ts';
import { billingPointArg } from './graphql-points.ts';
import { createGenericNote } from './issue-generic-note.ts';
import { DOCUMENT_LISTS, listDocuments } from './list-documents.ts';
import type { PaperReference } from './tables.ts';
import { voidDebitNote } from './void-document.ts';
import { byId, ID } from '../graphql/roots.ts';

const PaperKindEnum = builder.enumType('PaperKind', { values: ['PAPER', 'PRINTER'] as const });

const PaperReferenceType = objectType<PaperReference>('PaperReference', (t) => ({
  kind: t.expose('kind', { type: PaperKindEnum }),
  number: t.exposeString('number'),
  date: t.expose('date', { type: 'Date' }),
}));

export const GenericCreditType = documentType<DebitNoteRecord>('GenericCredit', (t) => ({
  ...noteFields(t),
  status: t.expose('debit_status', { type: DebitStatusEnum }),
}));

for (const type of [GenericCreditType, DebitNoteType]) {
  builder.objectField(type, 'reference', (t) =>
    t.field({
      type: PaperReferenceType,
      nullable: true,
      description: 'The invoice that it is about, where that is not here.',
      resolve: (note) => note.reference,
    }),
  );
}

const GenericCreditPage = pageType('GenericCreditPage', GenericCreditType);
sumsField(GenericCreditPage, DOCUMENT_LISTS.genericCredits);

builder.queryFields((t) => ({
  genericCredit: byId(t, GenericCreditType, readGenericCredit),
  genericCredits: t.field({
    type: GenericCreditPage,
    args: { ...legalArguments(t.arg), status: t.arg({ type: DebitStatusEnum }) },
    resolve: (_, args, { inTenant }) =>
      inTenant((db) => listDocuments<DebitNoteRecord>(db, 'genericCredits', withinBounds(args))),
  }),
}));

const PaperReferenceInput = inputType('PaperReferenceInput', (t) => ({
  kind: t.field({ type: PaperKindEnum, required: true, defaultValue: 'PAPER' }),
  number: t.string({ required: true, description: 'At most 22 characters.' }),
  date: t.field({ type: 'Date', required: true, description: 'The day of its issue.' }),
}));

const GenericNoteLineInput = inputType('GenericNoteLineInput', (t) => ({
  ...noteLineInput(t),
  unitPrice: t.field({ type: 'Decimal', required: true }),
}));

const GenericNoteInput = requestInput('GenericNoteInput', (t) => ({
  clientId: t.field(ID),
  reference: t.field({ type: PaperReferenceInput, required: true }),
  ...noteInput(t),
  lines: t.field({ type: [GenericNoteLineInput], required: true }),
  billingPointId: t.field(billingPointArg),
}));

builder.mutationFields((t) => ({
  createGenericCredit: mutation(t, {
    type: GenericCreditType,
    role: 'operator',
    description: 'A credit note about an invoice that is not here (type 06). No goods move.',
    args: { input: t.arg({ type: GenericNoteInput, required: true }) },
    run: ({ input }, { app, userName, hasKey, effect }) =>
      createGenericNote(app, { ...input, type: '06', hasKey }, userName, effect),
    answer: readGenericCredit,
  }),
  createGenericDebitNote: mutation(t, {
    type: DebitNoteType,
    role: 'operator',
    description: 'A debit note about an invoice that is not here (type 07). No goods move.',
    args: { input: t.arg({ type: GenericNoteInput, required: true }) },
    run: ({ input }, { app, userName, hasKey, effect }) =>
      createGenericNote(app, { ...input, type: '07', hasKey }, userName, effect),
    answer: readDebitNote,
  }),
  ...endings(t, 'GenericCredit', {
    ...{ type: GenericCreditType, answer: readGenericCredit, atPac: voidDebitNote, here: cancelDebitNote },
  }),
}));
