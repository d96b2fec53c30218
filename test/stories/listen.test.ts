// folio listen: events on the developer's own machine, received by the program that the documentation shows.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newEndpointSecret } from '../../src/webhooks/index.ts';
import { newClient } from '../support/business.ts';
import { freePort } from '../support/free-port.ts';
import { eventually, newShop, quietWorld } from '../support/world.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Running {
  program: ChildProcess;
  lines: string[];
}

function run(args: readonly string[], env: Record<string, string>): Running {
  const program = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  program.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  });
  return { program, lines };
}

const hasLines = ({ lines }: Running, count: number) =>
  eventually(
    async () => lines,
    ({ length }) => length >= count,
  );

test('folio listen forwards what happens from its start on, signed', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  await newClient(shop, 'Before');
  const folder = await mkdtemp(join(tmpdir(), 'folio-listen-'));
  t.after(() => rm(folder, { recursive: true }));
  const [secret, file, port] = [newEndpointSecret(), join(folder, 'secret'), await freePort()];
  await writeFile(file, `${secret}\n`);
  const page = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const [, shown] = /```ts\n([^]*?)```/.exec(page)!;
  const server = run(['--input-type=module-typescript', '--eval', shown!], {
    WEBHOOK_SECRET: secret,
    PORT: String(port),
  });
  const to = `http://127.0.0.1:${port}/hook`;
  // A notice without a signature is refused by the program, once it listens.
  const notice = { method: 'POST', body: '{}' };
  await eventually(async () => (await fetch(to, notice).catch(() => undefined))?.status, 401);
  const words = ['listen', '--tenant', shop.tenant.id, '--to', to, '--types', 'client.*', '--json'];
  const env = { DATABASE_URL: here.database.pool.options.connectionString!, DATA_DIR: folder };
  const good = run(['src/cli/folio.ts', ...words, '--secret-file', file], env);
  const other = run(['src/cli/folio.ts', ...words], env);
  t.after(() => [server, good, other].forEach(({ program }) => program.kill('SIGKILL')));
  assert.deepEqual(JSON.parse((await hasLines(good, 1))[0]!), { secret });
  assert.notEqual(JSON.parse((await hasLines(other, 1))[0]!).secret, secret);

  const clientId = await newClient(shop, 'Ana');
  const { events } = await shop.get('{ events(types: ["client.*"]) { records { id data } } }');
  const { id } = events.records.find((event: { data: { id: string } }) => event.data.id === clientId);
  const told = { id, type: 'client.created' };
  assert.deepEqual(JSON.parse((await hasLines(good, 2))[1]!), { ...told, httpStatus: 204, answer: '' });
  assert.deepEqual(
    JSON.parse((await hasLines(other, 2))[1]!),
    { ...told, httpStatus: 401, answer: '' },
    'another secret',
  );
  assert.deepEqual(server.lines, [`client.created ${id}`]);

  good.program.kill('SIGINT');
  assert.deepEqual(await once(good.program, 'close'), [0, null]);
  assert.deepEqual(JSON.parse(good.lines[2]!), { delivered: 1, failed: 0 });
});
