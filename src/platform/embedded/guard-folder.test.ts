// Two containers on one folder: each has a network of its own, in which the other's lock is not to be seen.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { guardFolder } from './guard-folder.ts';
import { startEmbedded } from './start-embedded.ts';

const isolates = spawnSync('unshare', ['--net', 'true']).status === 0;
const OPEN = `
  const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./start-embedded.ts'))});
  const opened = await startEmbedded(process.argv[1]);
  console.log(opened.kind);
  await opened.close();`;

async function openInOwnNetwork(folder: string): Promise<{ code: number; said: string }> {
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    OPEN,
    folder,
  ];
  const child = spawn('unshare', ['--net', ...node], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

test(
  'a process in a network of its own does not open a database that another has open',
  { skip: isolates ? false : 'this user cannot make a network namespace' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'folio-guard-'));
    const owner = await startEmbedded(folder);
    const refused = await openInOwnNetwork(folder);
    assert.notEqual(refused.code, 0);
    assert.match(refused.said, /another process has the database in .*network namespace/);
    await owner.close();
    const { code, said } = await openInOwnNetwork(folder);
    assert.deepEqual([code, said.trim()], [0, 'owner'], said);
    await rm(folder, { recursive: true });
  },
);

test(
  'the lock of a folder with a long path is taken once, and left',
  { skip: process.platform === 'linux' ? false : 'only Linux needs it' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), `folio-guard-${'long-'.repeat(30)}`));
    const first = await guardFolder(folder);
    await assert.rejects(guardFolder(folder), /another process has the database/);
    await first.release();
    await (await guardFolder(folder)).release();
    await rm(folder, { recursive: true });
  },
);
