// A chain that a superuser of the database counts anew, past every trigger and grant: heads tell, and nothing else is an alarm.
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { handOutHead, isSigned, readHeads, verifyActs, type SignedHead } from '../../src/acts/index.ts';
import { actsJobs } from '../../src/acts/jobs.ts';
import { forgetInActs, inTenant, placeActs, recordAct } from '../../src/tenancy/index.ts';
import { headsContext } from '../../src/wiring/app.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { assertEach } from '../support/assert-each.ts';
import { recounted } from '../support/recounted.ts';
import { invoice, newClient, newItem, newOrder, untilInvoice } from '../support/business.ts';
import { quietWorld, type TestTenant } from '../support/world.ts';

interface History {
  shop: TestTenant;
  invoiceId: string;
  /** Handed out. */
  head: SignedHead;
  last: number;
}

const here = await quietWorld();

async function history(): Promise<History> {
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const clientId = await newClient(shop, 'Ana Pérez');
  const { id: orderId } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  const { id: invoiceId } = await invoice(shop, orderId);
  await untilInvoice(shop, invoiceId, ({ legalStatus }) => legalStatus !== null);
  await newClient(shop, 'Berta');
  const head = await handOutHead(here.app, shop.tenant);
  return { shop, invoiceId, head, last: head.number };
}

const problemsOf = async ({ shop, head }: History, heads = [head]): Promise<string[]> =>
  (await verifyActs(here.app, shop.tenant, heads)).problems.map(({ detail }) => detail);

/** Without its third act. */
const shortened = ({ shop: { tenant } }: History): Promise<void> =>
  recounted(
    here,
    tenant.id,
    `delete from acts where tenant_id = '${tenant.id}' and id = (select id from placed_acts('${tenant.id}') where number = 3)`,
  );

test('where no head was handed over, those of the file store tell', async () => {
  const one = await history();
  await shortened(one);
  assert.match((await problemsOf(one, [])).join(), /kept/);
});

test('a head that was not signed with our key is refused', async () => {
  const one = await history();
  const problems = await problemsOf(one, [{ ...one.head, sha256: '00'.repeat(32) }]);
  assert.match(problems.join(), /signed/);
});

test('work, forgetting and heads of earlier days are no alarm', async () => {
  const one = await history();
  const { shop } = one;
  const clientId = await newClient(shop, 'Carla');
  await placeActs(here.app, shop.tenant);
  await inTenant(here.app, shop.tenant, (db) =>
    forgetInActs(db, [clientId], { actor: 'cli:root', operation: 'person forget' }),
  );
  assert.deepEqual(await problemsOf(one), []);
  const { actsHead, acts } = await shop.get(
    'query ($id: UUID!) { actsHead { number sha256 signature } acts(entityId: $id) { records { operation actor after } pageInfo { hasNextPage } } }',
    { id: clientId },
    'admin',
  );
  assert.ok(actsHead.number > one.last);
  assertEach(acts.records, ({ operation }: { operation: string }) => operation, ['person forget', 'createClient']);
});

/** One act and one head after the other, as a busy day has them. */
async function manyHeads({ shop }: History, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await inTenant(here.app, shop.tenant, (db) =>
      recordAct(db, { actor: 'user:eva', operation: `nothing ${n}`, entityIds: [] }),
    );
    await handOutHead(here.app, shop.tenant);
  }
}

/** Heads of the day, as they lie in the store. */
async function storedHeads({ shop }: History): Promise<SignedHead[]> {
  const folder = join(here.dataDir, 'files', 'acts', shop.tenant.id);
  const days = await readdir(folder);
  const texts = await Promise.all(days.toSorted().map((day) => readFile(join(folder, day), 'utf8')));
  return texts.flatMap(readHeads);
}

test('of many heads of a day the first, every n-th and the last are kept', async () => {
  const one = await history();
  await manyHeads(one, 450);
  const numbers = (await storedHeads(one)).map(({ number }) => number);
  assert.ok(numbers.length <= 201, `${numbers.length} heads`);
  assert.equal(numbers[0], one.head.number);
  assert.equal(numbers.at(-1), one.head.number + 450);
  const steps = numbers.slice(1).map((number, at) => number - numbers[at]!);
  assert.ok(
    steps.every((step, at) => step <= (steps[at - 1] ?? 8) && Number.isInteger(Math.log2(step))),
    steps.join(),
  );
  assert.deepEqual(await problemsOf(one, []), []);
});

test('what was rewritten before a head is found after ever so many more of the day, and is told at once', async () => {
  const one = await history();
  await manyHeads(one, 3);
  await shortened(one);
  const errors: unknown[] = [];
  const log = Object.assign(Object.create(here.app.log), { error: (told: unknown) => errors.push(told) });
  await inTenant(here.app, one.shop.tenant, (db) =>
    recordAct(db, { actor: 'user:eva', operation: 'nothing', entityIds: [] }),
  );
  await handOutHead({ ...here.app, log }, one.shop.tenant);
  assert.match(JSON.stringify(errors), new RegExp(`"number":"?${one.head.number}"?[,}]`));
  await manyHeads(one, 420);
  const numbers = (await storedHeads(one)).map(({ number }) => number);
  assert.ok(numbers.length >= 425, `none is left out: ${numbers.length}`);
  assert.match(
    (await problemsOf(one, [])).join(),
    new RegExp(`act ${one.head.number} is not the one whose head was kept`),
  );
});

test('each minute the head of a chain that has grown goes to the log and the store', async () => {
  const one = await history();
  const said: { head: SignedHead }[] = [];
  const log = Object.assign(Object.create(here.app.log), { info: (told: { head: SignedHead }) => said.push(told) });
  const jobs = actsJobs({ ...here.app, log });
  const nothing = {} as never;
  const job = (name: string) => jobs.find((each) => each.job.name === name)!;
  await newClient(one.shop, 'Dora');
  await job('place-acts').run(nothing);
  assert.equal(job('hand-out-new-heads').everyMs, 60_000);
  await job('hand-out-new-heads').run(nothing);
  const own = said.filter(({ head }) => head.tenantId === one.shop.tenant.id).map(({ head }) => head.number);
  assert.deepEqual(own, [one.last + 1]);
  assert.equal((await storedHeads(one)).at(-1)!.number, one.last + 1);
  await job('hand-out-new-heads').run(nothing);
  assert.equal(said.filter(({ head }) => head.tenantId === one.shop.tenant.id).length, 1, 'once');
});

test('several machines on one store have one key, or do not start', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).trim();
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'folio-acts-'))));
  const STORE = { FILES_URL: 's3://shared', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const contextOf = (folder: string, env: object) =>
    headsContext(readConfig({ DATA_DIR: folder, ...STORE, ...env }), here.database);
  await assert.rejects(contextOf(folders[0]!, {}), /ACTS_KEY is required with FILES_URL/);
  // As an environment has it, in one line.
  const contexts = await Promise.all(
    folders.map((folder) => contextOf(folder, { ACTS_KEY: pem.replaceAll('\n', String.raw`\n`) })),
  );
  const one = await history();
  const [first, second] = contexts.map(({ headKey }) => ({ ...here.app, headKey }));
  await newClient(one.shop, 'Eva');
  const head = await handOutHead(first!, one.shop.tenant);
  assert.ok(isSigned(head, publicOf(second!.headKey)));
  for (const folder of folders) await rm(folder, { recursive: true });
});

const publicOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
