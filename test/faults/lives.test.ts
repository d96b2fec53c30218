// Lives of documents in which one thing goes wrong at one named step; each was found by the campaign, or belongs beside one that was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeBody } from '../../simulator/webhooks.ts';
import { attachPdf, settleSubmission } from '../../src/certification/index.ts';
import { cancelInvoice } from '../../src/invoicing/cancel-document.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { createCredit } from '../../src/invoicing/issue-credit.ts';
import { voidCredit, voidInvoice } from '../../src/invoicing/void-document.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { voidOf } from './campaign/check-sent.ts';
import { documentsOf } from './campaign/documents.ts';
import type { Life, Script } from './campaign/life.ts';
import { scriptedLife, tell } from './campaign/scripted-lives.ts';
import { findLostOf } from '../../src/certification/watch/find-lost-duties.ts';
import { checkEnd, checkNextActions, DUTY_OF } from './campaign/oracle.ts';
import { openNow, work } from './campaign/walk.ts';
import { assertEach } from '../support/assert-each.ts';

const REASON = 'The client gave the order twice';
const life = (script: Script = {}): Promise<Life> => scriptedLife('life ', script);

/** The invoice's id, whatever became of it. */
async function sell(one: Life): Promise<string> {
  const order = { clientId: one.clientId, lines: [{ itemId: one.itemIds[0]!, quantity: '5' }] };
  await one.act('sell', async (app) => {
    const { id } = await inTenant(app, one.tenant, (db) => createOrder(db, order, 'test'));
    return generateInvoice(ofTenant(app, one.tenant), { orderId: id, mode: 'DGI' }, 'test');
  });
  return (await documentsOf(one)).filter(({ kind }) => kind === 'INVOICE').at(-1)!.id;
}

async function stateOf(one: Life, id: string) {
  const found = (await documentsOf(one)).find((document) => document.id === id)!;
  return { submission: found.submission_state, legal: found.legal_status, void: found.void_state };
}

test('a page of before the verdict that comes after it is not attached beside another one', async () => {
  let [isFrozen, isPrinting] = [false, true];
  const one = await life({
    at(step) {
      if (isFrozen || !/attach first · pdf: after/.test(step)) return null;
      isFrozen = true;
      return 'freeze';
    },
    pac: (operation) => (operation === 'pdf' && !isPrinting ? 'http503' : null),
  });
  one.pac.setKnobs({ reprintsAfterVerdict: false, reprintsEachTime: true });
  const id = await sell(one);
  await one.act('attach first', (app) => attachPdf(ofTenant(app, one.tenant), id, 'test'));
  assert.equal(one.frozen(), 1);
  await one.act('attach', (app) => attachPdf(ofTenant(app, one.tenant), id, 'test'));
  const [document] = one.pac.documents();
  await one.pac.verdict(document!.id, 'DGI_AUTHORIZED', { webhook: false });
  isPrinting = false;
  await tell(one, { ...noticeBody(document!, 'DGI_AUTHORIZED') });
  isPrinting = true;
  await one.thawOne();
  await work(one);
  await checkEnd(one);
  assert.deepEqual(one.problems, []);
  assert.equal(one.tally.pdfs, 2);
});

/** Action to come next. It is in the queue, or in the memory of a process; where that has gone, the look of each minute brings it into the queue. */
async function nextActionOf(one: Life, id: string): Promise<string | undefined> {
  const open = await openNow(one);
  const isInMemory = ({ documentId }: { documentId: string }): boolean =>
    one.queue
      .duties()
      .some((duty) => duty.memory && (duty.payload as { documentId: string }).documentId === documentId);
  const left = open.filter((document) => !isInMemory(document));
  await checkNextActions(one, open);
  const missing = one.problems.filter((problem) => problem.endsWith('there is no duty to do it'));
  for (const problem of missing) one.problems.splice(one.problems.indexOf(problem), 1);
  assert.deepEqual(one.problems, []);
  if (missing.length > 0 && left.length > 0) {
    one.pass(2 * 60_000);
    await one.act('find-lost-duties', (app) => findLostOf(app, one.tenant));
    const ids = new Set(one.queue.duties().map(({ payload }) => (payload as { documentId?: string }).documentId));
    const wanted = (await openNow(one)).filter(({ nextAction }) => DUTY_OF[nextAction] !== null);
    for (const { documentId } of left)
      assert.ok(ids.has(documentId) || !wanted.some((document) => document.documentId === documentId), documentId);
  }
  return open.find(({ documentId }) => documentId === id)?.nextAction;
}

async function allIsWell(one: Life): Promise<void> {
  await checkEnd(one);
  assert.deepEqual(one.problems, []);
}

/** Strikes once. */
function once<T>(wanted: string, what: T): (where: string) => T | null {
  let struck = false;
  return (where) => {
    if (struck || where !== wanted) return null;
    struck = true;
    return what;
  };
}

/** The void's answer is lost, and three questions after it find nothing. */
function lostAndNotFound(): (where: string) => string | null {
  const lost = once('void', 'lostAnswer');
  let left = 0;
  return (where) => {
    const fault = lost(where);
    if (fault !== null) left = 3;
    if (fault !== null || where !== 'get') return fault;
    return left-- > 0 ? 'notFoundAtFirst' : null;
  };
}

const submits = (one: Life): number => one.pac.counts().reduce((sum, { attempts }) => sum + attempts, 0);

test('F2: killed while the PAC works: the duty that comes too early comes again, and nothing is sent twice', async () => {
  const one = await life({ at: once('sell · submit: after', 'kill') });
  const id = await sell(one);
  assert.equal((await stateOf(one, id)).submission, 'PENDING');
  assert.equal(await nextActionOf(one, id), 'AWAIT_ANSWER');
  await work(one);
  assert.equal((await stateOf(one, id)).submission, 'UNKNOWN');
  assert.equal(await nextActionOf(one, id), 'AWAIT_NOTICE_OR_OPERATOR');
  assert.equal(submits(one), 1);
});

test('F3: killed before the intent and its mark are committed: nothing is here and nothing at the PAC, and it is sold again', async () => {
  let transactions = 0;
  // The order, and then the invoice with its claim.
  const one = await life({
    at: (step) => (step === 'sell · transaction: before' && ++transactions === 2 ? 'kill' : null),
  });
  await assert.rejects(sell(one), TypeError);
  assert.deepEqual(await documentsOf(one), []);
  assert.equal(submits(one), 0);
  const id = await sell(one);
  assert.equal(submits(one), 1);
  assert.equal((await stateOf(one, id)).legal, 'PAC_AUTHORIZED');
});

test('F4: killed between the mark and the first byte: it cannot be proven, so nothing is sent', async () => {
  const one = await life({ at: once('sell · submit: before', 'kill') });
  const id = await sell(one);
  await work(one);
  assert.equal((await stateOf(one, id)).submission, 'UNKNOWN');
  assert.equal(submits(one), 0);
});

test('F44: killed while the PAC voids: asked about and not sent again', async () => {
  const one = await life({ at: once('void · void: after', 'kill') });
  const id = await sell(one);
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  assert.equal(await nextActionOf(one, id), 'VOID');
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  await work(one);
  assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'DGI_AUTHORIZED', void: 'DONE' });
  await allIsWell(one);
});

test('F44: a void that never arrived is asked about, then shown to an operator, whose word sends it again', async () => {
  const one = await life({ pac: once('void', 'timeoutBeforeAccept') });
  const id = await sell(one);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  const ask = (): Promise<unknown> =>
    one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  await ask();
  assert.equal(await nextActionOf(one, id), 'ASK_PAC_ABOUT_VOID');
  await ask();
  assert.equal((await stateOf(one, id)).void, 'UNKNOWN', 'asking again at once sends nothing');
  await work(one);
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
  one.allow(voidOf(one.pac.documents()[0]!.id));
  await ask();
  assert.equal((await stateOf(one, id)).void, 'DONE');
  await allIsWell(one);
});

const voidsSent = (one: Life): boolean[] =>
  one.pac.acting().flatMap(({ operation, isDone }) => (operation === 'void' ? [isDone] : []));

async function voidedUnderTheRule(pac: (where: string) => string | null): Promise<{ one: Life; id: string }> {
  const one = await life({ pac, resends: true });
  const id = await sell(one);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  assert.equal(voidsSent(one).length, 1);
  await work(one);
  return { one, id };
}

test('under the rule for what never arrived a void that the PAC shows as not done is sent again by itself', async () => {
  const { one, id } = await voidedUnderTheRule(once('void', 'timeoutBeforeAccept'));
  assert.deepEqual(voidsSent(one), [false, true]);
  assert.equal((await stateOf(one, id)).void, 'DONE');
  const asked = await one.look<{ at: Date; actor: string }>(
    `select at, actor from document_events where tenant_id = $1 and document_id = $2 and kind = 'VOID_ASKED' order by at`,
    [one.tenant.id, id],
  );
  assertEach(asked, ({ actor }) => actor, ['user:test', 'service:system']);
  assert.ok(asked[1]!.at.getTime() - asked[0]!.at.getTime() > 3_600_000, 'before its time');
  await allIsWell(one);
});

test('under the rule a void that the PAC has done is not sent again', async () => {
  const { one, id } = await voidedUnderTheRule(once('void', 'lostAnswer'));
  assert.deepEqual(voidsSent(one), [true]);
  assert.equal((await stateOf(one, id)).void, 'DONE');
  await allIsWell(one);
});

test('under the rule a void that is lost three times is left to a person', async () => {
  const { one, id } = await voidedUnderTheRule((where) => (where === 'void' ? 'timeoutBeforeAccept' : null));
  assert.deepEqual(voidsSent(one), [false, false, false]);
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
});

for (const resends of [false, true])
  test(`F44: a void whose answer is lost, of what the PAC then does not know, waits for a person${resends ? ', under the rule too' : ''}`, async () => {
    const lost = once('void', 'timeoutBeforeAccept');
    let isLost = false;
    const one = await life({
      resends,
      pac(where) {
        const fault = lost(where);
        isLost ||= fault !== null;
        return fault ?? (where === 'get' && isLost ? 'notFoundAtFirst' : null);
      },
    });
    const id = await sell(one);
    await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
    await work(one);
    await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
    await work(one);
    assert.deepEqual([await nextActionOf(one, id), voidsSent(one)], ['OPERATOR', [false]]);
    const again = await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
    assert.deepEqual([again.is, voidsSent(one)], ['done', [false, true]]);
    assert.equal(await nextActionOf(one, id), undefined);
  });

test('F44: a void that a person asks for again is asked about at a pace of its own', async () => {
  let left = 2;
  const one = await life({ pac: (where) => (where === 'void' && left-- > 0 ? 'timeoutBeforeAccept' : null) });
  const id = await sell(one);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  await work(one);
  const ask = () => one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  await ask();
  await work(one);
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
  one.allow(voidOf(one.pac.documents()[0]!.id));
  await ask();
  assert.deepEqual(voidsSent(one), [false, false]);
  const [first] = one.queue.duties().filter(({ job }) => job.name === 'void-at-pac');
  const afterMs = first!.dueAt - one.now().getTime();
  assert.ok(afterMs < 6_000, `the next question comes after ${afterMs} ms`);
  one.pass(afterMs);
  await one.run(first!);
  assert.equal(await nextActionOf(one, id), 'ASK_PAC_ABOUT_VOID', 'one question of three was asked');
  await work(one);
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
});

test('F47: a void that never arrived, of what the DGI rejects, ends by itself and asks no person', async () => {
  const one = await life({ pac: once('void', 'timeoutBeforeAccept') });
  const id = await sell(one);
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_REJECTED', { webhook: false });
  await tell(one, { ...noticeBody(one.pac.documents()[0]!, 'DGI_REJECTED') });
  await work(one);
  assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'DGI_REJECTED', void: null });
  assert.equal(await nextActionOf(one, id), undefined);
  await allIsWell(one);
});

test('F15: an id that the PAC gave and then does not know, asked again and again, waits for a person', async () => {
  const half = once('submit', 'idWithoutCufe');
  let isLagging = true;
  const one = await life({ pac: (where) => half(where) ?? (where === 'get' && isLagging ? 'notFoundAtFirst' : null) });
  const id = await sell(one);
  assert.equal(await nextActionOf(one, id), 'ASK_PAC');
  await work(one);
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
  isLagging = false;
  one.pass(24 * 3_600_000);
  await work(one);
  assert.equal((await stateOf(one, id)).submission, 'DONE');
  assert.notEqual(await nextActionOf(one, id), 'OPERATOR');
});

/** Decided, and then denied by a notice. */
async function denied(pac: (where: string) => string | null): Promise<{ one: Life; id: string }> {
  const one = await life({ pac });
  const id = await sell(one);
  const { id: atPac, cufe } = one.pac.documents()[0]!;
  await one.pac.verdict(atPac, 'DGI_AUTHORIZED', { webhook: false });
  await work(one);
  assert.equal((await stateOf(one, id)).legal, 'DGI_AUTHORIZED');
  await tell(one, { id: atPac, cufe, legalStatus: 'DGI_REJECTED' });
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
  return { one, id };
}

test('a notice that denies what is decided is checked with the PAC, and no operator is needed where it shows the same', async () => {
  const { one, id } = await denied(() => null);
  await work(one);
  assert.equal(await nextActionOf(one, id), undefined);
  assert.equal((await stateOf(one, id)).legal, 'DGI_AUTHORIZED');
  await allIsWell(one);
});

test('a notice that denies what is decided stays with an operator where the PAC, asked, denies it too', async () => {
  const { one, id } = await denied(() => null);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_REJECTED', { webhook: false });
  await work(one);
  assert.equal(await nextActionOf(one, id), 'OPERATOR');
  assert.equal((await stateOf(one, id)).legal, 'DGI_AUTHORIZED');
});

test('a PAC that does not answer is asked about what a notice denies until it does', async () => {
  let [isDown, isAsked] = [false, 0];
  const { one, id } = await denied((where) => {
    if (where !== 'get' || !isDown) return null;
    isAsked += 1;
    return isAsked <= 2 ? 'timeoutBeforeAccept' : null;
  });
  isDown = true;
  await work(one);
  assert.ok(isAsked > 2, `asked ${isAsked} times`);
  assert.equal(await nextActionOf(one, id), undefined);
  await allIsWell(one);
});

test('a void that never arrived is over when its window is', async () => {
  const one = await life({ pac: once('void', 'timeoutBeforeAccept') });
  const id = await sell(one);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  one.pass(200 * 3_600_000);
  await work(one);
  assert.equal((await stateOf(one, id)).void, null);
});

test('F47: what waits for its submission to be known says so, also when its void is asked for', async () => {
  const one = await life({ pac: once('submit', 'lostAnswer') });
  const id = await sell(one);
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  assert.equal(await nextActionOf(one, id), 'AWAIT_NOTICE_OR_OPERATOR');
});

test('F47: a void is dropped with the invoice that is canceled before anything was sent', async () => {
  const one = await life({ pac: (operation) => (operation === 'submit' ? 'refusedConnection' : null) });
  const id = await sell(one);
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  await one.act('cancel', (app) => inTenant(app, one.tenant, (db) => cancelInvoice(db, app.clock, id, 'test')));
  assert.deepEqual(await stateOf(one, id), { submission: 'NOT_REQUIRED', legal: null, void: null });
  assert.equal(await nextActionOf(one, id), undefined);
});

test('F47: a void whose answer was lost is dropped when the DGI rejects the document', async () => {
  const one = await life({ pac: once('void', 'timeoutBeforeAccept') });
  const id = await sell(one);
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_REJECTED', { webhook: false });
  await work(one);
  assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'DGI_REJECTED', void: null });
  await allIsWell(one);
});

/** Each is a void that has left before the verdict was known. */
const LEFT: readonly [string, Script][] = [
  ['its answer was lost', { pac: once('void', 'lostAnswer') }],
  ['it was answered by a gateway', { pac: once('void', 'http503=accepted') }],
  ['its answer was lost, and it is not found at first', { pac: lostAndNotFound() }],
  ['its sender was killed with the answer', { at: once('void · void: after', 'kill') }],
];

for (const [how, script] of LEFT) {
  for (const isToldAtOnce of [true, false]) {
    test(`F47: a void that the PAC has done is known also of what the DGI rejects: ${how}, ${isToldAtOnce ? 'told at once' : 'polled'}`, async () => {
      const one = await life(script);
      const id = await sell(one);
      await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
      const [atPac] = one.pac.documents();
      assert.notEqual(atPac!.voided, null);
      await one.pac.verdict(atPac!.id, 'DGI_REJECTED', { webhook: false });
      if (isToldAtOnce) await tell(one, { ...noticeBody(one.pac.documents()[0]!, 'DGI_REJECTED') });
      await nextActionOf(one, id);
      await work(one);
      assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'DGI_REJECTED', void: 'DONE' });
      await allIsWell(one);
    });
  }
}

test('F47: a void that is refused, or not sent, after the verdict was a rejection is over', async () => {
  for (const fault of ['http429=30', 'http401', 'refusedConnection', 'void404']) {
    const one = await life({ at: once('void · void: before', 'freeze'), pac: once('void', fault) });
    const id = await sell(one);
    await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
    await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_REJECTED', { webhook: false });
    await tell(one, { ...noticeBody(one.pac.documents()[0]!, 'DGI_REJECTED') });
    assert.equal((await stateOf(one, id)).void, 'ASKED', 'it is on its way');
    assert.equal(await nextActionOf(one, id), 'ASK_PAC_ABOUT_VOID');
    await one.thawOne();
    assert.equal((await stateOf(one, id)).void, null, fault);
    assert.equal(await nextActionOf(one, id), undefined, fault);
    await work(one);
    await allIsWell(one);
  }
});

test('the internal credits of an invoice end with its rejection; all goods are back', async () => {
  const one = await life();
  const id = await sell(one);
  for (const restock of [true, false]) {
    const lines = await one.look<{ id: string }>('select id from invoice_lines where invoice_id = $1', [id]);
    const input = {
      invoiceId: id,
      mode: 'PROFORM' as const,
      reason: 'Goods came back',
      lines: [{ invoiceLineId: lines[0]!.id, quantity: '2' }],
      restock,
      hasKey: true,
    };
    await one.act('credit', (app) => createCredit(ofTenant(app, one.tenant), input, 'test'));
  }
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_REJECTED', { webhook: false });
  await work(one);
  const credits = await one.look('select credit_status from credits where tenant_id = $1', [one.tenant.id]);
  assert.deepEqual(credits, [{ credit_status: 'CANCELED' }, { credit_status: 'CANCELED' }]);
  await allIsWell(one);
});

test('a credit that was voided is not taken back a second time when the DGI rejects it', async () => {
  const one = await life();
  const id = await sell(one);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  await work(one);
  const input = { invoiceId: id, mode: 'DGI' as const, reason: 'Goods came back', restock: true };
  await one.act('credit', (app) => createCredit(ofTenant(app, one.tenant), input, 'test'));
  const credit = (await documentsOf(one)).find(({ kind }) => kind === 'CREDIT_NOTE')!;
  await one.act('void', (app) => voidCredit(ofTenant(app, one.tenant), credit.id, REASON, 'test'));
  await one.pac.verdict(credit.document_id!, 'DGI_REJECTED', { webhook: false });
  await work(one);
  assert.deepEqual(await stateOf(one, credit.id), { submission: 'DONE', legal: 'DGI_REJECTED', void: 'DONE' });
  await allIsWell(one);
});

test('no credit is given on an invoice that is being voided', async () => {
  const one = await life({ pac: once('void', 'voidTimeout') });
  const id = await sell(one);
  await one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  const input = { invoiceId: id, mode: 'PROFORM' as const, reason: 'Goods came back', restock: true };
  const given = await one.act('credit', (app) => createCredit(ofTenant(app, one.tenant), input, 'test'));
  assert.equal(given.is, 'refused');
});

test('F28: a notice of a document that stayed unknown for a day is processed again when the PAC repeats it', async () => {
  const one = await life({ signatureScheme: 'hmac-sha256' });
  const stranger = { id: '01STRANGER', legalStatus: 'DGI_AUTHORIZED' };
  const inbox = (): Promise<{ state: string }[]> =>
    one.look('select state, deliveries from pac_notices where tenant_id = $1', [one.tenant.id]);
  await tell(one, stranger);
  await work(one);
  assert.deepEqual(await inbox(), [{ state: 'EXPIRED', deliveries: 1 }]);
  await tell(one, stranger);
  assert.deepEqual(await inbox(), [{ state: 'WAITING', deliveries: 2 }]);
  assert.ok(one.queue.duties().some(({ job }) => job.name === 'process-notice'));
  await work(one);
  assert.deepEqual(await inbox(), [{ state: 'EXPIRED', deliveries: 2 }]);
});

for (const status of ['PAC_AUTHORIZED', 'DGI_AUTHORIZED'] as const) {
  test(`F12: known as ${status} by its CUFE alone, it waits for the id, which an operator can give`, async () => {
    const one = await life({ signatureScheme: 'hmac-sha256', pac: once('submit', 'lostAnswer') });
    const id = await sell(one);
    const [accepted] = one.pac.documents();
    await one.pac.verdict(accepted!.id, status, { webhook: false });
    const { cufe, legalStatus, message = '' } = noticeBody(accepted!, status);
    await tell(one, { cufe, legalStatus, message });
    assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: status, void: null });
    // The duty to fetch the PDF cannot be done yet, and says so each time.
    assert.equal(await nextActionOf(one, id), 'AWAIT_NOTICE_OR_OPERATOR');
    await one.act('settle', (app) =>
      settleSubmission(ofTenant(app, one.tenant), { documentId: id, pacDocumentId: accepted!.id }, 'test'),
    );
    await one.pac.verdict(accepted!.id, 'DGI_AUTHORIZED', { webhook: false });
    await work(one);
    await allIsWell(one);
  });
}

test('F47: a void of what is known by its CUFE alone waits for the id, and nothing is asked or sent without it', async () => {
  const one = await life({
    signatureScheme: 'hmac-sha256',
    pac: once('submit', 'lostAnswer'),
    at: once('void · commit: after', 'kill'),
  });
  const id = await sell(one);
  const [accepted] = one.pac.documents();
  const { cufe, legalStatus, message = '' } = noticeBody(accepted!, 'PAC_AUTHORIZED');
  await tell(one, { cufe, legalStatus, message });
  const ask = (): Promise<unknown> =>
    one.act('void', (app) => voidInvoice(ofTenant(app, one.tenant), id, REASON, 'test'));
  await ask();
  await ask();
  await work(one);
  assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'PAC_AUTHORIZED', void: 'ASKED' });
  assert.equal(await nextActionOf(one, id), 'AWAIT_NOTICE_OR_OPERATOR');
  await one.act('settle', (app) =>
    settleSubmission(ofTenant(app, one.tenant), { documentId: id, pacDocumentId: accepted!.id }, 'test'),
  );
  await one.pac.verdict(accepted!.id, 'DGI_AUTHORIZED', { webhook: false });
  await work(one);
  assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'DGI_AUTHORIZED', void: 'DONE' });
  await allIsWell(one);
});

test('F13: the document that has our number is looked up until it is found, and adopted; a kill between changes nothing', async () => {
  for (const struck of ['sell · get: after', 'nothing']) {
    const refused = once('submit', 'duplicate=accepted');
    const lagging = once('get', 'notFoundAtFirst');
    const one = await life({ pac: (operation) => refused(operation) ?? lagging(operation), at: once(struck, 'kill') });
    one.pac.setKnobs({ namesDuplicates: true });
    const id = await sell(one);
    await work(one);
    const [accepted] = one.pac.documents();
    await one.pac.verdict(accepted!.id, 'DGI_AUTHORIZED', { webhook: false });
    await work(one);
    assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'DGI_AUTHORIZED', void: null });
    await allIsWell(one);
  }
});

test('an invoice whose answer was lost, and which a notice named by its CUFE alone, is adopted by its id', async () => {
  const one = await life({ pac: once('submit', 'lostAnswer') });
  const id = await sell(one);
  const { id: pacDocumentId, cufe } = one.pac.documents()[0]!;
  await tell(one, { cufe, legalStatus: 'PAC_AUTHORIZED', message: 'authorized' });
  assert.equal(await nextActionOf(one, id), 'AWAIT_NOTICE_OR_OPERATOR');
  const settlement = { documentId: id, pacDocumentId };
  await one.act('settle', (app) => settleSubmission(ofTenant(app, one.tenant), settlement, 'operator'));
  assert.equal(await nextActionOf(one, id), 'AWAIT_VERDICT');
});

/** Names of the jobs of the queue, without what is in a process's memory. */
const jobsOf = (one: Life): string[] =>
  one.queue
    .duties()
    .filter(({ memory }) => !memory)
    .map(({ job }) => job.name);

test('a notice whose work ends in a failure is left to the queue in the same moment', async () => {
  const lost = once('notice · transaction: before 2', 'databaseLost' as const);
  let opened = 0;
  const one = await life({
    // A notice that proves nothing by itself is stored in one transaction and processed in the next.
    signatureScheme: 'shared-secret',
    at: (step) =>
      lost(step.startsWith('notice · transaction: before') ? `notice · transaction: before ${++opened}` : step),
  });
  const id = await sell(one);
  await one.pac.verdict(one.pac.documents()[0]!.id, 'DGI_AUTHORIZED', { webhook: false });
  await tell(one, { ...noticeBody(one.pac.documents()[0]!, 'DGI_AUTHORIZED') });
  assert.equal((await stateOf(one, id)).legal, 'PAC_AUTHORIZED');
  assert.ok(jobsOf(one).includes('process-notice'));
  await work(one);
  assert.equal((await stateOf(one, id)).legal, 'DGI_AUTHORIZED');
  await allIsWell(one);
});

test('the page of what an operator tells is authorized is fetched by the queue, from the same moment', async () => {
  const one = await life({ pac: once('submit', 'lostAnswer') });
  const id = await sell(one);
  const { id: pacDocumentId } = one.pac.documents()[0]!;
  await one.pac.verdict(pacDocumentId, 'DGI_AUTHORIZED', { webhook: false });
  await one.act('settle', (app) =>
    settleSubmission(ofTenant(app, one.tenant), { documentId: id, pacDocumentId }, 'operator'),
  );
  assert.equal((await stateOf(one, id)).legal, 'DGI_AUTHORIZED');
  assert.ok(jobsOf(one).includes('attach-pdf'), jobsOf(one).join());
});

test('F16: an id under which the PAC has nothing is not taken from a notice, although its CUFE is ours', async () => {
  const one = await life({ pac: once('submit', 'lostAnswer') });
  const id = await sell(one);
  const { id: pacDocumentId, cufe } = one.pac.documents()[0]!;
  await tell(one, { id: '01STRANGER', cufe, legalStatus: 'PAC_AUTHORIZED', message: 'authorized' });
  assert.deepEqual(await stateOf(one, id), { submission: 'UNKNOWN', legal: null, void: null });
  await tell(one, { id: pacDocumentId, cufe, legalStatus: 'PAC_AUTHORIZED', message: 'authorized' });
  assert.deepEqual(await stateOf(one, id), { submission: 'DONE', legal: 'PAC_AUTHORIZED', void: null });
});

test('F12: half an answer, an id without a CUFE, is asked about by the next poll', async () => {
  const one = await life({ pac: once('submit', 'idWithoutCufe') });
  const id = await sell(one);
  assert.equal((await stateOf(one, id)).submission, 'UNKNOWN');
  const poll = one.queue.duties().find(({ job }) => job.name === 'poll-legal-status');
  assert.ok(poll, 'no duty asks');
  await one.run(poll);
  assert.equal((await stateOf(one, id)).submission, 'DONE');
});
