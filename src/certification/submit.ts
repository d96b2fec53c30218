// Submits a document: decide and mark (one transaction), call (none open), record (another).
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tryNow } from '../jobs/index.ts';
import type { PacPayload, SubmissionOutcome } from '../pac/index.ts';
import { json } from '../platform/sql.ts';
import { flagCredentials, inTenant, unflagCredentials, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { pollDuty, recogniseDuplicateDuty, submitDuty } from './duties.ts';
import { lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { heldByAnother } from './match-notice.ts';
import { processWaitingNotices } from './process-notice.ts';
import { recogniseDuplicate } from './recognise-duplicate.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import { retryDelaySeconds, submissionStep } from './submission-step.ts';
import { addEvent } from './timeline.ts';

const ACTOR = 'system';
const LEASE_GRACE_SECONDS = 5;

/**
 * Safe to call any number of times, from any number of processes: at most one of all calls ever sends. A duty that finds the
 * document in other hands comes back; everybody else knows the duty to be there.
 */
export async function submit(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  caller: 'duty' | 'anybody' = 'anybody',
): Promise<void> {
  const claimed = await inTenant(context, tenant, (db) => claim(context, db, documentId, caller));
  if (!claimed) return;
  const outcome = await context.pac.submit(claimed.kind, claimed.pac_company_id!, claimed.pac_input as PacPayload);
  await inTenant(context, tenant, (db) => recordOutcome(context, db, claimed, outcome));
  if (outcome.outcome === 'refusedCredentials') await flagCredentials(context, tenant);
  // What was refused comes again, so only a second attempt can be the first that is taken.
  else if (outcome.outcome === 'accepted' && claimed.lease_number > 1) await unflagCredentials(context, tenant);
  const rival = rivalOf(outcome);
  if (rival !== null) {
    await tryNow(context.log, 'recognise-duplicate', () => recogniseDuplicate(context, tenant, documentId, rival), {
      documentId,
    });
  }
  // Notices may have overtaken the answer: they waited for the id that is committed now.
  await processWaitingNotices(context, tenant, documentId);
}

/** The PAC's id of the document that has our number, where the PAC names it. */
function rivalOf(outcome: SubmissionOutcome): string | null {
  return outcome.outcome === 'duplicate' ? (outcome.document?.documentId ?? null) : null;
}

/** The document, marked as being sent, or undefined when there is nothing to send. The mark is committed before any byte leaves. */
async function claim(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
  caller: 'duty' | 'anybody',
): Promise<FiscalDocument | undefined> {
  const document = await lockDocument(db, documentId);
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]!.now;
  const step = submissionStep(document, now);
  if (step === 'LOST') {
    await setUnknown(db, document, 'the process that was sending it ended before the answer was stored');
    return undefined;
  }
  if (step === 'BUSY' && caller === 'duty') {
    await comeBack(context, db, document, document.lease_until!.getTime() - now.getTime());
  }
  if (step !== 'SEND') return undefined;
  const held = context.pac.heldFor(document.pac_company_id!);
  if (held) {
    await hold(context, db, document, held);
    return undefined;
  }
  const leaseMs = context.certification.pacTimeoutMs + LEASE_GRACE_SECONDS * 1000;
  const claimed = await db
    .updateTable('fiscal_documents')
    .set({
      send_started_at: now,
      lease_until: new Date(now.getTime() + leaseMs),
      lease_number: document.lease_number + 1,
    })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(db, document.id, 'CLAIMED', ACTOR, {
    attempt: claimed.lease_number,
    payloadSha256: createHash('sha256').update(JSON.stringify(claimed.pac_input)).digest('hex'),
  });
  return claimed;
}

async function recordOutcome(
  context: CertificationContext,
  db: TenantDb,
  claimed: FiscalDocument,
  outcome: SubmissionOutcome,
): Promise<void> {
  const document = await lockDocument(db, claimed.id);
  const mine = document.submission_state === 'PENDING' && document.lease_number === claimed.lease_number;
  // A worker that paused past its lease: its answer is evidence, and settles what nobody else has settled.
  if (!mine) await addEvent(db, document.id, 'LATE_ANSWER', ACTOR, { outcome: outcome.outcome });
  // What a notice has settled meanwhile stays settled; a late answer may still tell the id or the CUFE that it did not.
  const speaks = outcome.outcome === 'accepted' || outcome.outcome === 'rejected';
  if (document.legal_status !== null && !speaks) return;

  const mixedUp = await mixedUpAnswer(db, document, outcome);
  if (mixedUp !== null) {
    // What is settled already loses nothing by it.
    if (document.legal_status !== null) return;
    const parked = { parked_reason: `the PAC answered with another document: ${mixedUp}` };
    return setUnknown(db, document, parked.parked_reason, 'raw' in outcome ? outcome.raw : null, parked);
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
        document_id: outcome.document.documentId,
        cufe: outcome.document.cufe,
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

/** Why what was answered cannot be about this document: its id or CUFE is another one's of ours. */
async function mixedUpAnswer(
  db: TenantDb,
  document: FiscalDocument,
  outcome: SubmissionOutcome,
): Promise<string | null> {
  switch (outcome.outcome) {
    case 'accepted':
    case 'incomplete':
    case 'rejected':
      return outcome.document ? heldByAnother(db, document, outcome.document) : null;
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
    set send_started_at = null, lease_until = null, submit_after = clock_timestamp() + ${delaySeconds} * interval '1 second'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  await addEvent(db, document.id, 'NOT_SENT', ACTOR, { cause, triedAgainAfterSeconds: delaySeconds });
  await comeBack(context, db, document, delaySeconds * 1000);
}

/** The PAC is known not to answer, so nothing is even begun; said once, however long it lasts. */
async function hold(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  { seconds, cause }: { seconds: number; cause: string },
): Promise<void> {
  await sql`
    update fiscal_documents set submit_after = clock_timestamp() + ${seconds} * interval '1 second'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  if (document.submit_after === null) await addEvent(db, document.id, 'NOT_SENT', ACTOR, { cause });
  await comeBack(context, db, document, seconds * 1000);
}

/** Whoever is sending it may never come to an end, and the duty that finds it so ends with this look. */
async function comeBack(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  afterMs: number,
): Promise<void> {
  const payload = { tenantId: db.tenant.id, documentId: document.id };
  // A little after the row's own time, so that the job never finds itself early.
  await context.jobs.enqueue(db, submitDuty, payload, { afterMs: afterMs + 200 });
}

async function setUnknown(
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
