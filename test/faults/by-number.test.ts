// A PAC that knows a document by its number: a lost answer settles by itself, and nothing is filed twice. The journal of the stand-in is the judge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtAfterRestore } from '../../src/certification/index.ts';
import { openDocuments } from '../../src/certification/watch/open-documents.ts';
import { settleSubmission } from '../../src/certification/requests/settle-submission.ts';
import { findLostOf } from '../../src/certification/watch/find-lost-duties.ts';
import { countNeedingPerson } from '../../src/invoicing/needing-person.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import type { App } from '../../src/graphql/context.ts';
import type { SubmissionOutcome } from '../../src/pac/index.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { voidOf } from './campaign/check-sent.ts';
import { documentsOf, type Row } from './campaign/documents.ts';
import { ABSENT_AFTER_SECONDS, type Life, type Script } from './campaign/life.ts';
import { placeOf } from './campaign/place.ts';
import { inTurn, scriptedLife, type Faults } from './campaign/scripted-lives.ts';

const WINDOW_MS = ABSENT_AFTER_SECONDS * 1000;
const HOUR_MS = 3_600_000;
/** The queue's turn after another attempt was allowed. */
const TURN_MS = 30_000;

function life(faults: Faults, script: Script = {}): Promise<Life> {
  return scriptedLife('by number ', { byNumber: true, pac: inTurn(faults), ...script });
}

async function sell(one: Life, through: (app: App) => App = (app) => app): Promise<Row> {
  await one.act('sell', async (here) => {
    const app = through(here);
    const order = { clientId: one.clientId, lines: [{ itemId: one.itemIds[0]!, quantity: '5' }] };
    const ordered = await inTenant(app, one.tenant, (db) => createOrder(db, order, 'test'));
    await generateInvoice(
      ofTenant(app, one.tenant),
      { orderId: ordered.id, mode: 'DGI', billingPointId: null },
      'test',
    );
  });
  return now(one);
}

const now = async (one: Life): Promise<Row> => (await documentsOf(one)).at(-1)!;

/** The queue and the look of each minute, for so long. */
async function wait(one: Life, ms: number): Promise<void> {
  const until = one.now().getTime() + ms;
  for (;;) {
    const [duty] = one.queue.duties();
    const next = Math.min(duty?.dueAt ?? Number.POSITIVE_INFINITY, one.now().getTime() + 60_000);
    if (next > until) break;
    one.pass(Math.max(0, next - one.now().getTime()));
    if (duty && duty.dueAt <= next) await one.run(duty);
    else await one.act('find-lost-duties', (app) => findLostOf(app, one.tenant));
  }
  one.pass(Math.max(0, until - one.now().getTime()));
}

function atPac(one: Life, place: string) {
  const sent = one.pac.acting().filter(({ number }) => number !== null && placeOf(number) === place);
  const accepted = one.pac.documents().filter(({ submission }) => placeOf(submission) === place);
  return [sent.length, accepted.length];
}

const needing = (one: Life): Promise<number> => one.ask((db) => countNeedingPerson(db));

const reasonOf = async (one: Life): Promise<string | null> =>
  (
    await one.look<{ parked_reason: string | null }>(
      'select parked_reason from fiscal_documents where tenant_id = $1',
      [one.tenant.id],
    )
  )[0]!.parked_reason;

/** Certified as what the PAC has under its number, and no person was asked. */
async function assertSettled(one: Life, attempts: number): Promise<void> {
  const document = await now(one);
  const [found] = one.pac.documents().filter(({ submission }) => placeOf(submission) === document.place);
  assert.deepEqual(
    [document.legal_status, document.cufe, document.is_parked, atPac(one, document.place!), await needing(one)],
    ['DGI_AUTHORIZED', found!.cufe, false, [attempts, 1], 0],
  );
  const [row] = await one.look<{ pac_input: object }>('select pac_input from fiscal_documents where tenant_id = $1', [
    one.tenant.id,
  ]);
  assert.deepEqual(found!.payload, row!.pac_input, 'the same payload each time');
  assert.deepEqual(one.problems, []);
}

for (const fault of ['lostAnswer', 'http503=accepted', 'idWithoutCufe', 'html200', 'duplicate=accepted'])
  test(`${fault}: what the PAC has is found at once by its number`, async () => {
    const one = await life({ submit: [fault] });
    await sell(one);
    await assertSettled(one, 1);
  });

test('what never arrived is sent once more under its number, and not before the window of the PAC is over', async () => {
  const one = await life({ submit: ['resetBeforeAccept'] });
  const sold = await sell(one);
  const open = await one.ask((db) => openDocuments(db));
  assert.deepEqual([open[0]!.nextAction, await needing(one)], ['ASK_PAC', 0]);
  await wait(one, WINDOW_MS - 1000);
  assert.deepEqual(atPac(one, sold.place!), [1, 0]);
  await wait(one, 1000 + TURN_MS);
  await assertSettled(one, 2);
});

test('"done" without a CUFE names nothing: what is not there by its number is sent once more after the window', async () => {
  const one = await life({});
  const document = {
    // As an adapter names it by what was sent; the PAC has told no name.
    ...{ documentId: '0000-001-01-0000000001-01', cufe: null, legalStatus: null, pdfUrl: null },
    ...{ reasons: [], isVoided: false },
  };
  const submit = async (): Promise<SubmissionOutcome> => ({
    ...{ outcome: 'incomplete', document, raw: { codigo: '200' }, httpStatus: 200 },
  });
  const sold = await sell(one, (app) => ({ ...app, pac: { ...app.pac, submit } }));
  assert.equal((await one.ask((db) => openDocuments(db)))[0]!.nextAction, 'ASK_PAC');
  await wait(one, WINDOW_MS - 1000);
  assert.deepEqual(atPac(one, sold.place!), [0, 0]);
  await wait(one, 1000 + TURN_MS);
  await assertSettled(one, 1);
});

test('an index that lags for less than the window proves nothing', async () => {
  const one = await life({ submit: ['lostAnswer'], get: Array.from({ length: 4 }, () => 'notFoundAtFirst') });
  const sold = await sell(one);
  await wait(one, 2 * WINDOW_MS);
  assert.equal(atPac(one, sold.place!)[0], 1);
  await assertSettled(one, 1);
});

test('what is lost each time is sent ten times, once after each window, and is left to a person then', async () => {
  const one = await life({ submit: Array.from({ length: 99 }, () => 'resetBeforeAccept') });
  const sold = await sell(one);
  for (let lost = 1; lost < 10; lost += 1) {
    assert.deepEqual([atPac(one, sold.place!), await needing(one)], [[lost, 0], 0]);
    await wait(one, WINDOW_MS + TURN_MS);
  }
  await wait(one, HOUR_MS);
  assert.deepEqual([atPac(one, sold.place!), await needing(one)], [[10, 0], 1]);
  assert.match((await reasonOf(one))!, /^the PAC has no document of its number/);
});

test('a number that is said to be taken, and is not there, is tried once more; the second time a person looks', async () => {
  const one = await life({ submit: ['duplicate', 'duplicate', 'duplicate'] });
  const sold = await sell(one);
  await wait(one, 10 * WINDOW_MS);
  assert.deepEqual([atPac(one, sold.place!), await needing(one)], [[2, 0], 1]);
});

test("a stranger's document under the number is not ours: it waits for a person, and nothing is sent", async () => {
  const one = await life({ submit: ['lostAnswer'], get: Array.from({ length: 99 }, () => 'crossTalk') });
  const sold = await sell(one);
  await wait(one, 10 * WINDOW_MS);
  assert.deepEqual([atPac(one, sold.place!), await needing(one)], [[1, 1], 1]);
  assert.match((await reasonOf(one))!, /^the PAC's document .* is another one/);
  assert.deepEqual([(await now(one)).legal_status, (await now(one)).cufe], [null, null]);
});

test('an answer that was mixed up once is put right by the next', async () => {
  const one = await life({ submit: ['crossTalk'], get: ['crossTalk'] });
  await sell(one);
  await wait(one, WINDOW_MS);
  await assertSettled(one, 1);
});

for (const step of ['submit: after', 'get: before', 'get: after'])
  test(`a process that is killed at "${step}" leaves a document that settles all the same`, async () => {
    let isKilled = false;
    const at: Script['at'] = (named) => {
      if (isKilled || !named.includes(step)) return null;
      isKilled = true;
      return 'kill';
    };
    const one = await life({ submit: ['lostAnswer'] }, { at });
    await sell(one);
    assert.ok(isKilled);
    await wait(one, 10 * WINDOW_MS);
    await assertSettled(one, 1);
  });

test("a person's word while the PAC is asked allows one attempt, and the answer none beside it", async () => {
  let isAsked = false;
  let isFrozen = false;
  const at: Script['at'] = (named) => {
    if (!isAsked || isFrozen || !named.includes('get: after')) return null;
    isFrozen = true;
    return 'freeze';
  };
  const one = await life({ submit: ['resetBeforeAccept', 'resetBeforeAccept'] }, { at });
  const sold = await sell(one);
  one.pass(2 * WINDOW_MS);
  isAsked = true;
  for (const duty of one.queue.duties()) if (!isFrozen) await one.run(duty);
  assert.ok(isFrozen, 'the answer of after the window is on its way');
  const word = { documentId: sold.id, notReceivedReason: 'The PAC says by telephone that it never came' };
  one.allow(sold.place!);
  await one.act('word', (app) => settleSubmission(ofTenant(app, one.tenant), word, 'user:ana'));
  assert.equal(atPac(one, sold.place!)[0], 2);
  await one.thawOne();
  await wait(one, WINDOW_MS - 1000);
  assert.equal(atPac(one, sold.place!)[0], 2, 'an answer about the first attempt says nothing of the second');
  await wait(one, WINDOW_MS);
  await assertSettled(one, 3);
});

test('after a restore "not there" proves something only a window after the restore', async () => {
  const one = await life({
    submit: ['resetBeforeAccept', 'lostAnswer'],
    get: [null, ...Array.from({ length: 4 }, () => 'notFoundAtFirst')],
  });
  const sold = await sell(one);
  one.pass(WINDOW_MS - 1000);
  const setBack = await one.remember();
  const word = { documentId: sold.id, notReceivedReason: 'The PAC says by telephone that it never came' };
  await one.act('word', (app) => settleSubmission(ofTenant(app, one.tenant), word, 'user:ana'));
  assert.deepEqual(atPac(one, sold.place!), [2, 1]);
  await setBack();
  await one.act('restore', (app) => doubtAfterRestore(app, one.tenant, 'test'));
  await wait(one, WINDOW_MS - 1000);
  assert.equal(atPac(one, sold.place!)[0], 2);
  await wait(one, HOUR_MS);
  assert.deepEqual([(await now(one)).legal_status, atPac(one, sold.place!)], ['DGI_AUTHORIZED', [2, 1]]);
});

test('what a restore shows as unsent is asked for before it is sent', async () => {
  for (const isThere of [true, false]) {
    const one = await life({ submit: ['refusedConnection', isThere ? 'lostAnswer' : 'resetBeforeAccept'] });
    const sold = await sell(one);
    assert.equal(sold.submission_state, 'PENDING');
    const setBack = await one.remember();
    await wait(one, 5000);
    await setBack();
    await one.act('restore', (app) => doubtAfterRestore(app, one.tenant, 'test'));
    await wait(one, 2 * WINDOW_MS);
    assert.deepEqual(
      [(await now(one)).legal_status, atPac(one, sold.place!)[1], await needing(one)],
      ['DGI_AUTHORIZED', 1, 0],
    );
  }
});

for (const [fault, requests] of [
  ['lostAnswer', 1],
  ['resetBeforeAccept', 2],
] as const)
  test(`void, ${fault}: the PAC does it once, and no person is asked`, async () => {
    const one = await life({ void: [fault] });
    const sold = await sell(one);
    await one.act('void', (app) =>
      voidInvoice(ofTenant(app, one.tenant), sold.id, 'Given twice by the client', 'test'),
    );
    await wait(one, WINDOW_MS - 1000);
    const voids = () => one.pac.acting().filter(({ operation }) => operation === 'void').length;
    assert.equal(voids(), 1, voidOf(sold.document_id!));
    await wait(one, HOUR_MS);
    assert.deepEqual([(await now(one)).void_state, voids(), await needing(one)], ['DONE', requests, 0]);
    assert.deepEqual(one.problems, []);
  });
