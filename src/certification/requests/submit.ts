// Submits a document.
import { createHash } from 'node:crypto';
import { tryNow } from '../../jobs/index.ts';
import type { PacPayload, SubmissionOutcome } from '../../pac/index.ts';
import { flagCredentials, unflagCredentials } from '../../company/index.ts';
import type { Tenant } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import type { Caller } from '../duties.ts';
import { lockDocument } from '../fiscal-document.ts';
import { processWaitingNotices } from '../notices/process-notice.ts';
import { recogniseDuplicate } from './recognise-duplicate.ts';
import { recordSubmission, rivalOf, setUnknown } from './record-submission.ts';
import { sendRequest, type RequestKind } from './send-request.ts';

const SUBMIT: RequestKind<SubmissionOutcome, void> = {
  what: 'SUBMIT',
  lock: lockDocument,
  evidence: ({ pac_input: payload }) => ({
    payloadSha256: createHash('sha256').update(JSON.stringify(payload)).digest('hex'),
  }),
  send: (pac, { document: { kind, pac_company_id: companyId, pac_input: payload } }, isTooLate) =>
    pac.submit(kind, companyId!, payload as PacPayload, isTooLate),
  record: recordSubmission,
  setUnknown: (_, db, { document }, because) => setUnknown(db, document, because),
};

/** As safe as `sendRequest`: at most one of all calls ever sends. */
export async function submit(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  caller: Caller = 'other',
): Promise<void> {
  const sent = await sendRequest(context, tenant, documentId, SUBMIT, caller);
  if (sent.step !== 'SENT') return;
  const { outcome, claim } = sent;
  if (outcome.outcome === 'refusedCredentials') await flagCredentials(context, tenant);
  // Only a retry can be the first success after refused credentials, so only a retry clears the flag.
  else if (outcome.outcome === 'accepted' && claim.request.attempts > 1) await unflagCredentials(context, tenant);
  const rival = rivalOf(outcome);
  if (rival !== null) {
    await tryNow(context.log, 'recognise-duplicate', () => recogniseDuplicate(context, tenant, documentId, rival), {
      documentId,
    });
  }
  // Notices may have overtaken the answer: they waited for the id that is committed now.
  await processWaitingNotices(context, tenant, documentId);
}
