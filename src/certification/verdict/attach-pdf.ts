// Attaches the certified PDF and its XML, once for each legal status that brings them: webhook, poll, queue and operator all end here.
import { attachFile, filesOf, forgetPlace, keysAt, storeBytes, type StoredFile } from '../../files/index.ts';
import { isAuthorized, isRejected, isTerminal } from '../../fiscal/legal-status.ts';
import { tryNow } from '../../jobs/index.ts';
import { conflict, DomainError, notFound } from '../../platform/errors.ts';
import { inTenant, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
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
export async function attachPdf(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  actor: string,
): Promise<StoredFile | null> {
  const current = await inTenant(context, tenant, (db) => knownPdf(db, documentId));
  if (isCurrent(current)) return current.pdf;
  return (await fetchFiles(context, tenant, current.document, actor))?.pdf ?? current.pdf ?? null;
}

/**
 * As soon as its verdict is there, with the document as it was read then; the queue goes on with what cannot be had yet. `place`: announced
 * with the verdict.
 */
export async function attachAtOnce(
  context: CertificationContext,
  tenant: Tenant,
  document: FiscalDocument,
  actor: string,
  place?: string,
): Promise<void> {
  const { id: documentId } = document;
  const fetched = await tryNow<unknown>(
    context.log,
    attachPdfDuty.name,
    () =>
      document.awaits_pdf
        ? fetchFiles(context, tenant, document, actor, { place })
        : attachPdfOnDuty(context, tenant, documentId, actor).then(() => true),
    { documentId },
  );
  if (fetched) return;
  await tryNow(context.log, attachPdfDuty.name, () =>
    inTenant(context, tenant, (db) => enqueueAttaching(context, db, documentId)),
  );
}

const SECOND_TRY_MS = 2_000;

function enqueueAttaching({ jobs }: CertificationContext, db: TenantDb, documentId: string): Promise<void> {
  return jobs.enqueue(db, attachPdfDuty, { tenantId: db.tenant.id, documentId }, { afterMs: SECOND_TRY_MS });
}

/** For the queue: fails while there is something to be fetched, and is done when the document was rejected meanwhile. */
export async function attachPdfOnDuty(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  actor = 'system',
): Promise<void> {
  const current = await inTenant(context, tenant, (db) => knownPdf(db, documentId));
  if (isCurrent(current) || isRejected(current.document.legal_status)) return;
  const fetched = await fetchFiles(context, tenant, current.document, actor, { isDuty: true });
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

interface Kept {
  shown: PacDocument;
  pdf: Buffer;
  xml: Buffer | { cause: string } | null;
  place: string;
  actor: string;
}

interface Fetched {
  pdf: StoredFile;
  /** Why there is no XML, where the PAC has one. */
  lacks: string | null;
}

/** `document` is as it was before the PAC is asked; undefined while the PAC has no PDF. */
async function fetchFiles(
  context: CertificationContext,
  tenant: Tenant,
  document: FiscalDocument,
  actor: string,
  { isDuty = false, place: announced }: { isDuty?: boolean; place?: string | undefined } = {},
): Promise<Fetched | undefined> {
  const documentId = document.id;
  assertPdfExpected(document);
  const pdf = await downloadPdf(context, document);
  if (!pdf) return undefined;
  if ('against' in pdf) {
    const because = `the PAC shows another document: ${pdf.against}`;
    if (document.parked_reason !== because) {
      await inTenant(context, tenant, (db) => parkDocument(db, documentId, because, actor));
    }
    throw conflict('The PDF of {number} is not attached: {because}', { number: document.number, because });
  }
  const xml = await fetchXml(context, document, pdf.shown);
  const hasXml = xml !== null && 'bytes' in xml;
  const place = await storeBytes(context, tenant, hasXml ? [pdf.bytes, xml.bytes] : [pdf.bytes], announced);
  const kept = { place, shown: pdf.shown, pdf: pdf.bytes, xml: hasXml ? xml.bytes : xml };
  const fetched = await inTenant(context, tenant, async (db) => {
    const recorded = await recordFiles(context, db, document, { ...kept, actor });
    await forgetPlace(db, documentId, place, hasXml ? 2 : 1);
    // After a restore no one else may learn of it: the request is lost, and the PAC tells of it when it is asked alone.
    const now = pdf.shown.isVoided && (await lockDocument(db, documentId));
    if (now && now.void_state === null) await recordVoid(context, db, now, pdf.shown);
    // With the PDF: no look at the documents finds one that lacks its XML.
    if (recorded.lacks !== null && !isDuty) await enqueueAttaching(context, db, documentId);
    return recorded;
  });
  if (isTerminal(document.legal_status)) context.lookAgain.forget(documentId);
  return fetched;
}

async function recordFiles(
  context: Pick<CertificationContext, 'afterCertified'>,
  db: TenantDb,
  fetchedFor: FiscalDocument,
  { shown: answer, pdf, xml, place, actor }: Kept,
): Promise<Fetched> {
  const locked = await lockDocument(db, fetchedFor.id);
  // While it awaits the page of the status that it was fetched for, no page that is there is that one.
  const isAwaited = locked.awaits_pdf && locked.legal_status === fetchedFor.legal_status;
  const current = isAwaited ? { document: locked, pdf: undefined } : await withPdf(db, locked);
  // Another caller has fetched it at this status, even if the PAC made the page twice with other bytes, or at the one that follows.
  if (isCurrent(current)) return { pdf: current.pdf, lacks: null };
  const name = (fetchedFor.cufe ?? fetchedFor.number).replaceAll(/[^A-Za-z0-9-]/g, '');
  const [pdfKey, xmlKey] = keysAt(place);
  const attach = async (filename: string, contentType: string, bytes: Buffer, storageKey: string) => {
    const { file, isNew } = await attachFile(db, fetchedFor.id, { filename, contentType, bytes, storageKey });
    return { file, isNew, told: { fileId: file.id, filename, byteSize: bytes.length, sha256: file.sha256 } };
  };
  const lacks = xml && 'cause' in xml ? xml.cause : null;
  if (xml instanceof Buffer) {
    const { file, isNew, told: event } = await attach(`${name}.xml`, XML, xml, xmlKey);
    if (isNew) {
      await addEvent(db, fetchedFor.id, 'XML_ATTACHED', actor, event);
      await recordCertified(context, db, locked, { id: file.id, bytes: xml, actor });
    }
  }
  await noteRemarks(db, fetchedFor.id, answer.remarks, actor);
  const answered = { ...newlyAnswered(locked, answer), awaits_xml: lacks !== null };
  // One of the status before is there already, and another caller fetches the one of this status.
  const isOvertaken = current.pdf !== undefined && locked.legal_status !== fetchedFor.legal_status;
  if (current.pdf !== undefined && (isOvertaken || hasCurrentPdf(current))) {
    await changeDocument(db, fetchedFor.id, answered);
    return { pdf: current.pdf, lacks };
  }
  const { file, isNew, told: noted } = await attach(`${name}.pdf`, PDF, pdf, pdfKey);
  const awaitsPdf = locked.legal_status !== fetchedFor.legal_status && isAuthorized(locked.legal_status);
  const evidence = { ...noted, ...newlyAnswered(locked, answer) };
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
): Promise<{ bytes: Buffer; shown: PacDocument } | { against: string } | undefined> {
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
    if (download.outcome === 'pdf') return { bytes: download.bytes, shown: looked.document };
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
  shown: PacDocument,
): Promise<DownloadOutcome | undefined> {
  if (shown.pdfUrl !== null) return pac.downloadPdf(shown.pdfUrl);
  const named = shown.cufe ?? cufe;
  return named === null ? undefined : pac.fileByCufe?.(companyId!, named, 'pdf');
}
