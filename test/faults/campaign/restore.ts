// Steps of the runbook after a restore: before the service starts, and then with the portal of the PAC beside it.
import { askSince, dismissStranger, doubtAfterRestore, strangers } from '../../../src/certification/index.ts';
import { passOver, seriesOfTenant } from '../../../src/cli/after-restore.ts';
import { rebuildInvoice } from '../../../src/invoicing/index.ts';
import { inTenant, ofTenant } from '../../../src/tenancy/index.ts';
import { documentsOf, isAccepted, standsAtPac } from './documents.ts';
import type { Life } from './life.ts';
import { placeOf } from './place.ts';

/** More than a run issues. */
const MARGIN = 50;

/** By the runbook: before the service starts, and then with the portal of the PAC beside it. Answers orders that must wait. */
export async function afterRestore(life: Life, since: Date): Promise<string[]> {
  const { tenant } = life;
  await life.act('after the restore', async (app) => {
    await doubtAfterRestore(app, tenant, 'campaign');
    await inTenant(app, tenant, async (db) => {
      const series = await seriesOfTenant(db, await strangers(db));
      for (const one of series) await passOver(db, one, { margin: MARGIN, restore: since.toISOString() });
    });
    await askSince(ofTenant(app, tenant), since, 'campaign');
  });
  const known = await documentsOf(life);
  const lost = life.pac.documents().filter((one) => !known.some(({ place }) => place === placeOf(one.submission)));
  const held: string[] = [];
  for (const { id, submission } of lost.filter((one) => isAccepted(life, one) && standsAtPac(one))) {
    const orderId = life.orderOf?.get(placeOf(submission)) ?? null;
    const [order] = await life.look<{ number: string }>('select number from orders where tenant_id = $1 and id = $2', [
      tenant.id,
      orderId,
    ]);
    const { is } = await life.act('rebuild', (app) =>
      order
        ? rebuildInvoice(ofTenant(app, tenant), { pacDocumentId: id, orderNumber: order.number }, 'campaign')
        : inTenant(app, tenant, (db) => dismissStranger(app, db, id, 'not ours: its order is lost')),
    );
    // No longer the order that the PAC has: it waits for a person.
    if (is !== 'done' && orderId !== null) held.push(orderId);
  }
  return held;
}
