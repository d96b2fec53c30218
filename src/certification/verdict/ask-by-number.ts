// Asks the PAC for a document by its number, after an answer that was lost: found, it is ours only if it is the one that was sent; not
// there once the PAC's own window is over, it is sent once more (record 62).
import { parseCufe } from '../../fiscal/cufe.ts';
import type { DocumentKey, LookupOutcome, PacPayload } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { allowAnotherAttempt } from '../another-attempt.ts';
import { asksByNumber, learnAccount, lossesOf, type Losses } from '../by-number.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { pollDelayMs } from '../delays.ts';
import { pollDuty, waiting } from '../duties.ts';
import { changeDocument, findDocument, lockDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import { findRequest } from '../pac-request.ts';
import { adoptFound, objection } from './adopt-found.ts';
import { mayBeAt } from '../which-account.ts';
import { noteAnswer } from './note-answer.ts';

const ACTOR = 'pac-poll';
const GAVE_UP = 'the PAC has no document of its number, and it is not sent again by itself; ask the PAC';
const GAVE_UP_AT_BOTH =
  'the PAC has no document of its number, and a restore may have lost that it went to the other account; ask both PACs';
const ANOTHER = "the PAC's document ";

interface Search extends Losses {
  document: FiscalDocument;
  attempts: number;
  /** Other accounts that it may be at: a restore has lost attempts. */
  others: readonly string[];
  /** The longest window of them; without one nothing is proven by what is not there. */
  windowMs: number;
  /** Nothing of what left before can still arrive. */
  isProof: boolean;
}

/** `attempt`: the number of the question, where it is a job's; one that was asked already is not asked again. */
export async function askByNumber(context: TenantContext, documentId: string, attempt?: number): Promise<void> {
  const document = await context.inTenant((db) => findDocument(db, documentId));
  if (!document || !isNameless(document)) return;
  await learnAccount(context, document);
  const search = await context.inTenant((db) => whatIsAsked(context, db, documentId));
  if (!search || (attempt !== undefined && search.document.poll_count !== attempt)) return;
  const { kind, pac_company_id: companyId } = search.document;
  const key = keyOf(search.document);
  for (const at of [companyId!, ...search.others]) {
    const looked = await context.pac.findByNumber?.(kind, at, key);
    if (looked?.outcome === 'notFound' && at !== (search.others.at(-1) ?? companyId)) continue;
    if (looked !== undefined) await context.inTenant((db) => recordAnswer(context, db, search, { ...looked, at }));
    return;
  }
}

async function whatIsAsked(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
): Promise<Search | undefined> {
  const document = await findDocument(db, documentId);
  if (!document || !isNameless(document) || !asksByNumber(context, document)) return undefined;
  const request = await findRequest(db, documentId, 'SUBMIT');
  if (request?.state !== 'UNKNOWN') return undefined;
  const losses = await lossesOf(db, documentId, 'UNKNOWN');
  const elsewhere = losses.isRestored ? mayBeAt(db.tenant, document).slice(1) : [];
  await Promise.all(elsewhere.map((companyId) => context.accounts.of(companyId)));
  const windowMs = Math.max(...[document.pac_company_id!, ...elsewhere].map((one) => windowOf(context, one)));
  const others = elsewhere.filter((one) => context.pac.profile(one).certainty === 'NUMBER');
  // After a restore it may have been sent since the last loss that is known; the restore says when it was made.
  const isRestored = request.not_before !== null && request.now.getTime() < request.not_before.getTime() + windowMs;
  const isProof = losses.seconds * 1000 > windowMs && !isRestored && context.witness.isTrusted(request.server);
  return { ...losses, document, attempts: request.attempts, others, windowMs, isProof };
}

/** Without a window of its own the PAC proves nothing by what it does not have. */
function windowOf({ pac }: CertificationContext, companyId: string): number {
  return 1000 * (pac.profile(companyId).absentAfterSeconds ?? Number.POSITIVE_INFINITY);
}

function isNameless({ submission_state: state, legal_status: status, document_id: id }: FiscalDocument): boolean {
  return state === 'UNKNOWN' && status === null && id === null;
}

function keyOf({ pac_input: payload, expected_cufe: cufe }: FiscalDocument): DocumentKey {
  const { documentType, billingPoint, numeration, issueDate } = (payload as PacPayload).information;
  return { documentType, branch: parseCufe(cufe!)!.branchCode, billingPoint, number: numeration, issuedAt: issueDate };
}

async function recordAnswer(
  context: CertificationContext,
  db: TenantDb,
  search: Search,
  { at: companyId, ...looked }: LookupOutcome & { at: string },
): Promise<void> {
  const { id, poll_count: questions } = search.document;
  const current = await lockDocument(db, id);
  // Another has asked meanwhile, or a person has said that it never arrived: only that it is there would be news.
  const isOpen = current.legal_status === null && current.document_id === null;
  const isNews = current.submission_state === 'UNKNOWN' || looked.outcome === 'found';
  if (current.poll_count !== questions || !isOpen || !isNews) return;
  await changeDocument(db, id, { poll_count: questions + 1 });
  const since = await noteAnswer(db, id, questions + 1, looked, { byNumber: true });
  const reason = current.parked_reason;
  if (looked.outcome === 'found' && looked.document.documentId !== null && looked.document.legalStatus !== null) {
    const { document, raw } = looked;
    const found = { pacDocumentId: looked.document.documentId, companyId, document, raw };
    const against = await objection(db, { ...current, pac_company_id: companyId }, found.pacDocumentId, document);
    if (against === null || against !== reason) await adoptFound(context, db, current, found, ACTOR);
    if (against === null) return;
  } else if (looked.outcome === 'notFound' && (reason === null || reason.startsWith(ANOTHER))) {
    const isInVain =
      search.windowMs === Number.POSITIVE_INFINITY && questions + 2 - since >= context.certification.pollAttempts;
    const isSame = search.isProof && (await isUnmoved(db, search));
    if (isSame && !search.isOften) {
      return allowAnotherAttempt(context, db, id, { notThere: search.windowMs / 1000 }, ACTOR);
    }
    const isElsewhere = isInVain && windowOf(context, current.pac_company_id!) !== search.windowMs;
    if (isSame || isInVain) await parkDocument(db, id, isElsewhere ? GAVE_UP_AT_BOTH : GAVE_UP, ACTOR);
  }
  const leftMs = search.windowMs - search.seconds * 1000;
  const paceMs = pollDelayMs(context.certification, questions + 1);
  const afterMs = leftMs > 0 ? Math.min(paceMs, leftMs) : paceMs;
  const waits = waiting(looked.outcome === 'unavailable' ? current.created_at : null);
  const payload = { tenantId: db.tenant.id, documentId: id, attempt: questions + 1, ...waits };
  await context.jobs.enqueue(db, pollDuty, payload, { afterMs });
}

/** No attempt has begun or ended since the PAC was asked. */
async function isUnmoved(db: TenantDb, { document: { id }, attempts, times }: Search): Promise<boolean> {
  const request = await findRequest(db, id, 'SUBMIT');
  return request?.attempts === attempts && (await lossesOf(db, id, 'UNKNOWN')).times === times;
}
