// Two accounts of one company at two PACs: either falls silent, and each number is at most once at both together.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { updateTenant, type TenantChanges } from '../../src/company/index.ts';
import { MAKES } from '../../src/pac/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { invoicedOrder, readInvoice } from '../support/business.ts';
import { createWorld, PAC_WEBHOOK_SECRET, type Answer, type TestTenant, type World } from '../support/world.ts';

const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };
const AFTER_SECONDS = 120;

let other: Simulator;
let here: World;

before(async () => {
  other = await startSimulator({ apiKey: 'other-key', webhookSecret: PAC_WEBHOOK_SECRET, verdictDelayMs: null });
  here = await createWorld({
    works: false,
    env: { PAC_ADDRESSES: `other=${other.url}`, PAC_TIMEOUT_MS: '5000' },
    makes: { other: { ...MAKES.alanube, title: 'Other' } },
  });
});
after(() => other.close());
beforeEach(() => {
  for (const pac of [here.simulator, other]) pac.clearFaults();
});

type Shop = TestTenant & { second: string };

async function operated(shop: TestTenant, changes: TenantChanges): Promise<void> {
  await inTenant(here.app, shop.tenant, (db) => updateTenant(db, changes, here.app.tenancy.pacEnvironments));
  here.clock.offsetMs += 6_000;
}

async function shopOfTwo(changes: TenantChanges = {}): Promise<Shop> {
  const shop = await here.tenant();
  const second = `${shop.companyId}-second`;
  other.setCompany({ companyId: second, ...RUC });
  await operated(shop, {
    ...{ secondPacCompanyId: second, secondPacMake: 'other', secondPacApiKey: 'other-key' },
    ...changes,
  });
  return { ...shop, second };
}

/** Its PAC answers nothing, and its breaker has been open for so long, by the clock of the database. */
async function silence(pac: Simulator, companyId: string, seconds: number): Promise<void> {
  pac.setKnobs({ standingFaults: [{ name: 'http503', companyId }] });
  const opened = new Date(Date.now() - seconds * 1000).toISOString();
  const breaker = {
    ...{ state: 'OPEN', failures: 10, failedAt: opened, cause: 'silent', openSince: opened, retryAt: opened },
    ...{ probes: 1, isRefused: false, companies: [companyId] },
  };
  await here.sql`insert into pac_breakers (base_url, company_id, breaker)
    values (${pac.url}, ${companyId}, ${JSON.stringify(breaker)})
     on conflict (base_url, company_id) do update
     set breaker = excluded.breaker || jsonb_build_object('isRefused', pac_breakers.breaker -> 'isRefused')`;
  await refresh();
}

async function refresh(): Promise<void> {
  here.clock.offsetMs += 1_100;
  await here.app.pac.refresh();
}

async function answersAgain(pac: Simulator): Promise<void> {
  pac.clearFaults();
  pac.setKnobs({ standingFaults: [] });
  await here.query('delete from pac_breakers');
  await refresh();
}

async function submitAgain(shop: TestTenant, documentId: string): Promise<void> {
  await here.query('update pac_requests set not_before = null where tenant_id = $1', [shop.tenant.id]);
  const { run } = jobsOf(here.app).find(({ job }) => job.name === 'submit')!;
  await run({ tenantId: shop.tenant.id, documentId } as never);
}

/** By the journals of both: how often each number of the shop was taken. */
function taken(shop: Shop): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, pac, companyId] of [
    ['first', here.simulator, shop.companyId],
    ['second', other, shop.second],
  ] as const) {
    for (const { numeration, acceptances } of pac.counts().filter((one) => one.companyId === companyId))
      found[numeration] = [...(found[numeration] ?? []), ...Array.from({ length: acceptances }, () => name)];
  }
  return found;
}

async function companyOf(id: string): Promise<string> {
  return (await here.query<Answer>('select pac_company_id from fiscal_documents where id = $1', [id]))[0]
    .pac_company_id;
}

describe('while the first PAC is silent', () => {
  test('what has not left waits for it a while, and then goes to the second', async () => {
    const shop = await shopOfTwo();
    await silence(here.simulator, shop.companyId, AFTER_SECONDS - 30);
    const { invoice: waiting } = await invoicedOrder(shop);
    assert.equal(waiting.submissionState, 'PENDING');
    assert.deepEqual(taken(shop), {});
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    await submitAgain(shop, waiting.id);
    const { invoice: next } = await invoicedOrder(shop);
    for (const { id } of [waiting, next]) {
      assert.equal((await readInvoice(shop, id)).legalStatus, 'PAC_AUTHORIZED');
      assert.equal(await companyOf(id), shop.second);
    }
    assert.deepEqual(Object.values(taken(shop)), [['second'], ['second']]);

    await answersAgain(here.simulator);
    const { invoice: back } = await invoicedOrder(shop);
    assert.equal(await companyOf(back.id), shop.companyId, 'it goes back when the first one answers');
  });

  test('what is checked goes to the second as well, and is refused only where neither would take it', async () => {
    const shop = await shopOfTwo();
    await silence(here.simulator, shop.companyId, AFTER_SECONDS - 30);
    const { invoice: waiting } = await invoicedOrder(shop);
    await here.query('update pac_requests set not_before = null where tenant_id = $1', [shop.tenant.id]);
    const check = 'mutation ($id: UUID!) { checkDocument(documentId: $id) { submissionState } }';
    assert.equal((await shop.refusal(check, { id: waiting.id })).code, 'PAC_UNAVAILABLE');
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    assert.equal((await shop.get(check, { id: waiting.id })).checkDocument.submissionState, 'DONE');
    assert.deepEqual([await companyOf(waiting.id), Object.values(taken(shop))], [shop.second, [['second']]]);
  });

  test('what may be at the first one goes to no other, not even on a word that it never arrived', async () => {
    const shop = await shopOfTwo();
    here.simulator.nextFault({ name: 'silentAfterAccept', companyId: shop.companyId, operation: 'submit' });
    const { invoice: doubtful } = await invoicedOrder(shop);
    assert.equal(doubtful.submissionState, 'UNKNOWN');
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    await submitAgain(shop, doubtful.id);
    assert.equal((await readInvoice(shop, doubtful.id)).submissionState, 'UNKNOWN');
    const word = { id: doubtful.id, reason: 'their support says that it is not there' };
    await shop.get(
      'mutation ($id: UUID!, $reason: String!) { settleSubmission(documentId: $id, notReceivedReason: $reason) { id } }',
      word,
    );
    await submitAgain(shop, doubtful.id);
    assert.equal(await companyOf(doubtful.id), shop.companyId);
    assert.deepEqual(Object.values(taken(shop)), [['first']]);
    assert.equal(other.documents(shop.second).length, 0);
  });

  test('what is at the second stays there: it is asked about, voided and sent again there', async () => {
    const shop = await shopOfTwo();
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    const { invoice } = await invoicedOrder(shop);
    other.nextFault({ name: 'timeoutBeforeAccept', companyId: shop.second, operation: 'submit' });
    const { invoice: doubtful } = await invoicedOrder(shop);
    assert.equal(doubtful.submissionState, 'UNKNOWN');
    await answersAgain(here.simulator);
    const [sent] = other.documents(shop.second);
    await other.verdict(sent!.id, 'DGI_AUTHORIZED', { webhook: false });
    await shop.get('mutation ($id: UUID!) { checkDocument(documentId: $id) { id } }', { id: invoice.id });
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
    const reason = 'their support says that it is not there';
    await shop.call('settleSubmission', { documentId: doubtful.id, notReceivedReason: reason });
    assert.equal(await companyOf(doubtful.id), shop.second);
    assert.deepEqual(Object.values(taken(shop)), [['second'], ['second']]);
  });

  test('the refusal of its credentials is told until it takes a call of the company, and not until the second does', async () => {
    const shop = await shopOfTwo();
    const since = async () =>
      (await shop.get('{ pacHealth { credentialsRefusedAt } }')).pacHealth.credentialsRefusedAt as string | null;
    here.simulator.setKnobs({ standingFaults: [{ name: 'http401', companyId: shop.companyId }] });
    const { invoice: refused } = await invoicedOrder(shop);
    assert.equal(refused.submissionState, 'PENDING');
    const told = await since();
    assert.ok(told);
    await answersAgain(here.simulator);
    here.simulator.setKnobs({ standingFaults: [{ name: 'http401', companyId: shop.companyId }] });
    await submitAgain(shop, refused.id);
    assert.equal(await since(), told, 'a second refusal is none of a later day');
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    await submitAgain(shop, refused.id);
    assert.deepEqual([await companyOf(refused.id), await since()], [shop.second, told]);
    await answersAgain(here.simulator);
    here.clock.offsetMs += 6_000;
    const { invoice: next } = await invoicedOrder(shop);
    assert.deepEqual([await companyOf(next.id), await since()], [shop.companyId, null]);
  });

  test('the refusal of the credentials of the second is told until it takes a call, though the first is silent still', async () => {
    const shop = await shopOfTwo();
    const since = async () =>
      (await shop.get('{ pacHealth { credentialsRefusedAt } }')).pacHealth.credentialsRefusedAt as string | null;
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    other.setKnobs({ standingFaults: [{ name: 'http401', companyId: shop.second }] });
    const { invoice: refused } = await invoicedOrder(shop);
    assert.deepEqual([refused.submissionState, await companyOf(refused.id)], ['PENDING', shop.second]);
    assert.ok(await since());
    other.setKnobs({ standingFaults: [] });
    here.clock.offsetMs += 6_000;
    await here.app.pac.probeWhatIsDue();
    await submitAgain(shop, refused.id);
    assert.deepEqual([await companyOf(refused.id), await since()], [shop.second, null]);
    await answersAgain(here.simulator);
  });

  test('and the second too, nothing goes anywhere; where it is switched off, all waits for the first', async () => {
    const [shop, off] = [await shopOfTwo(), await shopOfTwo({ secondPacAfterSeconds: null })];
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    await silence(other, shop.second, AFTER_SECONDS + 30);
    const { invoice } = await invoicedOrder(shop);
    assert.deepEqual([invoice.submissionState, await companyOf(invoice.id)], ['PENDING', shop.companyId]);
    await answersAgain(other);
    await silence(here.simulator, off.companyId, 10 * AFTER_SECONDS);
    const { invoice: waiting } = await invoicedOrder(off);
    assert.deepEqual([waiting.submissionState, await companyOf(waiting.id)], ['PENDING', off.companyId]);
    assert.deepEqual({ ...taken(shop), ...taken(off) }, {});
  });
});

describe('the second account', () => {
  test('needs credentials of its own and another company, and keeps its PAC once it has documents', async () => {
    const shop = await shopOfTwo();
    await assert.rejects(operated(shop, { secondPacCompanyId: shop.companyId }), /must be another/);
    await assert.rejects(operated(shop, { secondPacCompanyId: 'new' }), /credentials of its own/);
    await assert.rejects(operated(await here.tenant(), { pacCompanyId: shop.second }), /cannot be set here/);
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    await invoicedOrder(shop);
    await assert.rejects(
      operated(shop, { secondPacMake: 'alanube', secondPacApiKey: 'k' }),
      /has documents; another PAC/,
    );
    await answersAgain(here.simulator);
  });

  test('may become the first, and what it was sent is asked about there all the time', async () => {
    const shop = await shopOfTwo();
    await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
    const { invoice } = await invoicedOrder(shop);
    await answersAgain(here.simulator);
    await operated(shop, { secondPacCompanyId: null });
    const [sent] = other.documents(shop.second);
    await other.verdict(sent!.id, 'DGI_AUTHORIZED', { webhook: false });
    await shop.get('mutation ($id: UUID!) { checkDocument(documentId: $id) { id } }', { id: invoice.id });
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
    await operated(shop, { pacCompanyId: shop.second, pacMake: 'other', pacApiKey: 'other-key' });
    const { invoice: next } = await invoicedOrder(shop);
    assert.deepEqual([next.legalStatus, await companyOf(next.id)], ['PAC_AUTHORIZED', shop.second]);
  });
});

test('the accounts, and which PAC has a document, are answered; each account is tried', async () => {
  const shop = await shopOfTwo();
  await silence(here.simulator, shop.companyId, AFTER_SECONDS + 30);
  const { invoice } = await invoicedOrder(shop);
  await answersAgain(here.simulator);
  const { invoice: back } = await invoicedOrder(shop);
  const companies = [];
  for (const { id } of [invoice, back]) {
    const query =
      'query ($id: UUID!) { invoice(id: $id) { pacCompanyId } documentTimeline(documentId: $id) { kind told } }';
    const { invoice: read, documentTimeline: events } = await shop.get(query, { id });
    companies.push([read.pacCompanyId, events.find(({ kind }: Answer) => kind === 'CLAIMED').told.includes('OTHER')]);
  }
  assert.deepEqual(companies, [
    [shop.second, true],
    [shop.companyId, false],
  ]);
  const month = new Date(here.clock.now().getTime() - 5 * 3_600_000).toISOString();
  const { fiscalMonth } = await shop.get(
    'query ($year: Int!, $month: Int!) { fiscalMonth(year: $year, month: $month) { pacs { companyId count total } } }',
    { year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)) },
  );
  const byCompany = [shop.companyId, shop.second].map((companyId) => ({ companyId, count: 1, total: invoice.total }));
  assert.deepEqual(fiscalMonth.pacs, byCompany);
  const accepted = { isAccepted: true };
  assert.deepEqual(await shop.call('pacAccounts { companyId isSecond connection { isAccepted } }'), [
    { companyId: shop.companyId, isSecond: false, connection: accepted },
    { companyId: shop.second, isSecond: true, connection: accepted },
  ]);
  await operated(shop, { secondPacApiKey: 'wrong' });
  const [, second] = await shop.call('pacAccounts { companyId isSecond connection { isAccepted } }');
  assert.deepEqual(second.connection, { isAccepted: false });
});
