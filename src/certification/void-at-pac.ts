// Voids a document at the PAC: decide and mark, call, record; sent at most once by itself, then only asked about.
import { sql } from 'kysely';
import type { Held, LookupOutcome, VoidOutcome } from '../pac/index.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { withoutStranger } from './disown.ts';
import { voidDuty, waiting, type Caller } from './duties.ts';
import { lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { keepRecording } from './keep-recording.ts';
import { heldByAnother } from './match-notice.ts';
import { parkDocument } from './park-document.ts';
import { pollDelayMs } from './poll-delay.ts';
import { graceOf, LEASE_GRACE_MS, holdMs, retryDelaySeconds } from './submission-step.ts';
import { addEvent } from './timeline.ts';
import { dropVoid } from './void-request.ts';
import { voidStep } from './void-step.ts';
import { identityConflict } from './whose-answer.ts';
import { whoseIsShown } from './whose-is-shown.ts';

const HOUR_MS = 3_600_000;

export type VoidResult =
  | { result: 'voided' }
  | { result: 'refused'; reasons: string[] }
  | { result: 'notFound' }
  /** It waits: for the PAC, for an answer, or for the submission to be settled. */
  | { result: 'open' };

/**
 * Safe to call any number of times: at most one request leaves for each time that a void was asked for. A duty that finds it in
 * other hands comes back; everybody else knows the duty to be there.
 */
export async function voidAtPac(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  caller: Caller = 'anybody',
): Promise<VoidResult> {
  const turn = await context.pac.turn(tenant.pacCompanyId ?? '');
  let sent;
  try {
    let isTooLate = () => true;
    const next = await inTenant(context, tenant, (db) => {
      isTooLate = graceOf(() => performance.now());
      return claim(context, db, documentId, caller);
    });
    if (next.step === 'ASK') return await askPac(context, tenant, next.document);
    if (next.step !== 'SEND') return { result: 'open' };
    const { document } = next;
    const { kind, pac_company_id: companyId, document_id: pacDocumentId, void_reason: reason } = document;
    sent = { document, outcome: await context.pac.voidDocument(kind, companyId!, pacDocumentId!, reason!, isTooLate) };
  } finally {
    turn.end();
  }
  const { document, outcome } = sent;
  return keepRecording(context, { tenantId: tenant.id, documentId, what: 'void', outcome }, () =>
    inTenant(context, tenant, (db) => recordOutcome(context, db, document, outcome)),
  );
}

async function claim(context: CertificationContext, db: TenantDb, documentId: string, caller: Caller) {
  const document = await withoutStranger(db, await lockDocument(db, documentId), 'system');
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]!.now;
  const step = voidStep(caller === 'wakened duty' ? { ...document, void_after: null } : document, now);
  if (step === 'LOST') {
    await setUnknown(context, db, document, 'the process that was sending it ended before the answer was stored');
    return { step: 'WAIT' as const, document };
  }
  if (step === 'BUSY' && caller !== 'anybody') {
    // Whoever is sending it may never come to an end, and the duty that finds it so ends with this look.
    await enqueue(context, db, document, document.void_lease_until!.getTime() - now.getTime() + 200);
  }
  if (step !== 'SEND') return { step, document };
  const held = context.pac.heldFor(document.pac_company_id!);
  if (held) {
    await hold(context, db, document, { ...held, caller, now });
    return { step: 'WAIT' as const, document };
  }
  const leaseMs = context.certification.pacTimeoutMs + LEASE_GRACE_MS;
  const claimed = await db
    .updateTable('fiscal_documents')
    .set({
      void_started_at: now,
      void_lease_until: new Date(now.getTime() + leaseMs),
      void_attempts: document.void_attempts + 1,
    })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', documentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(db, documentId, 'CLAIMED', 'system', { what: 'void', attempt: claimed.void_attempts });
  return { step, document: claimed };
}

/** As for submissions: the PAC is known not to answer, so nothing is begun, and that is said once. */
async function hold(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  { seconds, cause, isAsked, caller, now }: Held & { caller: Caller; now: Date },
): Promise<void> {
  const isDuty = caller !== 'anybody';
  await sql`
    update fiscal_documents set void_after = clock_timestamp() + ${isDuty ? seconds : 0} * interval '1 second'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  if (document.void_after === null) {
    await addEvent(db, document.id, 'NOT_SENT', 'system', { what: 'void', cause, isHeld: true });
  }
  if (isDuty) await enqueue(context, db, document, holdMs(seconds, document.void_asked_at!, now) + 200, !isAsked);
}

/** `claimed` is the document as it was when the request was sent; meanwhile others may have moved it. */
async function recordOutcome(
  context: CertificationContext,
  db: TenantDb,
  claimed: FiscalDocument,
  outcome: VoidOutcome,
): Promise<VoidResult> {
  const document = await lockDocument(db, claimed.id);
  if (document.void_state === 'DONE') return { result: 'voided' };
  // The wish is over, since a verdict said meanwhile that there is nothing to void; or an operator has asked for it again, and
  // another request is under way. Only that it happened would be news.
  const isMine = document.void_started_at?.getTime() === claimed.void_started_at!.getTime();
  if (!isMine) await addEvent(db, document.id, 'LATE_ANSWER', 'system', { outcome: outcome.outcome });
  if (!isMine && outcome.outcome !== 'voided') return { result: 'open' };
  const against = await namesAnother(db, document, outcome);
  if (against !== null) {
    if (isMine) await setUnknown(context, db, document, `the PAC answered about another document: ${against}`);
    return { result: 'open' };
  }
  switch (outcome.outcome) {
    case 'voided':
      return recordVoid(context, db, document, outcome.raw);
    case 'refused':
      // "Already voided" is our own earlier request in disguise.
      if (outcome.alreadyVoided) return recordVoid(context, db, document, outcome.raw);
      await dropVoid(db, document, `the PAC refused: ${outcome.reasons.join('; ')}`);
      return { result: 'refused', reasons: outcome.reasons };
    case 'notFound':
      return park(db, document, 'the PAC does not know this document when asked to void it');
    case 'notSent':
    case 'refusedCredentials':
      return tryLater(context, db, document, outcome.cause, 0);
    case 'throttled':
      return tryLater(context, db, document, 'the PAC asks for patience', outcome.retryAfterSeconds ?? 0);
    case 'unknown':
      await setUnknown(context, db, document, outcome.cause);
      return { result: 'open' };
    default:
      return outcome satisfies never;
  }
}

/** What an answer tells of another document tells nothing of ours; the PAC is asked then. */
async function namesAnother(db: TenantDb, document: FiscalDocument, outcome: VoidOutcome): Promise<string | null> {
  if (!('document' in outcome) || !outcome.document) return null;
  return (await heldByAnother(db, document, outcome.document)) ?? identityConflict(document, outcome.document);
}

/** The PAC has voided it: the legal status stays, business follows in the same transaction. */
export async function recordVoid(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  response: unknown,
): Promise<VoidResult> {
  const voided = await db
    .updateTable('fiscal_documents')
    .set({ void_state: 'DONE', void_lease_until: null, parked_reason: null })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const actor = document.void_asked_by ?? 'system';
  await addEvent(db, document.id, 'VOIDED', actor, { response });
  await context.afterVoid(db, voided, actor);
  return { result: 'voided' };
}

async function tryLater(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  cause: string,
  leastSeconds: number,
): Promise<VoidResult> {
  const delaySeconds = Math.max(leastSeconds, retryDelaySeconds(document.void_attempts));
  await sql`
    update fiscal_documents
    set void_state = 'ASKED', void_started_at = null, void_lease_until = null, void_after = clock_timestamp() + ${delaySeconds} * interval '1 second'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  await addEvent(db, document.id, 'NOT_SENT', 'system', { what: 'void', cause, triedAgainAfterSeconds: delaySeconds });
  await enqueue(context, db, document, delaySeconds * 1000 + 200, leastSeconds === 0);
  return { result: 'open' };
}

async function setUnknown(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  cause: string,
): Promise<void> {
  await db
    .updateTable('fiscal_documents')
    .set({ void_state: 'UNKNOWN', void_lease_until: null })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  await addEvent(db, document.id, 'VOID_UNKNOWN', 'system', { cause });
  await askLater(context, db, document, document.void_attempts);
}

/** Nobody knows whether the void happened: the PAC is read, and read again ever more rarely, until it says so or an operator does. */
async function askPac(context: CertificationContext, tenant: Tenant, document: FiscalDocument): Promise<VoidResult> {
  const looked: LookupOutcome = await context.pac.fetchDocument(
    document.kind,
    document.pac_company_id!,
    document.document_id!,
  );
  return inTenant(context, tenant, async (db) => {
    const current = await lockDocument(db, document.id);
    if (current.void_state !== 'UNKNOWN') return { result: 'open' };
    // Somebody else has asked meanwhile, and has written when it is asked next: one question at a time, one chain of them.
    const isOvertaken = current.void_attempts !== document.void_attempts;
    if (current.document_id !== document.document_id) return { result: 'open' };
    const isOurs =
      looked.outcome === 'found' && (await whoseIsShown(db, current, looked.document, 'system')) === 'OURS';
    if (isOurs && looked.document.isVoided) return recordVoid(context, db, current, looked.raw);
    if (isOvertaken) return { result: 'open' };
    if (isOurs) {
      const windowMs = tenant.voidWindowHours * HOUR_MS;
      if (context.clock.now().getTime() - current.void_asked_at!.getTime() > windowMs) {
        await dropVoid(db, current, 'its window is over, and the PAC shows the document as not void');
        return { result: 'open' };
      }
      if (current.void_attempts >= context.certification.pollAttempts) await askOperator(db, current);
    }
    await askLater(context, db, current, current.void_attempts + 1, looked.outcome === 'unavailable');
    return { result: 'open' };
  });
}

/** Asked often enough to think that it never arrived, never often enough to know: only an operator sends it again. */
async function askOperator(db: TenantDb, document: FiscalDocument): Promise<void> {
  if (document.parked_reason !== null) return;
  const because = 'the answer to its void was lost, and the PAC still shows it as not void; ask for the void again';
  await parkDocument(db, document.id, because, 'system');
}

async function askLater(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  attempts: number,
  waitsForPac = false,
): Promise<void> {
  const delayMs = pollDelayMs(context.certification, attempts);
  await sql`
    update fiscal_documents
    set void_attempts = ${attempts}, void_after = clock_timestamp() + ${delayMs} * interval '1 millisecond'
    where tenant_id = ${db.tenant.id} and id = ${document.id}`.execute(db);
  await enqueue(context, db, document, delayMs + 200, waitsForPac);
}

async function park(db: TenantDb, document: FiscalDocument, because: string): Promise<VoidResult> {
  await dropVoid(db, document, because);
  await db
    .updateTable('fiscal_documents')
    .set({ parked_reason: because })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  return { result: 'notFound' };
}

async function enqueue(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  afterMs: number,
  waitsForPac = false,
): Promise<void> {
  const payload = {
    tenantId: db.tenant.id,
    documentId: document.id,
    ...waiting(waitsForPac ? document.void_asked_at : null),
  };
  await context.jobs.enqueue(db, voidDuty, payload, { afterMs });
}
