// The entry of the inbox, for bursts: concurrent notices are stored together, and the number applied at a time is limited, so that other
// work has its share of the process.
import { setTimeout as delay } from 'node:timers/promises';
import { inBatches } from '../../platform/in-batches.ts';
import { limitPerKey } from '../../platform/limit-per-key.ts';
import { isOfTheData } from '../../platform/refuse.ts';
import { findWebhookTenant, type WebhookTenant } from '../../company/index.ts';
import { ofTenant, type Tenant } from '../../tenancy/index.ts';
import { tryNow } from '../../jobs/index.ts';
import type { CertificationContext } from '../context.ts';
import { attachPdfDuty } from '../duties.ts';
import { filesAhead } from '../verdict/files-ahead.ts';
import type { Room } from './notices-about-nothing.ts';
import { applyNotice, leaveToQueue, storeNotice, storeNotices, type Incoming, type Stored } from './receive-notice.ts';

const STORED_AT_ONCE = 100;
/** Notices of one tenant applied at once; other tenants do not wait for its PAC or its thousands. */
const APPLIED_AT_ONCE = 4;
/** So many that are being stored at once are a burst. */
const BURST = 8;
/** Verdicts whose files are asked for before they are recorded; more are recorded without. */
const AHEAD_AT_ONCE = 8;
/** So many of a tenant wait here for their turn; what is more is left to the queue. */
const MOST_WAITING = 5_000;

export function createNoticeIntake(context: CertificationContext) {
  const room: Room = new Map();
  const findDoor = inBatches<string, WebhookTenant>(
    { most: Number.POSITIVE_INFINITY, groupOf: (companyId) => companyId },
    async (companyIds) => {
      const tenant = await findWebhookTenant(context, companyIds[0]!, context.certification.webhookSecrets);
      return companyIds.map(() => tenant);
    },
  );
  const store = inBatches<{ tenant: Tenant; incoming: Incoming }, Stored>(
    { most: STORED_AT_ONCE, groupOf: ({ tenant }) => tenant.id },
    async (received) => {
      const { tenant } = received[0]!;
      const incoming = received.map((one) => one.incoming);
      // One that comes alone is applied as it is stored, if there is a place free.
      if (incoming.length === 1 && !isBurst() && applying.length(tenant.id) < APPLIED_AT_ONCE)
        return [await applying.run(tenant.id, () => storeNotice(ofTenant(context, tenant), incoming[0]!, room))];
      try {
        return await storeNotices(ofTenant(context, tenant), incoming, room);
      } catch (error) {
        if (incoming.length === 1 || !isOfTheData(error)) throw error;
        // One that is refused takes no other with it.
        return Promise.all(
          incoming.map(async (one) => storeNotices(ofTenant(context, tenant), [one], room).then(first, asError)),
        );
      }
    },
  );
  const leave = inBatches<{ tenant: Tenant; id: string }, void>(
    { most: STORED_AT_ONCE, groupOf: ({ tenant }) => tenant.id },
    async (left) => {
      const ids = left.map(({ id }) => id);
      await leaveToQueue(ofTenant(context, left[0]!.tenant), ids);
      return left.map(() => undefined);
    },
  );
  const applying = limitPerKey(APPLIED_AT_ONCE);
  /** A notice that is not stored is lost where the PAC gives up; a stored one can wait, and applying costs ten times as much. */
  const inBurst = limitPerKey(1);
  /** How many are being stored. */
  let arriving = 0;
  const isBurst = () => arriving >= BURST;
  let asking = 0;

  async function withFiles(tenant: Tenant, incoming: Incoming): Promise<Incoming> {
    if (asking >= AHEAD_AT_ONCE || isBurst()) return incoming;
    asking += 1;
    const ahead = await tryNow(context.log, attachPdfDuty.name, () =>
      filesAhead(ofTenant(context, tenant), incoming.notice),
    );
    asking -= 1;
    return { ...incoming, ahead };
  }

  /** Notices that are being applied or are queued. */
  const inHand = new Set<string>();

  async function apply(tenant: Tenant, stored: Stored): Promise<void> {
    inHand.add(stored.id);
    try {
      const work = () => applyNotice(ofTenant(context, tenant), stored);
      await applying.run(tenant.id, () => (isBurst() ? inBurst.run(tenant.id, () => aFifthOfTheTime(work)) : work()));
    } finally {
      inHand.delete(stored.id);
    }
  }

  return {
    findDoor,
    /** Resolves when the notice is safe, and applied too where there is a place free. */
    async receive(tenant: Tenant, received: Incoming) {
      const incoming = await withFiles(tenant, received);
      arriving += 1;
      const stored = await store({ tenant, incoming }).finally(() => (arriving -= 1));
      if ((stored.state !== 'WAITING' && !stored.step) || inHand.has(stored.id)) return;
      const ahead = applying.length(tenant.id);
      if (ahead < APPLIED_AT_ONCE && !isBurst()) await apply(tenant, stored);
      else if (ahead < APPLIED_AT_ONCE + MOST_WAITING) void apply(tenant, stored);
      else if (stored.isNews) void leave({ tenant, id: stored.id });
    },
  };
}

async function aFifthOfTheTime(work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await work();
  await delay(4 * (performance.now() - begun));
}

function first<Row>([row]: readonly Row[]): Row {
  return row!;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
