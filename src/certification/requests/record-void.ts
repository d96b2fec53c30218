// Records the outcome of a void request: done, refused, unknown, or sent again later.
import { isRejected } from '../../fiscal/legal-status.ts';
import type { VoidOutcome } from '../../pac/index.ts';
import { sqlRows } from '../../platform/sql.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { changeDocument, lockDocument } from '../fiscal-document.ts';
import { aboutAnother } from '../verdict/match-document.ts';
import {
  changeRequest,
  dropVoid,
  nothingToVoid,
  reschedule,
  findRequest,
  msFromNow,
  tryLater,
  type PacRequest,
} from '../pac-request.ts';
import { pollDelayMs } from '../delays.ts';
import type { Claim } from '../opening.ts';
import { addEvent } from '../timeline.ts';
import { recordVoid, type VoidResult } from '../voided.ts';

export async function recordVoidAnswer(
  context: CertificationContext,
  db: TenantDb,
  claimed: Claim,
  outcome: VoidOutcome,
): Promise<VoidResult> {
  const document = await lockDocument(db, claimed.document.id);
  const request = (await findRequest(db, document.id, 'VOID'))!;
  if (request.state === 'DONE') return { result: 'voided' };
  // The request was dropped, since a verdict left nothing to void; or an operator has asked again, and another attempt is under way.
  // Only that it was voided would be news.
  const isMine = request.started_at?.getTime() === claimed.request.started_at!.getTime();
  if (!isMine) await addEvent(db, document.id, 'LATE_ANSWER', 'system', { outcome: outcome.outcome });
  if (!isMine && outcome.outcome !== 'voided') return { result: 'open' };
  // An answer about another document says nothing about ours; the PAC is asked then.
  const against = await aboutAnother(db, document, 'document' in outcome ? outcome.document : undefined);
  if (against !== null) {
    if (isMine) await setVoidUnknown(context, db, request, `the PAC answered about another document: ${against}`);
    return { result: 'open' };
  }
  switch (outcome.outcome) {
    case 'voided':
      return recordVoid(context, db, document, outcome.raw);
    case 'refused':
      // "Already voided" is our own earlier request in disguise.
      if (outcome.alreadyVoided) return recordVoid(context, db, document, outcome.raw);
      await dropVoid(db, request, `the PAC refused: ${outcome.reasons.join('; ')}`);
      return { result: 'refused', reasons: outcome.reasons };
    case 'notFound': {
      const because = 'the PAC does not know this document when asked to void it';
      await dropVoid(db, request, because);
      if (!isRejected(document.legal_status)) await changeDocument(db, document.id, { parked_reason: because });
      return { result: 'notFound' };
    }
    case 'notSent':
    case 'refusedCredentials':
    case 'throttled':
      // The verdict came while it was on its way, and it has done nothing.
      if (isRejected(document.legal_status)) await dropVoid(db, request, nothingToVoid(document));
      else if (outcome.outcome !== 'throttled') await tryLater(context, db, request, outcome.cause);
      else await tryLater(context, db, request, 'the PAC asks for patience', outcome.retryAfterSeconds ?? 0);
      return { result: 'open' };
    case 'unknown':
      await setVoidUnknown(context, db, request, outcome.cause);
      return { result: 'open' };
    default:
      return outcome satisfies never;
  }
}

export async function setVoidUnknown(
  context: CertificationContext,
  db: TenantDb,
  request: PacRequest,
  cause: string,
): Promise<void> {
  await changeRequest(db, request, { state: 'UNKNOWN', lease_until: null });
  await addEvent(db, request.document_id, 'VOID_UNKNOWN', 'system', { cause });
  await askLater(context, db, request, request.attempts);
}

/** `attempts` counts the questions too: the more of them, the longer until the next. */
export async function askLater(
  context: CertificationContext,
  db: TenantDb,
  request: PacRequest,
  attempts: number,
  waitsForPac = false,
): Promise<void> {
  const delayMs = pollDelayMs(context.certification, await countSinceSent(db, { ...request, attempts }));
  await changeRequest(db, request, { attempts, not_before: msFromNow(delayMs) });
  await reschedule(context, db, request, delayMs, waitsForPac);
}

/** Attempts and questions, beginning with the last attempt: their count goes on from a void to the next one that is asked for. */
export async function countSinceSent(db: TenantDb, { document_id: id, attempts }: PacRequest): Promise<number> {
  const sent = await sqlRows<{ attempt: number }>(db)`
    select (detail ->> 'attempt')::int as attempt from document_events
    where tenant_id = ${db.tenant.id} and document_id = ${id} and kind = 'CLAIMED' and detail ->> 'what' = 'void'
    order by at desc, id desc limit 1`;
  return attempts - (sent[0]?.attempt ?? 1) + 1;
}
