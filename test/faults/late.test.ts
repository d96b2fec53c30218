// Late or missing news: a process that slept between its mark and the send, a notice that an earlier release could not
// read, and the word that a mark is committed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawNode, type QueryId } from 'kysely';
import { parkDocument } from '../../src/certification/fiscal-document.ts';
import { settleSubmission, submit, voidAtPac } from '../../src/certification/index.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { invoicedOrder, newClient, newItem, newOrder, newSale, readInvoice } from '../support/business.ts';
import { inboxOf, sendNotice, timelineOf } from '../support/notices.ts';
import { newShop, quietWorld, type TestTenant, type World } from '../support/world.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';

function callsOf({ simulator }: World, shop: TestTenant, operation: string): number {
  return simulator.calls().filter((one) => one.operation === operation && one.companyId === shop.companyId).length;
}

async function askForVoid({ query }: World, documentId: string): Promise<void> {
  await query(
    `insert into pac_requests (tenant_id, document_id, what, state, reason, asked_by)
     select tenant_id, id, 'VOID', 'PENDING', 'The client gave it back', 'user:a' from fiscal_documents where id = $1`,
    [documentId],
  );
}

test('F73: a process that slept past the grace of its lease sends nothing, and what a later look took for lost is sent once', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const sleeping: World['app']['pac']['submit'] = async (...call) => {
    const wakesAt = performance.now() + 3_600_000;
    t.mock.method(performance, 'now', () => wakesAt);
    // Another process has looked meanwhile, and has found the lease to be over.
    await here.sql`update pac_requests set lease_until = now() - interval '1 second'
      where tenant_id = ${shop.tenant.id}`;
    const [row] = await here.sql<{ id: string }>`select id from fiscal_documents where tenant_id = ${shop.tenant.id}`;
    await submit(ofTenant(here.app, shop.tenant), row!.id);
    const outcome = await here.app.pac.submit(...call);
    t.mock.restoreAll();
    assert.equal(outcome.outcome, 'notSent');
    return outcome;
  };
  const app = { ...here.app, pac: { ...here.app.pac, submit: sleeping } };
  const { id } = await generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:operator');
  assert.equal(callsOf(here, shop, 'submit'), 0);
  assert.equal((await readInvoice(shop, id)).submissionState, 'PENDING');
  assert.ok((await timelineOf(shop, id)).some(({ kind }) => kind === 'NOT_SENT'));
  await here.query('update pac_requests set not_before = null where document_id = $1', [id]);
  await submit(ofTenant(here.app, shop.tenant), id);
  assert.equal((await readInvoice(shop, id)).legalStatus, 'PAC_AUTHORIZED');
  assert.equal(callsOf(here, shop, 'submit'), 1);
});

test('F73: a request to void that slept past the grace of its lease is not sent either', async (t) => {
  const { here, shop, invoice: sold } = await newSale(quietWorld());
  await askForVoid(here, sold.id);
  const sleeping: World['app']['pac']['voidDocument'] = async (...call) => {
    const wakesAt = performance.now() + 3_600_000;
    t.mock.method(performance, 'now', () => wakesAt);
    const outcome = await here.app.pac.voidDocument(...call);
    t.mock.restoreAll();
    return outcome;
  };
  await voidAtPac(ofTenant({ ...here.app, pac: { ...here.app.pac, voidDocument: sleeping } }, shop.tenant), sold.id);
  assert.equal(callsOf(here, shop, 'void'), 0);
  const { invoice } = await shop.get('query ($id: UUID!) { invoice(id: $id) { voidState } }', { id: sold.id });
  assert.equal(invoice.voidState, 'ASKED');
});

test('F2: a second look during the call finds it being sent, and its lease outlasts the call, whatever the clock of the sender says', async () => {
  const here = await quietWorld();
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const { pacTimeoutMs } = here.app.certification;
  const looking: World['app']['pac']['submit'] = async (...call) => {
    const [row] = await here.sql<{ id: string; left_ms: string }>`select document_id as id,
      1000 * extract(epoch from lease_until - now()) as left_ms from pac_requests where tenant_id = ${shop.tenant.id}`;
    assert.ok(Number(row!.left_ms) > pacTimeoutMs, `${row!.left_ms} ms are left`);
    assert.ok(Number(row!.left_ms) < pacTimeoutMs + 60_000, `${row!.left_ms} ms are left`);
    await submit(ofTenant(here.app, shop.tenant), row!.id);
    assert.equal((await readInvoice(shop, row!.id)).submissionState, 'PENDING');
    return here.app.pac.submit(...call);
  };
  const app = {
    ...here.app,
    clock: { now: () => new Date(Date.now() - 3_600_000) },
    pac: { ...here.app.pac, submit: looking },
  };
  const { id } = await generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:operator');
  assert.equal((await readInvoice(shop, id)).legalStatus, 'PAC_AUTHORIZED');
  assert.equal(callsOf(here, shop, 'submit'), 1);
});

test('what is being sent is not canceled, since the PAC may have it the next moment', async () => {
  const here = await quietWorld();
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const canceling: World['app']['pac']['submit'] = async (...call) => {
    const [row] = await here.sql<{ id: string }>`select id from fiscal_documents where tenant_id = ${shop.tenant.id}`;
    const refused = await shop.refusal('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', row);
    assert.equal(refused.code, 'CONFLICT');
    return here.app.pac.submit(...call);
  };
  const app = { ...here.app, pac: { ...here.app.pac, submit: canceling } };
  const { id } = await generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:operator');
  assert.deepEqual(
    [(await readInvoice(shop, id)).legalStatus, (await readInvoice(shop, id)).invoiceStatus],
    ['PAC_AUTHORIZED', 'UNPAID'],
  );
});

const LATE_ANSWERS = [
  ['refusal', 'pacReject', 'rejected', 'PAC_AUTHORIZED'],
  ['missing answer', 'http500', 'unknown', 'PAC_AUTHORIZED'],
  // The PAC has it, under the id that was told: the second is a duplicate, and no more is filed.
  ['half answer', 'idWithoutCufe', 'incomplete', null],
  // It never reached the PAC.
  ['word that nothing left', null, 'notSent', 'PAC_AUTHORIZED'],
] as const;

for (const [what, fault, outcome, legalStatus] of LATE_ANSWERS) {
  test(`a ${what} that comes after another attempt has begun does not give that one up`, () =>
    comesLate(fault, outcome, legalStatus));
}

async function comesLate(
  fault: (typeof LATE_ANSWERS)[number][1],
  outcome: string,
  legalStatus: string | null,
): Promise<void> {
  const { here, shop } = await newShop(quietWorld());
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const marked = Promise.withResolvers<void>();
  const recorded = Promise.withResolvers<void>();
  let again: Promise<unknown> | undefined;
  const sayNotReceived = (app: World['app'], documentId: string) =>
    settleSubmission(
      ofTenant(app, shop.tenant),
      { documentId, notReceivedReason: 'The PAC says that it never came' },
      'user:operator',
    );
  const { pac } = here.app;
  const second: World['app']['pac']['submit'] = async (...call) => {
    marked.resolve();
    await recorded.promise;
    return pac.submit(...call);
  };
  const first: World['app']['pac']['submit'] = async (...call) => {
    if (fault !== null) here.simulator.nextFault({ name: fault, companyId: shop.companyId });
    const late = fault === null ? ({ outcome: 'notSent', cause: 'ECONNREFUSED' } as const) : await pac.submit(...call);
    const [row] = await here.sql<{ id: string }>`update pac_requests set lease_until = now() - interval '1 second'
      where tenant_id = ${shop.tenant.id} returning document_id as id`;
    await submit(ofTenant(here.app, shop.tenant), row!.id);
    again = sayNotReceived({ ...here.app, pac: { ...pac, submit: second } }, row!.id);
    await marked.promise;
    assert.equal(late.outcome, outcome);
    return late;
  };
  const app = { ...here.app, pac: { ...pac, submit: first } };
  const { id } = await generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:operator');
  assert.equal((await readInvoice(shop, id)).submissionState, 'PENDING');
  const [request] = await here.sql<{ is_free: boolean }>`select started_at is null as is_free from pac_requests
    where document_id = ${id} and what = 'SUBMIT'`;
  assert.equal(request!.is_free, false, 'another sender could take it');
  await assert.rejects(sayNotReceived(here.app, id), { code: 'CONFLICT' });
  recorded.resolve();
  await again;
  const settled = await readInvoice(shop, id);
  assert.deepEqual([settled.legalStatus, settled.documentId !== null], [legalStatus, true]);
  assert.equal(callsOf(here, shop, 'submit'), fault === null ? 1 : 2);
}

for (const wasParked of [false, true])
  test(`an id that the PAC gave and never had is given up with the word that nothing was received, ${wasParked ? '' : 'not '}parked before`, () =>
    givesUpTheId(wasParked));

async function givesUpTheId(wasParked: boolean): Promise<void> {
  const { here, shop } = await newShop(quietWorld());
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const named: World['app']['pac']['submit'] = async () => {
    const document = { documentId: '01HZZZZZZZZZZZZZZZZZZZZZZ7', cufe: null, legalStatus: null, pdfUrl: null };
    return { outcome: 'incomplete', document: { ...document, reasons: [], isVoided: false }, raw: {}, httpStatus: 200 };
  };
  const app = { ...here.app, pac: { ...here.app.pac, submit: named } };
  const { id } = await generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:operator');
  assert.equal((await readInvoice(shop, id)).documentId, '01HZZZZZZZZZZZZZZZZZZZZZZ7');
  const word = { documentId: id, notReceivedReason: 'The PAC says that it never came' };
  if (wasParked) await inTenant(here.app, shop.tenant, (db) => parkDocument(db, id, 'the PAC has it not', 'system'));
  await settleSubmission(ofTenant(here.app, shop.tenant), word, 'user:operator');
  const parks = await here.sql<{ type: string }>`select type from events
    where tenant_id = ${shop.tenant.id} and subject_id = ${id} and type like 'document.%parked' order by seq`;
  assert.deepEqual(
    parks.map(({ type }) => type),
    wasParked ? ['document.parked', 'document.unparked'] : [],
  );
  const [atPac] = here.simulator.documents(shop.companyId);
  const { legalStatus, documentId, cufe } = await readInvoice(shop, id);
  assert.deepEqual([legalStatus, documentId, cufe], ['PAC_AUTHORIZED', atPac!.id, atPac!.cufe]);
  const { openDocuments: open } = await shop.get('{ openDocuments { nextAction parkedReason } }');
  assert.deepEqual(open, [{ nextAction: 'AWAIT_VERDICT', parkedReason: null }]);
  const disowned = (await timelineOf(shop, id)).filter(({ kind }) => kind === 'DISOWNED');
  const because = word.notReceivedReason;
  assert.deepEqual(
    disowned.map(({ actor, detail }) => [actor, detail]),
    [['user:operator', { pacDocumentId: '01HZZZZZZZZZZZZZZZZZZZZZZ7', cufe: null, because }]],
  );
}

test('F75: what an earlier release refused or did not believe is applied when it comes again and makes sense', async () => {
  const { here, shop } = await newShop(quietWorld());
  for (const state of ['REFUSED', 'PARKED']) {
    const { invoice: sold } = await invoicedOrder(shop);
    const notice = { id: sold.documentId, cufe: sold.cufe, legalStatus: 'PAC_AUTHORIZED', message: state };
    await sendNotice(here, shop, notice);
    await here.query(
      `update pac_notices set state = $2, legal_status = null, pac_document_id = null, cufe = null, document_id = null
       where tenant_id = $1 and body->>'message' = $2`,
      [shop.tenant.id, state],
    );
    await sendNotice(here, shop, notice);
    const [kept] = (await inboxOf(here, shop)).filter(({ body }) => body.message === state);
    assert.deepEqual([kept!.state, kept!.document_id, kept!.deliveries], ['STALE', sold.id, 2]);
  }
});

/** Loses the connection at the next commit: after it, or before it, when `meanwhile` happens elsewhere. */
function losingCommit(
  db: World['app']['db'],
  isCommitted: boolean,
  meanwhile: () => Promise<void>,
): World['app']['db'] {
  let lost: QueryId | undefined;
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      if (lost !== undefined || !RawNode.is(node) || node.sqlFragments[0] !== 'commit') return node;
      lost = queryId;
      return isCommitted ? node : RawNode.createWithSql('rollback');
    },
    async transformResult({ result, queryId }) {
      if (queryId !== lost) return result;
      await meanwhile();
      throw new Error('Connection terminated unexpectedly');
    },
  });
}

test('whatever comes of it, the turn at the PAC ends', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  const { pac, db } = here.app;
  let open = 0;
  const turn: typeof pac.turn = async (companyId) => {
    const mine = await pac.turn(companyId);
    open += 1;
    return {
      end() {
        open -= 1;
        mine.end();
      },
    };
  };
  await submit(ofTenant({ ...here.app, pac: { ...pac, turn } }, shop.tenant), invoice.id);
  assert.equal(open, 0, 'nothing was to be sent');
  await askForVoid(here, invoice.id);
  const losing = losingCommit(db, true, async () => assert.equal(open, 1));
  await assert.rejects(
    voidAtPac(ofTenant({ ...here.app, pac: { ...pac, turn }, db: losing }, shop.tenant), invoice.id),
  );
  assert.equal(open, 0, 'the connection was lost');
  await here.query('update pac_requests set not_before = null where document_id = $1', [invoice.id]);
  await voidAtPac(ofTenant({ ...here.app, pac: { ...pac, turn } }, shop.tenant), invoice.id);
  assert.equal(open, 0, 'it was sent');
});

const ATTEMPTS = [
  ['submission', 'submit', submit],
  ['void', 'void', voidAtPac],
] as const;

for (const [what, operation, attempt] of ATTEMPTS) {
  /** A request that is to be sent, of which nothing has left. */
  const unsent = async (here: World, shop: TestTenant): Promise<string> => {
    if (what === 'submission') here.simulator.nextFault({ name: 'resetBeforeAccept', companyId: shop.companyId });
    const { invoice } = await invoicedOrder(shop);
    if (what === 'void') await askForVoid(here, invoice.id);
    await here.sql`update pac_requests set state = 'PENDING', started_at = null, lease_until = null
      where document_id = ${invoice.id} and what = ${operation.toUpperCase()}`;
    return invoice.id;
  };
  const stateOf = async (here: World, id: string) =>
    (
      await here.sql<{ state: string; isUnderWay: boolean }>`select state, started_at is not null as "isUnderWay"
        from pac_requests where document_id = ${id} and what = ${operation.toUpperCase()}`
    )[0];

  test(`a ${what} whose mark is committed as the connection is lost is taken back, and sent later`, async () => {
    const { here, shop } = await newShop(quietWorld());
    const id = await unsent(here, shop);
    const db = losingCommit(here.app.db, true, () => Promise.resolve());
    await assert.rejects(attempt(ofTenant({ ...here.app, db }, shop.tenant), id), /Connection terminated/);
    assert.deepEqual(await stateOf(here, id), { state: 'PENDING', isUnderWay: false });
    await here.query('update pac_requests set not_before = null where document_id = $1', [id]);
    const before = callsOf(here, shop, operation);
    await attempt(ofTenant(here.app, shop.tenant), id);
    assert.equal(callsOf(here, shop, operation), before + 1);
    assert.equal((await stateOf(here, id))!.state, 'DONE');
  });

  test(`a ${what} whose mark is lost with the connection takes back no other's mark of the same count`, async () => {
    const { here, shop } = await newShop(quietWorld());
    const id = await unsent(here, shop);
    const marked = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const elsewhere = await here.anotherApp();
    const { pac } = elsewhere;
    const waiting = async <Call extends unknown[], Answered>(
      send: (...call: Call) => Promise<Answered>,
      ...call: Call
    ) => {
      marked.resolve();
      await seen.promise;
      return send(...call);
    };
    const slow = {
      ...pac,
      submit: (...call: Parameters<typeof pac.submit>) => waiting(pac.submit, ...call),
      voidDocument: (...call: Parameters<typeof pac.voidDocument>) => waiting(pac.voidDocument, ...call),
    };
    let other: Promise<unknown> | undefined;
    const db = losingCommit(here.app.db, false, async () => {
      other = attempt(ofTenant({ ...elsewhere, pac: slow }, shop.tenant), id);
      await marked.promise;
    });
    const before = callsOf(here, shop, operation);
    await assert.rejects(attempt(ofTenant({ ...here.app, db }, shop.tenant), id), /Connection terminated/);
    assert.deepEqual(await stateOf(here, id), { state: 'PENDING', isUnderWay: true });
    seen.resolve();
    await other;
    assert.equal(callsOf(here, shop, operation), before + 1);
    assert.equal((await stateOf(here, id))!.state, 'DONE');
  });
}
