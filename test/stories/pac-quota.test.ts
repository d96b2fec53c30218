// A PAC that sells documents by number: what is left, the day they end, and a sale for which none is left.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { lookAtQuotasOf } from '../../src/certification/watch/look-at-quotas.ts';
import { updateTenant } from '../../src/company/index.ts';
import { MAKES, type Make } from '../../src/pac/index.ts';
import { findTenant, inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { invoicedOrder, readInvoice } from '../support/business.ts';
import { createWorld, PAC_WEBHOOK_SECRET, type Answer, type TestTenant, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;
let seller: Simulator;
let here: World;
let left = 100;

/** As the usual one, but it counts. */
const COUNTING: Make = {
  ...MAKES.alanube,
  title: 'Counting',
  open(options) {
    const client = MAKES.alanube.open(options);
    return {
      ...client,
      quota: async () => ({ outcome: 'found', left, total: 1000, until: null }),
      async submit(...asked) {
        if (left > 0) return client.submit(...asked);
        return { outcome: 'held', cause: 'no folios are left', reason: 'NO_QUOTA', raw: null, httpStatus: 200 };
      },
    };
  },
};

before(async () => {
  seller = await startSimulator({ apiKey: 'its-key', webhookSecret: PAC_WEBHOOK_SECRET, verdictDelayMs: null });
  here = await createWorld({
    works: false,
    env: { PAC_ADDRESSES: `counting=${seller.url}` },
    makes: { counting: COUNTING },
  });
});
after(() => seller.close());

async function shopThere(): Promise<TestTenant> {
  const shop = await here.tenant({ company: false });
  seller.setCompany({ companyId: shop.companyId, ruc: '155596713-2-2015', dv: '59', rucType: 2 });
  const set = { pacCompanyId: shop.companyId, pacMake: 'counting', pacApiKey: 'its-key' };
  await inTenant(here.app, shop.tenant, (db) => updateTenant(db, set, here.app.tenancy.pacEnvironments));
  here.clock.offsetMs += 6_000;
  return shop;
}

async function look(shop: TestTenant): Promise<void> {
  await lookAtQuotasOf(ofTenant(here.app, (await findTenant(here.app, shop.tenant.id))!));
  here.clock.offsetMs += 6_000;
}

const QUOTA =
  '{ pacAccounts { companyId quota { left used endsOn } } today { needs(kinds: [PAC_QUOTA]) { kind count records { about quantity day } } } }';

test('what is left is looked at, and told before it ends', async () => {
  const shop = await shopThere();
  for (let sold = 0; sold < 3; sold += 1) await invoicedOrder(shop);
  left = 2;
  await look(shop);
  const { pacAccounts, today } = await shop.get(QUOTA);
  // Three in 30 days are one in ten: two last for twenty.
  const day = new Date(here.clock.now().getTime() - 5 * 3_600_000 + 20 * DAY_MS).toISOString().slice(0, 10);
  assert.deepEqual(pacAccounts, [{ companyId: shop.companyId, quota: { left: 2, used: 3, endsOn: day } }]);
  assert.deepEqual(today.needs, []);
  left = 1;
  await look(shop);
  const soon = new Date(here.clock.now().getTime() - 5 * 3_600_000 + 10 * DAY_MS).toISOString().slice(0, 10);
  const [need] = (await shop.get(QUOTA)).today.needs;
  assert.deepEqual(need, {
    ...{ kind: 'PAC_QUOTA', count: 1 },
    records: [{ about: shop.companyId, quantity: '1', day: soon }],
  });
  const acts = await here.sql<Answer>`select operation from acts
    where tenant_id = ${shop.tenant.id} and after::text like ${'%pac_quotas%'}`;
  assert.deepEqual(acts, [], 'it is no act of a person');
});

test('where none is left a sale waits, is not rejected, and goes out when there are some', async () => {
  const shop = await shopThere();
  left = 0;
  const { invoice } = await invoicedOrder(shop);
  assert.deepEqual([invoice.submissionState, invoice.legalStatus], ['PENDING', null]);
  const events = await shop.call('documentTimeline { kind told }', { documentId: invoice.id });
  assert.match(events.at(-1).told, /no folios are left/);
  left = 5;
  await here.query('update pac_requests set not_before = null where tenant_id = $1', [shop.tenant.id]);
  const { run } = jobsOf(here.app).find(({ job }) => job.name === 'submit')!;
  await run({ tenantId: shop.tenant.id, documentId: invoice.id } as never);
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('a PAC that does not count tells nothing', async () => {
  const shop = await here.tenant();
  await look(shop);
  assert.equal((await shop.get(QUOTA)).pacAccounts[0].quota, null);
});
