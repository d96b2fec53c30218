// The jobs of certification and their retry policies; what a fact demands and no process has done is found by its rows.
import { z } from 'zod';
import { dailyJob, defineJob } from '../jobs/index.ts';

const document = z.object({
  tenantId: z.guid(),
  documentId: z.guid(),
  /** Set when it waits for the PAC to answer: since when. It runs as soon as the PAC does, before the row's own time. */
  waitsForPac: z.iso.datetime().optional(),
});

/** Payload of a postponed job: null unless it waits for the PAC. */
export function waiting(since: Date | null): { waitsForPac?: string } {
  return since === null ? {} : { waitsForPac: since.toISOString() };
}

/** A duty reschedules itself, and one that waits for the PAC may run before its time; any other caller relies on the duty. */
export type Caller = 'other' | 'duty' | 'wakened duty';

export function callerOf({ waitsForPac }: { waitsForPac?: string | undefined }): Caller {
  return waitsForPac ? 'wakened duty' : 'duty';
}

/** Tried for days, until the PAC answers. */
const pacDuty = <P extends object>(
  name: string,
  payload: z.ZodType<P>,
  longestDelaySeconds: number,
  timeLimitSeconds = 60,
) =>
  defineJob({
    name,
    payload,
    patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds, timeLimitSeconds },
  });

/** Completes a submission whose first attempt did not end. */
export const submitDuty = pacDuty('submit', document, 60);

/** `attempt` is the number of the poll; a job whose poll was made already does nothing. */
export const pollDuty = pacDuty('poll-legal-status', document.extend({ attempt: z.int().min(0) }), 3600);

export const attachPdfDuty = pacDuty('attach-pdf', document, 3600, 120);

export const processNoticeDuty = pacDuty('process-notice', z.object({ tenantId: z.guid(), noticeId: z.guid() }), 600);

/** Daily. */
export const forgetNoticesDuty = dailyJob('forget-notices');

export const voidDuty = pacDuty('void-at-pac', document, 3600);

export interface EmailDuty {
  tenantId: string;
  documentId: string;
  email: string;
  attempt: number;
}

/** It writes its own next try, so that the timeline tells each. */
export const sendByEmailDuty = pacDuty(
  'send-by-email',
  z.object({ tenantId: z.guid(), documentId: z.guid(), email: z.string(), attempt: z.int().min(1) }),
  3600,
);

/** Looks up the document that has our number according to the PAC. An operator sees it meanwhile, so some days are enough. */
export const recogniseDuplicateDuty = defineJob({
  name: 'recognise-duplicate',
  payload: document.extend({ pacDocumentId: z.string() }),
  patience: { retries: 100, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 60 },
});
