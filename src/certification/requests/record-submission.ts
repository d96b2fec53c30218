// Records the answer to a submission: a verdict, an unknown outcome, or another attempt later.
import type { SubmissionOutcome } from '../../pac/index.ts';
import { json } from '../../platform/sql.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { asksByNumber } from '../by-number.ts';
import { recogniseDuplicateDuty } from '../duties.ts';
import { changeDocument, lockDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import { identityColumns, type Identity } from '../verdict/answered.ts';
import { aboutAnother } from '../verdict/match-document.ts';
import { afterTryMs, changeRequest, findRequest, tryLater, type PacRequest } from '../pac-request.ts';
import { enqueuePoll, recordLegalStatus } from '../verdict/record-legal-status.ts';
import type { Claim } from '../opening.ts';
import { addEvent } from '../timeline.ts';

const ACTOR = 'system';

/** Documents are bought by people, not by waiting. */
const HELD_SECONDS = 300;

export async function recordSubmission(
  context: CertificationContext,
  db: TenantDb,
  claimed: Claim,
  outcome: SubmissionOutcome,
): Promise<void> {
  const document = await lockDocument(db, claimed.document.id);
  const request = (await findRequest(db, document.id, 'SUBMIT'))!;
  // A worker that paused past its lease: its answer is evidence, and settles what nothing else has settled.
  const isMine = isOfThisAttempt(document, request, claimed, outcome);
  if (!isMine) await addEvent(db, document.id, 'LATE_ANSWER', ACTOR, { outcome: outcome.outcome });
  // A verdict that a notice has settled stays; a late answer may still tell the id or the CUFE that the notice did not.
  const speaks = outcome.outcome === 'accepted' || outcome.outcome === 'rejected';
  if (document.legal_status !== null && !speaks) return;
  // An attempt that was refused or not answered may have been accepted since: the attempt that began after it has an answer of its own.
  const isOvertaken = request.attempts > claimed.request.attempts;
  if (isOvertaken && (outcome.outcome === 'rejected' || outcome.outcome === 'unknown')) return;
  const giveUp: GiveUp = isOvertaken && request.started_at !== null ? learn : setUnknown;

  // A duplicate names the document that has the number, which is not said to be ours.
  const answer = outcome.outcome !== 'duplicate' && 'document' in outcome ? outcome.document : undefined;
  const mixedUp = await aboutAnother(db, document, answer);
  if (mixedUp !== null) {
    const because = `the PAC answered with another document: ${mixedUp}`;
    // A settled verdict stays, but two answers that name two documents may be two acceptances.
    if (document.legal_status !== null) return parkDocument(db, document.id, because, ACTOR);
    return giveUp(context, db, document, because, 'raw' in outcome ? outcome.raw : null, { parked_reason: because });
  }
  switch (outcome.outcome) {
    case 'accepted':
    case 'rejected':
      return recordVerdict(context, db, document, outcome);
    case 'incomplete': {
      const because = 'the PAC answered without all of id, CUFE and legal status';
      // An id without a CUFE is one to ask for; what the PAC shows under it decides whose it is. A PAC that is asked by number gives none.
      const isNamed = outcome.document.cufe !== null || !asksByNumber(context, document);
      const learned = isNamed ? identityColumns(document, outcome.document) : {};
      await giveUp(context, db, document, because, outcome.raw, learned);
      if (learned.document_id != null) await enqueuePoll(context, db, document);
      return;
    }
    case 'duplicate':
      return recordDuplicate(context, db, document, outcome, giveUp);
    case 'notSent':
    case 'refusedCredentials':
      if (isMine) await tryLater(context, db, request, outcome.cause);
      return;
    case 'throttled':
      if (isMine) await tryLater(context, db, request, 'the PAC asks for patience', outcome.retryAfterSeconds ?? 0);
      return;
    case 'held':
      if (isMine) await tryLater(context, db, request, outcome.cause, HELD_SECONDS);
      return;
    case 'unknown':
      return setUnknown(context, db, document, outcome.cause, outcome.raw);
    default:
      outcome satisfies never;
  }
}

function isOfThisAttempt(
  document: FiscalDocument,
  request: PacRequest,
  claimed: Claim,
  { outcome }: SubmissionOutcome,
): boolean {
  if (request.attempts !== claimed.request.attempts) return false;
  // The proof that nothing left holds also after its lease was found to be over, as long as no other attempt has begun.
  const isDisproved = request.state === 'UNKNOWN' && outcome === 'notSent';
  return (
    request.state === 'PENDING' || (isDisproved && document.legal_status === null && document.document_id === null)
  );
}

type Answer<Name extends SubmissionOutcome['outcome']> = Extract<SubmissionOutcome, { outcome: Name }>;

async function recordVerdict(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  answer: Answer<'accepted' | 'rejected'>,
): Promise<void> {
  const { outcome, httpStatus, raw: response } = answer;
  if (answer.outcome === 'accepted') {
    const { documentId: pacDocumentId, cufe, legalStatus } = answer.document;
    const answered = { outcome, httpStatus, pacDocumentId, cufe };
    const reported = { ...answer.document, legalStatus: legalStatus ?? 'PAC_AUTHORIZED', response, answered };
    await recordLegalStatus(context, db, document, reported, ACTOR);
    return;
  }
  const { reasons, document: rejected } = answer;
  const answered = { outcome, httpStatus, reasons };
  const legalStatus = rejected?.legalStatus === 'DGI_REJECTED' ? 'DGI_REJECTED' : 'PAC_REJECTED';
  const identity = { documentId: rejected?.documentId ?? null, cufe: rejected?.cufe ?? null };
  await recordLegalStatus(context, db, document, { legalStatus, ...identity, reasons, response, answered }, ACTOR);
}

async function recordDuplicate(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  outcome: Answer<'duplicate'>,
  giveUp: GiveUp,
): Promise<void> {
  const text = outcome.reasons.join('; ');
  await giveUp(context, db, document, `the PAC says that the number exists: ${text}`, outcome.raw, {
    parked_reason: `the PAC says that number ${document.fiscal_number} exists already: ${text}`,
  });
  const rival = rivalOf(outcome);
  if (rival === null) return;
  const payload = { tenantId: db.tenant.id, documentId: document.id, pacDocumentId: rival };
  // It is looked up at once as well; the queue's turn comes when that try must have ended.
  await context.jobs.enqueue(db, recogniseDuplicateDuty, payload, { afterMs: afterTryMs(context) });
}

type GiveUp = typeof setUnknown;

/** It may be at the PAC, so it is not sent again by itself before the PAC proves the contrary; where the PAC can be asked, no person is. */
export async function setUnknown(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  cause: string,
  response?: unknown,
  learned: Identity & { parked_reason?: string } = {},
): Promise<void> {
  await changeRequest(db, { document_id: document.id, what: 'SUBMIT' }, { state: 'UNKNOWN', lease_until: null });
  const byNumber = asksByNumber(context, document);
  const { parked_reason: _, ...facts } = learned;
  await learn(context, db, document, cause, response, byNumber ? facts : learned);
  await addEvent(db, document.id, 'UNKNOWN', ACTOR, { cause, ...(byNumber ? { byNumber } : {}) });
}

/** Records the facts of an answer while another attempt goes on. */
const learn: GiveUp = async (_context, db, document, _cause, response, learned) => {
  const change = { ...learned, ...(response === undefined ? {} : { pac_response: json(response) }) };
  if (Object.keys(change).length > 0) await changeDocument(db, document.id, change);
};

/** The PAC's id of the document that has our number, where the PAC names it. */
export function rivalOf(outcome: SubmissionOutcome): string | null {
  return outcome.outcome === 'duplicate' ? (outcome.document?.documentId ?? null) : null;
}
