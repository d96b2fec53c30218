// Reconciling with a PAC in the room: what a lost webhook and a service that is away left open is settled by asking once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { invoicedOrder } from '../../test/support/business.ts';
import { createWorld, type World } from '../../test/support/world.ts';
import { reconcile } from '../certification/index.ts';
import { ofTenant } from '../tenancy/index.ts';

describe('reconcile', () => {
  let world: World;

  before(async () => {
    // No worker runs: no poll, no second try. And nothing is due again by itself, however slow the machine is.
    world = await createWorld({ works: false, env: { PAC_POLL_INTERVAL_MS: '600000' } });
  });

  after(() => world.close());

  test('a verdict of which no webhook told is fetched, one that is not there yet stays open', async () => {
    const shop = await world.tenant();
    const decided = await invoicedOrder(shop);
    const waiting = await invoicedOrder(shop);
    await world.simulator.verdict(decided.invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    const { checked, resolved, open } = await reconcile(ofTenant(world.app, shop.tenant));
    assert.deepEqual([checked, resolved], [2, 1]);
    assert.deepEqual(
      open.map(({ documentId, number, nextAction }) => ({ documentId, number, nextAction })),
      [{ documentId: waiting.invoice.id, number: waiting.invoice.number, nextAction: 'AWAIT_VERDICT' }],
    );
    assert.deepEqual((await reconcile(ofTenant(world.app, shop.tenant))).checked, 1);
  });

  test('an unknown document is left alone, a pending one is sent', async () => {
    const shop = await world.tenant();
    world.simulator.nextFault({ name: 'resetBeforeAccept', companyId: shop.companyId, operation: 'submit' });
    const lost = await invoicedOrder(shop);
    assert.equal(lost.invoice.submissionState, 'UNKNOWN');
    const first = await reconcile(ofTenant(world.app, shop.tenant));
    assert.deepEqual([first.checked, first.resolved], [1, 0]);
    assert.equal(first.open[0]!.nextAction, 'AWAIT_NOTICE_OR_OPERATOR');
    await world.sql`update pac_requests set state = 'PENDING', started_at = null, lease_until = null
      where what = 'SUBMIT' and document_id = ${lost.invoice.id}`;
    const second = await reconcile(ofTenant(world.app, shop.tenant));
    assert.equal(second.open[0]!.legalStatus, 'PAC_AUTHORIZED');
    assert.equal(world.simulator.documents(shop.companyId).length, 1);
  });

  test('asking again and again about a void, also at the same moment, leaves one duty to ask', async () => {
    const shop = await world.tenant();
    const { invoice } = await invoicedOrder(shop);
    world.simulator.nextFault({ name: 'timeoutBeforeAccept', companyId: shop.companyId, operation: 'void' });
    await shop.call('voidInvoice', { invoiceId: invoice.id, reason: 'The client gave the order twice' });
    const duties = async () =>
      (
        await world.sql<{ count: number }>`select count(*)::int as count from pgboss.job
          where name = 'void-at-pac' and data->>'documentId' = ${invoice.id}`
      )[0]!.count;
    const before = await duties();
    const due = () =>
      world.query("update pac_requests set not_before = now() where what = 'VOID' and document_id = $1", [invoice.id]);
    for (let round = 1; round <= 3; round += 1) {
      await due();
      await Promise.all(Array.from({ length: 4 }, () => reconcile(ofTenant(world.app, shop.tenant))));
      assert.equal(await duties(), before + round, 'each time that it is due, one asks and one successor is written');
      await reconcile(ofTenant(world.app, shop.tenant));
      assert.equal(await duties(), before + round, 'before it is due it is not asked for');
    }
  });

  test('a document that is being sent is left to its duty, however often it is looked at', async () => {
    const shop = await world.tenant();
    world.simulator.nextFault({ name: 'resetBeforeAccept', companyId: shop.companyId, operation: 'submit' });
    const { invoice } = await invoicedOrder(shop);
    await world.sql`update pac_requests set state = 'PENDING', lease_until = now() + interval '1 minute'
      where what = 'SUBMIT' and document_id = ${invoice.id}`;
    const jobs = () => world.query(`select id from pgboss.job where data->>'documentId' = $1`, [invoice.id]);
    const before = await jobs();
    for (let time = 0; time < 3; time += 1) await reconcile(ofTenant(world.app, shop.tenant));
    assert.equal((await jobs()).length, before.length);
    assert.equal(world.simulator.documents(shop.companyId).length, 0);
  });
});
