// The PAC's JSON: what it answers in its several shapes, and what its notices say.
import type { DocumentKind } from '../../fiscal/document.ts';
import { isAuthorized, isRejected, LEGAL_STATUSES, type LegalStatus } from '../../fiscal/legal-status.ts';
import { isRecord } from '../../platform/is-record.ts';
import { cut } from '../../platform/printable.ts';
import { clean, own, textOf, texts } from '../fields.ts';
import type { Notice, PacDocument, Particulars } from '../face.ts';

/** The part of the address that tells the kinds apart; the types of one kind share it. */
const PATHS = { INVOICE: 'invoices', CREDIT_NOTE: 'credit-notes', DEBIT_NOTE: 'debit-notes' } as const satisfies Record<
  DocumentKind,
  string
>;

export function documentPath(kind: DocumentKind): (typeof PATHS)[DocumentKind] {
  return PATHS[kind];
}

const PARTICULARS: Record<keyof Particulars, string[]> = {
  number: ['documentNumber', 'numeration'],
  billingPoint: ['billingPoint'],
  documentType: ['documentType'],
  issuerRuc: ['companyIdentification'],
  companyId: ['idCompany'],
  issuedAt: ['documentIssueDate', 'issueDate'],
};

const MAX_ID_LENGTH = 200;
/** An id of a PAC is one word. */
const ID = /^[\x21-\x7e]+$/;

/** Reads an answer whose document is bare or inside `document`; fields that we do not know are left alone. */
export function parseDocument(body: unknown): PacDocument {
  const document = own(body, 'document');
  const source = isRecord(document) ? document : body;
  const legalStatus = legalStatusOf(source);
  return {
    documentId: idOf(source),
    legalStatus,
    cufe: textOf(source, 'cufe', 200),
    pdfUrl: textOf(source, 'pdf', 8000),
    // "message" beside an accepted document is a greeting ("created"), no reason for anything.
    reasons: collectReasons(body, isRejected(legalStatus)),
    isVoided: /^(cancel+ed|void(ed)?|anulad[oa])$/i.test(textOf(source, 'status', 50) ?? ''),
    ...particularsOf(source),
    ...shownBy(source),
    ...(isAuthorized(legalStatus) ? remarksIn(source) : {}),
  };
}

/** The authorization itself, which the DGI says in the same list. */
const AUTHORIZED = /\(0260\b|^autorizado el uso de la fe\b/i;

function remarksIn(source: unknown): { remarks?: string[] } {
  const remarks = new Set<string>();
  addEntries(remarks, own(source, 'governmentResponse'));
  const others = [...remarks].filter((one) => !AUTHORIZED.test(one));
  return others.length > 0 ? { remarks: others } : {};
}

/** Files and data beside the verdict; the container of the XML holds the DGI's answer as well, so it comes first. */
function shownBy(source: unknown): Pick<PacDocument, 'xml' | 'qrUrl' | 'authorization'> {
  const xml = [own(source, 'containerXml'), own(source, 'xml')].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  const qrUrl = textOf(source, 'qr', 2000);
  const reason = own(source, 'authorizationProtocol');
  const protocol = Number.isSafeInteger(reason) ? String(reason) : textOf(source, 'authorizationProtocol', 100);
  // The field of the date is assumed.
  const at = new Date(textOf(source, 'authorizationDate', 50) ?? '');
  return {
    ...(xml === undefined ? {} : { xml }),
    ...(qrUrl !== null && /^https?:\/\//.test(qrUrl) && URL.canParse(qrUrl) ? { qrUrl } : {}),
    ...(protocol === null ? {} : { authorization: { protocol, at: Number.isNaN(at.getTime()) ? null : at } }),
  };
}

function particularsOf(source: unknown): { particulars?: Particulars } {
  const found = Object.entries(PARTICULARS).flatMap(([name, fields]) => {
    const values = fields.map((field) => own(source, field)).filter((value) => value !== undefined && value !== null);
    const value = typeof values[0] === 'number' ? String(values[0]) : values[0];
    return typeof value === 'string' && value.trim() !== '' ? [[name, cut(clean(value), 100)]] : [];
  });
  return found.length === 0 ? {} : { particulars: Object.fromEntries(found) as Particulars };
}

// A number beyond 2^53 has been rounded by the time that we see it, and names another document.
function idOf(source: unknown): string | null {
  const id = own(source, 'id');
  if (Number.isSafeInteger(id) && (id as number) > 0) return String(id);
  const text = textOf(source, 'id', MAX_ID_LENGTH);
  return text !== null && ID.test(text) ? text : null;
}

// A processing `status` stands beside it and says "FINISHED" and the like; only `legalStatus` is a verdict.
function legalStatusOf(source: unknown): LegalStatus | null {
  const value = own(source, 'legalStatus');
  return LEGAL_STATUSES.find((status) => status === value) ?? null;
}

const MAX_REASONS = 50;
const MAX_REASON_LENGTH = 1000;

/** Every error text that an answer carries, whichever of its shapes the PAC chose; [] when there is none. */
export function parseReasons(body: unknown): string[] {
  return collectReasons(body, true);
}

function collectReasons(body: unknown, withMessage: boolean): string[] {
  const reasons = new Set<string>();
  if (withMessage && Array.isArray(body)) addEntries(reasons, body);
  const document = own(body, 'document');
  for (const source of isRecord(document) ? [body, document] : [body]) {
    for (const list of ['errors', 'response', 'governmentResponse']) addEntries(reasons, own(source, list));
    addByField(reasons, own(source, 'errors'));
    // Around a document, "message" is the envelope's greeting; it counts only where nothing else says why.
    const isGreeting = source === body && isRecord(document) && collectReasons(document, true).length > 0;
    if (!withMessage || isGreeting) continue;
    addEntry(reasons, source);
    // {statusCode, message: "…", error: "Bad Request"}: there `error` only names the status; alone it is the reason.
    if (texts(own(source, 'message')).length === 0) addEntries(reasons, own(source, 'error'));
  }
  return [...reasons].slice(0, MAX_REASONS);
}

function addEntries(reasons: Set<string>, entries: unknown): void {
  if (Array.isArray(entries)) {
    for (const entry of entries.slice(0, MAX_REASONS)) addEntries(reasons, entry);
  } else if (typeof entries === 'string') {
    addReason(reasons, entries, '');
  } else {
    addEntry(reasons, entries);
  }
}

/** {"receiver.ruc": ["is required"]} */
function addByField(reasons: Set<string>, errors: unknown): void {
  if (!isRecord(errors) || own(errors, 'message') !== undefined) return;
  for (const [field, entry] of Object.entries(errors).slice(0, MAX_REASONS)) {
    for (const text of texts(entry)) addReason(reasons, text, field);
  }
}

function addEntry(reasons: Set<string>, entry: unknown): void {
  const details = [own(entry, 'code'), own(entry, 'field')].filter(
    (detail): detail is string | number => (typeof detail === 'string' && detail !== '') || typeof detail === 'number',
  );
  for (const text of texts(own(entry, 'message'))) addReason(reasons, text, details.join(', '));
}

function addReason(reasons: Set<string>, text: string, details: string): void {
  const reason = cut(clean(details === '' ? text : `${text.trim()} (${details})`), MAX_REASON_LENGTH);
  if (reason !== '') reasons.add(reason);
}

/** Reads a notice whose signature has been verified and whose JSON has been parsed; it may be any JSON value. */
export function parseNotice(body: unknown): Notice {
  for (const field of ['id', 'cufe'] as const) {
    const value = own(body, field);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || value.length > MAX_ID_LENGTH || value.includes('\0')) {
      return {
        outcome: 'wrongType',
        field,
        message: `"${field}" must be a text of at most ${MAX_ID_LENGTH} characters`,
      };
    }
  }
  const documentId = textOf(body, 'id', MAX_ID_LENGTH);
  const cufe = textOf(body, 'cufe', MAX_ID_LENGTH);
  if (documentId === null && cufe === null) {
    return { outcome: 'missingId', message: 'a notice must name a document by "id" or "cufe"' };
  }
  const legalStatus = legalStatusOf(body);
  if (legalStatus === null) {
    const message = `"legalStatus" must be one of ${LEGAL_STATUSES.join(', ')}`;
    return { outcome: 'unknownStatus', documentId, cufe, message };
  }
  const message = cut(clean(texts(own(body, 'message')).join('; ')), MAX_REASON_LENGTH);
  return { outcome: 'ok', documentId, cufe, legalStatus, message: message === '' ? null : message };
}
