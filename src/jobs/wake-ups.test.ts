import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startTestServer } from '../../test/support/start-test-server.ts';
import { eventually } from '../../test/support/world.ts';
import { listenForWakeUps } from './wake-ups.ts';

test('a connection that breaks before it listens is no loss, and does not keep the process from its end', async (t) => {
  const database = await startTestServer();
  const { hostname, port } = new URL(database.url);
  const socketOfServer = `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`;
  let cuts = 0;
  const proxy = createServer((socket) => {
    const server = connect(socketOfServer).on('error', () => undefined);
    socket.on('error', () => undefined).on('close', () => server.destroy());
    server.on('close', () => socket.destroy()).pipe(socket);
    socket.on('data', (bytes: Buffer) => {
      const isListen = bytes.includes('listen ');
      if (isListen) cuts += 1;
      if (isListen && cuts === 1) socket.destroy();
      else server.write(bytes);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    proxy.close();
    await database.close();
  });
  const through = `postgres://postgres@127.0.0.1:${(proxy.address() as AddressInfo).port}/postgres`;
  const wakeUps = await listenForWakeUps(through, () => undefined);
  await eventually(
    async () => wakeUps.areHeard(),
    (areHeard) => areHeard,
  );
  assert.equal(cuts, 2);
  await wakeUps.stop();
});
