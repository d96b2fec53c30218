// Submits a document: decide and mark (one transaction), call (none open), record (another).
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tryNow } from '../jobs/index.ts';
import type { Held, PacPayload } from '../pac/index.ts';
import { flagCredentials, inTenant, unflagCredentials, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import type { Caller } from './duties.ts';
import { lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { keepRecording } from './keep-recording.ts';
import { processWaitingNotices } from './process-notice.ts';
import { recogniseDuplicate } from './recognise-duplicate.ts';
import { comeBack, recordSubmission, rivalOf, setUnknown } from './record-submission.ts';
import { graceOf, LEASE_GRACE_MS, holdMs, submissionStep } from './submission-step.ts';
import { addEvent } from './timeline.ts';

const ACTOR = 'system';

/**
 * Safe to call any number of times, from any number of processes: at most one of all calls ever sends. A duty that finds the
 * document in other hands comes back; everybody else knows the duty to be there.
 */
export async function submit(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  caller: Caller = 'anybody',
): Promise<void> {
  const turn = await context.pac.turn(tenant.pacCompanyId ?? '');
  let sent;
  try {
    let isTooLate = () => true;
    const claimed = await inTenant(context, tenant, (db) => {
      isTooLate = graceOf(() => performance.now());
      return claim(context, db, documentId, caller);
    });
    if (!claimed) return;
    const { kind, pac_company_id: companyId, pac_input: payload } = claimed;
    sent = { claimed, outcome: await context.pac.submit(kind, companyId!, payload as PacPayload, isTooLate) };
  } finally {
    turn.end();
  }
  const { claimed, outcome } = sent;
  await keepRecording(context, { tenantId: tenant.id, documentId, what: 'submission', outcome }, () =>
    inTenant(context, tenant, (db) => recordSubmission(context, db, claimed, outcome)),
  );
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

/** The document, marked as being sent, or undefined when there is nothing to send. The mark is committed before any byte leaves. */
async function claim(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
  caller: Caller,
): Promise<FiscalDocument | undefined> {
  const document = await lockDocument(db, documentId);
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]!.now;
  const step = submissionStep(caller === 'wakened duty' ? { ...document, submit_after: null } : document, now);
  if (step === 'LOST') {
    await setUnknown(db, document, 'the process that was sending it ended before the answer was stored');
    return undefined;
  }
  if (step === 'BUSY' && caller !== 'anybody') {
    await comeBack(context, db, document, document.lease_until!.getTime() - now.getTime());
  }
  if (step !== 'SEND') return undefined;
  const held = context.pac.heldFor(document.pac_company_id!);
  if (held) {
    await hold(context, db, document, { ...held, caller, now });
    return undefined;
  }
  const leaseMs = context.certification.pacTimeoutMs + LEASE_GRACE_MS;
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

/**
 * The PAC is known not to answer, so nothing is even begun; said once, however long it lasts. The duty looks again: after a tenth of
 * the time that the document has been waiting, so that many that wait for long are looked at as often as few, and are not all let go in
 * the same moment.
 */
async function hold(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  held: Held & { caller: Caller; now: Date },
): Promise<void> {
  const { seconds, cause, isAsked, caller, now } = held;
  const isDuty = caller !== 'anybody';
  // Whoever is not the duty leaves it the document as it is, and no more than a mark that this was said.
  await sql`
    update fiscal_documents set submit_after = clock_timestamp() + ${isDuty ? seconds : 0} * interval '1 second'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  if (document.submit_after === null) await addEvent(db, document.id, 'NOT_SENT', ACTOR, { cause, isHeld: true });
  if (!isDuty) return;
  await comeBack(context, db, document, holdMs(seconds, document.created_at, now), !isAsked);
}
