// `folio conformance` of the accounts that are stored for tenants: each make by its own adapter, and what is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { runFolio, type Ended } from '../../src/cli/test-support.ts';
import { assertEach } from '../../test/support/assert-each.ts';
import { TEST_SERVER } from '../../test/support/test-server.ts';
import { createWorld, PAC_API_KEY, PAC_WEBHOOK_SECRET, type TestTenant, type World } from '../../test/support/world.ts';

const KEY = 'clave:de&ellos';
const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

let simulators: Record<'hka' | 'ebi', Simulator>;
let here: World;
let env: Record<string, string>;

before(async () => {
  const options = { apiKey: KEY, webhookSecret: PAC_WEBHOOK_SECRET };
  simulators = {
    hka: await startSimulator({ pac: 'hka', ...options }),
    ebi: await startSimulator({ pac: 'ebi', ...options }),
  };
  const PAC_ADDRESSES = `hka=${simulators.hka.url}/api,ebi=${simulators.ebi.url}`;
  here = await createWorld({ works: false, verdictDelayMs: 0, env: { PAC_ADDRESSES } });
  const [database] = await here.query<{ name: string }>('select current_database() as name');
  env = {
    DATABASE_URL: Object.assign(new URL(TEST_SERVER), { pathname: `/${database!.name}` }).href,
    ...{ DATA_DIR: here.dataDir, PAC_BASE_URL: here.simulator.url, PAC_API_KEY, PAC_WEBHOOK_SECRET, PAC_ADDRESSES },
    AUTH_JWT_SECRET: 'a secret that is as long as its hash, or longer',
  };
});
after(async () => {
  await here.close();
  await Promise.all(Object.values(simulators).map((one) => one.close()));
});

const conformance = ({ tenant }: TestTenant, words: string[] = [], more: Record<string, string> = {}): Promise<Ended> =>
  runFolio(['conformance', '--tenant', tenant.id, ...words], { env: { ...env, ...more } });

async function shopOn(make: 'alanube' | 'hka' | 'ebi'): Promise<TestTenant> {
  const shop = await here.tenant();
  const simulator = make === 'alanube' ? here.simulator : simulators[make];
  simulator.setCompany({ companyId: shop.companyId, ...RUC });
  const own = make === 'alanube' ? {} : { pacMake: make.toUpperCase(), pacUser: shop.companyId, pacApiKey: KEY };
  await shop.call('updateTenant { pacCompanyId }', { ruc: RUC.ruc, ...own });
  return shop;
}

for (const make of ['alanube', 'hka', 'ebi'] as const) {
  test(`${make}: the fourteen acceptance cases pass for the account of a tenant`, async () => {
    const shop = await shopOn(make);
    const { code, stdout, stderr } = await conformance(shop, ['--only', 'acceptance', '--wait-seconds', '5']);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /Of the 14 acceptance cases of The Factory HKA 14 pass\./);
    assert.ok(!`${stdout}${stderr}`.includes(KEY));
    const simulator = make === 'alanube' ? here.simulator : simulators[make];
    assert.ok(simulator.documents(shop.companyId).length >= 14, 'in the name of its company');
  });
}

test('a second account is tried by its company, and one that it has not is refused', async () => {
  const shop = await shopOn('alanube');
  const second = `${shop.companyId}-second`;
  simulators.ebi.setCompany({ companyId: second, ...RUC, user: 'usuario' });
  const input = { secondPacMake: 'EBI', secondPacCompanyId: second, secondPacUser: 'usuario', secondPacApiKey: KEY };
  await shop.call('updateTenant { pacCompanyId }', input);
  const { code, stdout, stderr } = await conformance(shop, ['--company-id', second, '--only', 'submit,ebi']);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^holds +ebi\.folios /m);
  const foreign = await conformance(shop, ['--company-id', 'another']);
  assert.equal(foreign.code, 1);
  assert.match(foreign.stderr, /no account of the company another/);
});

test('an account of production is refused, and asked without issuing anything only where that is wanted', async () => {
  const shop = await shopOn('ebi');
  const real = { PAC_ENVIRONMENT: 'production' };
  const refused = await conformance(shop, [], real);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^This is a PAC of production/);
  const asked = await conformance(shop, ['--production', '--json'], real);
  const { findings } = JSON.parse(asked.stdout) as { findings: { id: string; result: string }[] };
  assertEach(findings, ({ id, result }) => [id, result], [
    ['look-up.unknown', 'holds'],
    ['check-digit.known', 'holds'],
    ['ebi.unknown-number', 'holds'],
    ['ebi.folios', 'holds'],
  ]);
  assert.deepEqual(
    simulators.ebi.calls().filter(({ companyId, operation }) => companyId === shop.companyId && operation === 'submit'),
    [],
  );
});

test('a make that this service has no address of cannot be tried', async () => {
  const shop = await shopOn('ebi');
  const { code, stderr } = await conformance(shop, [], { PAC_ADDRESSES: `hka=${simulators.hka.url}/api` });
  assert.deepEqual([code, stderr.trim()], [1, 'This service reaches no PAC ebi TEST.']);
});
