// Issues the demo's first documents through the same verbs as the API, so that its first user sees what certification is.
import { setTimeout as delay } from 'node:timers/promises';
import type { LegalStatus } from '../../src/fiscal/legal-status.ts';
import type { App } from '../../src/graphql/context.ts';
import {
  createCredit,
  generateInvoice,
  linesOfInvoices,
  readInvoices,
  registerPayment,
} from '../../src/invoicing/index.ts';
import { multiply, roundMoney } from '../../src/platform/decimal.ts';
import { inTenant, ofTenant, type Tenant } from '../../src/tenancy/index.ts';
import type { OrderToIssue } from './place-orders.ts';

const VERDICT_WAIT_MS = 60_000;
const LOOK_MS = 250;

export interface Issuing {
  /** Every order has its document; what needs a verdict first is still to come. */
  issued: Promise<void>;
  ended: Promise<void>;
}

/** Neither promise is ever rejected: a demo without these documents is a demo. An abort ends it after what it is just doing. */
export function issueDocuments(
  app: App,
  tenant: Tenant,
  orders: readonly OrderToIssue[],
  signal: AbortSignal,
): Issuing {
  const toCredit: { order: OrderToIssue; invoiceId: string }[] = [];

  async function issueAll(): Promise<void> {
    for (const order of orders) {
      await unlessItFails(order, async () => {
        const invoiceId = await issueOne(app, tenant, order);
        if (order.afterwards === 'CREDITED') toCredit.push({ order, invoiceId });
      });
    }
  }

  async function creditThose(): Promise<void> {
    for (const { order, invoiceId } of toCredit) {
      await unlessItFails(order, () => creditOnceAuthorized(app, tenant, invoiceId, order.user, signal));
    }
  }

  async function unlessItFails({ orderId }: OrderToIssue, work: () => Promise<void>): Promise<void> {
    if (signal.aborted) return;
    try {
      await work();
    } catch (err) {
      if (!signal.aborted) app.log.warn({ err, orderId }, 'the demo goes without one of the documents it was to have');
    }
  }

  const issued = issueAll();
  return { issued, ended: issued.then(creditThose) };
}

async function issueOne(app: App, tenant: Tenant, { orderId, mode, user, afterwards }: OrderToIssue): Promise<string> {
  const { id, total } = await generateInvoice(ofTenant(app, tenant), { orderId, mode }, user);
  if (afterwards === 'PAID' || afterwards === 'PARTLY_PAID') {
    const amount = afterwards === 'PAID' ? total : roundMoney(multiply(total, '0.4'));
    const payment = { invoiceId: id, amount, method: 'BANK_TRANSFER' as const };
    await inTenant(app, tenant, (db) => registerPayment(db, app.clock, payment, user));
  }
  return id;
}

/** A credit note names an original that the DGI has authorized. */
async function creditOnceAuthorized(
  app: App,
  tenant: Tenant,
  invoiceId: string,
  user: string,
  signal: AbortSignal,
): Promise<void> {
  const line = await inTenant(app, tenant, async (db) => (await linesOfInvoices(db, [invoiceId]))[0]!);
  const giveUpAt = performance.now() + VERDICT_WAIT_MS;
  while ((await legalStatusOf(app, tenant, invoiceId)) !== 'DGI_AUTHORIZED') {
    if (performance.now() > giveUpAt) throw new Error('the DGI has not authorized what was to be credited');
    await delay(LOOK_MS, undefined, { signal });
  }
  const reason = 'Mercancía devuelta: llegó con el empaque dañado';
  const lines = [{ invoiceLineId: line.id, quantity: line.quantity }];
  await createCredit(ofTenant(app, tenant), { invoiceId, mode: 'DGI', reason, lines, restock: true }, user);
}

async function legalStatusOf(app: App, tenant: Tenant, invoiceId: string): Promise<LegalStatus | null> {
  const [invoice] = await inTenant(app, tenant, (db) => readInvoices(db, [invoiceId]));
  return invoice!.legal_status;
}
