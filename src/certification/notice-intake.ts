// The front of the inbox, for when the PAC delivers by the hundred: notices that come at once are stored together, and no more
// are applied at a time than leaves room for everybody else.
import { traceparent } from '../platform/trace.ts';
import { inBatches } from '../platform/in-batches.ts';
import { findWebhookDoor, type Tenant, type WebhookDoor } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { applyNotice, storeNotices, type Incoming } from './receive-notice.ts';

const STORED_AT_ONCE = 100;
const APPLIED_AT_ONCE = 4;
/** So many wait here for their turn; what is more is left to the queue, which has a duty for each anyway. */
const MOST_WAITING = 10_000;

export interface NoticeIntake {
  findDoor(companyId: string): Promise<WebhookDoor>;
  /** Resolves when the notice is safe, and applied too where there is a place free. */
  receive(tenant: Tenant, incoming: Incoming): Promise<void>;
}

export function createNoticeIntake(context: CertificationContext): NoticeIntake {
  const findDoor = inBatches<string, WebhookDoor>(
    { most: Number.POSITIVE_INFINITY, groupOf: (companyId) => companyId },
    async (companyIds) => {
      const door = await findWebhookDoor(context, companyIds[0]!, context.certification.webhookSecret);
      return companyIds.map(() => door);
    },
  );
  const store = inBatches<{ tenant: Tenant; incoming: Incoming }, { id: string; state: string }>(
    { most: STORED_AT_ONCE, groupOf: ({ tenant }) => tenant.id },
    async (letters) => {
      const { tenant } = letters[0]!;
      const incoming = letters.map((letter) => letter.incoming);
      try {
        return await storeNotices(context, tenant, incoming);
      } catch (error) {
        if (incoming.length === 1 || !isOfTheData(error)) throw error;
        // One that the database refuses takes no other with it.
        return Promise.all(incoming.map(async (one) => storeNotices(context, tenant, [one]).then(first, asError)));
      }
    },
  );
  const places = createPlaces(APPLIED_AT_ONCE);
  /** Notices that are being applied or stand in line. */
  const inHand = new Set<string>();

  async function apply(tenant: Tenant, noticeId: string): Promise<void> {
    inHand.add(noticeId);
    try {
      await places.take(() => applyNotice(context, tenant, noticeId));
    } finally {
      inHand.delete(noticeId);
    }
  }

  return {
    findDoor,
    async receive(tenant, incoming) {
      const stored = await store({ tenant, incoming: { ...incoming, trace: traceparent() } });
      if (stored.state !== 'WAITING' || inHand.has(stored.id)) return;
      if (places.areFree()) await apply(tenant, stored.id);
      else if (places.waiting() < MOST_WAITING) void apply(tenant, stored.id);
    },
  };
}

interface Places {
  areFree(): boolean;
  waiting(): number;
  /** Runs once a place is free; first come, first served. */
  take(work: () => Promise<void>): Promise<void>;
}

function createPlaces(count: number): Places {
  const line: (() => void)[] = [];
  let taken = 0;
  return {
    areFree: () => taken < count,
    waiting: () => line.length,
    async take(work) {
      if (taken < count) taken += 1;
      else await new Promise<void>((resolve) => line.push(resolve));
      try {
        await work();
      } finally {
        const next = line.shift();
        // The place goes from hand to hand.
        if (next) next();
        else taken -= 1;
      }
    },
  };
}

/** What PostgreSQL refuses for what a row says, not for how PostgreSQL is. */
function isOfTheData(error: unknown): boolean {
  return /^(22|23|54)/.test(String((error as { code?: unknown }).code));
}

function first<Row>([row]: readonly Row[]): Row {
  return row!;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
