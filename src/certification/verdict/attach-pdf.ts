// Attaches the certified PDF and its XML, once for each legal status that brings them: webhook, poll, queue and operator all end here.
import { v7 as uuid } from 'uuid';
import { attachFile, filesOf, forgetPlace, keysAt, storeBytes, type StoredFile } from '../../files/index.ts';
import { isAuthorized, isRejected, isTerminal } from '../../fiscal/legal-status.ts';
import { tryNow } from '../../jobs/index.ts';
import { conflict, DomainError, notFound } from '../../platform/errors.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import type { DownloadOutcome, PacDocument } from '../../pac/index.ts';
import { attachPdfDuty } from '../duties.ts';
import { changeDocument, findDocument, lockDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import { addEvent, newEvent, noteRemarks } from '../timeline.ts';
import { newlyAnswered } from './answered.ts';
import { fetchXml } from './fetch-xml.ts';
import { recordCertified } from './record-certified.ts';
import { identityConflict } from './whose-answer.ts';
import { recordVoid } from '../voided.ts';

const PDF = 'application/pdf';
const XML = 'application/xml';
// A download URL expires soon; this many are requested before giving up.
const ADDRESSES = 3;

/**
 * The newest file. What was fetched at the document's present legal status is not fetched again; what was fetched before it is, and
 * is answered while the PAC has none. Null while there is none at all; CONFLICT for what the PAC never accepted.
 */
export async function attachPdf(context: TenantContext, documentId: string, actor: string): Promise<StoredFile | null> {
  const current = await context.inTenant((db) => knownPdf(db, documentId));
  if (isCurrent(current)) return current.pdf;
  return (await fetchFiles(context, current.document, actor))?.pdf ?? current.pdf ?? null;
}

/**
 * As soon as its verdict is there, with the document as it was read then; the queue goes on with what cannot be had yet. `coming`: files that
 * were asked for before it; else `place` was announced with the verdict.
 */
export async function attachAtOnce(
  context: TenantContext,
  document: FiscalDocument,
  actor: string,
  from: From = {},
): Promise<void> {
  const { id: documentId } = document;
  const fetched = await tryNow<unknown>(
    context.log,
    attachPdfDuty.name,
    () =>
      document.awaits_pdf
        ? fetchFiles(context, document, actor, from)
        : attachPdfOnDuty(context, documentId, actor).then(() => true),
    { documentId },
  );
  if (fetched) return;
  await tryNow(context.log, attachPdfDuty.name, () =>
    context.inTenant((db) => enqueueAttaching(context, db, documentId)),
  );
}

const SECOND_TRY_MS = 2_000;

function enqueueAttaching({ jobs }: CertificationContext, db: TenantDb, documentId: string): Promise<void> {
  return jobs.enqueue(db, attachPdfDuty, { tenantId: db.tenant.id, documentId }, { afterMs: SECOND_TRY_MS });
}

/** For the queue: fails while there is something to be fetched, and is done when the document was rejected meanwhile. */
export async function attachPdfOnDuty(context: TenantContext, documentId: string, actor = 'system'): Promise<void> {
  const current = await context.inTenant((db) => knownPdf(db, documentId));
  if (isCurrent(current) || isRejected(current.document.legal_status)) return;
  const fetched = await fetchFiles(context, current.document, actor, { isDuty: true });
  if (!fetched) throw new Error(`the PAC has no PDF of document ${documentId} yet`);
  if (fetched.lacks !== null) throw new Error(`the XML of document ${documentId} cannot be had yet: ${fetched.lacks}`);
}

interface KnownPdf {
  document: FiscalDocument;
  pdf: StoredFile | undefined;
}

async function knownPdf(db: TenantDb, documentId: string): Promise<KnownPdf> {
  const document = await findDocument(db, documentId);
  if (!document) throw notFound('Document');
  return withPdf(db, document);
}

async function withPdf(db: TenantDb, document: FiscalDocument): Promise<KnownPdf> {
  return { document, pdf: pdfAmong(await filesOf(db, [document.id])) };
}

/** The PDF; its XML may still be awaited. */
function hasCurrentPdf(current: KnownPdf): current is KnownPdf & { pdf: StoredFile } {
  const { legal_status: status, awaits_pdf: isAwaited } = current.document;
  return current.pdf !== undefined && !(isAwaited && isAuthorized(status));
}

function isCurrent(current: KnownPdf): current is KnownPdf & { pdf: StoredFile } {
  return hasCurrentPdf(current) && !current.document.awaits_xml;
}

/** Files of a document as the PAC shows it, in the store. */
export interface Brought {
  answer: PacDocument;
  pdf: Buffer;
  xml: Buffer | { cause: string } | null;
  place: string;
}

interface From {
  /** Announced for them. */
  place?: string | undefined;
  coming?: Promise<Brought | undefined> | undefined;
}

interface Fetched {
  pdf: StoredFile;
  /** Why there is no XML, where the PAC has one. */
  lacks: string | null;
}

/** Asks the PAC; undefined while it has no PDF, and a refusal where what it shows is another document. */
export async function bringFiles(
  context: TenantContext,
  document: FiscalDocument,
  actor: string,
  announced?: string,
): Promise<Brought | undefined> {
  const pdf = await downloadPdf(context, document);
  if (!pdf) return undefined;
  if ('against' in pdf) {
    const because = `the PAC shows another document: ${pdf.against}`;
    if (document.parked_reason !== because) {
      await context.inTenant((db) => parkDocument(db, document.id, because, actor));
    }
    throw conflict('The PDF of {number} is not attached: {because}', { number: document.number, because });
  }
  const xml = await fetchXml(context, document, pdf.answer);
  const hasXml = xml !== null && 'bytes' in xml;
  const place = await storeBytes(context, hasXml ? [pdf.bytes, xml.bytes] : [pdf.bytes], announced);
  return { place, answer: pdf.answer, pdf: pdf.bytes, xml: hasXml ? xml.bytes : xml };
}

/** `document` is as it was before the PAC is asked; undefined while the PAC has no PDF. */
async function fetchFiles(
  context: TenantContext,
  document: FiscalDocument,
  actor: string,
  { isDuty = false, place, coming }: From & { isDuty?: boolean } = {},
): Promise<Fetched | undefined> {
  const documentId = document.id;
  assertPdfExpected(document);
  const brought = await (coming ?? bringFiles(context, document, actor, place));
  if (!brought) return undefined;
  const fetched = await context.inTenant(async (db) => {
    const recorded = await recordFiles(context, db, document, { ...brought, actor });
    await forgetPlaceOf(db, documentId, brought);
    // After a restore no one else may learn of it: the request is lost, and the PAC tells of it when it is asked alone.
    const now = brought.answer.isVoided && (await lockDocument(db, documentId));
    if (now && now.void_state === null) await recordVoid(context, db, now, brought.answer);
    // With the PDF: no look at the documents finds one that lacks its XML.
    if (recorded.lacks !== null && !isDuty) await enqueueAttaching(context, db, documentId);
    return recorded;
  });
  if (isTerminal(document.legal_status)) context.lookAgain.forget(documentId);
  return fetched;
}

const forgetPlaceOf = (db: TenantDb, documentId: string, { place, xml }: Brought): Promise<void> =>
  forgetPlace(db, documentId, place, xml instanceof Buffer ? 2 : 1);

/** Detail of a file in the timeline. */
const toldOf = ({ id, filename, byte_size: byteSize, sha256 }: StoredFile) => ({
  fileId: id,
  filename,
  byteSize,
  sha256,
});

const nameOf = ({ cufe, number }: FiscalDocument, ending: string): string =>
  `${(cufe ?? number).replaceAll(/[^A-Za-z0-9-]/g, '')}.${ending}`;

async function attachXml(
  context: Pick<CertificationContext, 'afterCertified'>,
  db: TenantDb,
  locked: FiscalDocument,
  { bytes, place, actor }: { bytes: Buffer; place: string; actor: string },
): Promise<void> {
  const [filename, storageKey] = [nameOf(locked, 'xml'), keysAt(place)[1]];
  const { file, isNew } = await attachFile(db, locked.id, { filename, contentType: XML, bytes, storageKey });
  if (!isNew) return;
  await addEvent(db, locked.id, 'XML_ATTACHED', actor, toldOf(file));
  await recordCertified(context, db, locked, { id: file.id, bytes, actor });
}

/** For a document without a file: what its page says with the verdict; `attach` writes the files after it, in the same transaction. */
export function withVerdict(context: CertificationContext, db: TenantDb, document: FiscalDocument, brought: Brought) {
  const { answer, pdf, xml, place } = brought;
  const [id, filename] = [uuid(), nameOf(document, 'pdf')];
  const { qrUrl, authorization, remarks } = answer;
  return {
    facts: { qrUrl, authorization, remarks, attached: { fileId: id, ...newlyAnswered(document, answer) } },
    attach: async (moved: FiscalDocument, actor: string): Promise<void> => {
      if (xml instanceof Buffer) await attachXml(context, db, moved, { bytes: xml, place, actor });
      const file = { id, filename, contentType: PDF, bytes: pdf, storageKey: keysAt(place)[0] };
      await attachFile(db, document.id, file);
      await forgetPlaceOf(db, document.id, brought);
    },
  };
}

async function recordFiles(
  context: Pick<CertificationContext, 'afterCertified'>,
  db: TenantDb,
  fetchedFor: FiscalDocument,
  { answer, pdf, xml, place, actor }: Brought & { actor: string },
): Promise<Fetched> {
  const locked = await lockDocument(db, fetchedFor.id);
  // While it awaits the page of the status that it was fetched for, no page that is there is that one.
  const isAwaited = locked.awaits_pdf && locked.legal_status === fetchedFor.legal_status;
  const current = isAwaited ? { document: locked, pdf: undefined } : await withPdf(db, locked);
  // Another caller has fetched it at this status, even if the PAC made the page twice with other bytes, or at the one that follows.
  if (isCurrent(current)) return { pdf: current.pdf, lacks: null };
  const lacks = xml && 'cause' in xml ? xml.cause : null;
  if (xml instanceof Buffer) await attachXml(context, db, locked, { bytes: xml, place, actor });
  await noteRemarks(db, fetchedFor.id, answer.remarks, actor);
  const answered = { ...newlyAnswered(locked, answer), awaits_xml: lacks !== null };
  // One of the status before is there already, and another caller fetches the one of this status.
  const isOvertaken = current.pdf !== undefined && locked.legal_status !== fetchedFor.legal_status;
  if (current.pdf !== undefined && (isOvertaken || hasCurrentPdf(current))) {
    await changeDocument(db, fetchedFor.id, answered);
    return { pdf: current.pdf, lacks };
  }
  const [filename, storageKey] = [nameOf(fetchedFor, 'pdf'), keysAt(place)[0]];
  const { file, isNew } = await attachFile(db, fetchedFor.id, { filename, contentType: PDF, bytes: pdf, storageKey });
  const awaitsPdf = locked.legal_status !== fetchedFor.legal_status && isAuthorized(locked.legal_status);
  const evidence = { ...toldOf(file), ...newlyAnswered(locked, answer) };
  const event = isNew ? newEvent(db, fetchedFor.id, 'PDF_ATTACHED', actor, evidence) : undefined;
  await changeDocument(db, fetchedFor.id, { ...answered, awaits_pdf: awaitsPdf }, event);
  return { pdf: file, lacks };
}

/** Throws the refusal of `attachPacPdf`, if there is one. */
export function assertPdfExpected(document: FiscalDocument): void {
  if (!isAuthorized(document.legal_status)) {
    throw conflict('The PAC has no PDF of {number}: it is not authorized', { number: document.number });
  }
}

export function pdfAmong(files: readonly StoredFile[]): StoredFile | undefined {
  return files.findLast((file) => file.content_type === PDF);
}

export function xmlAmong(files: readonly StoredFile[]): StoredFile | undefined {
  return files.findLast((file) => file.content_type === XML);
}

/** Undefined while there is none; `against` says why what the PAC shows under our id is not ours. */
async function downloadPdf(
  context: CertificationContext,
  document: FiscalDocument,
): Promise<{ bytes: Buffer; answer: PacDocument } | { against: string } | undefined> {
  if (document.document_id === null) return undefined;
  for (let address = 1; address <= ADDRESSES; address += 1) {
    const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, document.document_id);
    if (looked.outcome !== 'found') {
      if (looked.outcome === 'notFound') return undefined;
      throw new DomainError('PAC_UNAVAILABLE', 'The PAC cannot be asked for the PDF: {cause}', { cause: looked.cause });
    }
    const against = identityConflict(document, looked.document);
    if (against !== null) return { against };
    const download = await fetchPdf(context, document, looked.document);
    if (download === undefined) return undefined;
    if (download.outcome === 'pdf') return { bytes: download.bytes, answer: looked.document };
    if (download.outcome !== 'expired') {
      throw new DomainError('PAC_UNAVAILABLE', 'The PDF could not be downloaded: {cause}', { cause: download.cause });
    }
  }
  throw new DomainError('PAC_UNAVAILABLE', 'Each address that the PAC gave for the PDF had expired already');
}

/** At the address that the PAC shows, or by the CUFE where it gives none; undefined while there is neither. */
async function fetchPdf(
  { pac }: CertificationContext,
  { pac_company_id: companyId, cufe }: FiscalDocument,
  answer: PacDocument,
): Promise<DownloadOutcome | undefined> {
  if (answer.pdfUrl !== null) return pac.downloadPdf(answer.pdfUrl);
  const named = answer.cufe ?? cufe;
  return named === null ? undefined : pac.fileByCufe?.(companyId!, named, 'pdf');
}
