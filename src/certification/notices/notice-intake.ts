// The entry of the inbox, for bursts: concurrent notices are stored together, and the number applied at a time is limited, so that other
// work has its share of the process.
import { DomainError } from '../../platform/errors.ts';
import { inBatches } from '../../platform/in-batches.ts';
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
  const lines = new Map<string, Line>();
  /** Notices that are being applied or are queued. */
  const inHand = new Set<string>();

  async function apply(tenant: Tenant, noticeId: string): Promise<void> {
    const line = lines.get(tenant.id) ?? createLine(APPLIED_AT_ONCE);
    lines.set(tenant.id, line);
    inHand.add(noticeId);
    try {
      await line.take(() => applyNotice(context, tenant, noticeId));
    } finally {
      inHand.delete(noticeId);
      if (line.length() === 0) lines.delete(tenant.id);
    }
  }

  return {
    findDoor,
    async receive(tenant, incoming) {
      const stored = await store({ tenant, incoming: { ...incoming, trace: traceparent() } });
      if (stored.state !== 'WAITING' || inHand.has(stored.id)) return;
      const ahead = lines.get(tenant.id)?.length() ?? 0;
      if (ahead < APPLIED_AT_ONCE) await apply(tenant, stored.id);
      else if (ahead < APPLIED_AT_ONCE + MOST_WAITING) void apply(tenant, stored.id);
    },
  };
}

interface Line {
  /** Running and waiting tasks. */
  length(): number;
  /** Runs when a slot is free, in order of arrival. */
  take(work: () => Promise<void>): Promise<void>;
}

function createLine(places: number): Line {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    length: () => taken + waiting.length,
    async take(work) {
      if (taken < places) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        await work();
      } finally {
        const next = waiting.shift();
        // The slot passes to the next task.
        if (next) next();
        else taken -= 1;
      }
    },
  };
}

/** What we, or PostgreSQL, refuse for what a row says, not for how PostgreSQL is. */
function isOfTheData(error: unknown): boolean {
  return error instanceof DomainError || /^(22|23|54)/.test(String((error as { code?: unknown }).code));
}

function first<Row>([row]: readonly Row[]): Row {
  return row!;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
