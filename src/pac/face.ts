// The PAC as the rest of Folio knows it, whichever it is: what may be asked of it, and what can come of that.
import type { DocumentKind } from '../fiscal/document.ts';
import type { LegalStatus } from '../fiscal/legal-status.ts';
import type { PacNeeds } from '../fiscal/pac-needs.ts';
import type { IsTooLate } from './call.ts';
import type { DownloadOutcome, FileFormat } from './download-pdf.ts';
import type { Json } from './json.ts';
import type { PacPayload } from './payload.ts';
import type { SignatureScheme } from './signature.ts';

/** Facts of a PAC that hold for every company. */
export interface PacProfile {
  readonly notices: PacNotices;
  /** How a lost answer is settled: by an id that the PAC gave and its notices, by the document's number, or by a key that we gave. */
  readonly certainty: 'ID_AND_NOTICE' | 'NUMBER' | 'OWN_KEY';
  /** The PAC's own window: that long after a submission "not there" by number is proof. Left out where nothing proves it. */
  readonly absentAfterSeconds?: number;
  /** An office is named to it by its code of four digits, and not by an id of the PAC. */
  readonly namesOfficesByCode?: true;
  /** Whether it takes documents of this type; one that it does not take is refused before it has a number. */
  takes(documentType: string): boolean;
  /** Facts that it refuses a document without, and other PACs do not. */
  readonly needs?: PacNeeds;
  /** For so many days it takes credit notes of a document; left out where nothing of it is known. */
  readonly creditDays?: number;
  /** For so many hours after its issue it voids a document; left out where nothing of it is known. */
  readonly voidHours?: number;
}

/**
 * Every call names the company that it acts for. Whatever comes of a call is a value, never an exception. An optional call is left out,
 * or answers undefined, where the PAC of the company cannot do it.
 */
export interface PacClient extends PacProfile {
  /** Sends one document, once; nothing is tried again here. `branch`: code of its office, for a PAC that has no ids of offices. */
  submit(
    kind: DocumentKind,
    companyId: string,
    payload: PacPayload,
    isTooLate?: IsTooLate,
    branch?: string,
  ): Promise<SubmissionOutcome>;
  fetchDocument(kind: DocumentKind, companyId: string, documentId: string): Promise<LookupOutcome>;
  /** Knows a document before it has an id. */
  findByNumber?(kind: DocumentKind, companyId: string, key: DocumentKey): Promise<LookupOutcome | undefined>;
  voidDocument(
    kind: DocumentKind,
    companyId: string,
    documentId: string,
    reason: string,
    isTooLate?: IsTooLate,
  ): Promise<VoidOutcome>;
  downloadPdf(url: string): Promise<DownloadOutcome>;
  downloadXml(url: string): Promise<DownloadOutcome<'xml'>>;
  /** The file itself, of a PAC that gives no addresses; one that is not there yet is `unavailable`. */
  fileByCufe?<Format extends FileFormat>(
    companyId: string,
    cufe: string,
    format: Format,
  ): Promise<DownloadOutcome<Format> | undefined>;
  /** How many documents may still be issued, where the PAC sells them by number. */
  quota?(companyId: string): Promise<QuotaOutcome | undefined>;
  checkDigit(companyId: string, ruc: string, type: 'NATURAL' | 'JURIDICO'): Promise<CheckDigitOutcome>;
  /** Has the PAC send the document, with its PDF, to one address. */
  sendByEmail(companyId: string, documentId: string, mail: Email): Promise<EmailOutcome>;
  /** Lets what is under way end, each within its time limit, and closes the connections. */
  close(): Promise<void>;
}

/** Name of a document before the PAC has seen it. */
export interface DocumentKey {
  documentType: string;
  branch: string;
  billingPoint: string;
  number: string;
  /** As it is sent: ISO 8601 with the offset -05:00. */
  issuedAt: string;
}

export interface Email {
  address: string;
  documentType: string;
  message: string;
}

/** How the PAC tells what has become of a document. */
export interface PacNotices {
  /** The header, in lower case, that proves who sent it. */
  readonly signatureHeader: string;
  /** True only for a header that was made with this secret over this very body. */
  isGenuine(
    scheme: SignatureScheme,
    secret: string | null | undefined,
    rawBody: Buffer,
    header: string | undefined,
  ): boolean;
  /** Reads a body that is genuine; it may be any JSON value. */
  read(body: unknown): Notice;
  /** Every reason that it gives. */
  reasonsOf(body: unknown): string[];
}

/** Facts of an answer about one document; null where it is silent. */
export interface PacDocument {
  documentId: string | null;
  legalStatus: LegalStatus | null;
  cufe: string | null;
  pdfUrl: string | null;
  reasons: string[];
  /** The PAC says that it was voided; its legal status stays what it was. False is no proof of the opposite. */
  isVoided: boolean;
  /** Further facts about the identity of the document; absent where the PAC shows none. */
  particulars?: Particulars;
  /** The signed XML, or the address that it lies at. */
  xml?: string;
  /** Link in the QR code of the printed page. */
  qrUrl?: string;
  /** The DGI's: under which protocol, and when where the answer says so. */
  authorization?: { protocol: string; at: Date | null };
  /** The nine digits at the end of its CUFE are the PAC's own, and not those of the payload. */
  hasOwnSecurityCode?: true;
  /** Remarks of the DGI on a document that it authorizes. */
  remarks?: string[];
}

/** As the answer spells them; each is absent where the answer is silent. */
export interface Particulars {
  number?: string;
  billingPoint?: string;
  documentType?: string;
  issuerRuc?: string;
  companyId?: string;
  issuedAt?: string;
}

export type Notice =
  | { outcome: 'ok'; documentId: string | null; cufe: string | null; legalStatus: LegalStatus; message: string | null }
  /** HTTP 400. */
  | { outcome: 'wrongType'; field: 'id' | 'cufe'; message: string }
  /** HTTP 422. */
  | { outcome: 'missingId'; message: string }
  /** HTTP 422; kept as evidence, so it still says which document it means. */
  | { outcome: 'unknownStatus'; documentId: string | null; cufe: string | null; message: string };

export type SubmissionOutcome =
  /** The document is authorized, and its id and CUFE are known. */
  | { outcome: 'accepted'; document: PacDocument; raw: Json; httpStatus: number }
  /** The PAC took it, but its answer lacks the id, the CUFE or the status; asking again completes it. */
  | { outcome: 'incomplete'; document: PacDocument; raw: Json; httpStatus: number }
  | { outcome: 'rejected'; reasons: string[]; raw: Json; httpStatus: number; document?: PacDocument }
  /** The number is taken: by a document that we did not send, or by our own earlier submission whose answer was lost. */
  | { outcome: 'duplicate'; reasons: string[]; raw: Json; httpStatus: number; document?: PacDocument }
  /** Proven: nothing reached the PAC. The only failure after which the same document may be sent again. */
  | { outcome: 'notSent'; cause: string }
  | { outcome: 'refusedCredentials'; cause: string; raw: Json; httpStatus: number }
  /** The PAC, not a gateway's error page, says that it did not process this one. */
  | { outcome: 'throttled'; retryAfterSeconds: number | null; raw: Json }
  /** The PAC took nothing, for a reason that is not the document's: it rejects nothing, and the same is sent later. */
  | { outcome: 'held'; cause: string; reason: 'NO_QUOTA'; raw: Json; httpStatus: number }
  /** `httpStatus` where an answer came that says nothing of the document. */
  | { outcome: 'unknown'; cause: string; raw: Json; httpStatus?: number; retryAfterSeconds?: number | null };

export type LookupOutcome =
  | { outcome: 'found'; document: PacDocument; raw: Json }
  /** No proof that the PAC never got it: its index may lag behind. */
  | { outcome: 'notFound'; raw: Json }
  | { outcome: 'refusedCredentials'; cause: string; raw: Json; httpStatus: number }
  | { outcome: 'unavailable'; cause: string; httpStatus?: number; retryAfterSeconds: number | null; raw: Json };

export type VoidOutcome =
  | { outcome: 'voided'; document?: PacDocument; raw: Json }
  /** `alreadyVoided` when the reason is that it has been voided before, perhaps by a request whose answer was lost. */
  | {
      outcome: 'refused';
      reasons: string[];
      alreadyVoided: boolean;
      document?: PacDocument;
      raw: Json;
      httpStatus: number;
    }
  | { outcome: 'notFound'; raw: Json }
  | { outcome: 'refusedCredentials'; cause: string; raw: Json; httpStatus: number }
  | { outcome: 'throttled'; retryAfterSeconds: number | null; raw: Json }
  | { outcome: 'notSent'; cause: string }
  /** `httpStatus` where an answer came that says nothing of the document. */
  | { outcome: 'unknown'; cause: string; raw: Json; httpStatus?: number; retryAfterSeconds?: number | null };

export type CheckDigitOutcome =
  | { outcome: 'found'; checkDigit: string; receiver: string | null; type: string | null }
  /** The PAC knows no such RUC. */
  | { outcome: 'notFound'; reasons: string[] }
  | { outcome: 'refusedCredentials'; cause: string; raw: Json; httpStatus: number }
  | { outcome: 'unavailable'; cause: string; httpStatus?: number; retryAfterSeconds: number | null }
  /** The PAC looks up no RUCs; it was not asked. */
  | { outcome: 'notOffered'; cause: string };

export type QuotaOutcome =
  /** `until`: the last day that they may be used on, where the PAC says so. */
  | { outcome: 'found'; left: number; total: number; until: string | null }
  | { outcome: 'refusedCredentials'; cause: string; raw: Json; httpStatus: number }
  | { outcome: 'unavailable'; cause: string; httpStatus?: number; retryAfterSeconds: number | null };

export type EmailOutcome =
  | { outcome: 'sent'; raw: Json }
  | { outcome: 'refused'; reasons: string[]; raw: Json; httpStatus: number }
  | { outcome: 'notFound'; raw: Json }
  | { outcome: 'refusedCredentials'; cause: string; raw: Json; httpStatus: number }
  | { outcome: 'unavailable'; cause: string; httpStatus?: number; retryAfterSeconds: number | null; raw: Json };
