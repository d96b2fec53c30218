// The entry of the inbox, for bursts: concurrent notices are stored together, and the number applied at a time is limited, so that other
// work has its share of the process.
import { inBatches } from '../../platform/in-batches.ts';
import { limitPerKey } from '../../platform/limit-per-key.ts';
import { isOfTheData } from '../../platform/refuse.ts';
import { traceparent } from '../../platform/trace.ts';
import { findWebhookTenant, type Tenant, type WebhookTenant } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { applyNotice, storeNotices, type Incoming } from './receive-notice.ts';

const STORED_AT_ONCE = 100;
/** Of one tenant; another's do not wait for its PAC to confirm one, nor for its thousands. */
const APPLIED_AT_ONCE = 4;
/** So many of a tenant wait here for their turn; what is more is left to the queue, which has a duty for each anyway. */
const MOST_WAITING = 5_000;

export interface NoticeIntake {
  findDoor(companyId: string): Promise<WebhookTenant>;
  /** Resolves when the notice is safe, and applied too where there is a place free. */
  receive(tenant: Tenant, incoming: Incoming): Promise<void>;
}

export function createNoticeIntake(context: CertificationContext): NoticeIntake {
  const findDoor = inBatches<string, WebhookTenant>(
    { most: Number.POSITIVE_INFINITY, groupOf: (companyId) => companyId },
    async (companyIds) => {
      const tenant = await findWebhookTenant(context, companyIds[0]!, context.certification.webhookSecret);
      return companyIds.map(() => tenant);
    },
  );
  const store = inBatches<{ tenant: Tenant; incoming: Incoming }, { id: string; state: string }>(
    { most: STORED_AT_ONCE, groupOf: ({ tenant }) => tenant.id },
    async (received) => {
      const { tenant } = received[0]!;
      const incoming = received.map((one) => one.incoming);
      try {
        return await storeNotices(context, tenant, incoming);
      } catch (error) {
        if (incoming.length === 1 || !isOfTheData(error)) throw error;
        // One that is refused takes no other with it.
        return Promise.all(incoming.map(async (one) => storeNotices(context, tenant, [one]).then(first, asError)));
      }
    },
  );
  const applying = limitPerKey(APPLIED_AT_ONCE);
  /** Notices that are being applied or are queued. */
  const inHand = new Set<string>();

  async function apply(tenant: Tenant, noticeId: string): Promise<void> {
    inHand.add(noticeId);
    try {
      await applying.run(tenant.id, () => applyNotice(context, tenant, noticeId));
    } finally {
      inHand.delete(noticeId);
    }
  }

  return {
    findDoor,
    async receive(tenant, incoming) {
      const stored = await store({ tenant, incoming: { ...incoming, trace: traceparent() } });
      if (stored.state !== 'WAITING' || inHand.has(stored.id)) return;
      const ahead = applying.length(tenant.id);
      if (ahead < APPLIED_AT_ONCE) await apply(tenant, stored.id);
      else if (ahead < APPLIED_AT_ONCE + MOST_WAITING) void apply(tenant, stored.id);
    },
  };
}

function first<Row>([row]: readonly Row[]): Row {
  return row!;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
