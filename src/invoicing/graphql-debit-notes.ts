// Debit notes as the contract shows them, and what can be done with them.
import type { Fields } from '../graphql/columns.ts';
import { builder, inputType, objectType, type InputFields } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { pageType } from '../graphql/lists.ts';
import { allByKey, oneByKey } from '../graphql/lookup.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ownWordsInput } from '../graphql/own-words.ts';
import { add } from '../platform/decimal.ts';
import { byExternalId, clientById, ClientType, itemById, ItemType } from '../catalog/graphql.ts';
import { sumsField } from '../sales/graphql.ts';
import {
  debitNotesOfInvoices,
  linesOfDebitNotes,
  readDebitNote,
  type DebitNoteLine,
  type DebitNoteRecord,
} from './debit-note-records.ts';
import { debitNoteActions } from './document-actions.ts';
import { cancelDebitNote } from './end-debit-note.ts';
import { endings } from './graphql-acts.ts';
import { documentType, GenerationModeEnum } from './graphql-document-fields.ts';
import { actionsField } from './graphql-actions.ts';
import { InvoiceType, legalArguments } from './graphql-documents.ts';
import { createDebitNote } from './issue-debit-note.ts';
import { DOCUMENT_LISTS, listDocuments } from './list-documents.ts';
import { readInvoices } from './records.ts';
import { voidDebitNote } from './void-document.ts';
import { columns, recordOf, recordOrNull, recordsOf } from '../graphql/columns.ts';
import { byId, ID } from '../graphql/roots.ts';

export const DebitStatusEnum = builder.enumType('DebitStatus', {
  values: ['ISSUED', 'REJECTED', 'CANCELED', 'VOID'] as const,
});

const invoiceById = oneByKey('Invoice', readInvoices, ({ id }) => id);
const notesOfInvoice = allByKey(debitNotesOfInvoices, (note) => note.invoice_id ?? '');
const linesOfNote = allByKey(linesOfDebitNotes, (line) => line.debit_note_id);

export const DebitNoteLineType = objectType<DebitNoteLine>('DebitNoteLine', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  invoiceLineId: t.expose('invoice_line_id', { type: 'UUID', nullable: true }),
  item: recordOrNull(t, ItemType, itemById, 'item_id'),
  description: t.exposeString('description'),
  ...columns(t, 'Decimal', 'quantity', 'unit_price', 'tax_rate'),
  total: t.field({ type: 'Decimal', description: 'With tax.', resolve: (line) => add(line.net, line.tax) }),
}));

/** Fields that debit notes and generic credits share. */
export function noteFields(t: Fields<DebitNoteRecord>) {
  return {
    client: recordOf(t, ClientType, clientById, 'client_id'),
    lines: recordsOf(t, DebitNoteLineType, linesOfNote),
    reason: t.exposeString('reason'),
    actions: actionsField(
      t,
      () => Promise.resolve(),
      (note, _, asking) => debitNoteActions(note, asking),
    ),
  };
}

/** Input that a note of any kind takes, beside what it is about and its lines. */
export const noteInput = (t: InputFields) => ({
  mode: t.field({ type: GenerationModeEnum, required: true, defaultValue: 'DGI' }),
  reason: t.string({ required: true }),
  ...ownWordsInput(t),
});

/** Input of a line of a note, beside its price. */
export const noteLineInput = (t: InputFields) => ({
  itemId: t.field({ type: 'UUID' }),
  description: t.string(),
  quantity: t.field({ type: 'Decimal', required: true, defaultValue: '1' }),
  taxRate: t.field({ type: 'Decimal', description: 'ITBMS in per cent.' }),
});

export const DebitNoteType = documentType<DebitNoteRecord>('DebitNote', (t) => ({
  ...noteFields(t),
  debitStatus: t.expose('debit_status', { type: DebitStatusEnum }),
  invoice: recordOrNull(t, InvoiceType, invoiceById, 'invoice_id'),
}));

builder.objectField(InvoiceType, 'debitNotes', (t) => recordsOf(t, DebitNoteType, notesOfInvoice));

const DebitNotePage = pageType('DebitNotePage', DebitNoteType);
sumsField(DebitNotePage, DOCUMENT_LISTS.debitNotes);

builder.queryFields((t) => ({
  debitNote: byId(t, DebitNoteType, readDebitNote),
  debitNoteByExternalId: byExternalId(t, DebitNoteType, 'debit_notes', readDebitNote),
  debitNotes: t.field({
    type: DebitNotePage,
    args: { ...legalArguments(t.arg), debitStatus: t.arg({ type: DebitStatusEnum }) },
    resolve: (_, { debitStatus: status, ...args }, { inTenant }) =>
      inTenant((db) => listDocuments<DebitNoteRecord>(db, 'debitNotes', { ...withinBounds(args), status })),
  }),
}));

const DebitNoteLineInput = inputType('DebitNoteLineInput', (t) => ({
  invoiceLineId: t.field({ type: 'UUID' }),
  ...noteLineInput(t),
  unitPrice: t.field({ type: 'Decimal', required: true, description: 'Before tax: what is charged more per unit.' }),
}));

const CreateDebitNoteInput = requestInput('CreateDebitNoteInput', (t) => ({
  invoiceId: t.field(ID),
  ...noteInput(t),
  lines: t.field({ type: [DebitNoteLineInput], required: true }),
  billingPointId: t.field({ type: 'UUID', description: "Point of issue; default: the invoice's point." }),
}));

builder.mutationFields((t) => ({
  createDebitNote: mutation(t, {
    type: DebitNoteType,
    role: 'operator',
    description:
      'Raises what is owed on an invoice, from its issue until it is rejected, void or canceled. No goods move.',
    args: { input: t.arg({ type: CreateDebitNoteInput, required: true }) },
    run: ({ input }, { app, userName, hasKey, effect }) => createDebitNote(app, { ...input, hasKey }, userName, effect),
    answer: readDebitNote,
  }),
  ...endings(t, 'DebitNote', {
    ...{ type: DebitNoteType, answer: readDebitNote, atPac: voidDebitNote, here: cancelDebitNote },
  }),
}));
