// Tests of one delivery: which connections are refused, and that many which hang leave room for others at the same host.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Resolve } from '../platform/guarded-agent.ts';
import { systemClock } from '../platform/clock.ts';
import { webhookHosts } from './address.ts';
import { pauseMs, PATIENCE_MS, restMs } from './pauses.ts';
import { createSender } from './send.ts';

const server = createServer((request: IncomingMessage, response) => {
  if (request.url === '/hang') server.emit('hangs');
  else response.writeHead(200).end('x'.repeat(100_000));
});
let host: string;

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const message = (url: string) => ({ url, secrets: ['whsec_c2VjcmV0'], id: 'one', body: '{}' });

test('many that hang leave connections to others at the same host', async () => {
  const sender = createSender({ hosts: webhookHosts([host]), clock: systemClock, timeoutMs: 60_000 });
  let hung = 0;
  const allHang = new Promise<void>((resolve) => {
    server.on('hangs', () => {
      hung += 1;
      if (hung === 20) resolve();
    });
  });
  const hanging = Array.from({ length: 20 }, () => sender.send(message(`http://${host}/hang`)));
  await allHang;
  const { isDelivered, answer } = await sender.send(message(`http://${host}/`));
  assert.deepEqual([isDelivered, answer.length], [true, 500], 'and of a long answer the beginning is kept');
  await sender.close();
  assert.deepEqual([...new Set((await Promise.all(hanging)).map((one) => one.httpStatus))], [null]);
});

const PRIVATE = { isDelivered: false, httpStatus: null, answer: 'the host is at a private address' };

for (const addresses of [['10.0.0.7'], ['93.184.216.34', '127.0.0.1'], ['169.254.169.254'], ['::1'], ['fd00::7']]) {
  test(`a name that is at ${addresses.join(' and ')} is not connected to`, async () => {
    const resolve: Resolve = (_, __, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    const sender = createSender({ hosts: webhookHosts([]), clock: systemClock, timeoutMs: 5_000, resolve });
    assert.deepEqual(await sender.send(message('https://shop.example/hook')), PRIVATE);
    await sender.close();
  });
}

test('an address that the operator has taken from the list is refused from then on', async () => {
  const sender = createSender({ hosts: webhookHosts([]), clock: systemClock, timeoutMs: 5_000 });
  const { isDelivered, answer } = await sender.send(message(`http://${host}/`));
  assert.equal(isDelivered, false);
  assert.match(answer, /^A webhook cannot be sent to this url: it does not begin with https:/);
  await sender.close();
});

test('the patience is three days, with pauses that grow up to half a day; an endpoint rests no longer than an hour', () => {
  const pauses = Array.from({ length: 20 }, (_, nth) => pauseMs(nth + 1) / 1000);
  assert.deepEqual(pauses.slice(0, 6), [5, 30, 120, 600, 1800, 3600]);
  assert.deepEqual(
    pauses,
    pauses.toSorted((one, other) => one - other),
  );
  assert.equal(pauses.at(-1), 12 * 3600);
  assert.equal(Math.round(PATIENCE_MS / 86_400_000), 3);
  assert.deepEqual([0, 60_000, 900_000, 1e9].map(restMs), [5_000, 30_000, 600_000, 3_600_000]);
});
