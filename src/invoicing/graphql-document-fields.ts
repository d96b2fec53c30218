// Fields of every document in the contract: its legal life, its totals and its evidence.
import type { FieldMap } from '@pothos/core';
import type { Fields } from '../graphql/columns.ts';
import { environmentOf, pdfAmong } from '../certification/index.ts';
import { DocumentTypeEnum, LegalStatusEnum, SubmissionStateEnum, VoidStateEnum } from '../certification/graphql.ts';
import { filesOfSource, FileType } from '../files/graphql.ts';
import { GENERATION_MODES } from '../fiscal/document.ts';
import { builder } from '../graphql/builder.ts';
import { columns, columnsOrNull, evidenceColumns, recordsOf } from '../graphql/columns.ts';
import { ownWords } from '../graphql/own-words.ts';
import { ClientType } from '../catalog/graphql.ts';
import { PacEnvironmentEnum, PacMakeEnum } from '../company/graphql.ts';
import { USUAL_MAKE } from '../pac/index.ts';
import { makeOfCompany } from '../tenancy/index.ts';
import type { InvoicingContext } from './context.ts';
import { listOf } from './list-documents.ts';
import { DocumentActionType } from './graphql-actions.ts';
import { DocumentLinkType, linkOfDocument } from './graphql-links.ts';
import type { InvoiceRecord, LegalLife } from './records.ts';

declare module '../graphql/context.ts' {
  interface App extends InvoicingContext {}
}

export const GenerationModeEnum = builder.enumType('GenerationMode', { values: GENERATION_MODES });

/** Fields of the legal row and of each business row alike. */
export interface DocumentRecord
  extends
    LegalLife,
    Pick<InvoiceRecord, 'id' | 'subtotal' | 'tax' | 'total' | 'certified_more' | 'issued_at' | 'voided_at'>,
    Pick<InvoiceRecord, 'void_reason' | 'external_id' | 'metadata' | 'updated_at'> {}

function documentFields(t: Fields<DocumentRecord>) {
  return {
    ...columns(t, 'UUID', 'id'),
    ...columns(t, 'String', 'number'),
    ...columnsOrNull(t, 'String', 'document_id', 'void_reason', 'proforma_number', 'cufe', 'expected_cufe'),
    ...columns(t, 'Decimal', 'subtotal', 'tax', 'total', 'certified_more'),
    ...columns(t, 'DateTime', 'issued_at'),
    ...columnsOrNull(t, 'DateTime', 'voided_at'),
    mode: t.expose('mode', { type: GenerationModeEnum }),
    documentType: t.expose('document_type', { type: DocumentTypeEnum }),
    legalStatus: t.expose('legal_status', { type: LegalStatusEnum, nullable: true }),
    submissionState: t.expose('submission_state', { type: SubmissionStateEnum }),
    voidState: t.expose('void_state', { type: VoidStateEnum, nullable: true }),
    environment: t.field({
      type: PacEnvironmentEnum,
      resolve: (document, _, { app }) => environmentOf(document, app.certification.environment),
    }),
    pacMake: t.field({
      type: PacMakeEnum,
      nullable: true,
      description: 'Make of the PAC that it was sent to, or is to be sent to; everything about it goes to that one.',
      resolve: ({ pac_company_id: companyId }, _, { viewer }) =>
        companyId === null ? null : (makeOfCompany(viewer().tenant, companyId) ?? USUAL_MAKE),
    }),
    pacCompanyId: t.exposeString('pac_company_id', { nullable: true, description: 'Company that it is there for.' }),
    // As large as the document has lines, and written as a whole.
    pacInput: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ pac_input }, _, { answer }) => answer.addJson(pac_input),
    }),
    pacResponse: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ pac_response }, _, { answer }) => answer.addJson(pac_response),
    }),
    rejectionReasons: t.exposeStringList('rejection_reasons'),
    ...evidenceColumns(t, 'parked_reason'),
    pdf: t.field({
      type: FileType,
      nullable: true,
      description: 'The certified PDF, once attached.',
      resolve: async ({ id }, _, { load }) => pdfAmong(await load(filesOfSource, id)) ?? null,
    }),
    link: t.field({
      type: DocumentLinkType,
      nullable: true,
      description: 'Page that shows it to people without an account; null where it was never shared.',
      resolve: ({ id }, _, { load }) => load(linkOfDocument, id),
    }),
    files: recordsOf(t, FileType, filesOfSource),
    ...ownWords(t as never),
    client: t.field({ type: ClientType } as never),
    actions: t.field({ type: [DocumentActionType] } as never),
  };
}

const TYPE_OF_LIST = {
  invoices: 'Invoice',
  credits: 'Credit',
  debitNotes: 'DebitNote',
  genericCredits: 'GenericCredit',
} as const;

/** Fields of each kind of document; its own type says the rest, and resolves what is not resolved here. */
export const DocumentInterface = builder.interfaceRef<DocumentRecord>('Document').implement({
  description: 'An invoice, a credit note or a debit note: its legal life and its amounts.',
  resolveType: (document) => TYPE_OF_LIST[listOf.get(document)!],
  // The builder of an interface makes the same fields as that of an object.
  fields: (t) => documentFields(t as never) as never,
});

/** A kind of document by the fields that it has beside those of each. */
export function documentType<Row extends DocumentRecord>(name: string, fields: (t: Fields<Row>) => FieldMap) {
  // The compiler cannot tell that a row that is a parameter has the fields of the interface, which its bound says.
  return builder.objectRef<Row>(name).implement({ interfaces: [DocumentInterface] as never, fields });
}
