// Two accounts at PACs of different makes: what a restore or a lost answer leaves in doubt is looked for at both, and filed at neither twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeBody } from '../../simulator/webhooks.ts';
import { doubtAfterRestore } from '../../src/certification/index.ts';
import { settleSubmission } from '../../src/certification/requests/settle-submission.ts';
import { findLostOf } from '../../src/certification/watch/find-lost-duties.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { rebuildInvoice } from '../../src/invoicing/index.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { documentsOf, type Row } from './campaign/documents.ts';
import { deliverNotice } from './campaign/door.ts';
import type { Life, Script } from './campaign/life.ts';
import { placeOf } from './campaign/place.ts';
import { inTurn, scriptedLife, type Faults } from './campaign/scripted-lives.ts';
import { work } from './campaign/walk.ts';

function life(first: 'alanube' | 'hka', faults: Faults = {}, script: Script = {}): Promise<Life> {
  const own: Script = { first, pac: inTurn(faults), at: () => null, signatureScheme: 'hmac-sha256' };
  return scriptedLife('two-accounts.', { ...own, ...script });
}

async function order(one: Life): Promise<string> {
  let id = '';
  await one.act('order', async (app) => {
    const asked = { clientId: one.clientId, lines: [{ itemId: one.itemIds[0]!, quantity: '5' }] };
    id = (await inTenant(app, one.tenant, (db) => createOrder(db, asked, 'test'))).id;
  });
  return id;
}

async function sell(one: Life, orderId?: string): Promise<Row> {
  const sold = orderId ?? (await order(one));
  await one.act('sell', (app) =>
    generateInvoice(ofTenant(app, one.tenant), { orderId: sold, mode: 'DGI', billingPointId: null }, 'test'),
  );
  return (await documentsOf(one)).find(({ order_id }) => order_id === sold)!;
}

const now = async (one: Life, { id }: Row): Promise<Row> => (await documentsOf(one)).find((row) => row.id === id)!;

/** By the journals of both: companies whose PAC has accepted it, once for each time. */
const acceptedBy = (one: Life, { place }: Row): string[] =>
  one.pac
    .counts()
    .filter((number) => placeOf(number) === place)
    .flatMap(({ companyId, acceptances }) => Array.from({ length: acceptances }, () => companyId));

const DOWN = ['refusedConnection'];

function firstIsAway(one: Life): void {
  const faults = { submit: DOWN, void: DOWN, get: DOWN, pdf: DOWN };
  one.two!.away(one.two!.firstCompanyId, { faults, untilMs: one.now().getTime() + 86_400_000 }, true);
  one.pass((one.two!.afterSeconds + 10) * 1000);
}

async function firstIsBack(one: Life): Promise<void> {
  one.two!.back(one.two!.firstCompanyId);
  one.pass(10_000);
  await one.act('probe', (app) => app.pac.probeWhatIsDue());
}

for (const first of ['hka', 'alanube'] as const)
  test(`first ${first}: what went to the second in the time that a restore has lost is found there, and sent nowhere again`, async () => {
    const one = await life(first, { submit: ['refusedConnection'] });
    const sold = await sell(one);
    assert.equal(sold.submission_state, 'PENDING');
    const setBack = await one.remember();
    firstIsAway(one);
    await work(one);
    assert.deepEqual(acceptedBy(one, sold), [one.two!.secondCompanyId]);
    await setBack();
    await firstIsBack(one);
    await one.act('restore', (app) => doubtAfterRestore(app, one.tenant, 'test'));
    await work(one);
    one.pass(3_600_000);
    await work(one);
    assert.deepEqual(acceptedBy(one, sold), [one.two!.secondCompanyId], 'it is at one of the two, once');
    const waiting = await now(one, sold);
    if (waiting.legal_status === null) {
      const found = one.pac.documents().find(({ submission }) => placeOf(submission) === sold.place)!;
      await one.act('settle', (app) =>
        settleSubmission(ofTenant(app, one.tenant), { documentId: sold.id, pacDocumentId: found.id }, 'user:ana'),
      );
      await work(one);
    }
    const settled = await now(one, sold);
    assert.deepEqual([settled.submission_state, settled.pac_company_id], ['DONE', one.two!.secondCompanyId]);
    assert.deepEqual(one.problems, []);
  });

test('first hka: what is at neither after a restore is sent once more', async () => {
  const one = await life('hka', { submit: ['refusedConnection'] });
  const sold = await sell(one);
  const setBack = await one.remember();
  await setBack();
  await one.act('restore', (app) => doubtAfterRestore(app, one.tenant, 'test'));
  await work(one);
  // The second one is not asked by number: its "not there" would prove nothing, and a person looks.
  assert.deepEqual(acceptedBy(one, sold), []);
  const [parked] = await one.look<{ reason: string }>(
    'select parked_reason as reason from fiscal_documents where id = $1',
    [sold.id],
  );
  assert.match(parked!.reason, /ask both PACs$/);
  one.allow(sold.place!);
  const word = { documentId: sold.id, notReceivedReason: 'Neither of the two has it, by their portals' };
  await one.act('word', (app) => settleSubmission(ofTenant(app, one.tenant), word, 'user:ana'));
  await work(one);
  assert.deepEqual(acceptedBy(one, sold), [one.two!.firstCompanyId]);
  assert.deepEqual(one.problems, []);
});

test('what a restore shows as never sent, and was, goes to no second account on a word that it never arrived', async () => {
  let isFirstAttempt = true;
  const at: Script['at'] = (step) => {
    const isKilled = isFirstAttempt && step.includes('submit: before');
    if (isKilled) isFirstAttempt = false;
    return isKilled ? 'kill' : null;
  };
  const one = await life('alanube', {}, { at });
  const sold = await sell(one);
  // As if the row were of before its first attempt, which has left and is lost with the time since.
  await one.look(
    `update pac_requests set state = 'PENDING', attempts = 0, started_at = null, lease_until = null where document_id = $1`,
    [sold.id],
  );
  await one.act('restore', (app) => doubtAfterRestore(app, one.tenant, 'test'));
  firstIsAway(one);
  const word = { documentId: sold.id, notReceivedReason: 'Their support says that it never came' };
  await one.act('word', (app) => settleSubmission(ofTenant(app, one.tenant), word, 'user:ana'));
  await work(one);
  assert.deepEqual(acceptedBy(one, sold), []);
  await firstIsBack(one);
  await work(one);
  assert.deepEqual(acceptedBy(one, sold), [one.two!.firstCompanyId]);
});

test('an invoice that a restore has lost is rebuilt from the second PAC', async () => {
  const one = await life('hka');
  const orderId = await order(one);
  const setBack = await one.remember();
  firstIsAway(one);
  const sold = await sell(one, orderId);
  const [found] = one.pac.documents();
  assert.equal(found!.companyId, one.two!.secondCompanyId);
  await setBack();
  await firstIsBack(one);
  const [{ number }] = (await one.look<{ number: string }>('select number from orders where id = $1', [orderId])) as [
    { number: string },
  ];
  await one.act('rebuild', (app) =>
    rebuildInvoice(ofTenant(app, one.tenant), { pacDocumentId: found!.id, orderNumber: number }, 'test'),
  );
  const rebuilt = (await documentsOf(one)).find(({ order_id }) => order_id === orderId);
  assert.deepEqual(
    [rebuilt?.place, rebuilt?.document_id, rebuilt?.pac_company_id],
    [sold.place, found!.id, one.two!.secondCompanyId],
  );
  assert.deepEqual(one.problems, []);
});

test('a notice by its id alone is asked about at the PAC at whose door it came', async () => {
  const one = await life('hka', {
    submit: ['timeoutBeforeAccept', 'lostAnswer'],
    get: Array.from({ length: 3 }, () => 'http503'),
  });
  const atFirst = await sell(one);
  firstIsAway(one);
  const atSecond = await sell(one);
  assert.deepEqual([atFirst.submission_state, atSecond.submission_state], ['UNKNOWN', 'UNKNOWN']);
  const found = one.pac.documents().find(({ companyId }) => companyId === one.two!.secondCompanyId)!;
  const { cufe: _, ...body } = noticeBody(found, found.legalStatus);
  await one.act('notice', (app) => deliverNotice(app, found.companyId, JSON.stringify(body)));
  one.pass(60_000);
  await one.act('look', (app) => findLostOf(app, one.tenant));
  for (const duty of one.queue.duties().filter(({ job }) => job.name === 'process-notice')) await one.run(duty);
  assert.deepEqual([(await now(one, atSecond)).document_id, (await now(one, atFirst)).document_id], [found.id, null]);
});
