// The jobs of certification and their retry policies; each is enqueued in the transaction of the fact that demands it.
import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

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

/** Completes a submission whose first attempt did not end. */
export const submitDuty = defineJob({
  name: 'submit',
  payload: document,
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 60, timeLimitSeconds: 60 },
});

/** `attempt` is the number of the poll; a job whose poll was made already does nothing. */
export const pollDuty = defineJob({
  name: 'poll-legal-status',
  payload: document.extend({ attempt: z.int().min(0) }),
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 60 },
});

export const attachPdfDuty = defineJob({
  name: 'attach-pdf',
  payload: document,
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 120 },
});

export const processNoticeDuty = defineJob({
  name: 'process-notice',
  payload: z.object({ tenantId: z.guid(), noticeId: z.guid() }),
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 600, timeLimitSeconds: 60 },
});

/** Daily. */
export const forgetNoticesDuty = defineJob({
  name: 'forget-notices',
  payload: z.object({}),
  patience: { retries: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, timeLimitSeconds: 600 },
});

export const voidDuty = defineJob({
  name: 'void-at-pac',
  payload: document,
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 60 },
});

export interface EmailDuty {
  tenantId: string;
  documentId: string;
  email: string;
  attempt: number;
}

/** It writes its own next try, so that the timeline tells each. */
export const sendByEmailDuty = defineJob({
  name: 'send-by-email',
  payload: z.object({ tenantId: z.guid(), documentId: z.guid(), email: z.string(), attempt: z.int().min(1) }),
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 60 },
});

/** Looks up the document that has our number according to the PAC. An operator sees it meanwhile, so some days are enough. */
export const recogniseDuplicateDuty = defineJob({
  name: 'recognise-duplicate',
  payload: document.extend({ pacDocumentId: z.string() }),
  patience: { retries: 100, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 60 },
});
