// The commands that administer tenants, on an embedded database in a folder of its own.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findPacAccount, findTenant, placeActs } from '../tenancy/index.ts';
import { openDatabase, type OpenDatabase } from '../wiring/open-database.ts';
import { runFolio, type Ended } from './test-support.ts';
import { assertEach } from '../../test/support/assert-each.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Said = any;

describe('folio tenant', () => {
  let folder: string;
  let id: string;
  let service: OpenDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folio-tenants-'));
    service = await openDatabase({ DATA_DIR: folder, DATABASE_POOL: 1 });
    id = (await json('create', '--name', 'Casa Vieja')).id;
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  function folio(words: string[], stdin = ''): Promise<Ended> {
    return runFolio(['tenant', ...words], { env: { DATA_DIR: folder }, stdin });
  }

  async function json(...words: string[]): Promise<Said> {
    const { code, stdout, stderr } = await folio([...words, '--json']);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  test('list and show tell what is set', async () => {
    const { tenants } = await json('list');
    assertEach(tenants, (one: Said) => [one.id, one.name, one.state], [[id, 'Casa Vieja', 'active']]);
    const { stdout } = await folio(['show', '--tenant', id]);
    assert.match(stdout, /PAC company +-\n[^]*under way +0 documents/);
  });

  test('update corrects it, and reads a key from standard input alone', async () => {
    const words = ['--tenant', id, '--name', 'Casa Nueva', '--ruc', '155587169-2-2014', '--pac-company-id', 'casa'];
    const more = ['--void-window-hours', '72', '--retention-agent', 'yes', '--pac-key-file', '-', '--json'];
    const { code, stdout, stderr } = await folio(['update', ...words, ...more], 'the-key\n');
    assert.equal(code, 0, stderr);
    const updated = JSON.parse(stdout);
    const { name, ruc, dv, pacCompanyId, voidWindowHours, isRetentionAgent, hasPacKey } = updated;
    assert.deepEqual(
      { name, ruc, dv, pacCompanyId, voidWindowHours, isRetentionAgent, hasPacKey },
      {
        name: 'Casa Nueva',
        ruc: '155587169-2-2014',
        dv: '09',
        pacCompanyId: 'casa',
        voidWindowHours: 72,
        isRetentionAgent: true,
        hasPacKey: true,
      },
    );
    assert.ok(!`${stdout}${stderr}`.includes('the-key'));
    assert.deepEqual(await findPacAccount(service, 'casa'), { ...{ make: null, environment: null, key: 'the-key' } });
  });

  for (const [words, code, says] of [
    ['update --tenant ID', 2, /Nothing is to be changed/],
    ['update --tenant ID --dv 10', 1, /The check digit \(DV\) of the RUC 155587169-2-2014 is 09, not 10/],
    ['update --tenant ID --pac-environment live', 2, /must be test, production or default/],
    ['update --tenant ID --pac-environment production', 1, /This service reaches no PAC in the environment PRODUCTION/],
    ['update --tenant ID --void-window-hours many', 2, /no whole number/],
    ['update --tenant ID --retention-agent perhaps', 2, /must be yes or no/],
    ['close --tenant ID --confirm Casa', 2, /must be the name of the tenant/],
    ['close --tenant ID --confirm X --documents-under-way drop', 2, /can only be leave/],
    ['export --tenant ID', 2, /--to is missing/],
    ['show --tenant 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f', 1, /There is no tenant/],
  ] as const) {
    test(`${words} is refused`, async () => {
      const ended = await folio(words.split(' ').map((word) => (word === 'ID' ? id : word)));
      assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
      assert.match(ended.stderr, says);
    });
  }

  test('suspend, resume, close and reopen, each an act of the operator', async () => {
    assert.equal((await json('suspend', '--tenant', id)).state, 'suspended');
    assert.deepEqual((({ state, woken }) => [state, woken])(await json('resume', '--tenant', id)), ['active', 0]);
    assert.equal((await json('close', '--tenant', id, '--confirm', 'Casa Nueva')).state, 'closed');
    assert.match((await folio(['resume', '--tenant', id])).stderr, /--reopen is missing/);
    assert.equal((await json('resume', '--tenant', id, '--reopen', 'Casa Nueva')).state, 'active');
    await placeActs(service, (await findTenant(service, id))!);
    const { rows } = await service.pool.query<{ operation: string }>(
      `select operation from acts where actor like 'cli:%' order by id`,
    );
    assert.deepEqual(
      rows.map(({ operation }) => operation),
      // The tenant is made in one transaction, its location in the next.
      ['create', 'create', 'update', 'suspend', 'resume', 'close', 'resume'].map((verb) => `tenant ${verb}`),
    );
  });
});
