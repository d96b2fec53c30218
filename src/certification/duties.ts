// What certification must do sooner or later, and with which patience; each is written together with the fact that demands it.
import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const document = z.object({
  tenantId: z.guid(),
  documentId: z.guid(),
  /** Put off because the PAC does not answer, and since when it waits: done as soon as it does, whatever time the row names. */
  waitsForPac: z.iso.datetime().optional(),
});

/** Of a duty that is put off: null where not the PAC is what it waits for. */
export function waiting(since: Date | null): { waitsForPac?: string } {
  return since === null ? {} : { waitsForPac: since.toISOString() };
}

/** A duty comes back by itself, one that waits for the PAC also before its time; everybody else knows the duty to be there. */
export type Caller = 'anybody' | 'duty' | 'wakened duty';

export function callerOf({ waitsForPac }: { waitsForPac?: string | undefined }): Caller {
  return waitsForPac ? 'wakened duty' : 'duty';
}

/** Makes good a submission whose first try did not come to an end. */
export const submitDuty = defineJob({
  name: 'submit',
  payload: document,
  patience: { retries: 1000, firstDelaySeconds: 2, longestDelaySeconds: 60, timeLimitSeconds: 60 },
});

/** `attempt` is the poll that this job stands for; a repetition of one that was made already does nothing. */
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

/** Asks for the document that has our number, as the PAC says. An operator sees it meanwhile, so some days are enough. */
export const recogniseDuplicateDuty = defineJob({
  name: 'recognise-duplicate',
  payload: document.extend({ pacDocumentId: z.string() }),
  patience: { retries: 100, firstDelaySeconds: 2, longestDelaySeconds: 3600, timeLimitSeconds: 60 },
});
