// Polls the PAC for a verdict that no notice has brought, until there is one.
import { isAuthorized, isTerminal } from '../../fiscal/legal-status.ts';
import type { LookupOutcome, PacDocument } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { attachAtOnce } from './attach-pdf.ts';
import type { TenantContext } from '../context.ts';
import { pollDuty, waiting } from '../duties.ts';
import {
  changeDocument,
  changedDocument,
  findDocument,
  lockDocument,
  parkDocument,
  unpark,
  type FiscalDocument,
} from '../fiscal-document.ts';
import { pollDelayMs } from '../delays.ts';
import { askByNumber } from './ask-by-number.ts';
import { noteAnswer } from './note-answer.ts';
import { isDenied, recordLegalStatus } from './record-legal-status.ts';
import { whoseIsShown } from './whose-is-shown.ts';

const ACTOR = 'pac-poll';

export async function pollLegalStatus(context: TenantContext, documentId: string, attempt: number): Promise<void> {
  const document = await context.inTenant((db) => findDocument(db, documentId));
  // A poll that was already made, by a process that ended before the queue knew, has its successor; it must not get a second one.
  if (!document || document.poll_count !== attempt) return;
  if (document.document_id === null) return askByNumber(context, documentId, attempt);
  if (isTerminal(document.legal_status) && !isDenied(document)) return;

  const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, document.document_id);

  const status = await context.inTenant(async (db) => {
    const current = await lockDocument(db, documentId);
    if (current.poll_count !== attempt || current.document_id !== document.document_id) return null;
    const locked = await changedDocument(db, documentId, { poll_count: attempt + 1 });
    let status = current.legal_status;
    const since = await noteAnswer(db, documentId, attempt + 1, looked);
    const times = attempt + 2 - since;
    await parkWhatIsGone(db, current, looked, times >= context.certification.pollAttempts);
    const whose = looked.outcome === 'found' ? await whoseIsShown(db, locked, looked.document, ACTOR) : null;
    // There is no id to ask for any more.
    if (whose === 'STRANGER') return null;
    if (looked.outcome === 'found' && whose === 'OURS' && isNews(current, looked.document)) {
      const legalStatus = looked.document.legalStatus!;
      const reported = { ...looked.document, legalStatus, response: looked.raw, learned: { poll: attempt + 1 } };
      const move = await recordLegalStatus(context, db, locked, reported, ACTOR);
      if ('to' in move) status = move.to;
      // The move to PAC_AUTHORIZED is looked at again, which writes the next poll.
      if (status === 'PAC_AUTHORIZED' && 'to' in move) return status;
    }
    if (looked.outcome === 'found' && whose === 'OURS' && looked.document.legalStatus === status && isDenied(current))
      await unpark(db, locked, `the PAC, asked, says ${status} as well`, ACTOR);
    if (!isTerminal(status) || (isDenied(current) && looked.outcome !== 'found')) {
      const afterMs = pollDelayMs(context.certification, attempt + 1);
      const waits = waiting(looked.outcome === 'unavailable' ? current.created_at : null);
      const payload = { tenantId: context.tenant.id, documentId, attempt: attempt + 1, ...waits };
      await context.jobs.enqueue(db, pollDuty, payload, { afterMs });
    }
    return status;
  });
  const hasPdf = looked.outcome === 'found' && looked.document.pdfUrl !== null;
  if (isAuthorized(status) && hasPdf) {
    await attachAtOnce(context, { ...document, awaits_pdf: false }, ACTOR);
  }
}

const GONE = 'the PAC, which has authorized it, says that it has no such document';
const NEVER_THERE = 'the PAC, which has named it, says that it has no such document';

/**
 * The PAC's index may lag, but not through all the polls at the fixed interval: then an operator has to look. Polling goes on, and the
 * document is unparked once the PAC shows it again.
 */
async function parkWhatIsGone(
  db: TenantDb,
  document: FiscalDocument,
  looked: LookupOutcome,
  isOften: boolean,
): Promise<void> {
  const { legal_status: status, parked_reason: reason, submission_state: state } = document;
  const isMissed = isAuthorized(status) || (status === null && state === 'UNKNOWN');
  if (looked.outcome === 'notFound' && isOften && reason === null && isMissed) {
    await parkDocument(db, document.id, status === null ? NEVER_THERE : GONE, ACTOR);
  }
  if (looked.outcome !== 'found' || (reason !== GONE && reason !== NEVER_THERE)) return;
  await changeDocument(db, document.id, { parked_reason: null });
}

/** Whether the answer says anything new. A document without its CUFE is not authorized yet, and is polled again. */
function isNews(current: FiscalDocument, found: PacDocument): boolean {
  if (found.legalStatus === null) return false;
  const isProven = (current.cufe ?? found.cufe) !== null || !isAuthorized(found.legalStatus);
  if (current.legal_status === null && !isProven) return false;
  return found.legalStatus !== current.legal_status || (current.cufe === null && found.cufe !== null);
}
