// The documents that the demo issues at its first start: every life that a document can have, each of them once.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { createWorld, type World } from '../../test/support/world.ts';
import { openDocuments } from '../../src/certification/watch/open-documents.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { listOrders } from '../../src/sales/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { countOf, inTenant } from '../../src/tenancy/index.ts';
import { issueDocuments } from './issue-documents.ts';
import { prepareDemo, type Demo } from './prepare-demo.ts';

const OPEN_ORDERS = 5;

describe('the documents of the demo', () => {
  let world: World;
  let demo: Demo;

  before(async () => {
    world = await createWorld({ verdictDelayMs: 20 });
    demo = (await prepareDemo(world.app, { certifies: true }))!;
  });

  after(() => world.close());

  function issue({ tenant, ordersToIssue }: Demo, signal = new AbortController().signal): Promise<void> {
    return issueDocuments(world.app, tenant, ordersToIssue, signal).ended;
  }

  /** How each document stands that was not imported. */
  async function documents(): Promise<string[]> {
    const rows = await world.sql<{ state: string }>`
       select concat_ws(' ', d.kind, d.mode, coalesce(d.legal_status, d.submission_state), i.invoice_status,
         case when exists (select from files f where f.source_id = d.id and f.content_type = 'application/pdf') then 'with PDF' end) as state
       from fiscal_documents d left join invoices i on i.tenant_id = d.tenant_id and i.id = d.id
       where d.tenant_id = ${demo.tenant.id} and d.mode <> 'DGI_IMPORT' order by d.created_at, d.id`;
    return rows.map(({ state }) => state);
  }

  const openOrders = (): Promise<number> =>
    inTenant(world.app, demo.tenant, async (db) =>
      countOf(db, await listOrders(db, { status: 'OPEN', limit: 100, offset: 0 })),
    );

  test('a service that is ended before it has issued anything leaves orders, and the next one does not mind', async () => {
    await issue(demo, AbortSignal.abort());
    assert.deepEqual(await documents(), []);
    assert.equal(await openOrders(), OPEN_ORDERS + demo.ordersToIssue.length);
    assert.deepEqual((await prepareDemo(world.app, { certifies: true }))!.ordersToIssue, []);
  });

  test('are certified with their PDF, paid, credited, rejected with a reason, and waited for', async () => {
    await issue(demo);
    const expected = [
      'INVOICE DGI DGI_AUTHORIZED PAID with PDF',
      'INVOICE DGI DGI_AUTHORIZED PARTIALLY_PAID with PDF',
      'INVOICE DGI DGI_AUTHORIZED UNPAID with PDF',
      'INVOICE DGI DGI_AUTHORIZED UNPAID with PDF',
      'INVOICE DGI PAC_REJECTED UNPAID',
      'INVOICE DGI UNKNOWN UNPAID',
      'INVOICE PROFORM NOT_REQUIRED UNPAID',
      'CREDIT_NOTE DGI DGI_AUTHORIZED with PDF',
    ];
    let found = await documents();
    // The last verdict and the last PDF come by themselves, in any order; a test that never sees them is ended by its runner.
    while (found.filter((state) => / DGI_AUTHORIZED .*with PDF$/.test(state)).length < 5) {
      await delay(20);
      found = await documents();
    }
    assert.deepEqual(found, expected);
    const [rejected] = await world.query<{ reasons: string }>(
      `select rejection_reasons::text as reasons from fiscal_documents where legal_status = 'PAC_REJECTED'`,
    );
    assert.match(rejected!.reasons, /receptor|RUC/);
  });

  test('one waits for an operator, and the orders that can be invoiced are still open', async () => {
    const openOnes = () => inTenant(world.app, demo.tenant, (db) => openDocuments(db));
    let open = await openOnes();
    // The PDF of after the verdict comes by itself as well.
    while (open.some(({ nextAction }) => nextAction === 'ATTACH_PDF')) {
      await delay(20);
      open = await openOnes();
    }
    assert.deepEqual(
      open.map(({ submissionState, nextAction }) => ({ submissionState, nextAction })),
      [{ submissionState: 'UNKNOWN', nextAction: 'AWAIT_NOTICE_OR_OPERATOR' }],
    );
    // The goods of what was rejected are back, and its order may be invoiced again.
    assert.equal(await openOrders(), OPEN_ORDERS + 1);
  });

  test('agree with the ledger, and are not issued again', async () => {
    assert.deepEqual((await inTenant(world.app, demo.tenant, verifyLedger)).problems, []);
    assert.deepEqual((await inTenant(world.app, demo.tenant, verifySales)).problems, []);
    const before = await documents();
    await issue((await prepareDemo(world.app, { certifies: true }))!);
    assert.deepEqual(await documents(), before);
  });

  test('one that cannot be issued is left out, and stops nothing', async () => {
    const before = await documents();
    await issue({ ...demo, ordersToIssue: [{ orderId: demo.tenant.id, mode: 'DGI', user: 'test' }] });
    assert.deepEqual(await documents(), before);
  });
});
