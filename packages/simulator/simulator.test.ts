// The simulator as others have it: packed, installed, and started by its command or within a test of theirs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { startSimulator as Start } from '../../simulator/server.ts';
import { installPacked } from '../packed.ts';

async function checkDigit(url: string, key: string): Promise<unknown> {
  const address = `${url}/pan/v1/check-digit?idCompany=shop&ruc=155596713-2-2015&type=JURIDICO`;
  return (await fetch(address, { headers: { authorization: `Bearer ${key}` } })).json();
}

test('the simulator is started by its command, and within a program', async (t) => {
  const folder = await installPacked('simulator');
  // The executable that npx starts.
  const command = join(folder, 'node_modules/.bin/folio-simulator');
  const child = spawn(command, ['--api-key', 'k', '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { checkDigit: digit } = (await checkDigit((JSON.parse(line) as { url: string }).url, 'k')) as {
    checkDigit: string;
  };
  assert.equal(digit, '59');
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);

  const { startSimulator } = (await import(join(folder, 'node_modules/@folio/simulator/dist/simulator/server.js'))) as {
    startSimulator: typeof Start;
  };
  const pac = await startSimulator({ apiKey: 'other', webhookSecret: 'secret' });
  t.after(() => pac.close());
  assert.deepEqual(await checkDigit(pac.url, 'other'), await checkDigit(pac.url, 'other'));
  assert.deepEqual((await fetch(`${pac.url}/pan/v1/check-digit`)).status, 401);
});
