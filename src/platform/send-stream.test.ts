// Tests of files whose reader stays and takes nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { sendStream } from './send-stream.ts';

/** As far as a route's reply goes. */
const replyOf = (raw: ServerResponse) => ({
  raw,
  request: { headers: {} },
  headers(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) raw.setHeader(name, value);
  },
  header(name: string, value: string) {
    raw.setHeader(name, value);
    return this;
  },
  type(value: string) {
    return this.header('content-type', value);
  },
  send(file: Readable) {
    raw.once('close', () => file.destroy());
    file.pipe(raw);
  },
});

test('a file whose reader takes nothing of it ends, and with it its making', { timeout: 120_000 }, async (t) => {
  let isEnded = false;
  async function* withoutEnd(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      isEnded = true;
    }
  }
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    const file = { type: 'application/zip', filename: 'a.zip', chunks: withoutEnd() };
    // As the service ends each connection on which nothing moves.
    response.setTimeout(50);
    void sendStream(replyOf(response), file).then(resolve);
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => reader.destroy());
  reader.on('error', () => undefined).pause();
  reader.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
  await sent;
  assert.equal(isEnded, true);
});
