// Asks the PAC now, instead of at the next job, about whatever a document waits for.
import { filesOf } from '../../files/index.ts';
import { isAuthorized, isRejected } from '../../fiscal/legal-status.ts';
import { pacUnavailable } from '../../pac/index.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { plainEffect, type Effect } from '../../tenancy/index.ts';
import { attachPdf, pdfAmong } from '../verdict/attach-pdf.ts';
import type { TenantContext } from '../context.ts';
import { findDocument, isBeingVoided, type FiscalDocument } from '../fiscal-document.ts';
import { pollLegalStatus } from '../verdict/poll-legal-status.ts';
import { findRequest } from '../pac-request.ts';
import { companyFor, companyToAsk } from '../which-account.ts';
import { processWaitingNotices } from '../notices/process-notice.ts';
import { submit } from '../requests/submit.ts';
import { voidAtPac } from '../requests/void-at-pac.ts';

/**
 * Safe beside workers: each step is one that they take too. The PAC cannot be asked about a document whose PAC id is unknown; it is
 * returned unchanged.
 */
export async function checkDocument(
  context: TenantContext,
  documentId: string,
  actor: string,
  effect: Effect = plainEffect(context),
): Promise<FiscalDocument> {
  const read = () =>
    context.inTenant(async (db) => {
      const found = await findDocument(db, documentId);
      if (!found) throw notFound('Document');
      return { ...found, hasPdf: pdfAmong(await filesOf(db, [documentId])) !== undefined };
    });
  const document = await read();
  assertCheckable(document, document.hasPdf);
  const held = context.pac.heldFor(await companyAsked(context, document));
  if (held) throw pacUnavailable(held.cause);
  await effect(async () => documentId);
  await processWaitingNotices(context, documentId);
  if (document.submission_state === 'PENDING') await submit(context, documentId);
  await pollLegalStatus(context, documentId, (await read()).poll_count);
  await voidAtPac(context, documentId);
  const current = await read();
  if (isAuthorized(current.legal_status)) await attachPdf(context, documentId, actor);
  return read();
}

/** Account that is asked: a document that has not left may go to another one than it was written for. */
async function companyAsked(context: TenantContext, document: FiscalDocument): Promise<string> {
  const { id, pac_company_id: own, submission_state: state } = document;
  if (state !== 'PENDING') return own!;
  await companyToAsk(context);
  return context.inTenant(async (db) => {
    const request = (await findRequest(db, id, 'SUBMIT'))!;
    return (await companyFor(context, db, document, request)) ?? own!;
  });
}

/** Throws the refusal of `checkDocument`, if there is one: nothing that the PAC could say is waited for. */
export function assertCheckable(document: FiscalDocument, hasPdf: boolean): void {
  const isDecided = document.legal_status === 'DGI_AUTHORIZED' || isRejected(document.legal_status);
  const isComplete = isDecided && ((hasPdf && !document.awaits_pdf) || isRejected(document.legal_status));
  if (
    document.mode === 'DGI' &&
    document.submission_state !== 'NOT_REQUIRED' &&
    (!isComplete || isBeingVoided(document))
  )
    return;
  throw conflict('{number} waits for nothing that the PAC could tell', { number: document.number });
}
