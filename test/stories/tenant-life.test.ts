// The life of a tenant by the API: set up, corrected, suspended, resumed and closed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLostOf } from '../../src/certification/index.ts';
import { findTenant, inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { createToken } from '../../src/access/index.ts';
import { closeTenant, resumeTenant, suspendTenant } from '../../src/company/index.ts';
import { generateInvoice } from '../../src/invoicing/index.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newClient, newItem, newOrder, newSale, readInvoice } from '../support/business.ts';
import { serving } from '../support/serving.ts';
import { graphql, JWT_SECRET, newShop, quietWorld, world } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

const UPDATE = `mutation ($input: UpdateTenantInput!) { updateTenant(input: $input) {
  name ruc dv timeZone pacCompanyId voidWindowHours isRetentionAgent pacEnvironment hasPacKey suspendedAt } }`;
const TENANT = '{ tenant { name ruc dv pacCompanyId voidWindowHours isRetentionAgent hasPacKey } }';
const GENERATE = `mutation ($id: UUID!) { generateInvoice(orderId: $id) { id submissionState legalStatus } }`;

async function update(shop: TestTenant, input: object): Promise<Answer> {
  return (await shop.get(UPDATE, { input })).updateTenant;
}

/** As the caller's process sees it once its memory of the tenant has ended. */
async function forget(here: World): Promise<void> {
  here.clock.offsetMs += 6_000;
}

async function suspend(here: World, { tenant }: TestTenant): Promise<void> {
  await inTenant(here.app, tenant, suspendTenant);
}

async function soldWithoutInvoice(shop: TestTenant): Promise<string> {
  const itemId = await newItem(shop, { stock: '10' });
  return (await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }])).id;
}

async function doDuty(here: World, name: string, shop: TestTenant): Promise<void> {
  const [duty] = await here.sql<{ data: object }>`select data from pgboss.job
    where name = ${name} and group_id = ${shop.tenant.id} and state = 'created' order by created_on desc limit 1`;
  assert.ok(duty, `there is no duty ${name}`);
  const { job, run } = jobsOf(here.app).find((one) => one.job.name === name)!;
  await run(job.payload.parse(duty.data) as never);
}

describe('settings', () => {
  test('an admin sets up a business that had only a name, and then it certifies', async () => {
    const here = await world();
    const shop = await here.tenant({ company: false });
    const orderId = await soldWithoutInvoice(shop);
    const { errors } = await shop.ask(GENERATE, { id: orderId });
    assert.equal(errors![0]!.message, 'PAC company ID is not configured for this tenant');
    const { cure } = errors![0]!.extensions as { cure?: string };
    assert.match(cure!, /folio -- tenant update --tenant ID --pac-company-id/);

    const input = { name: 'Casa Nueva', ruc: '155587169-2-2014', pacCompanyId: shop.companyId, voidWindowHours: 72 };
    here.simulator.setCompany({ companyId: shop.companyId, ruc: input.ruc, apiKey: 'own-key' });
    const updated = await update(shop, { ...input, isRetentionAgent: true, pacApiKey: 'own-key' });
    assert.deepEqual(
      { ...updated, timeZone: undefined, suspendedAt: undefined },
      {
        ...input,
        dv: '09',
        isRetentionAgent: true,
        pacEnvironment: null,
        hasPacKey: true,
        timeZone: undefined,
        suspendedAt: undefined,
      },
    );
    assert.equal((await shop.get(TENANT, {}, 'viewer')).tenant.name, 'Casa Nueva', 'at once, for all callers');
    await forget(here);
    const { generateInvoice } = await shop.get(GENERATE, { id: orderId });
    assert.equal(generateInvoice.legalStatus, 'PAC_AUTHORIZED');
  });

  test('a company that another business has or had is refused', async () => {
    const here = await world();
    const [shop, other] = [await here.tenant(), await here.tenant()];
    const taken = { input: { pacCompanyId: other.companyId, pacApiKey: 'a-key-of-both' } };
    for (const companyId of [other.companyId, `${other.companyId}-new`]) {
      here.simulator.setCompany({ companyId, ruc: '155596713-2-2015', apiKey: 'a-key-of-both' });
    }
    assert.equal((await shop.refusal(UPDATE, taken)).code, 'CONFLICT');
    await update(other, { pacCompanyId: `${other.companyId}-new`, pacApiKey: 'a-key-of-both' });
    assert.equal((await shop.refusal(UPDATE, taken)).code, 'CONFLICT', 'notices about its documents come by it');
  });

  test('the days that are counted keep their time zone', async () => {
    const shop = await (await world()).tenant();
    assert.equal((await update(shop, { timeZone: 'America/Bogota' })).timeZone, 'America/Bogota');
    await newItem(shop, { stock: '1' });
    assert.equal((await shop.refusal(UPDATE, { input: { timeZone: 'America/Panama' } })).code, 'CONFLICT');
    assert.equal((await update(shop, { timeZone: 'America/Bogota' })).timeZone, 'America/Bogota');
  });

  test('a key of the PAC is answered nowhere and kept in one place', async () => {
    const { here, shop } = await newShop();
    const key = `key-${shop.tenant.id}`;
    const { updateTenant } = await shop.get(UPDATE, { input: { pacApiKey: key, idempotencyKey: 'k' } });
    assert.equal(updateTenant.hasPacKey, true);
    assert.ok(!JSON.stringify([updateTenant, await findTenant(here.app, shop.tenant.id)]).includes(key));
    const tables = await here.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'tenant_id'`,
    );
    for (const { name } of tables) {
      const found = await here.query(`select from ${name} t where t::text like '%' || $1 || '%'`, [key]);
      assert.equal(found.length, 0, name);
    }
  });
});

describe('tokens and secrets', () => {
  test('a token is shown once and signs in with the highest of its roles', async () => {
    const { here, shop } = await newShop();
    const { createApiToken: made } = await shop.get(
      `mutation { createApiToken(userName: "caja-1", roles: [viewer, cashier, operator]) { token apiToken { id role expiresAt } } }`,
    );
    assert.equal(made.apiToken.role, 'operator');
    const { data } = await graphql(here.url, '{ viewer { userName roles } }', {}, made.token);
    assert.deepEqual(data.viewer, { userName: 'caja-1', roles: ['operator'] });
    const stored = await here.query(`select from api_tokens t where t::text like '%' || $1 || '%'`, [made.token]);
    assert.equal(stored.length, 0);
  });

  for (const [wrong, code] of [
    ['userName: "system", roles: [viewer]', 'BAD_USER_INPUT'],
    ['userName: "ana", roles: []', 'BAD_USER_INPUT'],
    // A cashier does not read what a viewer reads, and one of both would be lost.
    ['userName: "ana", roles: [viewer, cashier]', 'BAD_USER_INPUT'],
    ['userName: "ana", roles: [cashier, viewer]', 'BAD_USER_INPUT'],
    ['userName: "ana", roles: [viewer], expiresAt: "2020-01-01T00:00:00Z"', 'BAD_USER_INPUT'],
    ['userName: "ana", roles: [viewer], expiresAt: "2999-01-01T00:00:00Z"', 'BAD_USER_INPUT'],
  ] as const) {
    test(`createApiToken(${wrong}) is ${code}`, async () => {
      const shop = await (await world()).tenant();
      const made = `mutation { createApiToken(${wrong}) { token } }`;
      assert.equal((await shop.refusal(made)).code, code);
    });
  }

  test('a token lasts a year at the most, or as long as AUTH_MAX_TOKEN_DAYS says; those that are there already go on', async (t) => {
    const { here, shop } = await newShop();
    const long = { userName: 'ana', role: 'viewer', expiresIn: '3000d', now: here.clock.now() } as const;
    const { token } = await createToken(here.app, shop.tenant, JWT_SECRET, long);
    const ends = (days: number) => new Date(here.clock.now().getTime() + days * 86_400_000).toISOString();
    const make = `mutation ($expiresAt: DateTime) {
      createApiToken(userName: "ana", roles: [viewer], expiresAt: $expiresAt) { apiToken { expiresAt } } }`;
    const admin = await shop.token('admin');
    const app = { ...here.app, tenancy: { ...here.app.tenancy, mostTokenDays: 7 } };
    const strict = await serving(t, here, {}, app, { secret: JWT_SECRET, mostDays: 7 });
    for (const [url, days, isMade] of [
      [here.url, 365, true],
      [here.url, 367, false],
      [strict, 6, true],
      [strict, 8, false],
    ] as const) {
      const { errors } = await graphql(url, make, { expiresAt: ends(days) }, admin);
      assert.equal(
        (errors?.[0]?.extensions as { field?: string } | undefined)?.field,
        isMade ? undefined : 'expiresAt',
        `${days} days`,
      );
    }
    const usual = (await graphql(strict, make, {}, admin)).data.createApiToken.apiToken.expiresAt;
    assert.ok(Date.parse(usual) <= Date.parse(ends(7)), usual);
    assert.equal((await graphql(strict, '{ viewer { userName } }', {}, token)).data.viewer.userName, 'ana');
  });

  test('an overlap that is no span of hours is refused', async () => {
    const shop = await (await world()).tenant();
    const wrong = 'mutation { rotateWebhookSecret(overlapHours: -1) { secret } }';
    assert.equal((await shop.refusal(wrong)).code, 'BAD_USER_INPUT');
  });
});

describe('a suspended business', () => {
  test('answers questions and refuses changes, but for what takes away trust', async () => {
    const { here, shop } = await newShop(quietWorld());
    await suspend(here, shop);
    await forget(here);
    const { tenant } = await shop.get('{ tenant { suspendedAt } clients { totalCount } }');
    assert.ok(tenant.suspendedAt);
    assert.equal((await shop.refusal(UPDATE, { input: { name: 'X' } })).code, 'TENANT_SUSPENDED');
    assert.equal((await shop.refusal('mutation { createSupplier(name: "X") { id } }')).code, 'TENANT_SUSPENDED');
    const { rotateWebhookSecret } = await shop.get('mutation { rotateWebhookSecret { secret } }');
    assert.match(rotateWebhookSecret.secret, /^[0-9a-f]{64}$/);
  });

  test('sends nothing from that moment on, also through a process that does not know of it yet', async (t) => {
    const { here, shop } = await newShop(quietWorld());
    // This clock ends the time for which a process remembers a business.
    const at = here.clock.now();
    const stopped = t.mock.method(here.clock, 'now', () => at);
    const orderId = await soldWithoutInvoice(shop);
    await suspend(here, shop);
    const { generateInvoice: waiting } = await shop.get(GENERATE, { id: orderId });
    stopped.mock.restore();
    assert.deepEqual([waiting.submissionState, waiting.legalStatus], ['PENDING', null]);
    assert.equal(here.simulator.documents(shop.companyId).length, 0);
    const documentTimeline = await shop.call('documentTimeline { kind detail }', { documentId: waiting.id });
    const unsent = documentTimeline.filter(({ kind }: Answer) => kind === 'NOT_SENT');
    assertEach(unsent, ({ detail }) => detail.cause, ['the business is suspended']);

    await here.query(`delete from pgboss.job where group_id = $1`, [shop.tenant.id]);
    await here.sql`update fiscal_documents set created_at = created_at - interval '2 minutes' where id = ${waiting.id}`;
    const current = async () => (await findTenant(here.app, shop.tenant.id))!;
    assert.equal(await findLostOf(here.app, await current()), 0, 'no duty comes back while it is suspended');
    await inTenant(here.app, shop.tenant, resumeTenant);
    assert.equal(await findLostOf(here.app, await current()), 1, 'what waited is woken');
    await doDuty(here, 'submit', shop);
    assert.equal((await readInvoice(shop, waiting.id)).legalStatus, 'PAC_AUTHORIZED');
  });

  test('asks about what was on its way when its process ended, and sends nothing of it', async () => {
    const { here, shop, invoice: voided } = await newSale(quietWorld());
    const orderId = await soldWithoutInvoice(shop);
    const ended = (): Promise<never> => Promise.reject(new Error('the process ends here'));
    const app = { ...here.app, pac: { ...here.app.pac, submit: ended, voidDocument: ended } };
    await generateInvoice(ofTenant(app, shop.tenant), { orderId, mode: 'DGI' }, 'user:a');
    const voiding = voidInvoice(ofTenant(app, shop.tenant), voided.id, 'The client gave the order twice', 'user:a');
    await assert.rejects(voiding, /the process ends here/);
    const states = () => here.sql<{ submission: string; void: string | null }>`
      select submission_state as submission, void_state as void from fiscal_documents where tenant_id = ${shop.tenant.id}
      order by created_at`;
    const begun = [
      { submission: 'DONE', void: 'ASKED' },
      { submission: 'PENDING', void: null },
    ];
    assert.deepEqual(await states(), begun);
    await suspend(here, shop);
    await here.sql`delete from pgboss.job where group_id = ${shop.tenant.id}`;
    await here.sql`update pac_requests set lease_until = now() where tenant_id = ${shop.tenant.id} and state = 'PENDING'`;
    await here.sql`update fiscal_documents set created_at = created_at - interval '2 minutes' where tenant_id = ${shop.tenant.id}`;
    await findLostOf(here.app, (await findTenant(here.app, shop.tenant.id))!);
    await doDuty(here, 'submit', shop);
    await doDuty(here, 'void-at-pac', shop);
    assert.deepEqual(await states(), [
      { submission: 'DONE', void: 'UNKNOWN' },
      { submission: 'UNKNOWN', void: null },
    ]);
    assert.deepEqual([here.callsOf(shop, 'submit').length, here.callsOf(shop, 'void').length], [1, 0]);
  });

  test('still learns what became of what the PAC has', async () => {
    const { here, shop, invoice } = await newSale(quietWorld());
    await suspend(here, shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
  });
});

describe('a closed business', () => {
  test('is not closed while documents are under way, unless that is said', async () => {
    const { here, shop } = await newShop(quietWorld());
    await invoicedOrder(shop);
    const close = (leavesOpen: boolean) =>
      inTenant(here.app, shop.tenant, (db) => closeTenant(db, 'cli:test', { leavesOpen }));
    await assert.rejects(close(false), /1 documents are under way/);
    assert.equal((await close(true)).underWay, 1);
  });

  test('signs in no token, of whatever issuer; opened again it signs in those that are not revoked', async () => {
    const { here, shop } = await newShop(quietWorld());
    const { createApiToken } = await shop.get('mutation { createApiToken(userName: "ana", roles: [admin]) { token } }');
    const codes = async () => {
      await forget(here);
      const tokens = [createApiToken.token as string, await shop.token('viewer')];
      const answers = tokens.map((token) => graphql(here.url, '{ viewer { userName } }', {}, token));
      return (await Promise.all(answers)).map(({ errors }) => errors?.[0]!.extensions.code ?? 'in');
    };
    assert.deepEqual(await codes(), ['in', 'in']);
    const closed = await inTenant(here.app, shop.tenant, (db) => closeTenant(db, 'cli:test', { leavesOpen: false }));
    assert.deepEqual([closed.revokedTokens, closed.underWay], [1, 0]);
    assert.deepEqual(await codes(), ['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    await inTenant(here.app, shop.tenant, resumeTenant);
    assert.deepEqual(await codes(), ['UNAUTHENTICATED', 'in']);
  });
});
