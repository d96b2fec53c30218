// Reconciling with a PAC in the room: what a lost webhook and a service that is away left open is settled by asking once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { invoicedOrder } from '../../test/support/business.ts';
import { createWorld, type World } from '../../test/support/world.ts';
import { reconcile } from '../certification/index.ts';

describe('reconcile', () => {
  let world: World;

  before(async () => {
    // Nobody works: no poll, no second try.
    world = await createWorld({ works: false });
  });

  after(() => world.close());

  test('a verdict of which no webhook told is fetched, one that is not there yet stays open', async () => {
    const shop = await world.tenant();
    const decided = await invoicedOrder(shop);
    const waiting = await invoicedOrder(shop);
    await world.simulator.verdict(decided.invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    const { checked, resolved, open } = await reconcile(world.app, shop.tenant);
    assert.deepEqual([checked, resolved], [2, 1]);
    assert.deepEqual(
      open.map(({ documentId, number, nextAction }) => ({ documentId, number, nextAction })),
      [{ documentId: waiting.invoice.id, number: waiting.invoice.number, nextAction: 'AWAIT_VERDICT' }],
    );
    assert.deepEqual((await reconcile(world.app, shop.tenant)).checked, 1);
  });

  test('what nobody knows of is left alone, what waits to be sent is sent', async () => {
    const shop = await world.tenant();
    world.simulator.nextFault({ name: 'resetBeforeAccept', companyId: shop.companyId, operation: 'submit' });
    const lost = await invoicedOrder(shop);
    assert.equal(lost.invoice.submissionState, 'UNKNOWN');
    const first = await reconcile(world.app, shop.tenant);
    assert.deepEqual([first.checked, first.resolved], [1, 0]);
    assert.equal(first.open[0]!.nextAction, 'AWAIT_NOTICE_OR_OPERATOR');
    await world.query(
      `update fiscal_documents set submission_state = 'PENDING', send_started_at = null, lease_until = null where id = $1`,
      [lost.invoice.id],
    );
    const second = await reconcile(world.app, shop.tenant);
    assert.equal(second.open[0]!.legalStatus, 'PAC_AUTHORIZED');
    assert.equal(world.simulator.documents(shop.companyId).length, 1);
  });
});
