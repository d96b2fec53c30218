// Each command of docs/rest.md is run as it stands, and there is one for each route.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { VERBS } from '../../src/verbs/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { createWorld, newShop } from '../support/world.ts';

const noCurl = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed here';
const SHOWN = /"\$V1(?<address>\/[^?"]*)/;

async function commands(): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../docs/rest.md'), 'utf8');
  return [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block).join('\n');
}

test('each route has a command in docs/rest.md', async () => {
  const shown = (await commands()).split('\n').flatMap((line) => {
    const address = SHOWN.exec(line)?.groups?.['address'];
    if (address === undefined) return [];
    const method = /-X (\w+)/.exec(line)?.[1] ?? (line.includes(' -d ') ? 'POST' : 'GET');
    return [`${method} ${address}`];
  });
  const missing = VERBS.filter(({ method, address }) => {
    const pattern = new RegExp(`^${method} ${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !shown.some((one) => pattern.test(one));
  });
  assertEach(missing, ({ method, address }) => `${method} ${address}`, []);
});

test('the commands of docs/rest.md are answered, one after the other', { skip: noCurl }, async () => {
  const { here, shop } = await newShop(createWorld({ verdictDelayMs: 2000 }));
  const env = { ...process.env, FOLIO: here.url, TOKEN: await shop.token('admin') };
  const run = promisify(execFile);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', await commands()], { env, maxBuffer: 1e7 });
  assert.match(stdout, /"onHand":"100"/);
});
