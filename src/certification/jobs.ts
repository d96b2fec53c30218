// Jobs of certification, run by the worker when a duty is due.
import { handle, type JobHandler } from '../jobs/index.ts';
import { ofTenant } from '../tenancy/index.ts';
import { attachPdfOnDuty } from './verdict/attach-pdf.ts';
import type { CertificationContext, TenantContext } from './context.ts';
import {
  attachPdfDuty,
  callerOf,
  forgetNoticesDuty,
  pollDuty,
  processNoticeDuty,
  recogniseDuplicateDuty,
  sendByEmailDuty,
  submitDuty,
  voidDuty,
} from './duties.ts';
import { findLostDuties, findLostDutiesDuty, type Looked } from './watch/find-lost-duties.ts';
import { forgetNotices } from './notices/notices-about-nothing.ts';
import { pollLegalStatus } from './verdict/poll-legal-status.ts';
import { processNotice } from './notices/process-notice.ts';
import { recogniseDuplicate } from './requests/recognise-duplicate.ts';
import { sendByEmail } from './requests/send-by-email.ts';
import { lookAtQuotas } from './watch/look-at-quotas.ts';
import { sendNeverArrived } from './watch/send-never-arrived.ts';
import { submit } from './requests/submit.ts';
import { voidAtPac } from './requests/void-at-pac.ts';
import { wakeWaiting } from './watch/wake-waiting.ts';

/** Minute of each hour in which PACs are asked for what is left. */
const QUOTA_MINUTE = 17;

export function certificationJobs(context: CertificationContext): JobHandler[] {
  async function contextOf(id: string): Promise<TenantContext> {
    const tenant = await context.tenants.find(id);
    if (!tenant) throw new Error(`tenant ${id} does not exist`);
    return ofTenant(context, tenant);
  }
  const looked: Looked = new Map();
  return [
    handle(submitDuty, async (duty) => submit(await contextOf(duty.tenantId), duty.documentId, callerOf(duty))),
    handle(recogniseDuplicateDuty, async ({ tenantId, documentId, pacDocumentId }) =>
      recogniseDuplicate(await contextOf(tenantId), documentId, pacDocumentId),
    ),
    handle(pollDuty, async ({ tenantId, documentId, attempt }) =>
      pollLegalStatus(await contextOf(tenantId), documentId, attempt),
    ),
    handle(attachPdfDuty, async ({ tenantId, documentId }) => attachPdfOnDuty(await contextOf(tenantId), documentId)),
    handle(processNoticeDuty, async ({ tenantId, noticeId }) =>
      processNotice(await contextOf(tenantId), noticeId, 'duty'),
    ),
    handle(voidDuty, async (duty) => {
      await voidAtPac(await contextOf(duty.tenantId), duty.documentId, callerOf(duty));
    }),
    handle(sendByEmailDuty, async (duty) => sendByEmail(await contextOf(duty.tenantId), duty)),
    handle(forgetNoticesDuty, () => forgetNotices(context), '23 8 * * *'),
    wakeWaiting(context),
    handle(
      findLostDutiesDuty,
      async () => {
        await findLostDuties(context, looked);
        await sendNeverArrived(context);
        if (context.clock.now().getUTCMinutes() === QUOTA_MINUTE) await lookAtQuotas(context);
      },
      '* * * * *',
    ),
  ];
}
