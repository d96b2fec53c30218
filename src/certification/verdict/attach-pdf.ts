// Attaches the certified PDF, once for each legal status that brings one: webhook, poll, queue and operator all end here.
import { attachFile, filesOf, storeBytes, type StoredFile } from '../../files/index.ts';
import { isAuthorized, isRejected } from '../../fiscal/legal-status.ts';
import { conflict, DomainError, notFound } from '../../platform/errors.ts';
import { inTenant, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { changeDocument, findDocument, lockDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import { newEvent } from '../timeline.ts';
import { identityConflict } from './whose-answer.ts';

const PDF = 'application/pdf';
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
  const known = await inTenant(context, tenant, (db) => knownPdf(db, documentId));
  return isCurrent(known) ? known.pdf : ((await fetchPdf(context, tenant, known.document, actor)) ?? known.pdf ?? null);
}

/** As soon as its verdict is there, with the document as it was read then: what it waits for is asked for at once. */
export async function attachPdfOf(
  context: CertificationContext,
  tenant: Tenant,
  document: FiscalDocument,
  actor: string,
): Promise<void> {
  if (document.awaits_pdf) await fetchPdf(context, tenant, document, actor);
  else await attachPdf(context, tenant, document.id, actor);
}

/** For the queue: fails while there is something to be fetched, and is done when the document was rejected meanwhile. */
export async function attachPdfOnDuty(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
): Promise<void> {
  const known = await inTenant(context, tenant, (db) => knownPdf(db, documentId));
  if (isCurrent(known) || isRejected(known.document.legal_status)) return;
  const pdf = await fetchPdf(context, tenant, known.document, 'system');
  if (!pdf) throw new Error(`the PAC has no PDF of document ${documentId} yet`);
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

function isCurrent(known: KnownPdf): known is KnownPdf & { pdf: StoredFile } {
  const { legal_status: status, awaits_pdf: isAwaited } = known.document;
  return known.pdf !== undefined && !(isAwaited && isAuthorized(status));
}

/** `document` is as it was before the PAC is asked; undefined while the PAC has no PDF. */
async function fetchPdf(
  context: CertificationContext,
  tenant: Tenant,
  document: FiscalDocument,
  actor: string,
): Promise<StoredFile | undefined> {
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
  const storageKey = await storeBytes(context.files, tenant.id, pdf.bytes);
  return inTenant(context, tenant, (db) => recordPdf(db, document, { bytes: pdf.bytes, storageKey }, actor));
}

async function recordPdf(
  db: TenantDb,
  asked: FiscalDocument,
  { bytes, storageKey }: { bytes: Buffer; storageKey: string },
  actor: string,
): Promise<StoredFile> {
  const locked = await lockDocument(db, asked.id);
  const known = await withPdf(db, locked);
  // Another caller has fetched it at this status, even if the PAC made the page twice with other bytes, or at the one that follows.
  if (isCurrent(known)) return known.pdf;
  const filename = `${(asked.cufe ?? asked.number).replaceAll(/[^A-Za-z0-9-]/g, '')}.pdf`;
  const { file, isNew } = await attachFile(db, asked.id, { filename, contentType: PDF, bytes }, storageKey);
  const awaitsPdf = locked.legal_status !== asked.legal_status && isAuthorized(locked.legal_status);
  const told = { fileId: file.id, filename, byteSize: bytes.length, sha256: file.sha256 };
  const event = isNew ? newEvent(db, asked.id, 'PDF_ATTACHED', actor, told) : undefined;
  await changeDocument(db, asked.id, { awaits_pdf: awaitsPdf }, event);
  return file;
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

/** Undefined while there is none; `against` says why what the PAC shows under our id is not ours. */
async function downloadPdf(
  context: CertificationContext,
  document: FiscalDocument,
): Promise<{ bytes: Buffer } | { against: string } | undefined> {
  if (document.document_id === null) return undefined;
  for (let address = 1; address <= ADDRESSES; address += 1) {
    const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, document.document_id);
    if (looked.outcome !== 'found') {
      if (looked.outcome === 'notFound') return undefined;
      throw new DomainError('PAC_UNAVAILABLE', 'The PAC cannot be asked for the PDF: {cause}', { cause: looked.cause });
    }
    const against = identityConflict(document, looked.document);
    if (against !== null) return { against };
    if (looked.document.pdfUrl === null) return undefined;
    const download = await context.pac.downloadPdf(looked.document.pdfUrl);
    if (download.outcome === 'pdf') return { bytes: download.bytes };
    if (download.outcome !== 'expired') {
      throw new DomainError('PAC_UNAVAILABLE', 'The PDF could not be downloaded: {cause}', { cause: download.cause });
    }
  }
  throw new DomainError('PAC_UNAVAILABLE', 'Each address that the PAC gave for the PDF had expired already');
}
