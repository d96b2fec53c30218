// Attaches the certified PDF, once: webhook, poll, queue and operator all end here.
import { attachFile, filesOf, storeBytes, type StoredFile } from '../files/index.ts';
import { conflict, DomainError } from '../platform/errors.ts';
import { inTenant, type Tenant } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { findDocument, lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { isAuthorized } from './legal-status.ts';
import { identityConflict } from './match-notice.ts';
import { parkDocument } from './park-document.ts';
import { addEvent } from './timeline.ts';

const PDF = 'application/pdf';
// An address lives for a short time only; one that expired on the way is asked for anew this often.
const ADDRESSES = 3;

/** The file, the one already attached when there is one; null while the PAC has none. CONFLICT for what it never accepted. */
export async function attachPdf(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  actor: string,
): Promise<StoredFile | null> {
  const known = await inTenant(context, tenant, async (db) => {
    const document = await findDocument(db, documentId);
    return document && { document, pdf: pdfAmong(await filesOf(db, [documentId])) };
  });
  if (!known) throw new DomainError('NOT_FOUND', 'Document not found');
  if (known.pdf) return known.pdf;
  const { document } = known;
  if (!isAuthorized(document.legal_status)) {
    throw conflict(`The PAC has no PDF of ${document.number}: it is not authorized`);
  }
  const pdf = await downloadPdf(context, document);
  if (!pdf) return null;
  if ('against' in pdf) {
    const because = `the PAC shows another document: ${pdf.against}`;
    if (document.parked_reason !== because) {
      await inTenant(context, tenant, (db) => parkDocument(db, documentId, because, actor));
    }
    throw conflict(`The PDF of ${document.number} is not attached: ${because}`);
  }
  const { bytes } = pdf;

  const storageKey = await storeBytes(context.files, tenant.id, bytes);
  return inTenant(context, tenant, async (db) => {
    // Whoever comes second finds the first one's file, even if the PAC made the same page twice with other bytes.
    await lockDocument(db, documentId);
    const present = pdfAmong(await filesOf(db, [documentId]));
    if (present) return present;
    const filename = `${(document.cufe ?? document.number).replaceAll(/[^A-Za-z0-9-]/g, '')}.pdf`;
    const { file } = await attachFile(db, documentId, { filename, contentType: PDF, bytes }, storageKey);
    await addEvent(db, documentId, 'PDF_ATTACHED', actor, {
      fileId: file.id,
      filename,
      byteSize: bytes.length,
      sha256: file.sha256,
    });
    return file;
  });
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
      throw new DomainError('PAC_UNAVAILABLE', `The PAC cannot be asked for the PDF: ${looked.cause}`);
    }
    const against = identityConflict(document, looked.document);
    if (against !== null) return { against };
    if (looked.document.pdfUrl === null) return undefined;
    const download = await context.pac.downloadPdf(looked.document.pdfUrl);
    if (download.outcome === 'pdf') return { bytes: download.bytes };
    if (download.outcome !== 'expired') {
      throw new DomainError('PAC_UNAVAILABLE', `The PDF could not be downloaded: ${download.cause}`);
    }
  }
  throw new DomainError('PAC_UNAVAILABLE', 'Each address that the PAC gave for the PDF had expired already');
}
