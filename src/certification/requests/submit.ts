// Submits a document.
import { parseCufe } from '../../fiscal/cufe.ts';
import { tryNow } from '../../jobs/index.ts';
import type { PacPayload, SubmissionOutcome } from '../../pac/index.ts';
import { inPipeline, type TenantDb } from '../../tenancy/index.ts';
import type { TenantContext } from '../context.ts';
import { pollDuty, type Caller } from '../duties.ts';
import { lockDocument } from '../fiscal-document.ts';
import { processNotice, waitingNoticesOf } from '../notices/process-notice.ts';
import { askByNumber } from '../verdict/ask-by-number.ts';
import { evidenceOf } from './claim-at-once.ts';
import { recogniseDuplicate } from './recognise-duplicate.ts';
import { recordSubmission, rivalOf, setUnknown } from './record-submission.ts';
import { sendRequest, type Opens, type RequestKind } from './send-request.ts';

type Kind<Result> = RequestKind<SubmissionOutcome, Result>;

const SUBMIT: Omit<Kind<unknown>, 'record'> = {
  what: 'SUBMIT',
  lock: lockDocument,
  evidence: ({ pac_input: payload }) => evidenceOf(payload),
  send: (pac, { document: { kind, pac_company_id: companyId, pac_input: payload, expected_cufe: cufe } }, isTooLate) =>
    pac.submit(kind, companyId!, payload as PacPayload, isTooLate, parseCufe(cufe ?? '')?.branchCode),
  setUnknown: (context, db, { document }, because) => setUnknown(context, db, document, because),
};

const DOUBTFUL: readonly SubmissionOutcome['outcome'][] = ['unknown', 'incomplete', 'duplicate'];

/** A PAC that knows it by its number is asked; the queue goes on from there, and the look of each minute after a process that ended. */
async function askAtOnce(context: TenantContext, documentId: string): Promise<void> {
  await tryNow(context.log, pollDuty.name, () => askByNumber(context, documentId), { documentId });
}

/**
 * As safe as `sendRequest`: at most one of all calls ever sends. Answers what `read` reads in the transaction that records the PAC's
 * answer, where nothing else has to follow.
 */
export async function submit<Read>(
  context: TenantContext,
  document: string | Opens,
  caller: Caller = 'other',
  read?: (db: TenantDb, documentId: string) => Promise<Read>,
): Promise<Read | undefined> {
  const record: Kind<{ waiting: string[]; answer?: Read }>['record'] = async (_, db, claim, outcome) => {
    await recordSubmission(context, db, claim, outcome);
    // Notices may have overtaken the answer: they waited for the id that is known now.
    const waiting = await waitingNoticesOf(db, claim.document.id);
    const isOver = waiting.length === 0 && rivalOf(outcome) === null;
    if (!read || !isOver) return { waiting };
    // When the document was last changed is part of what is read.
    await inPipeline(db)`set constraints touch_business_row immediate`;
    return { waiting, answer: await read(db, claim.document.id) };
  };
  const sent = await sendRequest(context, document, { ...SUBMIT, record }, caller);
  if (sent.step === 'LOST' && typeof document === 'string') await askAtOnce(context, document);
  if (sent.step !== 'SENT') return undefined;
  const { outcome, claim, result } = sent;
  const documentId = claim.document.id;
  const rival = rivalOf(outcome);
  if (rival !== null) {
    await tryNow(context.log, 'recognise-duplicate', () => recogniseDuplicate(context, documentId, rival), {
      documentId,
    });
  } else if (DOUBTFUL.includes(outcome.outcome)) await askAtOnce(context, documentId);
  for (const id of result.waiting) await tryNow(context.log, 'process-notice', () => processNotice(context, id));
  return result.answer;
}
