// Socket files, which unlike abstract sockets and pipes outlive a process that was killed; every system but Windows has them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { addressOf, newAddress } from './address.ts';
import { bind } from './bind.ts';

const skip = process.platform === 'win32';

describe('an address that is a file', { skip }, () => {
  let folder: string;
  let address: string;
  const servers: Server[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folio-bind-'));
    address = join(folder, 'door.sock');
  });

  after(async () => {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true });
  });

  function server(): Server {
    const made = createServer((socket) => socket.destroy());
    servers.push(made);
    return made;
  }

  test('is taken once', async () => {
    const first = server();
    assert.equal(await bind(first, address), true);
    assert.equal(await bind(server(), address), false);
    first.close();
    await once(first, 'close');
    assert.equal(await bind(servers.at(-1)!, address), true);
    servers.at(-1)!.close();
  });

  test('left behind by a process that was killed, it is taken by one of those who find it', async () => {
    const listen = `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('listens'))`;
    const child = spawn(process.execPath, ['--eval', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await access(address);

    const taken = await Promise.all([1, 2, 3, 4].map(() => bind(server(), address)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal(await bind(server(), address), false);
  });
});

test('the address belongs to the folder, not to its name', { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folio-address-'));
  assert.equal(await addressOf(folder), await addressOf(`${folder}/../${folder.split('/').at(-1)}/`));
  assert.notEqual(await addressOf(folder), await addressOf(tmpdir()));
  assert.match(await addressOf(folder, 'linux'), /^\0folio-[0-9a-f]{32}$/);
  assert.equal(await addressOf(folder, 'darwin'), join(folder, 'door.sock'));
  assert.match(await addressOf(folder, 'win32'), /^\\\\\.\\pipe\\folio-[0-9a-f]{32}$/);
  assert.notEqual(newAddress(), newAddress());
  assert.match(newAddress('win32'), /^\\\\\.\\pipe\\folio-[0-9a-f]{32}$/);
  await rm(folder, { recursive: true });
});
