// What came of a submission, recorded: a verdict, a document that nobody knows of, or one that is sent again later.
import { sql } from 'kysely';
import type { SubmissionOutcome } from '../pac/index.ts';
import { json } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { pollDuty, recogniseDuplicateDuty, submitDuty, waiting } from './duties.ts';
import { lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { heldByAnother } from './match-notice.ts';
import { parkDocument } from './park-document.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import { retryDelaySeconds } from './submission-step.ts';
import { addEvent } from './timeline.ts';
import { identityConflict } from './whose-answer.ts';

const ACTOR = 'system';

/** `claimed` is the document as it was when it was sent; meanwhile others may have moved it. */
export async function recordSubmission(
  context: CertificationContext,
  db: TenantDb,
  claimed: FiscalDocument,
  outcome: SubmissionOutcome,
): Promise<void> {
  const document = await lockDocument(db, claimed.id);
  const isSameTry =
    document.lease_number === claimed.lease_number && document.legal_status === null && document.document_id === null;
  // That nothing left is proof also after its lease was found to be over, as long as no other try has begun.
  const isDisproved = isSameTry && document.submission_state === 'UNKNOWN' && outcome.outcome === 'notSent';
  const mine =
    isDisproved || (document.submission_state === 'PENDING' && document.lease_number === claimed.lease_number);
  // A worker that paused past its lease: its answer is evidence, and settles what nobody else has settled.
  if (!mine) await addEvent(db, document.id, 'LATE_ANSWER', ACTOR, { outcome: outcome.outcome });
  // What a notice has settled meanwhile stays settled; a late answer may still tell the id or the CUFE that it did not.
  const speaks = outcome.outcome === 'accepted' || outcome.outcome === 'rejected';
  if (document.legal_status !== null && !speaks) return;

  const mixedUp = await mixedUpAnswer(db, document, outcome);
  if (mixedUp !== null) {
    const because = `the PAC answered with another document: ${mixedUp}`;
    // What is settled already stays so, but two answers that name two documents may be two acceptances.
    if (document.legal_status !== null) return parkDocument(db, document.id, because, ACTOR);
    return setUnknown(db, document, because, 'raw' in outcome ? outcome.raw : null, { parked_reason: because });
  }
  switch (outcome.outcome) {
    case 'accepted':
      await addEvent(db, document.id, 'ANSWERED', ACTOR, {
        outcome: outcome.outcome,
        httpStatus: outcome.httpStatus,
        pacDocumentId: outcome.document.documentId,
        cufe: outcome.document.cufe,
      });
      await recordLegalStatus(
        context,
        db,
        document,
        { ...outcome.document, legalStatus: outcome.document.legalStatus ?? 'PAC_AUTHORIZED', response: outcome.raw },
        ACTOR,
      );
      return;
    case 'rejected':
      await addEvent(db, document.id, 'ANSWERED', ACTOR, {
        outcome: outcome.outcome,
        httpStatus: outcome.httpStatus,
        reasons: outcome.reasons,
      });
      await recordLegalStatus(
        context,
        db,
        document,
        {
          legalStatus: outcome.document?.legalStatus === 'DGI_REJECTED' ? 'DGI_REJECTED' : 'PAC_REJECTED',
          documentId: outcome.document?.documentId ?? null,
          cufe: outcome.document?.cufe ?? null,
          reasons: outcome.reasons,
          response: outcome.raw,
        },
        ACTOR,
      );
      return;
    case 'incomplete':
      await setUnknown(db, document, 'the PAC answered without all of id, CUFE and legal status', outcome.raw, {
        // An id without a CUFE is one to ask for; what the PAC shows under it decides whose it is.
        document_id: document.document_id ?? outcome.document.documentId,
        cufe: document.cufe ?? outcome.document.cufe,
      });
      if (outcome.document.documentId !== null) {
        const payload = { tenantId: db.tenant.id, documentId: document.id, attempt: document.poll_count };
        await context.jobs.enqueue(db, pollDuty, payload, { afterMs: context.certification.pollIntervalMs });
      }
      return;
    case 'duplicate': {
      await setUnknown(
        db,
        document,
        `the PAC says that the number exists: ${outcome.reasons.join('; ')}`,
        outcome.raw,
        {
          parked_reason: `the PAC says that number ${document.fiscal_number} exists already: ${outcome.reasons.join('; ')}`,
        },
      );
      const rival = rivalOf(outcome);
      if (rival !== null) {
        const payload = { tenantId: db.tenant.id, documentId: document.id, pacDocumentId: rival };
        // It is looked up at once as well; the queue's turn comes when that try must have ended.
        await context.jobs.enqueue(db, recogniseDuplicateDuty, payload, {
          afterMs: context.certification.pacTimeoutMs + 5_000,
        });
      }
      return;
    }
    case 'notSent':
    case 'refusedCredentials':
      if (mine) await tryLater(context, db, document, outcome.cause);
      return;
    case 'throttled':
      if (mine) await tryLater(context, db, document, 'the PAC asks for patience', outcome.retryAfterSeconds ?? 0);
      return;
    case 'unknown':
      await setUnknown(db, document, outcome.cause, outcome.raw);
      return;
    default:
      outcome satisfies never;
  }
}

/** Why what was answered cannot be about this document. */
async function mixedUpAnswer(
  db: TenantDb,
  document: FiscalDocument,
  outcome: SubmissionOutcome,
): Promise<string | null> {
  switch (outcome.outcome) {
    case 'accepted':
    case 'incomplete':
    case 'rejected':
      if (!outcome.document) return null;
      return (await heldByAnother(db, document, outcome.document)) ?? identityConflict(document, outcome.document);
    default:
      return null;
  }
}

/** Nothing reached the PAC: the mark is taken back and the same number is tried again. */
async function tryLater(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  cause: string,
  leastSeconds = 0,
): Promise<void> {
  const delaySeconds = Math.max(leastSeconds, retryDelaySeconds(document.lease_number));
  await sql`
    update fiscal_documents
    set submission_state = 'PENDING', send_started_at = null, lease_until = null, submit_after = clock_timestamp() + ${delaySeconds} * interval '1 second'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  await addEvent(db, document.id, 'NOT_SENT', ACTOR, { cause, triedAgainAfterSeconds: delaySeconds });
  await comeBack(context, db, document, delaySeconds * 1000, leastSeconds === 0);
}

/** Whoever is sending it may never come to an end, and the duty that finds it so ends with this look. */
export async function comeBack(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  afterMs: number,
  waitsForPac = false,
): Promise<void> {
  const payload = {
    tenantId: db.tenant.id,
    documentId: document.id,
    ...waiting(waitsForPac ? document.created_at : null),
  };
  // A little after the row's own time, so that the job never finds itself early.
  await context.jobs.enqueue(db, submitDuty, payload, { afterMs: afterMs + 200 });
}

/** It may be at the PAC, so it is never sent again by itself. */
export async function setUnknown(
  db: TenantDb,
  document: FiscalDocument,
  cause: string,
  response?: unknown,
  learned: { document_id?: string | null; cufe?: string | null; parked_reason?: string } = {},
): Promise<void> {
  await db
    .updateTable('fiscal_documents')
    .set({
      submission_state: 'UNKNOWN',
      lease_until: null,
      ...(response === undefined ? {} : { pac_response: json(response) }),
      ...learned,
    })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  await addEvent(db, document.id, 'UNKNOWN', ACTOR, { cause });
}

/** The PAC's id of the document that has our number, where the PAC names it. */
export function rivalOf(outcome: SubmissionOutcome): string | null {
  return outcome.outcome === 'duplicate' ? (outcome.document?.documentId ?? null) : null;
}
