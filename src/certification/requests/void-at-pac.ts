// Voids a document at the PAC: sent at most once by itself, then only asked about.
import { isRejected } from '../../fiscal/legal-status.ts';
import type { LookupOutcome, VoidOutcome } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { asksByNumber, lossesOf, MOST_LOST } from '../by-number.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { withoutStranger } from '../verdict/disown.ts';
import type { Caller } from '../duties.ts';
import { lockDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import {
  changeRequest,
  dropVoid,
  enqueueAfterTry,
  findRequest,
  nothingToVoid,
  type PacRequest,
} from '../pac-request.ts';
import { askLater, countSinceSent, recordVoidAnswer, setVoidUnknown } from './record-void.ts';
import { recordVoid, type VoidResult } from '../voided.ts';
import type { Claim } from '../opening.ts';
import { sendRequest, type RequestKind } from './send-request.ts';
import { addEvent } from '../timeline.ts';
import { whoseIsShown } from '../verdict/whose-is-shown.ts';
import { HOUR_MS } from '../../platform/days.ts';

const VOID: RequestKind<VoidOutcome, VoidResult> = {
  what: 'VOID',
  lock: async (db, documentId) => withoutStranger(db, await lockDocument(db, documentId), 'system'),
  evidence: () => ({}),
  send: (pac, { document: { kind, pac_company_id: companyId, document_id: id }, request: { reason } }, isTooLate) =>
    pac.voidDocument(kind, companyId!, id!, reason!, isTooLate),
  record: recordVoidAnswer,
  setUnknown: (context, db, { request }, because) => setVoidUnknown(context, db, request, because),
};

/** As safe as `sendRequest`: at most one request leaves for each time that a void was asked for. */
export async function voidAtPac(
  context: TenantContext,
  documentId: string,
  caller: Caller = 'other',
): Promise<VoidResult> {
  const sent = await sendRequest(context, documentId, VOID, caller);
  if (sent.step === 'SENT') return sent.result;
  if (sent.step === 'ASK') return askPac(context, sent.claim);
  return { result: 'open' };
}

/** The answer was lost: the PAC is read, and read again ever more rarely, until it says so or an operator does. */
async function askPac(context: TenantContext, { document, request: asking }: Claim): Promise<VoidResult> {
  const { kind, pac_company_id: companyId, document_id: pacDocumentId } = document;
  const looked = await context.pac.fetchDocument(kind, companyId!, pacDocumentId!);
  return context.inTenant(async (db) => {
    const current = await lockDocument(db, document.id);
    const request = (await findRequest(db, document.id, 'VOID'))!;
    if (request.state !== 'UNKNOWN') return { result: 'open' };
    // Another process has asked meanwhile, and has written when it is asked next: one question at a time, one chain of them.
    const isOvertaken = request.attempts !== asking.attempts;
    if (current.document_id !== pacDocumentId) return { result: 'open' };
    const whose = looked.outcome === 'found' ? await whoseIsShown(db, current, looked.document, 'system') : null;
    const isOurs = looked.outcome === 'found' && whose === 'OURS';
    if (isOurs && looked.document.isVoided) return recordVoid(context, db, current, looked.raw);
    if (isOvertaken) return { result: 'open' };
    if (isRejected(current.legal_status) && (whose === 'STRANGER' || isOver(request, isOurs, looked))) {
      await dropVoid(db, request, nothingToVoid(current));
      return { result: 'open' };
    }
    const windowMs = context.tenant.voidWindowHours * HOUR_MS;
    if (isOurs && context.clock.now().getTime() - request.asked_at.getTime() > windowMs) {
      await dropVoid(db, request, 'its window is over, and the PAC shows the document as not void');
      return { result: 'open' };
    }
    const isAbsent = looked.outcome === 'notFound';
    const isOften = (await countSinceSent(db, request)) >= context.certification.pollAttempts;
    if ((isOurs || isAbsent) && isOften && !isRejected(current.legal_status)) {
      const next = isAbsent ? 'OPERATOR' : await afterQuestions(context, db, current, request);
      if (next === 'SEND_AGAIN') {
        await sendOnceMore(context, db, request);
        return { result: 'open' };
      }
      if (next === 'OPERATOR') await askOperator(db, current, isAbsent);
    }
    await askLater(context, db, request, request.attempts + 1, looked.outcome === 'unavailable');
    return { result: 'open' };
  });
}

/** Nothing depends on the void of a rejected document: if the PAC has not done it an hour after it left, it ends. */
function isOver(
  { now, started_at: startedAt }: { now: Date; started_at: Date | null },
  isOurs: boolean,
  { outcome }: LookupOutcome,
): boolean {
  return (isOurs || outcome === 'notFound') && now.getTime() - startedAt!.getTime() > HOUR_MS;
}

/** So often a void is sent in all by the rule of record 47. */
const MOST_SENT = 3;

/** The PAC still shows it as not void: where its own window proves that, it is sent again after it; the rule of record 47 sends it again after its time, and without the rule a person does. */
async function afterQuestions(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  { document_id: documentId, now, started_at: startedAt }: PacRequest & { now: Date },
): Promise<'SEND_AGAIN' | 'WAIT' | 'OPERATOR'> {
  const proof = asksByNumber(context, document) && context.pac.profile(document.pac_company_id!).absentAfterSeconds;
  const afterSeconds = proof || context.certification.resendAfterMinutes * 60;
  if (afterSeconds === 0) return 'OPERATOR';
  const { times, seconds } = await lossesOf(db, documentId, 'VOID_UNKNOWN');
  if (times >= (proof ? MOST_LOST : MOST_SENT)) return 'OPERATOR';
  const waited = proof ? seconds : (now.getTime() - startedAt!.getTime()) / 1000;
  return waited > afterSeconds ? 'SEND_AGAIN' : 'WAIT';
}

/** Repeats the company's own request; where the first one arrives late, the PAC answers that the document is void already. */
async function sendOnceMore(context: CertificationContext, db: TenantDb, request: PacRequest): Promise<void> {
  await changeRequest(db, request, { state: 'PENDING', started_at: null, lease_until: null, not_before: null });
  await addEvent(db, request.document_id, 'VOID_ASKED', 'system', { reason: request.reason });
  await enqueueAfterTry(context, db, request);
}

/** Asked often enough to think that it never arrived, never often enough to know: only an operator sends it again. */
async function askOperator(db: TenantDb, document: FiscalDocument, isAbsent: boolean): Promise<void> {
  if (document.parked_reason !== null) return;
  const because = isAbsent
    ? 'the answer to its void was lost, and the PAC says that it has no such document; ask for the void again'
    : 'the answer to its void was lost, and the PAC still shows it as not void; ask for the void again';
  await parkDocument(db, document.id, because, 'system');
}
