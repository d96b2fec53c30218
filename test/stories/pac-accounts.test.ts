// Credentials of a tenant's own at the PAC: each key opens its own company alone, and each environment is another PAC.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { updateTenant, type TenantChanges } from '../../src/company/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { invoicedOrder, readInvoice } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { createWorld, JWT_SECRET, PAC_API_KEY, PAC_WEBHOOK_SECRET } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

const UPDATE = 'mutation ($input: UpdateTenantInput!) { updateTenant(input: $input) { pacCompanyId hasPacKey } }';
const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

let sandbox: Simulator;
let here: World;

before(async () => {
  sandbox = await startSimulator({ apiKey: 'sandbox-key', webhookSecret: PAC_WEBHOOK_SECRET, verdictDelayMs: null });
  // Duties are done by hand, so that none disturbs what a test looks at.
  here = await createWorld({ works: false, env: { PAC_ENVIRONMENT: 'production', PAC_TEST_BASE_URL: sandbox.url } });
});
after(() => sandbox.close());

async function update(shop: TestTenant, input: object): Promise<void> {
  await shop.get(UPDATE, { input });
  // The process forgets the tenant and its account.
  here.clock.offsetMs += 6_000;
}

/** As the operator does it, by command. */
async function operated(shop: TestTenant, changes: TenantChanges): Promise<void> {
  const { pacEnvironments } = here.app.tenancy;
  await inTenant(here.app, shop.tenant, (db) => updateTenant(db, changes, pacEnvironments));
  here.clock.offsetMs += 6_000;
}

async function environmentOf(id: string): Promise<Answer> {
  const [row] = await here.sql<Answer>`select environment, cufe, expected_cufe, pac_company_id, submission_state
    from fiscal_documents where id = ${id}`;
  return row;
}

async function submitAgain(shop: TestTenant, documentId: string): Promise<void> {
  await here.query('delete from pac_breakers');
  await here.query(`update pac_requests set not_before = null where tenant_id = $1`, [shop.tenant.id]);
  here.clock.offsetMs += 6_000;
  await here.app.pac.refresh();
  const { run } = jobsOf(here.app).find(({ job }) => job.name === 'submit')!;
  await run({ tenantId: shop.tenant.id, documentId } as never);
}

describe('a key of its own', () => {
  test('is the one that its calls bear; the key of another business is refused', async () => {
    const [one, other] = [await here.tenant(), await here.tenant()];
    for (const shop of [one, other]) {
      here.simulator.setCompany({ companyId: shop.companyId, ...RUC, apiKey: `key-of-${shop.companyId}` });
    }
    await update(one, { pacApiKey: `key-of-${one.companyId}` });
    await update(other, { pacApiKey: `key-of-${one.companyId}` });
    assert.equal((await invoicedOrder(one)).invoice.legalStatus, 'PAC_AUTHORIZED');
    const { invoice: refused } = await invoicedOrder(other);
    assert.deepEqual([refused.submissionState, refused.legalStatus], ['PENDING', null]);
    assert.equal(here.simulator.documents(other.companyId).length, 0);

    await update(other, { pacApiKey: `key-of-${other.companyId}` });
    await submitAgain(other, refused.id);
    assert.equal((await readInvoice(other, refused.id)).legalStatus, 'PAC_AUTHORIZED', 'once its key is right');
    await operated(other, { pacApiKey: null });
    assert.equal(
      (await invoicedOrder(other)).invoice.submissionState,
      'PENDING',
      'the key of the service is no key here',
    );
  });

  test('is replaced without a refused document, whenever the PAC takes the one before away', async () => {
    const shop = await here.tenant();
    const setAtPac = (apiKey: string) => here.simulator.setCompany({ companyId: shop.companyId, ...RUC, apiKey });
    const sold = async () => (await invoicedOrder(shop)).invoice.legalStatus;
    setAtPac('key-one');
    await update(shop, { pacApiKey: 'key-one' });
    await update(shop, { pacApiKey: 'key-two' });
    assert.equal(await sold(), 'PAC_AUTHORIZED', 'the PAC does not know the new one yet');
    setAtPac('key-two');
    assert.equal(await sold(), 'PAC_AUTHORIZED', 'nor the old one any more');
    assert.deepEqual(
      here.simulator.counts().filter(({ companyId, acceptances }) => companyId === shop.companyId && acceptances !== 1),
      [],
    );
    await update(shop, { pacApiKey: 'key-three' });
    await here.sql`update tenants set pac_key_before_until = now() - interval '1 second' where id = ${shop.tenant.id}`;
    here.clock.offsetMs += 6_000;
    assert.equal(await sold(), null, 'the one before is tried for a day');
  });

  test('leaves nothing to the company that comes after it', async () => {
    const shop = await here.tenant();
    const next = `${shop.companyId}-next`;
    here.simulator.setCompany({ companyId: next, ...RUC, apiKey: 'key-one' });
    await update(shop, { pacApiKey: 'key-one' });
    await update(shop, { pacApiKey: 'key-two' });
    await operated(shop, { pacCompanyId: next });
    assert.equal((await invoicedOrder(shop)).invoice.legalStatus, null);
  });

  test('is no matter of a business that has none', async () => {
    const shop = await here.tenant();
    assert.equal((await invoicedOrder(shop)).invoice.legalStatus, 'PAC_AUTHORIZED');
    assert.notEqual(PAC_API_KEY, 'sandbox-key');
  });
});

describe('an environment of its own', () => {
  async function inSandbox(): Promise<TestTenant & { sandboxCompany: string }> {
    const shop = await here.tenant();
    const sandboxCompany = `${shop.companyId}-test`;
    sandbox.setCompany({ companyId: sandboxCompany, ...RUC });
    await update(shop, { pacCompanyId: sandboxCompany, pacEnvironment: 'TEST', pacApiKey: 'sandbox-key' });
    return { ...shop, sandboxCompany };
  }

  test('files at the PAC for tests, with its digit in the CUFE, beside others that are live', async () => {
    const [shop, live] = [await inSandbox(), await here.tenant()];
    const { invoice } = await invoicedOrder(shop);
    const row = await environmentOf(invoice.id);
    assert.deepEqual([row.environment, parseCufe(row.cufe)!.environment, row.cufe], ['TEST', 2, row.expected_cufe]);
    const [intent] = await here.sql<Answer>`select detail->>'expectedCufe' as expected from document_events
      where document_id = ${invoice.id} and kind = 'INTENT'`;
    assert.equal(intent.expected, row.cufe, 'known from the beginning');
    assert.equal(sandbox.documents(shop.sandboxCompany).length, 1);
    assert.equal(here.simulator.documents(shop.sandboxCompany).length, 0);
    const certified = await environmentOf((await invoicedOrder(live)).invoice.id);
    assert.deepEqual([certified.environment, parseCufe(certified.cufe)!.environment], ['PRODUCTION', 1]);
  });

  test('a business goes live: what was sent stays where it is, what waited is filed for real', async () => {
    const shop = await inSandbox();
    const { invoice: tried } = await invoicedOrder(shop);
    sandbox.nextFault({ name: 'http401', companyId: shop.sandboxCompany, operation: 'submit' });
    const { invoice: waiting } = await invoicedOrder(shop);
    assert.equal(waiting.submissionState, 'PENDING');
    await operated(shop, { pacCompanyId: shop.companyId, pacEnvironment: null, pacApiKey: null });
    await submitAgain(shop, waiting.id);
    const row = await environmentOf(waiting.id);
    assert.deepEqual(
      [row.environment, row.pac_company_id, parseCufe(row.cufe)!.environment, row.cufe],
      ['PRODUCTION', shop.companyId, 1, row.expected_cufe],
    );

    const [sent] = sandbox.documents(shop.sandboxCompany);
    await sandbox.verdict(sent!.id, 'DGI_AUTHORIZED', { webhook: false });
    await shop.get('mutation ($id: UUID!) { checkDocument(documentId: $id) { id } }', { id: tried.id });
    assert.equal((await readInvoice(shop, tried.id)).legalStatus, 'DGI_AUTHORIZED', 'asked about where it was sent');
    assert.equal((await environmentOf(tried.id)).pac_company_id, shop.sandboxCompany);
    const notice = { id: sent!.id, legalStatus: 'DGI_AUTHORIZED' };
    const { status } = await sendNotice(here, { ...shop, companyId: shop.sandboxCompany }, notice);
    assert.equal(status, 200, 'and notices about it still find the business');
  });

  test('needs a key of its own, and a company of its own once documents were sent', async () => {
    const shop = await here.tenant();
    assert.equal((await shop.refusal(UPDATE, { input: { pacEnvironment: 'TEST' } })).code, 'BAD_USER_INPUT');
    await invoicedOrder(shop);
    sandbox.setCompany({ companyId: shop.companyId, ...RUC });
    const moved = { input: { pacEnvironment: 'TEST', pacApiKey: 'sandbox-key' } };
    assert.equal((await shop.refusal(UPDATE, moved)).code, 'CONFLICT');
  });

  test('is the one whose health is told, also by a process that has not called there yet', async () => {
    const shop = await inSandbox();
    sandbox.nextFault({ name: 'http401', companyId: shop.sandboxCompany, operation: 'submit' });
    await invoicedOrder(shop);
    const another = await here.anotherApp();
    const server = await buildServer({
      app: another,
      verification: { secret: JWT_SECRET },
      serves: true,
      settings: here.settings,
    });
    const headers = { authorization: `Bearer ${await shop.token('viewer')}` };
    const payload = { query: '{ pacHealth { companyId breaker } }' };
    const answer = await server.inject({ method: 'POST', url: '/graphql', headers, payload });
    assert.deepEqual(answer.json().data.pacHealth, { companyId: shop.sandboxCompany, breaker: 'OPEN' });
    await server.close();
  });

  test('whose PAC is silent holds back no business that is live', async () => {
    const [shop, live] = [await inSandbox(), await here.tenant()];
    sandbox.setKnobs({ standingFaults: [{ name: 'http503' }] });
    const { invoice } = await invoicedOrder(shop);
    assert.notEqual(invoice.submissionState, 'DONE');
    assert.equal((await invoicedOrder(live)).invoice.legalStatus, 'PAC_AUTHORIZED');
    sandbox.clearFaults();
  });
});
