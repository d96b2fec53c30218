// Sends a request to the PAC: decide and mark (one transaction), call (none open), record (another).
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { GuardedPacClient, Held, SubmissionOutcome, VoidOutcome } from '../../pac/index.ts';
import { mayBeCommitted } from '../../platform/postgres.ts';
import { unflagCredentials } from '../../company/index.ts';
import { pacAccountsOf, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { holdMs } from '../delays.ts';
import type { Caller } from '../duties.ts';
import { changeDocument, findDocument, type FiscalDocument } from '../fiscal-document.ts';
import { pacEnvironment } from '../pac-environment.ts';
import { asTenantIsNow, type TenantNow } from '../as-tenant-is-now.ts';
import type { Claim, Mark, Opening } from '../opening.ts';
import { noteAccount } from './claim-at-once.ts';
import { keepRecording } from './keep-recording.ts';
import { eventSubject, changeRequest, reschedule, findRequest, msFromNow, type PacRequest } from '../pac-request.ts';
import { graceOf, LEASE_GRACE_MS, requestStep, type RequestStep } from './request-step.ts';
import type { RequestType } from '../tables.ts';
import { addEvent, hasEvent, newEvent } from '../timeline.ts';
import { companyFor, companyToAsk } from '../which-account.ts';

/** A move that was begun may be called off. */
const LEAVING_LOOK_MS = 5_000;

/** The PAC has taken the credentials, whatever it says of the document. Those of the other account may be refused still. */
const TAKEN: ReadonlySet<(SubmissionOutcome | VoidOutcome)['outcome']> = new Set([
  ...(['accepted', 'incomplete', 'rejected', 'duplicate', 'held'] as const),
  ...(['voided', 'refused', 'notFound'] as const),
]);

type NotSent = Extract<SubmissionOutcome & VoidOutcome, { outcome: 'notSent' }>;

/** Differences between a submission and a void. */
export interface RequestKind<Outcome extends SubmissionOutcome | VoidOutcome, Result> {
  what: RequestType;
  lock(db: TenantDb, documentId: string): Promise<FiscalDocument>;
  /** Evidence in the timeline of the bytes that are about to be sent. */
  evidence(document: FiscalDocument): object;
  send(pac: GuardedPacClient, claim: Claim, isTooLate: () => boolean): Promise<Outcome>;
  record(context: CertificationContext, db: TenantDb, claim: Claim, outcome: Outcome | NotSent): Promise<Result>;
  setUnknown(
    context: CertificationContext,
    db: TenantDb,
    lost: { document: FiscalDocument; request: PacRequest },
    because: string,
  ): Promise<void>;
}

export type Sent<Outcome, Result> =
  | { step: 'SENT'; claim: Claim; outcome: Outcome; result: Result }
  | { step: 'ASK'; claim: Claim }
  | { step: Exclude<RequestStep, 'SEND' | 'ASK'> };

/** Writes a document in a transaction of its own, marked as being sent where that can be; answers its id, undefined where nothing is to be sent. */
export type Opens = (opening: Opening | undefined) => Promise<string | undefined>;

/** A sale is not written later for a PAC that answers late: then it is written first, and waits for its turn afterwards. */
const SOON_MS = 50;

/**
 * Safe to call any number of times, from any number of processes: at most one of all calls ever sends what was asked for. A duty that
 * finds another process at work comes back; any other caller relies on that duty. The document may also be written with it.
 */
export async function sendRequest<Outcome extends SubmissionOutcome | VoidOutcome, Result>(
  context: TenantContext,
  document: string | Opens,
  kind: RequestKind<Outcome, Result>,
  caller: Caller,
): Promise<Sent<Outcome, Result>> {
  let sent: { claim: Claim; outcome: Outcome };
  let unconfirmed: Mark | undefined;
  const company = kind.what === 'VOID' && typeof document === 'string' ? companyOf(context, document) : null;
  const turning = (company ?? companyToAsk(context)).then((companyId) => context.pac.turn(companyId ?? ''));
  try {
    let mark: Mark | undefined;
    try {
      let documentId: string | undefined;
      if (typeof document === 'string') documentId = document;
      else {
        const opening: Opening | undefined = (await isSoon(turning)) ? {} : undefined;
        try {
          documentId = await document(opening);
        } catch (error) {
          unconfirmed = opening?.mark;
          throw error;
        }
        mark = opening?.mark;
        if (documentId === undefined) return { step: 'SETTLED' };
      }
      await turning;
      if (mark === undefined) {
        const next = await context.inTenant(async (db) => {
          const isTooLate = graceOf(() => performance.now());
          const decided = await claimRequest(context, db, documentId, kind, caller);
          if (decided.step === 'SEND') unconfirmed = { ...decided, isTooLate };
          return decided;
        });
        if (next.step !== 'SEND') return next;
        mark = unconfirmed!;
        unconfirmed = undefined;
      }
      const { claim, isTooLate } = mark;
      context.witness.noteClaim(context.tenant, claim.request);
      sent = { claim, outcome: await kind.send(context.pac, claim, isTooLate) };
    } finally {
      void turning.then(
        (turn) => turn.end(),
        () => undefined,
      );
    }
  } catch (error) {
    if (unconfirmed && mayBeCommitted(error)) await takeBack(context, kind, unconfirmed);
    throw error;
  }
  const { claim, outcome } = sent;
  const result = await keepRecording(context, toldOf(context.tenant, kind, claim, outcome), () =>
    context.inTenant((db) => kind.record(context, db, claim, outcome)),
  );
  if (TAKEN.has(outcome.outcome) && !pacAccountsOf(context.tenant).some(context.pac.isRefused)) {
    // The tenant is some seconds old: the refused document may have been withdrawn, and the next one is the first success.
    const mayBeFlagged = claim.request.attempts > 1 || context.tenant.pacCredentialsRefusedAt !== null;
    if (mayBeFlagged) await unflagCredentials(context, context.tenant);
  }
  return { step: 'SENT', claim, outcome, result };
}

/** A void goes to the PAC that has the document: it waits for no other, which may be silent. */
async function companyOf(context: TenantContext, documentId: string): Promise<string | null> {
  if (context.tenant.secondPacCompanyId === null) return context.tenant.pacCompanyId;
  const document = await context.inTenant((db) => findDocument(db, documentId));
  const companyId = document?.pac_company_id ?? context.tenant.pacCompanyId;
  if (companyId !== null) await context.accounts.of(companyId);
  return companyId;
}

function isSoon(turning: Promise<unknown>): Promise<boolean> {
  return Promise.race([turning.then(() => true), delay(SOON_MS, false)]);
}

/** The connection was lost as the mark was committed: it may be there, though nothing has left, and only we know that. */
async function takeBack<Outcome extends SubmissionOutcome | VoidOutcome, Result>(
  context: TenantContext,
  kind: RequestKind<Outcome, Result>,
  { claim, eventId }: Mark,
): Promise<void> {
  const outcome: NotSent = { outcome: 'notSent', cause: 'the database did not confirm that it was begun' };
  await keepRecording(context, toldOf(context.tenant, kind, claim, outcome), () =>
    context.inTenant(async (db) => {
      // Waits for a commit that is still under way. Another attempt may have the same count.
      await kind.lock(db, claim.document.id);
      if (await hasEvent(db, claim.document.id, eventId)) await kind.record(context, db, claim, outcome);
    }),
  );
}

function toldOf<Outcome>({ id: tenantId }: Tenant, { what }: { what: RequestType }, claim: Claim, outcome: Outcome) {
  return {
    tenantId,
    documentId: claim.document.id,
    what: what === 'SUBMIT' ? ('submission' as const) : ('void' as const),
    outcome,
  };
}

/** Longer than it takes to show that a new server knows what was sent. */
const UNTRUSTED_MS = 5_000;

type Next =
  | ({ step: 'SEND' } & Omit<Mark, 'isTooLate'>)
  | { step: 'ASK'; claim: Claim }
  | { step: Exclude<RequestStep, 'SEND' | 'ASK'> };

/** SEND: marked as being sent. The mark is committed before any byte leaves. */
async function claimRequest<Outcome extends SubmissionOutcome | VoidOutcome, Result>(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
  kind: RequestKind<Outcome, Result>,
  caller: Caller,
): Promise<Next> {
  const document = await kind.lock(db, documentId);
  const request = await findRequest(db, documentId, kind.what);
  if (!request) return { step: 'SETTLED' };
  const { now } = request;
  if (!context.witness.isTrusted(request.server)) {
    if (caller !== 'other') await reschedule(context, db, request, UNTRUSTED_MS);
    return { step: 'WAIT' };
  }
  const step = requestStep(document, caller === 'wakened duty' ? { ...request, not_before: null } : request, now);
  if (step === 'LOST') {
    const because = 'the process that was sending it ended before the answer was stored';
    await kind.setUnknown(context, db, { document, request }, because);
  }
  // The process that is sending it may never come to an end, and the duty that finds it so ends with this look.
  if (step === 'BUSY' && caller !== 'other') {
    await reschedule(context, db, request, request.lease_until!.getTime() - now.getTime());
  }
  if (step === 'ASK') return { step, claim: { document, request } };
  if (step !== 'SEND') return { step };
  if (request.tenantNow.isLeaving) {
    if (caller !== 'other') await reschedule(context, db, request, LEAVING_LOOK_MS);
    return { step: 'WAIT' };
  }
  if (request.tenantNow.isSuspended) {
    await waitForWord(db, request, { cause: 'the business is suspended' });
    return { step: 'WAIT' };
  }
  if (request.isInContingency) {
    await waitForWord(db, request, { cause: 'a contingency is open', isContingency: true });
    return { step: 'WAIT' };
  }
  const prepared = kind.what === 'SUBMIT' ? await prepareAnew(context, db, document, request) : null;
  const sent = { ...document, ...prepared };
  noteAccount(context, sent, request.tenantNow);
  const held = context.pac.heldFor(sent.pac_company_id!);
  if (held) {
    await hold(context, db, request, { ...held, caller, now });
    return { step: 'WAIT' };
  }
  const leaseMs = context.certification.pacTimeoutMs + LEASE_GRACE_MS;
  const mark = { started_at: now, lease_until: new Date(now.getTime() + leaseMs), attempts: request.attempts + 1 };
  const eventId = uuid();
  const detail = {
    ...eventSubject(request),
    attempt: mark.attempts,
    ...kind.evidence(document),
    ...(prepared === null
      ? {}
      : {
          pacCompanyId: prepared.pac_company_id,
          pac: context.accounts.lastOf(prepared.pac_company_id!).make,
          expectedCufe: prepared.expected_cufe,
        }),
  };
  await changeRequest(db, request, mark, newEvent(db, documentId, 'CLAIMED', 'system', detail, eventId));
  return { step, claim: { document: sent, request: { ...request, ...mark } }, eventId };
}

/** A setting that was wrong is corrected for what waits as well; what was sent keeps what it was sent with. */
async function prepareAnew(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  request: { attempts: number; tenantNow: TenantNow },
) {
  const companyId = await companyFor(context, db, document, request);
  const usual = pacEnvironment(context.certification.environment);
  const prepared = asTenantIsNow(document, request.tenantNow, usual, companyId);
  if (prepared !== null) await changeDocument(db, document.id, prepared);
  return prepared;
}

/** No job comes back to it: what resumes the tenant, or ends the contingency, writes one. Said once, however often it happens. */
async function waitForWord(db: TenantDb, request: PacRequest, because: object): Promise<void> {
  if (request.not_before !== null) return;
  await changeRequest(db, request, { not_before: msFromNow(0) });
  await addEvent(db, request.document_id, 'NOT_SENT', 'system', { ...eventSubject(request), ...because, isHeld: true });
}

/**
 * The PAC is known not to answer, so nothing is even begun; said once, however long it lasts. The duty looks again after a tenth of
 * the time that the request has been waiting: many that wait for long are looked at as rarely as few, and not all in the same moment.
 */
async function hold(
  context: CertificationContext,
  db: TenantDb,
  request: PacRequest,
  { seconds, cause, isAsked, caller, now }: Held & { caller: Caller; now: Date },
): Promise<void> {
  const isDuty = caller !== 'other';
  // A caller that is not the duty only marks that this was said.
  await changeRequest(db, request, { not_before: msFromNow(isDuty ? seconds * 1000 : 0) });
  if (request.not_before === null) {
    await addEvent(db, request.document_id, 'NOT_SENT', 'system', { ...eventSubject(request), cause, isHeld: true });
  }
  if (isDuty) await reschedule(context, db, request, holdMs(seconds, request.asked_at, now), !isAsked);
}
