// A request that left and never arrived is sent again by the rule alone, under its number, and filed once whatever the PAC has of it (record 47).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeBody } from '../../simulator/webhooks.ts';
import { sendNeverArrivedOf } from '../../src/certification/watch/send-never-arrived.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { documentsOf, type Row } from './campaign/documents.ts';
import type { Life, Script } from './campaign/life.ts';
import { placeOf } from './campaign/place.ts';
import { scriptedLife, tell } from './campaign/scripted-lives.ts';
import { work } from './campaign/walk.ts';

const MINUTE_MS = 60_000;
const RULE_MS = 60 * MINUTE_MS;
const SEED = 'never arrived ';

/** The first submission goes wrong so, and all that is asked later goes well. */
async function life(fault: string, script: Script = { resends: true }): Promise<Life> {
  let isStruck = false;
  const pac: Script['pac'] = (operation) => {
    if (isStruck || operation !== 'submit') return null;
    isStruck = true;
    return fault;
  };
  return scriptedLife(SEED, { ...script, pac });
}

async function sell(one: Life, billingPointId: string | null = null): Promise<Row> {
  const order = { clientId: one.clientId, lines: [{ itemId: one.itemIds[0]!, quantity: '5' }] };
  let id = '';
  await one.act('sell', async (app) => {
    const ordered = await inTenant(app, one.tenant, (db) => createOrder(db, order, 'test'));
    ({ id } = await generateInvoice(
      ofTenant(app, one.tenant),
      { orderId: ordered.id, mode: 'DGI', billingPointId },
      'test',
    ));
  });
  return (await documentsOf(one)).find((document) => document.id === id)!;
}

/** A sale after it, of which the PAC tells. */
async function sellAndTell(one: Life, billingPointId: string | null = null): Promise<void> {
  const later = await sell(one, billingPointId);
  const found = one.pac.documents().find(({ submission }) => placeOf(submission) === later.place)!;
  await tell(one, { ...noticeBody(found, found.legalStatus) });
}

async function rule(one: Life): Promise<number> {
  let sent = -1;
  await one.act('rule', async (app) => (sent = await sendNeverArrivedOf(ofTenant(app, one.tenant))));
  return sent;
}

const stateOf = async (one: Life, { id }: Row) => (await documentsOf(one)).find((document) => document.id === id)!;

const acceptancesOf = (one: Life, { place }: Row): number =>
  one.pac.counts().find((number) => placeOf(number) === place)?.acceptances ?? 0;

const attemptsOf = (one: Life, { place }: Row): number =>
  one.pac.acting().filter(({ number }) => number !== null && placeOf(number) === place).length;

test('what never arrived is sent again under its number, once the time is over and a later number is told', async () => {
  const one = await life('resetBeforeAccept');
  const lost = await sell(one);
  assert.equal((await stateOf(one, lost)).submission_state, 'UNKNOWN');
  one.pass(RULE_MS + MINUTE_MS);
  assert.equal(await rule(one), 0, 'no later number is told of');
  await sellAndTell(one, one.secondPointId);
  assert.equal(await rule(one), 0, 'a number of another point says nothing about it');
  await sell(one);
  assert.equal(await rule(one), 0, 'a later number that was answered, and of which no notice came');
  await sellAndTell(one);
  assert.equal(await rule(one), 1);
  assert.equal(await rule(one), 0, 'it is on its way');
  await work(one);
  const settled = await stateOf(one, lost);
  assert.deepEqual([settled.legal_status, settled.number], ['PAC_AUTHORIZED', lost.number]);
  assert.deepEqual([acceptancesOf(one, lost), attemptsOf(one, lost)], [1, 2]);
  assert.deepEqual(one.problems, []);
});

test('before its time is over nothing is sent again', async () => {
  const one = await life('resetBeforeAccept');
  await sell(one);
  await sellAndTell(one);
  one.pass(RULE_MS - MINUTE_MS);
  assert.equal(await rule(one), 0);
  one.pass(2 * MINUTE_MS);
  assert.equal(await rule(one), 1);
});

test('the rule is off until an operator switches it on', async () => {
  const one = await life('resetBeforeAccept', {});
  const lost = await sell(one);
  await sellAndTell(one);
  one.pass(24 * RULE_MS);
  assert.equal(await rule(one), 0);
  await work(one);
  assert.deepEqual([(await stateOf(one, lost)).submission_state, attemptsOf(one, lost)], ['UNKNOWN', 1]);
});

test('what the PAC has all the same, and never told of, is filed once: it refuses the number the second time', async () => {
  for (const fault of ['lostAnswer', 'http503=accepted', 'silentAfterAccept']) {
    const one = await life(fault);
    const lost = await sell(one);
    await sellAndTell(one);
    one.pass(RULE_MS + MINUTE_MS);
    assert.equal(await rule(one), 1, fault);
    await work(one);
    assert.deepEqual([acceptancesOf(one, lost), attemptsOf(one, lost)], [1, 2], fault);
    const now = await stateOf(one, lost);
    const own = one.pac.documents().find(({ submission }) => placeOf(submission) === lost.place)!;
    // A document that the PAC names under the number is adopted; else an operator is shown its answer.
    if (now.is_parked) assert.equal(now.submission_state, 'UNKNOWN');
    else assert.deepEqual([now.document_id, now.cufe], [own.id, own.cufe]);
    await sellAndTell(one);
    one.pass(10 * RULE_MS);
    assert.equal(await rule(one), 0, 'what an operator is shown is left to the operator');
  }
});

test('a notice that waits under an id alone may be its own; one that names it settles it', async () => {
  const one = await life('lostAnswer');
  const lost = await sell(one);
  await sellAndTell(one);
  one.pass(RULE_MS + MINUTE_MS);
  await one.look(
    `insert into pac_notices (tenant_id, id, digest, body, state, pac_document_id, received_at)
     values ($1, gen_random_uuid(), 'x', '{}', 'WAITING', '01SOMETHING', now())`,
    [one.tenant.id],
  );
  assert.equal(await rule(one), 0);
  await one.look(`update pac_notices set state = 'EXPIRED' where tenant_id = $1 and digest = 'x'`, [one.tenant.id]);
  const own = one.pac.documents().find(({ submission }) => placeOf(submission) === lost.place)!;
  await tell(one, { ...noticeBody(own, own.legalStatus) });
  assert.equal(await rule(one), 0);
  assert.deepEqual([(await stateOf(one, lost)).document_id, attemptsOf(one, lost)], [own.id, 1]);
});

test('a later number that left before the last attempt says nothing about that attempt', async () => {
  let isCut = true;
  const pac: Script['pac'] = (operation) => (operation === 'submit' && isCut ? 'resetBeforeAccept' : null);
  const one = await scriptedLife(SEED, { resends: true, pac });
  const lost = await sell(one);
  isCut = false;
  const between = await sell(one);
  await sellAndTell(one);
  one.pass(RULE_MS + MINUTE_MS);
  assert.equal(await rule(one), 1);
  isCut = true;
  await work(one);
  isCut = false;
  assert.deepEqual([(await stateOf(one, lost)).submission_state, attemptsOf(one, lost)], ['UNKNOWN', 2]);
  one.pass(RULE_MS + MINUTE_MS);
  const found = one.pac.documents().find(({ submission }) => placeOf(submission) === between.place)!;
  await tell(one, { ...noticeBody(found, found.legalStatus), message: 'late' });
  assert.equal(await rule(one), 0);
  await sellAndTell(one);
  assert.equal(await rule(one), 1);
});

test('what is lost each time is left to a person in the end', async () => {
  const lostOnes = new Set<string>();
  let place = '';
  const one: Life = await scriptedLife(SEED, {
    resends: true,
    pac: (operation) => (operation === 'submit' && lostOnes.has(place) ? 'resetBeforeAccept' : null),
  });
  place = 'lost';
  lostOnes.add(place);
  const lost = await sell(one);
  place = '';
  await sellAndTell(one);
  const sent: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    one.pass(RULE_MS + MINUTE_MS);
    sent.push(await rule(one));
    place = 'lost';
    await work(one);
    place = '';
    await sellAndTell(one);
  }
  assert.deepEqual(sent, [1, 1, 0, 0]);
  assert.equal((await stateOf(one, lost)).submission_state, 'UNKNOWN');
});
