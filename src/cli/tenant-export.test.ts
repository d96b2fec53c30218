// An export of a tenant, read back: every row and file of it, nothing of another, and no secret.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { invoicedOrder, untilPrinted } from '../../test/support/business.ts';
import { quietWorld, type Answer, type TestTenant, type World } from '../../test/support/world.ts';
import { readConfig } from '../wiring/config.ts';
import { EXPORTED, LEFT_OUT, LEFT_OUT_COLUMNS } from '../company/index.ts';
import { tenantExportCommand } from './tenant-export.ts';

const KEY = 'pac-key-that-must-not-leave';

let here: World;
let shop: TestTenant;
let folder: string;
let answer: Answer;

function exportTo(to: string): Promise<Answer> {
  const config = readConfig({ DATABASE_URL: here.database.pool.options.connectionString, DATA_DIR: here.dataDir });
  const terminal = { isInteractive: false, write: () => undefined };
  return tenantExportCommand.run({ config, options: { tenant: shop.tenant.id, to }, positionals: [], terminal });
}

before(async () => {
  here = await quietWorld();
  folder = join(await mkdtemp(join(tmpdir(), 'folio-export-')), 'shop');
  shop = await here.tenant({ name: 'Tienda' });
  const other = await here.tenant({ name: 'The other one' });
  for (const one of [shop, other]) {
    const { invoice } = await invoicedOrder(one);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    await untilPrinted(here, one);
  }
  await shop.get('mutation { createApiToken(userName: "ana", roles: [viewer]) { apiToken { id } } }');
  await shop.get('mutation { rotateWebhookSecret { previousUntil } }');
  await shop.get(`mutation { updateTenant(input: { pacApiKey: "${KEY}" }) { id } }`);
  answer = await exportTo(folder);
});
after(() => rm(join(folder, '..'), { recursive: true }));

async function exported(): Promise<Map<string, Buffer>> {
  const names = await readdir(folder, { recursive: true });
  const found = new Map<string, Buffer>();
  for (const name of names) {
    if ((await stat(join(folder, name))).isFile()) found.set(name, await readFile(join(folder, name)));
  }
  return found;
}

async function rowsOf(table: string): Promise<Answer[]> {
  const text = await readFile(join(folder, `${table}.jsonl`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('each table of a tenant is exported, or left out with a reason', async () => {
  const tables = await here.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'tenant_id'`,
  );
  assert.deepEqual(
    [...EXPORTED, ...Object.keys(LEFT_OUT)].toSorted(),
    ['tenants', ...tables.map(({ name }) => name)].toSorted(),
  );
  for (const reason of Object.values(LEFT_OUT)) assert.ok(reason.length > 10);
});

test('no column that is exported is called like a secret', async () => {
  const columns = await here.query<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'
       and column_name ~ '(secret|token|password|private|_key$|sha256)'`,
  );
  // The PAC's key of a document, and the digest of a stored file, open nothing.
  const harmless = ['fiscal_documents.cufe_key', 'files.sha256', 'files.storage_key', 'tenants.has_pac_key'];
  const readable = columns.filter(({ table, name }) => EXPORTED.includes(table) && !/secret(_before)?$/.test(name));
  assert.deepEqual(
    readable
      .filter(({ table, name }) => !LEFT_OUT_COLUMNS[table]?.includes(name))
      .map(({ table, name }) => `${table}.${name}`)
      .filter((name) => !harmless.includes(name) && name !== 'tenants.webhook_secret_before_until'),
    [],
  );
});

describe('the export', () => {
  test('has every row, to the cent', async () => {
    for (const table of EXPORTED) {
      const [counted] = await here.query<{ count: number }>(
        `select count(*)::int as count from ${table} where ${table === 'tenants' ? 'id' : 'tenant_id'} = $1`,
        [shop.tenant.id],
      );
      const added = table === 'tenants' ? 1 : counted!.count;
      assert.equal((await rowsOf(table)).length, added, table);
    }
    assert.match(await readFile(join(folder, 'invoices.jsonl'), 'utf8'), /"total":53\.5\b/);
    assert.equal(answer.hasFailed, false);
  });

  test('has nothing of another tenant, and no secret', async () => {
    const secrets = await here.query<{ secret: string }>(
      `select unnest(array[webhook_secret, pac_key_secret]) as secret from tenants where id = $1
       union all select token_sha256 from api_tokens where tenant_id = $1`,
      [shop.tenant.id],
    );
    assert.equal(secrets.length, 3);
    const forbidden = ['The other one', KEY, ...secrets.map(({ secret }) => secret)];
    for (const [name, bytes] of await exported()) {
      for (const text of forbidden) assert.ok(!bytes.includes(text), `${name} has ${text}`);
    }
  });

  test('has its PDFs, and each file has the sum that the manifest and SHA256SUMS say', async () => {
    const files = await exported();
    const manifest = JSON.parse(files.get('manifest.json')!.toString());
    assert.deepEqual([manifest.tenant, manifest.missing], [{ id: shop.tenant.id, name: 'Tienda' }, []]);
    for (const { path, bytes, sha256 } of [...manifest.tables, ...manifest.files]) {
      const found = files.get(path)!;
      assert.deepEqual([found.length, createHash('sha256').update(found).digest('hex')], [bytes, sha256], path);
    }
    const pdfs = manifest.files.filter(({ path }: Answer) => path.endsWith('.pdf'));
    assert.ok(pdfs.length > 0);
    assert.ok(files.get(pdfs[0].path)!.subarray(0, 5).equals(Buffer.from('%PDF-')));
    execFileSync('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: folder });
  });

  test('is its owner’s alone, and goes into no folder that holds something', async () => {
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(folder, 'clients.jsonl'))).mode & 0o777, 0o600);
    await assert.rejects(exportTo(folder), /is not empty/);
  });

  test('of files that the store has lost says so, and fails', async () => {
    const [file] = await rowsOf('files');
    await rm(join(here.dataDir, 'files', file.storage_key));
    const again = await exportTo(`${folder}-again`);
    assert.equal(again.hasFailed, true);
    assert.match(again.text, new RegExp(`The store does not have files/${file.id}`));
  });
});
