/** The simulator as a program: how it starts, and how it ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { look, simulate, submit } from './test-support.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');

interface Program {
  child: ChildProcessWithoutNullStreams;
  url: string;
  controlKey: string;
  ended: Promise<unknown[]>;
}

async function start(t: TestContext, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Program> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  assert.equal(typeof first[0], 'string', 'it says that it is ready');
  const { url, controlKey } = JSON.parse(first[0] as string) as { url: string; controlKey: string };
  return { child, url, controlKey, ended };
}

test('it takes its secrets from the environment and ends well on SIGTERM', async (t) => {
  const { child, url, ended } = await start(t, [], { PAC_API_KEY: 'from the environment', PAC_WEBHOOK_SECRET: 's' });
  assert.equal((await submit({ url }, undefined, { key: 'simulator-key' })).status, 401);
  assert.equal((await submit({ url }, undefined, { key: 'from the environment' })).status, 201);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('it takes a free port when the one it was given is taken', async (t) => {
  const { port } = await simulate(t);
  const { url } = await start(t, ['--port', String(port)]);
  assert.notEqual(new URL(url).port, String(port));
});

test('it ends when its parent closes its standard input, and only then', async (t) => {
  const alone = await start(t, []);
  const bound = await start(t, ['--exit-with-parent']);
  alone.child.stdin.end();
  bound.child.stdin.end();
  assert.deepEqual(await bound.ended, [0, null]);
  assert.equal((await submit(alone, undefined, { key: 'simulator-key' })).status, 201);
});

test('killed, it knows its documents when it starts again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pac-simulator-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const args = ['--journal', join(folder, 'journal.jsonl'), '--api-key', 'k', '--verdict-delay-ms', '1'];
  const first = await start(t, args);
  const { document } = await submit(first, undefined, { key: 'k' });
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start(t, args);
  const found = await look(second, document['id'], { key: 'k' });
  assert.equal(found.document['cufe'], document['cufe']);
  assert.equal(found.document['legalStatus'], 'DGI_AUTHORIZED');
});

test('who issues can be said at the start', async (t) => {
  const company = { companyId: 'istmo', ruc: '155596713-2-2015', dv: '59', name: 'Comercial Istmo, S.A.' };
  const { url, controlKey } = await start(t, ['--company', JSON.stringify(company), '--api-key', 'k']);
  const { document } = await submit({ url }, undefined, { key: 'k', company: company.companyId });
  assert.match(String(document['cufe']), /155596713-2-2015-59/);
  const headers = { authorization: `Bearer ${controlKey}` };
  const companies = await (await fetch(`${url}/__simulator/companies`, { headers })).json();
  assert.deepEqual(companies, [{ ...company, rucType: 2, branchCode: '0000' }]);
});

test('the key of its control is another one at each start, unless it is given', async (t) => {
  const [first, second] = [await start(t, []), await start(t, [])];
  assert.match(first.controlKey, /^[0-9a-f]{32,}$/);
  assert.notEqual(first.controlKey, second.controlKey);
  const given = await start(t, [], { SIMULATOR_CONTROL_KEY: 'given' });
  const ask = async (key: string) =>
    (await fetch(`${given.url}/__simulator`, { headers: { authorization: `Bearer ${key}` } })).status;
  assert.deepEqual([await ask('given'), await ask(first.controlKey)], [200, 401]);
});

for (const args of [
  ['--port', 'x'],
  ['--company', 'istmo'],
  ['--company', '{"companyId": "istmo"}'],
  ['--scheme', 'none'],
  ['--verdict-delay-ms', '-1'],
  ['--nonsense'],
  ['--webhook-base', 'x'],
]) {
  test(`${args.join(' ')} is refused with the exit code 2 and a message`, async () => {
    const child = spawn(process.execPath, [PROGRAM, ...args]);
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    assert.deepEqual(await once(child, 'close'), [2, null]);
    assert.match(complaint, new RegExp(args[0]!));
  });
}
