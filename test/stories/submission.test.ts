// Submissions that do not come to a plain end: nothing is ever sent twice that may have arrived once.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { submit, voidAtPac } from '../../src/certification/index.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import type { App } from '../../src/graphql/context.ts';
import { startSimulator, type FaultName } from '../../simulator/server.ts';
import {
  invoice,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  newSale,
  readInvoice,
  stockOf,
} from '../support/business.ts';
import { freePort } from '../support/free-port.ts';
import { inboxOf, sendNotice, timelineOf } from '../support/notices.ts';
import { createWorld, eventually, newShop, PAC_API_KEY, PAC_WEBHOOK_SECRET, quietWorld } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

function isSubmitOf({ companyId }: TestTenant): (call: ReturnType<World['simulator']['calls']>[number]) => boolean {
  return (call) => call.companyId === companyId && call.operation === 'submit';
}

function submitsOf({ simulator }: World, shop: TestTenant): number {
  return simulator.calls().filter(isSubmitOf(shop)).length;
}

function acceptancesOf({ simulator }: World, shop: TestTenant, { number }: Answer): number {
  return simulator.acceptances(shop.companyId, 'INVOICE', number.slice(4)).acceptances;
}

async function openOrder(shop: TestTenant): Promise<{ orderId: string; itemId: string }> {
  const itemId = await newItem(shop, { stock: '100' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '5' }]);
  return { orderId: order.id, itemId };
}

/** The service, with what becomes of a call to the PAC in the story's hands. */
function callingWith(app: App, submit: App['pac']['submit']): App {
  return { ...app, pac: { ...app.pac, submit } };
}

class Killed extends Error {}

/** An invoice whose process was killed after its mark was committed: before any byte left, or after the PAC had accepted it. */
async function killedWhileSending(here: World, shop: TestTenant, when: 'before' | 'after'): Promise<Answer> {
  const { orderId } = await openOrder(shop);
  const dying = callingWith(here.app, async (...call) => {
    if (when === 'after') await here.app.pac.submit(...call);
    throw new Killed();
  });
  const { id } = await generateInvoice(ofTenant(dying, shop.tenant), { orderId, mode: 'DGI' }, 'operator-user');
  return readInvoice(shop, id);
}

async function endLease({ query }: World, invoice: Answer): Promise<void> {
  await query(
    `update pac_requests set lease_until = now() - interval '1 second' where what = 'SUBMIT' and document_id = $1`,
    [invoice.id],
  );
}

/** A document of the same company, made by another program, with the number that our next invoice will have. */
async function strangerWithNextNumber({ simulator }: World, shop: TestTenant, example: Answer): Promise<Answer> {
  const numeration = String(Number(example.number.slice(4)) + 1).padStart(10, '0');
  const information = { ...example.pacInput.information, numeration, securityCode: '987654321' };
  const response = await fetch(`${simulator.url}/pan/v1/invoices?idCompany=${shop.companyId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...example.pacInput, information }),
  });
  const { document }: Answer = await response.json();
  return document;
}

const UNKNOWN: [name: FaultName, more: object, acceptances: number][] = [
  ['http408', {}, 0],
  ['http408', { accepted: true }, 1],
  ['http500', {}, 0],
  ['http500', { accepted: true }, 1],
  ['http502', { accepted: true }, 1],
  ['http503', {}, 0],
  ['http503', { accepted: true }, 1],
  ['http504', {}, 0],
  ['http504', { accepted: true }, 1],
  ['resetMidBody', {}, 0],
  ['resetMidAnswer', {}, 1],
  ['empty200', {}, 1],
  ['silentAfterAccept', {}, 1],
  ['lostAnswer', {}, 1],
  ['timeoutBeforeAccept', {}, 0],
  ['resetBeforeAccept', {}, 0],
  ['http502', {}, 0],
  ['html200', {}, 1],
  ['cutJson200', {}, 1],
];

for (const [name, more, acceptances] of UNKNOWN) {
  test(`F1, F6, F7, F11: ${name} ${JSON.stringify(more)} leaves it UNKNOWN, sent once, whatever tries again`, async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'submit', ...more });
    const { invoice: first, itemId, order } = await invoicedOrder(shop);
    assert.equal(first.legalStatus, null);
    assert.equal(first.submissionState, 'UNKNOWN');
    assert.deepEqual(first.rejectionReasons, []);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
    await submit(ofTenant(here.app, shop.tenant), first.id);
    const again = await invoice(shop, order.id);
    assert.deepEqual([again.id, again.submissionState], [first.id, 'UNKNOWN']);
    assert.equal(submitsOf(here, shop), 1);
    assert.equal(acceptancesOf(here, shop, first), acceptances);
  });
}

test('answers that are bare instead of wrapped are understood all the same', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.setKnobs({ answerShape: 'bare' });
  t.after(() => here.simulator.setKnobs({ answerShape: 'wrapped' }));
  const { invoice: sold } = await invoicedOrder(shop);
  assert.equal(sold.legalStatus, 'PAC_AUTHORIZED');
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await pollLegalStatus(ofTenant(here.app, shop.tenant), sold.id, 0);
  assert.equal((await readInvoice(shop, sold.id)).legalStatus, 'DGI_AUTHORIZED');
  const attachPacPdf = await shop.call('attachPacPdf { filename }', { sourceId: sold.id, sourceType: 'INVOICE' });
  assert.equal(attachPacPdf.filename, `${sold.cufe}.pdf`);
});

test('F2, F20: killed after the PAC accepted and before the answer was stored: unknown, settled by a notice, accepted once', async () => {
  const { here, shop } = await newShop(quietWorld());
  const killed = await killedWhileSending(here, shop, 'after');
  assert.equal(killed.submissionState, 'PENDING');
  await submit(ofTenant(here.app, shop.tenant), killed.id);
  assert.equal((await readInvoice(shop, killed.id)).submissionState, 'PENDING', 'its lease has not ended yet');
  await endLease(here, killed);
  await submit(ofTenant(here.app, shop.tenant), killed.id);
  assert.equal((await readInvoice(shop, killed.id)).submissionState, 'UNKNOWN');
  await here.simulator.deliverWebhook(here.simulator.documents(shop.companyId)[0]!.id);
  const settled = await readInvoice(shop, killed.id);
  assert.equal(settled.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(settled.submissionState, 'DONE');
  assert.equal(submitsOf(here, shop), 1);
  assert.equal(acceptancesOf(here, shop, settled), 1);
});

test('F3: killed after the intent and before the mark: proven not sent, so it is sent once under its number', async () => {
  const { here, shop } = await newShop(quietWorld());
  const killed = await killedWhileSending(here, shop, 'before');
  await here.sql`update pac_requests set started_at = null, lease_until = null, attempts = 0
    where what = 'SUBMIT' and document_id = ${killed.id}`;
  await submit(ofTenant(here.app, shop.tenant), killed.id);
  await submit(ofTenant(here.app, shop.tenant), killed.id);
  const sent = await readInvoice(shop, killed.id);
  assert.equal(sent.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(sent.number, killed.number);
  assert.equal(submitsOf(here, shop), 1);
});

test('F18: ten workers that take the same document make one call', async () => {
  const { here, shop } = await newShop(quietWorld());
  const killed = await killedWhileSending(here, shop, 'before');
  await here.sql`update pac_requests set started_at = null, lease_until = null
    where what = 'SUBMIT' and document_id = ${killed.id}`;
  here.simulator.nextFault({ name: 'slowAnswer', companyId: shop.companyId, operation: 'submit', ms: 50 });
  await Promise.all(Array.from({ length: 10 }, () => submit(ofTenant(here.app, shop.tenant), killed.id)));
  assert.equal(submitsOf(here, shop), 1);
  assert.equal((await readInvoice(shop, killed.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F19: an answer that comes after its lease has ended overwrites nothing and still settles', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { orderId } = await openOrder(shop);
  const reached = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const frozen = callingWith(here.app, async (...call) => {
    const outcome = await here.app.pac.submit(...call);
    reached.resolve();
    await goesOn.promise;
    return outcome;
  });
  const answer = generateInvoice(ofTenant(frozen, shop.tenant), { orderId, mode: 'DGI' }, 'operator-user');
  await reached.promise;
  const [row] = (await shop.get('{ invoices { records { id submissionState } } }')).invoices.records;
  await endLease(here, row);
  await submit(ofTenant(here.app, shop.tenant), row.id);
  assert.equal((await readInvoice(shop, row.id)).submissionState, 'UNKNOWN');
  goesOn.resolve();
  assert.equal((await answer).legal_status, 'PAC_AUTHORIZED');
  assert.ok((await timelineOf(shop, row.id)).some((event) => event.kind === 'LATE_ANSWER'));
  assert.equal(submitsOf(here, shop), 1);
});

test('F19: a late answer does not undo what a notice has settled meanwhile', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { orderId, itemId } = await openOrder(shop);
  const slow = callingWith(here.app, async (...call) => {
    const outcome = await here.app.pac.submit(...call);
    const [accepted] = here.simulator.documents(shop.companyId);
    await here.simulator.verdict(accepted!.id, 'DGI_REJECTED');
    return outcome;
  });
  const settled = await generateInvoice(ofTenant(slow, shop.tenant), { orderId, mode: 'DGI' }, 'operator-user');
  assert.equal(settled.legal_status, 'DGI_REJECTED');
  assert.equal(settled.parked_reason, null, 'that the PAC had accepted it before is no contradiction');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
});

for (const hours of [-1, 1]) {
  test(`F27: a clock that jumps ${hours} h makes no lease longer or shorter: they are kept by the database’s time`, async (t) => {
    const { here, shop } = await newShop(quietWorld());
    const killed = await killedWhileSending(here, shop, 'before');
    t.after(() => {
      here.clock.offsetMs = 0;
    });
    here.clock.offsetMs = hours * 3_600_000;
    await submit(ofTenant(here.app, shop.tenant), killed.id);
    assert.equal((await readInvoice(shop, killed.id)).submissionState, 'PENDING', 'its lease has not ended yet');
    await endLease(here, killed);
    await submit(ofTenant(here.app, shop.tenant), killed.id);
    assert.equal((await readInvoice(shop, killed.id)).submissionState, 'UNKNOWN', 'and then it has');
    assert.equal(submitsOf(here, shop), 0);
  });
}

test('F21: no transaction is open during the call', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { orderId } = await openOrder(shop);
  let wasFree = false;
  const watching = callingWith(here.app, async (...call) => {
    // Would wait for ever if the caller held a lock or the connection.
    await here.query('select id from fiscal_documents where tenant_id = $1 for update nowait', [shop.tenant.id]);
    await here.query('select id from orders where id = $1 for update nowait', [orderId]);
    wasFree = true;
    return here.app.pac.submit(...call);
  });
  const made = await generateInvoice(ofTenant(watching, shop.tenant), { orderId, mode: 'DGI' }, 'operator-user');
  assert.equal(made.legal_status, 'PAC_AUTHORIZED');
  assert.ok(wasFree);
});

test('F23: PROFORM calls no PAC, also when its duty is run by hand', async () => {
  const here = await quietWorld();
  const shop = await here.tenant({ company: false });
  const { invoice: internal } = await invoicedOrder(shop, { mode: 'PROFORM' });
  await submit(ofTenant(here.app, shop.tenant), internal.id);
  await pollLegalStatus(ofTenant(here.app, shop.tenant), internal.id, 0);
  assert.equal(here.callsOf(shop).length, 0);
  const { submissionState, legalStatus } = await readInvoice(shop, internal.id);
  assert.deepEqual([submissionState, legalStatus], ['NOT_REQUIRED', null]);
});

for (const name of ['http401', 'http403'] as const) {
  test(`F9: ${name} is no verdict: PENDING under its number, the tenant is flagged until a call succeeds`, async () => {
    const { here, shop } = await newShop();
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'submit' });
    const { invoice: waiting } = await invoicedOrder(shop);
    assert.equal(waiting.legalStatus, null);
    assert.equal(waiting.submissionState, 'PENDING');
    const flagged = () =>
      here
        .query<{ at: Date | null }>('select pac_credentials_refused_at as at from tenants where id = $1', [
          shop.tenant.id,
        ])
        .then(([row]) => row!.at);
    assert.ok(await flagged());
    const sent = await eventually(() => readInvoice(shop, waiting.id), { submissionState: 'DONE' });
    assert.equal(sent.legalStatus, 'PAC_AUTHORIZED');
    assert.equal(sent.number, waiting.number);
    assert.equal(acceptancesOf(here, shop, sent), 1);
    await eventually(flagged, (at) => at === null);
  });
}

test('F10: 429 waits as long as it is told to and sends the same number once more', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'http429', companyId: shop.companyId, operation: 'submit', retryAfterSeconds: 2 });
  const { invoice: waiting } = await invoicedOrder(shop);
  assert.equal(waiting.submissionState, 'PENDING');
  // However often it is tried meanwhile.
  await submit(ofTenant(here.app, shop.tenant), waiting.id);
  const sent = await eventually(() => readInvoice(shop, waiting.id), { submissionState: 'DONE' });
  assert.equal(sent.number, waiting.number);
  assert.equal(acceptancesOf(here, shop, sent), 1);
  assert.equal(submitsOf(here, shop), 2);
  const [first, second] = here.simulator.calls().filter(isSubmitOf(shop));
  assert.ok(Date.parse(second!.at) - Date.parse(first!.at) >= 2000, 'not before its time');
});

for (const [name, accepted] of [
  ['http400', true],
  ['http413', false],
  ['http429Empty', true],
] as const) {
  test(`F80: ${name}, which the PAC need not have said, is no verdict: nothing is rejected or sent again`, async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.nextFault({
      name,
      companyId: shop.companyId,
      operation: 'submit',
      ...(accepted ? { accepted } : {}),
    });
    const { invoice: doubtful } = await invoicedOrder(shop);
    assert.deepEqual([doubtful.submissionState, doubtful.legalStatus], ['UNKNOWN', null]);
    await submit(ofTenant(here.app, shop.tenant), doubtful.id);
    assert.equal(submitsOf(here, shop), 1);
    if (!accepted) return;
    const atPac = here.simulator.documents(shop.companyId)[0]!;
    await here.simulator.verdict(atPac.id, 'DGI_AUTHORIZED');
    assert.equal((await readInvoice(shop, doubtful.id)).legalStatus, 'DGI_AUTHORIZED');
  });
}

test('F12: an id without a CUFE is stored, is not PAC_AUTHORIZED, and is asked for until it is complete', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { simulator } = here;
  simulator.nextFault({ name: 'idWithoutCufe', companyId: shop.companyId, operation: 'submit' });
  simulator.nextFault({ name: 'idWithoutCufe', companyId: shop.companyId, operation: 'get', times: 2 });
  const { invoice: incomplete } = await invoicedOrder(shop);
  assert.equal(incomplete.legalStatus, null);
  assert.equal(incomplete.submissionState, 'UNKNOWN');
  assert.equal(incomplete.documentId, simulator.documents(shop.companyId)[0]!.id);
  assert.ok(incomplete.pacResponse);
  for (let poll = 0; poll < 2; poll += 1) {
    await pollLegalStatus(ofTenant(here.app, shop.tenant), incomplete.id, poll);
    assert.equal((await readInvoice(shop, incomplete.id)).legalStatus, null, `after poll ${poll}`);
  }
  await pollLegalStatus(ofTenant(here.app, shop.tenant), incomplete.id, 2);
  const complete = await readInvoice(shop, incomplete.id);
  assert.equal(complete.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(complete.cufe, simulator.documents(shop.companyId)[0]!.cufe);
  assert.equal(submitsOf(here, shop), 1);
});

test('F12: a CUFE without an id is stored, is not PAC_AUTHORIZED, and is settled by a notice that brings the id', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { simulator } = here;
  simulator.nextFault({ name: 'cufeWithoutId', companyId: shop.companyId, operation: 'submit' });
  const { invoice: incomplete } = await invoicedOrder(shop);
  const [accepted] = simulator.documents(shop.companyId);
  assert.equal(incomplete.legalStatus, null);
  assert.equal(incomplete.submissionState, 'UNKNOWN');
  assert.equal(incomplete.cufe, accepted!.cufe);
  await simulator.verdict(accepted!.id, 'DGI_AUTHORIZED');
  const complete = await readInvoice(shop, incomplete.id);
  assert.equal(complete.legalStatus, 'DGI_AUTHORIZED');
  assert.equal(complete.documentId, accepted!.id);
});

test('an id that is learned late is polled from then on, also if no further notice comes', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice: lost } = await invoicedOrder(shop);
  const [accepted] = here.simulator.documents(shop.companyId);
  await here.simulator.deliverWebhook(accepted!.id, { omit: ['id'] });
  // Its first poll finds no id to ask for and has no successor.
  await pollLegalStatus(ofTenant(here.app, shop.tenant), lost.id, 0);
  await here.query(`delete from pgboss.job where name = 'poll-legal-status' and data->>'documentId' = $1`, [lost.id]);
  await here.simulator.deliverWebhook(accepted!.id);
  await here.simulator.verdict(accepted!.id, 'DGI_AUTHORIZED', { webhook: false });
  await eventually(() => readInvoice(shop, lost.id), { legalStatus: 'DGI_AUTHORIZED' });
});

test('F13: "duplicate" for our own earlier success is parked, and adopted when the PAC tells of it', async () => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.nextFault({ name: 'duplicate', companyId: shop.companyId, operation: 'submit', accepted: true });
  const { invoice: parked, itemId } = await invoicedOrder(shop);
  assert.equal(parked.legalStatus, null);
  assert.equal(parked.submissionState, 'UNKNOWN');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
  const reason = async () => (await shop.call('invoice { parkedReason }', { id: parked.id })).parkedReason;
  assert.match(await reason(), /exists already/);
  await here.simulator.deliverWebhook(here.simulator.documents(shop.companyId)[0]!.id);
  const adopted = await readInvoice(shop, parked.id);
  assert.equal(adopted.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(await reason(), null);
  assert.equal(acceptancesOf(here, shop, adopted), 1);
});

for (const verdict of ['PAC_AUTHORIZED', 'DGI_AUTHORIZED'] as const) {
  test(`F13: "duplicate" that names our own earlier success is looked up and adopted as ${verdict}; no caller sees an error`, async (t) => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ namesDuplicates: true });
    t.after(() => here.simulator.setKnobs({ namesDuplicates: false }));
    here.simulator.nextFault({ name: 'duplicate', companyId: shop.companyId, operation: 'submit', accepted: true });
    const early = verdict === 'DGI_AUTHORIZED';
    if (early) here.simulator.nextFault({ name: 'earlyWebhook', companyId: shop.companyId, operation: 'submit' });
    if (early) here.simulator.nextFault({ name: 'lostWebhook', companyId: shop.companyId });
    const { invoice: adopted } = await invoicedOrder(shop);
    const [accepted] = here.simulator.documents(shop.companyId);
    assert.deepEqual(
      [adopted.legalStatus, adopted.submissionState, adopted.documentId, adopted.cufe, adopted.rejectionReasons],
      [verdict, 'DONE', accepted!.id, accepted!.cufe, []],
    );
    const { parkedReason } = await shop.call('invoice { parkedReason }', { id: adopted.id });
    assert.equal(parkedReason, null);
    assert.equal(acceptancesOf(here, shop, adopted), 1);
    assert.equal(submitsOf(here, shop), 1);
  });
}

test('F13: where the document that has our number cannot be looked up at once, the queue looks it up later', async (t) => {
  const { here, shop } = await newShop();
  here.simulator.setKnobs({ namesDuplicates: true });
  t.after(() => here.simulator.setKnobs({ namesDuplicates: false }));
  here.simulator.nextFault({ name: 'duplicate', companyId: shop.companyId, operation: 'submit', accepted: true });
  here.simulator.nextFault({ name: 'notFoundAtFirst', companyId: shop.companyId, operation: 'get' });
  const { invoice: parked } = await invoicedOrder(shop);
  assert.equal(parked.submissionState, 'UNKNOWN');
  // Its turn comes when the first try must have ended; the story does not wait for that.
  await here.sql`update pgboss.job set start_after = now()
    where name = 'recognise-duplicate' and data->>'documentId' = ${parked.id}`;
  const adopted = await eventually(() => readInvoice(shop, parked.id), { legalStatus: 'PAC_AUTHORIZED' });
  assert.equal(acceptancesOf(here, shop, adopted), 1);
});

test('F14: "duplicate" that names a stranger’s document is parked with the difference, and nothing is adopted', async (t) => {
  const { here, shop, invoice: example } = await newSale(quietWorld());
  const stranger = await strangerWithNextNumber(here, shop, example);
  here.simulator.setKnobs({ namesDuplicates: true });
  t.after(() => here.simulator.setKnobs({ namesDuplicates: false }));
  const { invoice: parked } = await invoicedOrder(shop);
  assert.deepEqual([parked.legalStatus, parked.submissionState, parked.documentId], [null, 'UNKNOWN', null]);
  const { parkedReason } = await shop.call('invoice { parkedReason }', { id: parked.id });
  assert.match(parkedReason, new RegExp(`document ${stranger.id} is another one`));
  assert.match(parkedReason, /security code 987654321, ours \d{9}/);
  assert.doesNotMatch(parkedReason, /number \d{10}, ours/, 'what is the same is not named');
});

test('F14: "duplicate" for a stranger’s document is parked, and the stranger is never adopted', async () => {
  const { here, shop, invoice: example } = await newSale(quietWorld());
  const stranger = await strangerWithNextNumber(here, shop, example);
  const { invoice: parked } = await invoicedOrder(shop);
  assert.equal(parked.number, `FAC-${stranger.documentNumber}`);
  assert.equal(parked.legalStatus, null);
  assert.equal(parked.submissionState, 'UNKNOWN');
  await sendNotice(here, shop, { id: stranger.id, cufe: stranger.cufe, legalStatus: 'DGI_AUTHORIZED' });
  const unchanged = await readInvoice(shop, parked.id);
  assert.equal(unchanged.legalStatus, null);
  assert.equal(unchanged.documentId, null);
  assert.equal((await inboxOf(here, shop))[0]!.state, 'WAITING');
  const { invoice: following } = await invoicedOrder(shop);
  assert.equal(following.legalStatus, 'PAC_AUTHORIZED', 'the burned number is skipped');
});

for (const [what, mixUp] of [
  ['id', (mine: Answer, other: Answer) => ({ ...mine, documentId: other.documentId })],
  ['CUFE', (mine: Answer, other: Answer) => ({ ...mine, cufe: other.cufe })],
  ['id and CUFE', (mine: Answer, other: Answer) => ({ ...mine, documentId: other.documentId, cufe: other.cufe })],
] as const) {
  test(`an answer with the ${what} of another invoice of ours is not believed: UNKNOWN, parked, settled by a notice`, async () => {
    const { here, shop, invoice: other } = await newSale(quietWorld());
    const { orderId } = await openOrder(shop);
    const mixedUp = callingWith(here.app, async (...call) => {
      const outcome = await here.app.pac.submit(...call);
      assert.ok(outcome.outcome === 'accepted');
      return { ...outcome, document: mixUp(outcome.document, other) };
    });
    const parked = await generateInvoice(ofTenant(mixedUp, shop.tenant), { orderId, mode: 'DGI' }, 'operator-user');
    assert.deepEqual([parked.legal_status, parked.submission_state, parked.document_id], [null, 'UNKNOWN', null]);
    assert.match(parked.parked_reason ?? '', new RegExp(`another document: .* ${other.number}`));
    assert.ok(parked.pac_response, 'the answer is kept as evidence');
    const own = here.simulator.documents(shop.companyId).find((one) => one.id !== other.documentId)!;
    await here.simulator.deliverWebhook(own.id);
    const settled = await readInvoice(shop, parked.id);
    assert.deepEqual([settled.legalStatus, settled.documentId, settled.cufe], ['PAC_AUTHORIZED', own.id, own.cufe]);
    assert.equal((await readInvoice(shop, other.id)).documentId, other.documentId);
  });
}

test('F15: "not found" right after the answer was incomplete is no proof, and "found" later settles it', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { simulator } = here;
  simulator.nextFault({ name: 'idWithoutCufe', companyId: shop.companyId, operation: 'submit' });
  simulator.nextFault({ name: 'notFoundAtFirst', companyId: shop.companyId, operation: 'get' });
  const { invoice: unknown } = await invoicedOrder(shop);
  await pollLegalStatus(ofTenant(here.app, shop.tenant), unknown.id, 0);
  assert.equal((await readInvoice(shop, unknown.id)).submissionState, 'UNKNOWN');
  await pollLegalStatus(ofTenant(here.app, shop.tenant), unknown.id, 1);
  assert.equal((await readInvoice(shop, unknown.id)).legalStatus, 'PAC_AUTHORIZED');
  assert.equal(submitsOf(here, shop), 1);
});

test('F25: a document keeps the company it was sent for when the tenant’s changes', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { simulator } = here;
  simulator.nextFault({ name: 'idWithoutCufe', companyId: shop.companyId, operation: 'submit' });
  const { invoice: unknown } = await invoicedOrder(shop);
  await here.query('update tenants set pac_company_id = $2 where id = $1', [shop.tenant.id, `${shop.companyId}-new`]);
  await pollLegalStatus(ofTenant(here.app, shop.tenant), unknown.id, 0);
  assert.equal((await readInvoice(shop, unknown.id)).legalStatus, 'PAC_AUTHORIZED');
  const asked = simulator.calls().filter((one) => one.operation === 'get' && one.documentId === unknown.documentId);
  assert.ok(asked.length > 0 && asked.every((one) => one.companyId === shop.companyId));
});

test('a PAC that cannot be reached', async (t) => {
  const port = await freePort();
  const here = await createWorld({ env: { PAC_BASE_URL: `http://127.0.0.1:${port}` } });
  t.after(() => here.close());
  const shop = await here.tenant();
  const { invoice: waiting, order } = await invoicedOrder(shop);
  const { invoice: withdrawn, itemId, order: givenUp } = await invoicedOrder(shop);

  await t.test('F5: nothing was sent: it is PENDING, and asking again answers the same invoice', async () => {
    assert.equal(waiting.legalStatus, null);
    assert.equal(waiting.submissionState, 'PENDING');
    assert.deepEqual(waiting.rejectionReasons, []);
    assert.equal((await invoice(shop, order.id)).id, waiting.id);
    const events = (await timelineOf(shop, waiting.id)).map((event) => event.kind);
    assert.ok(events.includes('NOT_SENT'));
  });

  await t.test('F22: an invoice that is canceled before it could be sent gives everything back', async () => {
    assert.equal((await shop.refuses('cancelOrder', { orderId: givenUp.id })).code, 'CONFLICT');
    const cancelInvoice = await shop.call('cancelInvoice { invoiceStatus submissionState }', {
      invoiceId: withdrawn.id,
    });
    assert.deepEqual(cancelInvoice, { invoiceStatus: 'CANCELED', submissionState: 'NOT_REQUIRED' });
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
    const cancelOrder = await shop.call('cancelOrder { status }', { orderId: givenUp.id });
    assert.equal(cancelOrder.status, 'CANCELED');
  });

  const back = await startSimulator({
    apiKey: PAC_API_KEY,
    webhookSecret: PAC_WEBHOOK_SECRET,
    port,
    verdictDelayMs: null,
  });
  t.after(() => back.close());

  await t.test('F5: once it is back the worker sends the same number, once', async () => {
    const sent = await eventually(() => readInvoice(shop, waiting.id), { submissionState: 'DONE' });
    assert.equal(sent.legalStatus, 'PAC_AUTHORIZED');
    assert.equal(sent.number, waiting.number);
    assert.deepEqual(back.acceptances(shop.companyId, 'INVOICE', waiting.number.slice(4)), {
      attempts: 1,
      acceptances: 1,
    });
  });

  await t.test('F22: what was canceled is not sent', async () => {
    await submit(ofTenant(here.app, shop.tenant), withdrawn.id);
    assert.equal(back.acceptances(shop.companyId, 'INVOICE', withdrawn.number.slice(4)).attempts, 0);
  });
});

test('the timeline tells the whole life of a document in sentences, without a secret in it', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { simulator } = here;
  simulator.nextFault({ name: 'http503', companyId: shop.companyId, operation: 'submit', accepted: true });
  const { invoice: sold } = await invoicedOrder(shop);
  const [accepted] = simulator.documents(shop.companyId);
  await shop.call('settleSubmission', { documentId: sold.id, pacDocumentId: accepted!.id });
  await pollLegalStatus(ofTenant(here.app, shop.tenant), sold.id, 0);
  await pollLegalStatus(ofTenant(here.app, shop.tenant), sold.id, 1);
  await simulator.verdict(accepted!.id, 'DGI_AUTHORIZED');
  await shop.get('mutation ($id: UUID!) { attachPacPdf(sourceId: $id, sourceType: INVOICE) { id } }', { id: sold.id });
  await shop.call('voidInvoice', { invoiceId: sold.id, reason: 'The client gave the order twice' });
  const documentTimeline = await shop.call('documentTimeline { at kind actor told detail }', { documentId: sold.id });
  const told = documentTimeline.map((event: Answer) => event.told);
  const digest = createHash('sha256').update(JSON.stringify(sold.pacInput)).digest('hex');
  const expected = [
    new RegExp(
      `^${sold.number} was written here, .* company ${shop.companyId}\\. .* CUFE that it will have: ${accepted!.cufe}`,
    ),
    new RegExp(`^Attempt 1 .* SHA-256 .*: ${digest}`),
    /^No usable answer came: HTTP 503 is no verdict\. The PAC may have it, so it is not sent again/,
    new RegExp(`^It was found at the PAC as document ${accepted!.id} by admin-user`),
    /^Legal status: none → PAC_AUTHORIZED, told by admin-user/,
    /^The PAC was asked \(question 1\) and said: PAC_AUTHORIZED/,
    new RegExp(`^The certified PDF was attached by .*: ${accepted!.cufe}.pdf, \\d+ bytes, SHA-256 [0-9a-f]{64}`),
    /^Legal status: PAC_AUTHORIZED → DGI_AUTHORIZED, told by a notice of the PAC/,
    /^admin-user asked for it to be voided: “The client gave the order twice”/,
    /^The request to void it is being sent/,
    /^The PAC has voided it/,
  ];
  assert.equal(told.length, expected.length, told.join('\n'));
  for (const [index, sentence] of told.entries()) assert.match(sentence, expected[index]!);
  const times = documentTimeline.map((event: Answer) => event.at);
  assert.deepEqual(times, times.toSorted());
  for (const secret of [PAC_API_KEY, PAC_WEBHOOK_SECRET]) {
    assert.ok(!JSON.stringify(documentTimeline).includes(secret));
  }
});

test('refused credentials of a void are told until the PAC takes one, those of a question are not', async () => {
  const VOID = 'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "Issued to the wrong company") { id } }';
  const CHECK = 'mutation ($id: UUID!) { checkDocument(documentId: $id) { id } }';
  const RUC = '{ checkRuc(ruc: "155596713-2-2015", asksPac: true) { dv } }';
  for (const [operation, act] of [
    ['get', CHECK],
    ['checkDigit', RUC],
    ['void', VOID],
  ] as const) {
    const { here, shop, invoice: filed } = await newSale(quietWorld());
    const since = async () => (await shop.get('{ pacHealth { credentialsRefusedAt } }')).pacHealth.credentialsRefusedAt;
    assert.equal(await since(), null);
    here.simulator.nextFault({ name: 'http401', companyId: shop.companyId, operation });
    await shop.ask(act, { id: filed.id }, 'admin');
    assert.equal((await since()) !== null, operation === 'void', operation);
    if (operation !== 'void') continue;
    // As if the patience were over that follows a refusal.
    await here.sql`update pac_requests set not_before = null where what = 'VOID' and document_id = ${filed.id}`;
    await voidAtPac(ofTenant(here.app, shop.tenant), filed.id);
    assert.equal(await since(), null);
  }
});
