// What every document has in the contract: its legal life, what it comes to and what is kept of it.
import { environmentOf, pdfAmong } from '../certification/index.ts';
import { DocumentTypeEnum, LegalStatusEnum, SubmissionStateEnum, VoidStateEnum } from '../certification/graphql.ts';
import { filesOfSource, FileType } from '../files/graphql.ts';
import { GENERATION_MODES } from '../fiscal/document.ts';
import { builder } from '../graphql/builder.ts';
import { ownWords } from '../graphql/own-words.ts';
import { PacEnvironmentEnum } from '../graphql/viewer.ts';
import { evidence } from '../texts/evidence.ts';
import type { InvoicingContext } from './context.ts';
import type { LegalLife } from './records.ts';

declare module '../graphql/context.ts' {
  interface App extends InvoicingContext {}
}

export const GenerationModeEnum = builder.enumType('GenerationMode', {
  description:
    'DGI: certified through the PAC. PROFORM: internal, never sent. DGI_IMPORT: certified elsewhere, recorded here, never sent.',
  values: GENERATION_MODES,
});

export type SchemaTypes = (typeof builder)['$inferSchemaTypes'];

/** Of the legal row and of each business row alike. */
interface DocumentRecord extends LegalLife {
  id: string;
  subtotal: string;
  tax: string;
  total: string;
  issued_at: Date;
  voided_at: Date | null;
  void_reason: string | null;
  external_id: string | null;
  metadata: unknown;
  updated_at: Date;
}

export const documentFields = <Row extends DocumentRecord>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>,
) => ({
  id: t.field({ type: 'UUID', resolve: ({ id }) => id }),
  number: t.string({ resolve: ({ number }) => number }),
  proformaNumber: t.string({
    nullable: true,
    description: 'The number that it had before it was filed.',
    resolve: ({ proforma_number }) => proforma_number,
  }),
  mode: t.field({ type: GenerationModeEnum, resolve: ({ mode }) => mode }),
  documentType: t.field({ type: DocumentTypeEnum, resolve: ({ document_type }) => document_type }),
  legalStatus: t.field({ type: LegalStatusEnum, nullable: true, resolve: ({ legal_status }) => legal_status }),
  submissionState: t.field({ type: SubmissionStateEnum, resolve: ({ submission_state }) => submission_state }),
  environment: t.field({
    type: PacEnvironmentEnum,
    resolve: (document, _, { app }) => environmentOf(document, app.certification.environment),
  }),
  documentId: t.string({ nullable: true, resolve: ({ document_id }) => document_id }),
  cufe: t.string({
    nullable: true,
    description: 'As the PAC has told it; null until it has.',
    resolve: ({ cufe }) => cufe,
  }),
  expectedCufe: t.string({
    nullable: true,
    description: 'Computed before the document is sent; what it can be looked for by while the PAC has told none.',
    resolve: ({ expected_cufe }) => expected_cufe,
  }),
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
  rejectionReasons: t.stringList({
    description: 'What the PAC or the DGI objected to; empty unless rejected.',
    resolve: ({ rejection_reasons }) => rejection_reasons,
  }),
  parkedReason: t.string({
    nullable: true,
    description: 'Why the document waits for an operator; null unless it does.',
    resolve: ({ parked_reason }, _, { say }) => parked_reason && say(evidence(parked_reason)),
  }),
  subtotal: t.field({ type: 'Decimal', resolve: ({ subtotal }) => subtotal }),
  tax: t.field({ type: 'Decimal', resolve: ({ tax }) => tax }),
  total: t.field({ type: 'Decimal', resolve: ({ total }) => total }),
  pdf: t.field({
    type: FileType,
    nullable: true,
    description: 'The certified PDF, once attached.',
    resolve: async ({ id }, _, { load }) => pdfAmong(await load(filesOfSource, id)) ?? null,
  }),
  files: t.field({ type: [FileType], resolve: ({ id }, _, { load }) => load(filesOfSource, id) }),
  issuedAt: t.field({ type: 'DateTime', resolve: ({ issued_at }) => issued_at }),
  voidState: t.field({ type: VoidStateEnum, nullable: true, resolve: ({ void_state }) => void_state }),
  voidedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ voided_at }) => voided_at }),
  voidReason: t.string({ nullable: true, resolve: ({ void_reason }) => void_reason }),
  ...ownWords(t),
});
