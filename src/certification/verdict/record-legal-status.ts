// The one writer of the legal status: webhook, poll, submission and operator all end here.
import {
  contradicts,
  isAuthorized,
  isRejected,
  nextLegalStatus,
  type Move,
  type LegalStatus,
} from '../../fiscal/legal-status.ts';
import { json } from '../../platform/sql.ts';
import { withSpan } from '../../platform/trace.ts';
import type { PacDocument } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { firstLookMs } from '../delays.ts';
import { attachPdfDuty, pollDuty, voidDuty } from '../duties.ts';
import { changeDocument, changedDocument, isBeingVoided, type FiscalDocument } from '../fiscal-document.ts';
import { changeRequest, dropVoid, findRequest, nothingToVoid } from '../pac-request.ts';
import { addEvent, newEvent, noteRemarks } from '../timeline.ts';
import { answeredColumns, identityColumns } from './answered.ts';

/** With the document, where nothing else has become of it. */
type Moved = Move & { moved?: FiscalDocument };

export interface Facts extends Pick<PacDocument, 'qrUrl' | 'authorization' | 'remarks' | 'hasOwnSecurityCode'> {
  legalStatus: LegalStatus;
  documentId?: string | null;
  cufe?: string | null;
  reasons?: string[];
  /** The PAC's answer as it came. */
  response?: unknown;
  /** How it was learned: by which notice, or which poll. */
  learned?: { noticeId: string } | { poll: number };
  /** It is the answer to a submission, which the timeline tells of with the status that it brings. */
  answered?: object;
  /** Its page comes with it, which the timeline tells with the status. */
  attached?: object | undefined;
}

/**
 * Applies what was said to a document that the caller holds locked, in the caller's transaction: status, duties that follow from
 * it, and the consequences for business. What the arrows do not allow changes nothing and is kept as evidence.
 */
export function recordLegalStatus(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  reported: Facts,
  actor: string,
): Promise<Moved> {
  const attributes = { 'folio.document.id': document.id, 'folio.legal_status': reported.legalStatus };
  const step = { name: 'verdict', kind: 'INTERNAL', attributes } as const;
  return withSpan(step, async () => {
    const move = await record(context, db, document, reported, actor);
    await noteRemarks(db, document.id, reported.remarks, actor);
    return move;
  });
}

const record: typeof recordLegalStatus = async (context, db, document, reported, actor) => {
  const move = nextLegalStatus(document.legal_status, reported.legalStatus);
  const { answered, attached } = reported;
  if ('stays' in move) {
    if (answered) await addEvent(db, document.id, 'ANSWERED', actor, answered);
    const isDenied = contradicts(document.legal_status, reported.legalStatus);
    const kind = isDenied ? 'CONTRADICTED' : 'SAID_AGAIN';
    const detail = { said: reported.legalStatus, stays: move.stays, ...reported.learned };
    await addEvent(db, document.id, kind, actor, detail);
    if (isDenied) await raise(context, db, document, reported);
    else await learnIdentity(context, db, document, reported);
    return move;
  }
  const change = {
    legal_status: move.to,
    // A document without a request has none to copy.
    submission_state: document.submission_state === 'NOT_REQUIRED' ? document.submission_state : ('DONE' as const),
    ...identityColumns(document, reported),
    // Remarks of the DGI on a document that it authorizes are no rejection.
    rejection_reasons: isRejected(move.to) ? (reported.reasons ?? []) : [],
    parked_reason: null,
    awaits_pdf: isAuthorized(move.to) && !attached,
    // A certified document counts since it was first certified.
    ...(isAuthorized(document.legal_status) && isAuthorized(move.to) ? {} : { settled_at: context.clock.now() }),
    ...answeredColumns(reported),
    ...(reported.response === undefined ? {} : { pac_response: json(reported.response) }),
  };
  const beside = { ...(answered ? { answered } : {}), ...(attached ? { attached } : {}) };
  const detail = { from: document.legal_status, to: move.to, ...reported.learned, ...beside };
  const event = newEvent(db, document.id, 'LEGAL_STATUS', actor, detail);
  const moved = await changedDocument(db, document.id, change, event);
  if (document.submission_state !== 'DONE') {
    const submission = { document_id: document.id, what: 'SUBMIT' } as const;
    await changeRequest(db, submission, { state: 'DONE', lease_until: null });
  }
  // The DGI's verdict may change the page: it is fetched after that, and before it where that does not come soon.
  if (move.to === 'PAC_AUTHORIZED') context.lookAgain(db.tenant, document.id, firstLookMs(context.certification));
  // A notice and a poll fetch it at once.
  else if (isAuthorized(move.to) && reported.learned === undefined) await enqueuePdf(context, db, moved);
  else if (isAuthorized(move.to) && !attached)
    context.lookAgain(db.tenant, document.id, 2 * context.certification.pacTimeoutMs);
  else context.lookAgain.forget(document.id);
  await context.afterVerdict(db, moved, actor);
  const isVoided = moved.void_state !== null && moved.void_state !== 'DONE';
  if (isVoided) await goOnWithVoid(context, db, moved);
  return isAuthorized(move.to) && !isVoided ? { ...move, moved } : move;
};

/** A void that waits: to learn whether there is anything to void, or what became of its request. What has left is asked about first. */
async function goOnWithVoid(context: CertificationContext, db: TenantDb, document: FiscalDocument): Promise<void> {
  if (isAuthorized(document.legal_status)) {
    if (document.void_state === 'ASKED') await enqueueVoid(context, db, document);
    return;
  }
  const request = await findRequest(db, document.id, 'VOID');
  if (request!.started_at === null || document.document_id === null)
    await dropVoid(db, request!, nothingToVoid(document));
}

type Follows = (context: CertificationContext, db: TenantDb, document: FiscalDocument) => Promise<void>;

export const enqueuePoll: Follows = ({ jobs, certification }, db, { id: documentId, poll_count: attempt }) => {
  const payload = { tenantId: db.tenant.id, documentId, attempt };
  return jobs.enqueue(db, pollDuty, payload, { afterMs: certification.pollIntervalMs });
};

const enqueuePdf: Follows = ({ jobs }, db, { id: documentId }) =>
  jobs.enqueue(db, attachPdfDuty, { tenantId: db.tenant.id, documentId });

const enqueueVoid: Follows = ({ jobs }, db, { id: documentId }) =>
  jobs.enqueue(db, voidDuty, { tenantId: db.tenant.id, documentId });

/** Put aside because something said the contrary of what is decided. */
export function isDenied({ parked_reason: reason }: FiscalDocument): boolean {
  return reason !== null && / of a document that is [A-Z]/.test(reason);
}

type Stays = (context: CertificationContext, db: TenantDb, document: FiscalDocument, reported: Facts) => Promise<void>;

/** The status stays. What a notice denies the PAC is asked about; what the PAC denies when asked, an operator has to find out. */
const raise: Stays = async (context, db, document, { legalStatus, learned }) => {
  const reason = `the PAC says ${legalStatus} of a document that is ${document.legal_status}`;
  context.log.warn({ tenantId: db.tenant.id, documentId: document.id }, reason);
  if (document.parked_reason !== null) return;
  await changeDocument(db, document.id, { parked_reason: reason });
  if (learned !== undefined && 'noticeId' in learned && document.document_id !== null)
    await enqueuePoll(context, db, document);
};

/** A second source may bring the id, the CUFE or the answer that the first one lacked. */
const learnIdentity: Stays = async (context, db, document, reported) => {
  const learned = {
    ...identityColumns(document, reported),
    ...answeredColumns(reported),
    ...(document.pac_response === null && reported.response !== undefined
      ? { pac_response: json(reported.response) }
      : {}),
  };
  await changeDocument(db, document.id, learned);
  const isNewlyNamed = document.document_id === null && learned.document_id != null;
  // Without the id there was nothing to ask the PAC for; what waited for it begins now.
  if (isNewlyNamed && document.legal_status === 'PAC_AUTHORIZED') await enqueuePoll(context, db, document);
  if (isNewlyNamed && isAuthorized(document.legal_status)) await enqueuePdf(context, db, document);
  if (isNewlyNamed && isBeingVoided(document)) await enqueueVoid(context, db, document);
};
