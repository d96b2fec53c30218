// Tests of requests that two readers may take for different ones.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gateRequests } from './request-gate.ts';

test('a request with two Host headers is refused before any route sees it', async (t) => {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host!);
    response.end('taken');
  });
  server.on('clientError', (_, socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  gateRequests(server);
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const statusOf = async (head: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0]!;
  };
  for (const two of ['Host: a.test\r\nHost: b.test', 'Host:\r\nHost: b.test', 'Host: a.test\r\nX: y\r\nhOsT: a.test'])
    assert.equal(await statusOf(two), 'HTTP/1.1 400 Bad Request', two);
  assert.deepEqual(hosts, []);
  assert.equal(await statusOf('Host: a.test\r\nX-Host: b.test\r\nX: host\r\nY: host'), 'HTTP/1.1 200 OK');
  assert.deepEqual(hosts, ['a.test']);
});
