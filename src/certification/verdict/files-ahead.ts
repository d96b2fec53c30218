// Files of a document that the DGI has authorized, asked for before the verdict is recorded, so that both are one transaction.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { announceBytes } from '../../files/index.ts';
import type { LegalStatus } from '../../fiscal/legal-status.ts';
import { rowsOf } from '../../tenancy/index.ts';
import type { TenantContext } from '../context.ts';
import { oneDocument, type FiscalDocument } from '../fiscal-document.ts';
import { bringFiles, type Brought } from './attach-pdf.ts';
import { identityConflict } from './whose-answer.ts';

export interface Ahead {
  /** As it was when its files were asked for. */
  document: FiscalDocument;
  coming: Promise<Brought | undefined>;
  /** In time for the verdict. */
  brought: Brought | undefined;
}

/** Undefined where there is nothing to ask for: the document is not known, has a page, or the notice has to be proven first. */
export async function filesAhead(
  context: TenantContext,
  notice: { documentId: string | null; cufe: string | null; legalStatus: string },
): Promise<Ahead | undefined> {
  const isBelieved = context.certification.signatureScheme !== 'shared-secret';
  if (notice.legalStatus !== 'DGI_AUTHORIZED' || !isBelieved) return undefined;
  const target = await context.inTenant(async (db) => {
    const named = rowsOf(db, 'fiscal_documents')
      .where(notice.documentId === null ? 'cufe' : 'document_id', '=', notice.documentId ?? notice.cufe)
      .where('legal_status', '=', 'PAC_AUTHORIZED')
      .where(
        sql<boolean>`not exists (select from files f where f.tenant_id = ${db.tenant.id} and f.source_id = fiscal_documents.id)`,
      );
    const document = await oneDocument(db, named).executeTakeFirst();
    const isAsked = document?.awaits_pdf && document.void_state === null && identityConflict(document, notice) === null;
    return isAsked ? { document, place: await announceBytes(db) } : undefined;
  });
  if (!target) return undefined;
  const { document, place } = target;
  // The verdict is here: no look for it is due meanwhile.
  context.lookAgain(context.tenant, document.id, 2 * context.certification.pacTimeoutMs);
  const coming = bringFiles(context, document, 'pac-webhook', place);
  const inTime = coming.catch(() => undefined);
  const late = delay(context.certification.filesInTimeMs, undefined, { ref: false });
  return { document, coming, brought: await Promise.race([inTime, late]) };
}

/** Files that are on their way for this document, under the id that it has at the PAC: a notice may turn out to be another one's. */
export function comingFor(ahead: Ahead | undefined, document: FiscalDocument): Ahead['coming'] | undefined {
  const isSame = ahead?.document.id === document.id && ahead.document.document_id === document.document_id;
  return isSame ? ahead.coming : undefined;
}

/** The page is that of the status which is reported, and the document is as it was: no other file can have come to it since. */
export function fits(
  ahead: Ahead,
  document: FiscalDocument,
  reported: LegalStatus,
): ahead is Ahead & { brought: Brought } {
  const { document: before, brought } = ahead;
  if (!brought || brought.answer.legalStatus !== reported || brought.answer.isVoided) return false;
  const hasAll = brought.xml === null || brought.xml instanceof Buffer;
  const isAsBefore = (['id', 'legal_status', 'document_id', 'cufe', 'void_state'] as const).every(
    (name) => document[name] === before[name],
  );
  return hasAll && isAsBefore && document.awaits_pdf;
}
