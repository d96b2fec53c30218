// Rows of certification: the legal life of documents, its evidence, and the inbox of the PAC's notices.
import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { CertifiedFacts, CertifiedField } from '../fiscal/certified.ts';
import type { DocumentKind, GenerationMode, SubmissionState } from '../fiscal/document.ts';
import type { DocumentType } from '../fiscal/document-types.ts';
import type { LegalStatus } from '../fiscal/legal-status.ts';
import type { DatedRow, EntityRow, OwnedRow } from '../platform/database.ts';

export type VoidState = 'ASKED' | 'UNKNOWN' | 'DONE';
export type RequestType = 'SUBMIT' | 'VOID';
/** PENDING: to be sent, or being sent. UNKNOWN: sent, and no answer arrived. DROPPED: taken back, or refused. */
export type RequestState = 'PENDING' | 'UNKNOWN' | 'DONE' | 'DROPPED';
export type NoticeState = 'WAITING' | 'APPLIED' | 'STALE' | 'PARKED' | 'REFUSED' | 'EXPIRED';

export interface FiscalDocumentRow extends DatedRow {
  kind: DocumentKind;
  document_type: Generated<DocumentType>;
  mode: GenerationMode;
  number: string;
  /** Number before it was filed; null where it was never a proforma, or was filed under the same number. */
  proforma_number: string | null;
  fiscal_number: string | null;
  /** Point of issue; null for a document that was not filed from here. */
  billing_point_id: string | null;
  legal_status: LegalStatus | null;
  /** State of its submission: a copy for indexes, counts and lists. A trigger keeps it, unless who writes the request has written it before. */
  submission_state: SubmissionState;
  document_id: string | null;
  cufe: string | null;
  expected_cufe: string | null;
  cufe_key: string | null;
  /** The PDF of its present legal status is still to be attached. */
  awaits_pdf: Generated<boolean>;
  /** The PAC has an XML of it that could not be fetched yet. */
  awaits_xml: Generated<boolean>;
  /** Link in the QR code of its printed page, and the DGI's protocol of authorization, as the PAC tells them. */
  qr_url: Generated<string | null>;
  authorization_protocol: Generated<string | null>;
  authorized_at: Generated<Date | null>;
  /** Its invoice or credit is canceled; a trigger follows their `canceled_at`. */
  is_canceled: Generated<boolean>;
  /** Null: from before it was written down. */
  environment: 'TEST' | 'PRODUCTION' | null;
  pac_company_id: string | null;
  pac_input: unknown;
  pac_response: unknown;
  rejection_reasons: Generated<string[]>;
  parked_reason: string | null;
  poll_count: Generated<number>;
  created_by: string;
  settled_at: Date | null;
  /** The contingency that it was made in; it is sent when that has ended. */
  contingency_id: Generated<string | null>;
  /** State of its void request: also a copy. */
  void_state: ColumnType<VoidState | null, never, never>;
}

export const FISCAL_DOCUMENT_COLUMNS = `tenant_id id kind document_type mode number proforma_number
  fiscal_number billing_point_id legal_status submission_state document_id cufe expected_cufe cufe_key awaits_pdf awaits_xml
  qr_url authorization_protocol authorized_at is_canceled environment pac_company_id pac_input pac_response rejection_reasons
  parked_reason poll_count created_by created_at settled_at contingency_id void_state`.split(
  /\s+/,
) as (keyof FiscalDocumentRow)[];

/** A question or command to the PAC about a document. It changes only while the document's row is locked. */
export interface PacRequestRow extends OwnedRow {
  document_id: string;
  what: RequestType;
  state: RequestState;
  reason: string | null;
  asked_by: string;
  asked_at: Date;
  /** Committed before the first byte may leave; it also names the attempt. */
  started_at: Date | null;
  lease_until: Date | null;
  not_before: Date | null;
  attempts: Generated<number>;
}

/** Written once; it is explained while it is open, and ended once. */
export interface ContingencyRow extends DatedRow {
  started_at: Date;
  reason: string;
  /** Why normal operation was not resumed in time. */
  explanation: string | null;
  started_by: string;
  ended_at: Generated<Date | null>;
  ended_by: Generated<string | null>;
}

export interface DocumentEventRow extends EntityRow {
  document_id: string;
  at: Generated<Date>;
  kind: string;
  actor: string;
  detail: Generated<unknown>;
}

export interface PacNoticeRow extends EntityRow {
  digest: string;
  body: unknown;
  pac_document_id: string | null;
  cufe: string | null;
  legal_status: string | null;
  state: NoticeState;
  outcome: string | null;
  document_id: string | null;
  deliveries: Generated<number>;
  received_at: Generated<Date>;
  processed_at: Date | null;
}

/** Content of the newest signed XML of a document. Without amounts it could not be read. */
export interface CertifiedDocumentRow {
  tenant_id: string;
  document_id: string;
  file_id: string;
  net: string | null;
  itbms: string | null;
  isc: string | null;
  total: string | null;
  facts: ColumnType<Partial<CertifiedFacts> & { unreadable?: string }, RawBuilder<never>, RawBuilder<never>>;
  differs_by: CertifiedField[];
}

/** Breaker of the PAC (company '') or of a company: the silence that all processes know of. */
export interface PacBreakerRow {
  base_url: string;
  company_id: string;
  breaker: unknown;
}

declare module '../platform/database.ts' {
  interface Database {
    pac_breakers: PacBreakerRow;
    fiscal_documents: FiscalDocumentRow;
    pac_requests: PacRequestRow;
    contingencies: ContingencyRow;
    document_events: DocumentEventRow;
    pac_notices: PacNoticeRow;
    certified_documents: CertifiedDocumentRow;
  }
}
