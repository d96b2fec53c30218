import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { verifySales, type ImportSummary } from '../../src/invoicing/index.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant, listTenants } from '../../src/tenancy/index.ts';
import { manySales, salesFile, stateOf, type Query } from '../support/imported.ts';

/** Imports a file for the tenant of a name, and tells each step on a line. */
const IMPORTER = `
  import { importSales } from '${import.meta.resolve('../../src/invoicing/index.ts')}';
  import { allMigrations, forMigrations, openDatabase } from '${import.meta.resolve('../../src/wiring/open-database.ts')}';
  import { systemClock } from '${import.meta.resolve('../../src/platform/clock.ts')}';
  import { createLogger } from '${import.meta.resolve('../../src/platform/log.ts')}';
  import { migrateUp } from '${import.meta.resolve('../../src/platform/migrate.ts')}';
  import { createTenant } from '${import.meta.resolve('../../src/company/index.ts')}';
  import { listTenants } from '${import.meta.resolve('../../src/tenancy/index.ts')}';

  const [folder, name, file] = process.argv.slice(1);
  const { db, close } = await openDatabase({ DATABASE_POOL: 4, DATA_DIR: folder });
  await migrateUp(forMigrations(db), await allMigrations());
  const context = { db, clock: systemClock, log: createLogger({ level: 'silent', readable: false }) };
  const tenant = (await listTenants(context)).find((one) => one.name === name) ?? (await createTenant(context, { name }));
  const summary = await importSales(context, tenant, {
    file,
    openingStock: true,
    asOf: '2026-11-21',
    onProgress: (progress) => console.log(JSON.stringify(progress)),
  });
  console.log(JSON.stringify({ summary }));
  await close();
`;

const folder = await mkdtemp(join(tmpdir(), 'folio-killed-'));
after(() => rm(folder, { recursive: true }));

/** Kills the process when it has reported so many steps of its writing. */
async function importInProcess(name: string, file: string, killAt = Infinity): Promise<ImportSummary | undefined> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', IMPORTER, '--', folder, name, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let steps = 0;
  let summary: ImportSummary | undefined;
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as { phase?: string; summary?: ImportSummary };
    if (said.phase === 'writing') steps += 1;
    if (steps === killAt) child.kill('SIGKILL');
    summary ??= said.summary;
  }
  await exited;
  assert.equal(child.signalCode, killAt === Infinity ? null : 'SIGKILL');
  return summary;
}

test('an import that is killed and run again ends as one that was not interrupted', async (t) => {
  const file = await salesFile(manySales(6000));
  const expected = await importInProcess('whole', file);
  assert.ok(expected && expected.lines > 20_000, 'several transactions');

  // Right after the preparation, and twice in the midst of the transactions.
  for (const killAt of [1, 2, 3]) await importInProcess('killed', file, killAt);
  const summary = await importInProcess('killed', file);
  assert.ok(summary && summary.alreadyPresent > 0);
  assert.deepEqual({ ...summary, alreadyPresent: 0, openings: expected.openings }, expected);

  const { db, pool, close } = await openDatabase({ DATABASE_URL: undefined, DATABASE_POOL: 4, DATA_DIR: folder });
  t.after(() => close());
  const tenants = new Map((await listTenants({ db })).map((tenant) => [tenant.name, tenant]));
  const [whole, killed] = [tenants.get('whole')!, tenants.get('killed')!];
  const query: Query = async <T extends object>(text: string, parameters?: unknown[]) =>
    (await pool.query<T>(text, parameters)).rows;
  assert.deepEqual(await stateOf(query, killed.id), await stateOf(query, whole.id));
  assert.deepEqual((await inTenant({ db }, killed, (inside) => verifyLedger(inside))).problems, []);
  assert.deepEqual((await inTenant({ db }, killed, (inside) => verifySales(inside))).problems, []);
});
