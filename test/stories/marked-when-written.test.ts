// A document is marked as being sent in the transaction that writes it, and nothing of that is sent twice, held up or lost.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import type { App } from '../../src/graphql/context.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { timelineOf } from '../support/notices.ts';
import { createWorld, eventually, type Answer, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

let here: World;
before(async () => {
  here = await createWorld();
  return () => here.close();
});

async function orderOf(shop: TestTenant): Promise<string> {
  const itemId = await newItem(shop, { stock: '100' });
  return (await newOrder(shop, await newClient(shop), [{ itemId, quantity: '5' }])).id;
}

function sentOf(shop: TestTenant): number {
  return here.callsOf(shop, 'submit').length;
}

async function invoiceOf(orderId: string): Promise<string | undefined> {
  const [row] = await here.query<{ id: string }>('select id from invoices where order_id = $1', [orderId]);
  return row?.id;
}

const generate = (app: App, shop: TestTenant, orderId: string) =>
  generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:ana');

/** The connection ends once, after a commit that was carried out. */
function endsAfterCommit(): KyselyPlugin {
  const commits = new WeakSet<object>();
  let isOver = false;
  return {
    transformQuery({ node, queryId }) {
      const { sqlFragments } = node as { sqlFragments?: readonly string[] };
      if (sqlFragments?.join('') === 'commit') commits.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (isOver || !commits.has(queryId)) return result;
      isOver = true;
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
    },
  };
}

test('a mark whose commit is not confirmed is taken back, and the document is sent once', async () => {
  // A document whose turn at the PAC does not come at once, as on a slow machine, is written without a mark.
  for (let nth = 1; ; nth += 1) {
    const shop = await here.tenant();
    const orderId = await orderOf(shop);
    const breaking: App = { ...here.app, db: here.app.db.withPlugin(endsAfterCommit()) };
    await assert.rejects(generate(breaking, shop, orderId), /terminated/);
    const id = (await invoiceOf(orderId))!;
    const invoice = await eventually(() => readInvoice(shop, id), { legalStatus: 'PAC_AUTHORIZED' });
    assert.equal(sentOf(shop), 1);
    const kinds = (await timelineOf(shop, id)).map(({ kind }) => kind).slice(0, 5);
    if (kinds[2] === 'ANSWERED' && nth < 20) continue;
    assert.deepEqual(kinds, ['INTENT', 'CLAIMED', 'NOT_SENT', 'CLAIMED', 'ANSWERED'], invoice.number);
    return;
  }
});

test('what one transaction tells is one row, and the events are told one by one', async () => {
  const shop = await here.tenant();
  // Its turn comes at once, also on a slow machine.
  const ready: App = { ...here.app, pac: { ...here.app.pac, turn: async () => ({ end: () => undefined }) } };
  const { id } = await generate(ready, shop, await orderOf(shop));
  const said = await shop.get('query ($id: UUID!) { documentTimeline(documentId: $id) { id at kind actor detail } }', {
    id,
  });
  const told: Answer[] = said.documentTimeline.slice(0, 4);
  const rows = await here.sql<{ id: string; kind: string }>`select id, kind from document_events
    where document_id = ${id} order by at, id limit 2`;
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['INTENT', 'LEGAL_STATUS'],
  );
  assert.deepEqual(
    told.map(({ kind, actor, detail }) => [
      kind,
      actor,
      Object.keys(detail)
        .filter((key) => key !== 'findings')
        .toSorted(),
    ]),
    [
      ['INTENT', 'user:ana', ['expectedCufe', 'kind', 'mode', 'number', 'pacCompanyId']],
      ['CLAIMED', 'service:system', ['attempt', 'payloadSha256']],
      ['ANSWERED', 'service:system', ['cufe', 'httpStatus', 'outcome', 'pacDocumentId']],
      ['LEGAL_STATUS', 'service:system', ['from', 'to']],
    ],
  );
  assert.equal(new Set(told.map((one) => one.id)).size, 4);
  assert.deepEqual(
    [told[0]!.id, told[3]!.id],
    rows.map((one) => one.id),
  );
});

test('a sale is written before its turn at the PAC comes, and sent when it does', async () => {
  const shop = await here.tenant();
  const orderId = await orderOf(shop);
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const { pac } = here.app;
  const slow: App = { ...here.app, pac: { ...pac, turn: async (id) => free.then(() => pac.turn(id)) } };
  const sold = generate(slow, shop, orderId);
  const id = await eventually(
    () => invoiceOf(orderId),
    (one) => one !== undefined,
  );
  assert.deepEqual([(await readInvoice(shop, id!)).submissionState, sentOf(shop)], ['PENDING', 0]);
  const claimed = async () => (await timelineOf(shop, id!)).some(({ kind }) => kind === 'CLAIMED');
  assert.equal(await claimed(), false);
  letGo();
  assert.equal((await sold).legal_status, 'PAC_AUTHORIZED');
  assert.deepEqual([await claimed(), sentOf(shop)], [true, 1]);
});

test('sales that are refused keep no turn at the PAC', async () => {
  const shop = await here.tenant();
  const [canceled, sold] = [await orderOf(shop), await orderOf(shop)];
  await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { status } }', { id: canceled });
  const { pac } = here.app;
  const turns = { begun: 0, ended: 0 };
  async function turn(companyId: string) {
    const own = await pac.turn(companyId);
    turns.begun += 1;
    const end = (): void => {
      turns.ended += 1;
      own.end();
    };
    return { end };
  }
  const counting: App = { ...here.app, pac: { ...pac, turn } };
  await assert.rejects(generate(counting, shop, canceled), /canceled/);
  // A turn that comes late ends when it comes.
  await eventually(async () => ({ ...turns }), { begun: 1, ended: 1 });
  await generate(counting, shop, sold);
  assert.deepEqual(turns, { begun: 2, ended: 2 });
});
