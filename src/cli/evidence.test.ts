// The commands of the evidence bundle: written into a new file, checked offline, and a damaged one told from a good one.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newSale } from '../../test/support/business.ts';
import { quietWorld } from '../../test/support/world.ts';
import { unzip } from '../platform/zip.ts';
import { readConfig } from '../wiring/config.ts';
import type { Command } from './command.ts';
import { evidenceCommand, evidenceMonthCommand, evidenceVerifyCommand } from './evidence.ts';

test('a bundle is written, verified, and not believed once a byte has changed', async (t) => {
  const { here, shop, invoice } = await newSale(quietWorld());
  const folder = await mkdtemp(join(tmpdir(), 'folio-evidence-'));
  t.after(() => rm(folder, { recursive: true }));
  const out = join(folder, 'bundle.zip');
  const config = readConfig({ DATABASE_URL: here.database.pool.options.connectionString, DATA_DIR: here.dataDir });
  const terminal = { isInteractive: false, write: () => undefined };
  const run = (command: Command, positionals: string[], options: Record<string, string> = {}) =>
    command.run({ config, options, positionals, terminal });

  const written = await run(evidenceCommand, [invoice.id], { tenant: shop.tenant.id, out });
  const { sha256 } = written.json as { sha256: string };
  assert.deepEqual((await run(evidenceVerifyCommand, [out])).json, { sha256, problems: [] });
  await assert.rejects(run(evidenceCommand, [invoice.id], { tenant: shop.tenant.id, out }), /exists already/);
  await assert.rejects(run(evidenceCommand, ['x'], { tenant: shop.tenant.id, out }), /no document id/);

  const ofMonth = { tenant: shop.tenant.id, out: join(folder, 'month.zip') };
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format().slice(0, 7);
  await run(evidenceMonthCommand, [month], ofMonth);
  const [bundle, ...files] = [...unzip(await readFile(ofMonth.out)).keys()];
  assert.match(bundle!, new RegExp(invoice.number));
  assert.deepEqual(files, [`${month}.xlsx`, 'acts-head.json', 'SHA256SUMS']);
  await assert.rejects(run(evidenceMonthCommand, [month], ofMonth), /exists already/);
  await assert.rejects(run(evidenceMonthCommand, ['2026-13'], ofMonth), /is no month/);

  const bytes = await readFile(out);
  bytes[bytes.indexOf('issueType') + 14] = 0x32;
  await writeFile(out, bytes);
  assert.equal((await run(evidenceVerifyCommand, [out])).hasFailed, true);
  await writeFile(out, 'no archive');
  assert.deepEqual((await run(evidenceVerifyCommand, [out])).hasFailed, true);
});
