// Authority behind a setting: an admin's settings, and the operator's.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unzip } from '../../src/platform/zip.ts';
import { newSale } from '../support/business.ts';
import { quietWorld, type TestTenant } from '../support/world.ts';

const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };
const companyOf = async (shop: TestTenant): Promise<string | null> =>
  (await shop.get('{ tenant { pacCompanyId } }', {})).tenant.pacCompanyId;

describe('the company at the PAC', () => {
  test('is no admin’s to set while the key is that of the service', async () => {
    const here = await quietWorld();
    const [shop, other] = [await here.tenant({ company: false }), await here.tenant()];
    for (const pacCompanyId of [shop.companyId, other.companyId, 'comp-unknown']) {
      const { code } = await shop.refuses('updateTenant', { pacCompanyId });
      assert.equal(code, 'FORBIDDEN', pacCompanyId);
    }
    assert.equal(await companyOf(shop), null);
    const own = { pacApiKey: 'own-key' };
    here.simulator.setCompany({ companyId: shop.companyId, ...RUC, apiKey: own.pacApiKey });
    await shop.call('updateTenant', { ...own, pacCompanyId: shop.companyId });
    assert.equal(
      (await shop.refuses('updateTenant', { pacApiKey: null })).code,
      'FORBIDDEN',
      'to take one’s key away is to use that of the service',
    );
    assert.equal(
      (await shop.refuses('updateTenant', { pacApiKey: null, pacCompanyId: other.companyId })).code,
      'FORBIDDEN',
    );
  });

  test('is tried at the PAC with the key; a company of another and an unknown one are told alike', async () => {
    const here = await quietWorld();
    const [shop, victim] = [await here.tenant(), await here.tenant()];
    const said = [];
    for (const pacCompanyId of [victim.companyId, `${victim.companyId.slice(0, -1)}%`]) {
      const { code, message } = await shop.refuses('updateTenant', { pacCompanyId, pacApiKey: 'made-up' });
      said.push([code, message.replace(pacCompanyId, '…')]);
    }
    assert.deepEqual(said[0], said[1]);
    assert.equal(said[0]![0], 'BAD_USER_INPUT');
    assert.equal(await companyOf(shop), shop.companyId);
    assert.equal((await shop.get('{ tenant { hasPacKey } }')).tenant.hasPacKey, false, 'nothing of it was taken');

    const input = { pacCompanyId: `${shop.companyId}-next`, pacApiKey: 'own' };
    here.simulator.setCompany({ companyId: input.pacCompanyId, ...RUC, apiKey: 'own' });
    here.simulator.nextFault({ name: 'http503', companyId: input.pacCompanyId, operation: 'checkDigit' });
    assert.equal((await shop.refuses('updateTenant', input)).code, 'PAC_UNAVAILABLE');
    await shop.call('updateTenant', input);
    assert.equal(await companyOf(shop), input.pacCompanyId);
    const { pacCompanyId: one } = input;
    assert.equal((await victim.refuses('updateTenant', input)).code, 'CONFLICT', 'one company, one tenant');
    assert.doesNotMatch((await victim.refuses('updateTenant', input)).message.replace(one, ''), /tenant|business/);
  });
});

test('the papers of a document name the RUC that it was filed under', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await shop.call('updateTenant', { ruc: '155587169-2-2014' });
  here.clock.offsetMs += 6_000;
  const headers = { authorization: `Bearer ${await shop.token('admin')}` };
  const fetched = async (path: string) => {
    const answer = await fetch(here.url + path, { headers });
    assert.equal(answer.status, 200, path);
    return unzip(Buffer.from(await answer.arrayBuffer()));
  };
  const bundle = await fetched(`/documents/${invoice.id}/evidence.zip`);
  const { issuer } = JSON.parse(bundle.get('document.json')!.toString());
  assert.deepEqual([issuer.ruc, issuer.dv], [RUC.ruc, RUC.dv]);
  const [year, month] = new Date(here.clock.now().getTime() - 5 * 3_600_000).toISOString().split('-').map(Number);
  const parts = await fetched(`/export/month.xlsx?year=${year}&month=${month}`);
  const text = [...parts.values()].join('\n');
  assert.match(text, new RegExp(`RUC ${RUC.ruc} DV ${RUC.dv}`));
  assert.ok(!text.includes('155587169-2-2014'));
});
