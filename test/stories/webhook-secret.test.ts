// The secret of a tenant's notices: its own instead of the common one, and for a set time those before beside it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { changeWebhookSecret } from '../../src/company/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { sendNotice } from '../support/notices.ts';
import { serving } from '../support/serving.ts';
import { newShop, PAC_WEBHOOK_SECRET, quietWorld, type TestTenant, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;
const NOTICE = { id: 'X', legalStatus: 'DGI_AUTHORIZED' };

const change = async ({ tenant }: TestTenant, secret: string, keepMs: number) =>
  inTenant((await quietWorld()).app, tenant, (db) => changeWebhookSecret(db, secret, keepMs));

/** Answers to a notice that is signed with each of these. */
async function answers(here: World, shop: TestTenant, ...secrets: string[]): Promise<number[]> {
  const sent = secrets.map(async (secret) => (await sendNotice(here, shop, NOTICE, { secret })).status);
  return Promise.all(sent);
}

/** As if the time for which the one before is kept had passed. */
function dayPasses({ query }: World, shop: TestTenant): Promise<unknown> {
  return query(
    `update tenants set webhook_secret_before_until = webhook_secret_before_until - interval '25 hours' where id = $1`,
    [shop.tenant.id],
  );
}

test('A5: a secret of the tenant’s own replaces the common one, at once or after a while', async () => {
  const here = await quietWorld();
  const [shop, careful] = await Promise.all([here.tenant(), here.tenant()]);
  assert.deepEqual(await answers(here, shop, PAC_WEBHOOK_SECRET), [200]);
  await change(shop, 'own-secret-of-ours', 0);
  assert.deepEqual(await answers(here, shop, PAC_WEBHOOK_SECRET, 'own-secret-of-ours'), [403, 200]);
  await change(careful, 'own-secret-of-theirs', DAY_MS);
  assert.deepEqual(await answers(here, careful, PAC_WEBHOOK_SECRET, 'own-secret-of-theirs'), [200, 200]);
  assert.deepEqual(await answers(here, careful, 'own-secret-of-ours'), [403], 'another tenant’s is unknown here');
  await dayPasses(here, careful);
  assert.deepEqual(await answers(here, careful, PAC_WEBHOOK_SECRET, 'own-secret-of-theirs'), [403, 200]);
});

test('A14: while a secret rotates both are valid, and then only the new one', async () => {
  const { here, shop } = await newShop(quietWorld());
  await change(shop, 'the-first', 0);
  const { previousUntil } = await change(shop, 'the-second', DAY_MS);
  assert.ok(Math.abs(previousUntil!.getTime() - Date.now() - DAY_MS) < 60_000);
  assert.deepEqual(await answers(here, shop, 'the-first', 'the-second', PAC_WEBHOOK_SECRET), [200, 200, 403]);
  await dayPasses(here, shop);
  assert.deepEqual(await answers(here, shop, 'the-first', 'the-second', PAC_WEBHOOK_SECRET), [403, 200, 403]);
});

test('A14: a secret that holds is not ended by another rotation, be it the common one; the newest three go on', async () => {
  const { here, shop } = await newShop(quietWorld());
  const all = [PAC_WEBHOOK_SECRET, 'the-first', 'the-second', 'the-third', 'the-fourth'];
  const { previousUntil } = await change(shop, 'the-first', 2 * DAY_MS);
  // As an earlier release writes the common one.
  await here.query(`update tenants set webhook_secret_before = null where id = $1`, [shop.tenant.id]);
  assert.deepEqual(await change(shop, 'the-second', DAY_MS), { previousUntil }, 'no earlier than was promised');
  assert.deepEqual(await answers(here, shop, ...all), [200, 200, 200, 403, 403]);
  await change(shop, 'the-third', DAY_MS);
  assert.deepEqual(await answers(here, shop, ...all), [200, 200, 200, 200, 403]);
  await change(shop, 'the-fourth', DAY_MS);
  assert.deepEqual(await answers(here, shop, ...all), [403, 200, 200, 200, 200]);
  await change(shop, 'the-fifth', 0);
  assert.deepEqual(await answers(here, shop, ...all, 'the-fifth'), [403, 403, 403, 403, 403, 200]);
  await change(shop, 'the-sixth', DAY_MS);
  assert.deepEqual(
    await answers(here, shop, 'the-fourth', 'the-fifth', 'the-sixth'),
    [403, 200, 200],
    'ended for good',
  );
});

test('A14: a secret that leaked is gone at once when nothing is kept', async () => {
  const { here, shop } = await newShop(quietWorld());
  await change(shop, 'the-leaked', DAY_MS);
  await change(shop, 'the-fresh', 0);
  assert.deepEqual(await answers(here, shop, 'the-leaked', 'the-fresh', PAC_WEBHOOK_SECRET), [403, 200, 403]);
});

test('of two common secrets both are valid, and none of them where a tenant has its own', async (t) => {
  const here = await quietWorld();
  const [shop, careful] = await Promise.all([here.tenant(), here.tenant()]);
  await change(careful, 'own-secret-of-theirs', 0);
  const webhookSecrets = ['the-new-common', PAC_WEBHOOK_SECRET] as const;
  const app = { ...here.app, certification: { ...here.app.certification, webhookSecrets } };
  const rotating = { ...here, url: await serving(t, here, {}, app) };
  const all = ['the-new-common', PAC_WEBHOOK_SECRET, 'own-secret-of-theirs', 'none'];
  assert.deepEqual(await answers(rotating, shop, ...all), [200, 200, 403, 403]);
  assert.deepEqual(await answers(rotating, careful, ...all), [403, 403, 200, 403]);
});

test('A3: an empty secret accepts no signature', async () => {
  const { here, shop } = await newShop(quietWorld());
  await here.query(`update tenants set webhook_secret = '' where id = $1`, [shop.tenant.id]);
  assert.deepEqual(await answers(here, shop, '', PAC_WEBHOOK_SECRET), [403, 403]);
});

test('a secret is nothing that a statement of the tenant could read', async () => {
  const { here, shop } = await newShop(quietWorld());
  for (const column of ['webhook_secret', 'webhook_secret_before', '*']) {
    const read = inTenant(here.app, shop.tenant, (db) => sql.raw(`select ${column} from tenants`).execute(db));
    await assert.rejects(read, /permission denied/, column);
  }
  assert.ok(!JSON.stringify(shop.tenant).toLowerCase().includes('secret'), 'nor does a tenant carry it along');
});
