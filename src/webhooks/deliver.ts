// Delivers what is due, all the time: each endpoint in turns of its own, so that one that hangs holds up no other.
import { Counter } from 'prom-client';
import { eventJson } from '../events/index.ts';
import { handleEvery, tryNow, type JobHandler } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import { asSpan, inTrace, spanFrom, type Step } from '../platform/trace.ts';
import { inTenant, type DatabaseContext, type HeldTenants, type Tenant } from '../tenancy/index.ts';
import type { WebhookHosts } from './address.ts';
import { findDue, LEASE_MS, recordSent, takeDue, type Due, type Taken, type Turn } from './deliveries.ts';
import { createSender } from './send.ts';

export interface WebhooksContext extends DatabaseContext {
  clock: Clock;
  log: Logger;
  tenants: HeldTenants;
  webhooks: { hosts: WebhookHosts; timeoutMs: number };
}

const LOOK_EVERY_MS = 500;

/** Places of one process. Endpoints that fail share a part of them, and a tenant's never take those of all. */
const PLACES = { all: 256, failing: 64, tenant: 32 };

const delivered = new Counter({
  name: 'folio_webhook_deliveries_total',
  help: 'Tries to deliver an event to an endpoint, by what came of them: delivered, refused (an answer that is no 2xx), failed (none).',
  labelNames: ['outcome'],
  registers: [metrics],
});

export function deliverWebhooks(context: WebhooksContext): JobHandler {
  const { clock, log, tenants, webhooks } = context;
  const sender = createSender({ ...webhooks, clock });
  const turns = new Map<string, Promise<void>>();
  const sending = new Map<Promise<void>, Due>();
  let isEnding = false;

  const freePlaces = (due: Due): number => freeFor(due, [...sending.values()]);

  function serve(due: Due): void {
    if (isEnding || turns.has(due.id) || freePlaces(due) <= 0) return;
    const turn = tryNow(log, 'deliver webhooks', () => takeTurn(due), { tenantId: due.tenantId });
    turns.set(due.id, turn);
    void turn.finally(() => turns.delete(due.id));
  }

  async function takeTurn(due: Due): Promise<void> {
    const tenant = await tenants.find(due.tenantId);
    // A suspended one is told on, as it may read on; of a closed one everything waits.
    if (!tenant || tenant.closedAt !== null) return;
    for (;;) {
      const begunAt = performance.now();
      const turn = await inTenant(context, tenant, (db) => takeDue(db, due.id, freePlaces(due)));
      for (const one of turn?.taken ?? []) start(due, tenant, turn!, one, begunAt);
      if (!turn?.hasMore || freePlaces(due) <= 0 || isEnding) return;
    }
  }

  function start(due: Due, tenant: Tenant, turn: Turn, one: Taken, begunAt: number): void {
    const about = { tenantId: tenant.id };
    const work = tryNow(log, 'deliver a webhook', () => deliver(due, tenant, turn, one, begunAt), about);
    sending.set(work, due);
    void work.finally(() => {
      sending.delete(work);
      serve(due);
    });
  }

  async function deliver(due: Due, tenant: Tenant, { url, secrets }: Turn, one: Taken, begunAt: number): Promise<void> {
    // A process that slept meanwhile leaves it to the next: its lease may be over.
    if (performance.now() - begunAt > LEASE_MS - 2 * webhooks.timeoutMs) return;
    const { trace, span } = spanFrom(one.traceparent, stepOf(due, one));
    const disabled = await inTrace({ ...trace, tenantId: tenant.id }, () =>
      asSpan(span, async () => {
        const sent = await sender.send({ url, secrets, id: one.event.id, body: eventJson(one.event) });
        delivered.inc({ outcome: sent.isDelivered ? 'delivered' : sent.httpStatus === null ? 'failed' : 'refused' });
        if (sent.httpStatus !== null) span?.set({ 'http.response.status_code': sent.httpStatus });
        if (!sent.isDelivered) span?.fail(String(sent.httpStatus ?? 'failed'));
        return inTenant(context, tenant, (db) => recordSent(db, due.id, one, sent));
      }),
    );
    if (disabled !== null) {
      log.warn({ tenantId: tenant.id, endpointId: due.id, reason: disabled }, 'a webhook endpoint was disabled');
    }
  }

  return handleEvery(
    LOOK_EVERY_MS,
    'deliver-webhooks',
    async () => {
      for (const due of await findDue(context)) serve(due);
    },
    async () => {
      isEnding = true;
      while (turns.size + sending.size > 0) await Promise.all([...turns.values(), ...sending.keys()]);
      await sender.close();
    },
  );
}

function freeFor({ tenantId, isFailing }: Due, taken: readonly Due[]): number {
  const ofTenant = PLACES.tenant - taken.filter((one) => one.tenantId === tenantId).length;
  const ofFailing = isFailing ? PLACES.failing - taken.filter((one) => one.isFailing).length : PLACES.all;
  return Math.min(PLACES.all - taken.length, ofTenant, ofFailing);
}

function stepOf({ id }: Due, { event }: Taken): Step {
  const attributes = { 'folio.webhook.endpoint.id': id, 'folio.event.id': event.id, 'folio.event.type': event.type };
  return { name: 'deliver webhook', kind: 'CLIENT', attributes: { 'http.request.method': 'POST', ...attributes } };
}
