import assert from 'node:assert/strict';
import { mkdtemp, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import S3rver from 's3rver';
import { diskStore, type FileStore } from './file-store.ts';
import { s3Store } from './s3-store.ts';

async function assertKeeps(store: FileStore): Promise<void> {
  const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 10]);
  assert.equal(await store.get('tenant/none'), undefined);
  await store.put('tenant/a b+c', bytes);
  assert.deepEqual(await store.get('tenant/a b+c'), bytes);
  await store.put('tenant/a b+c', Buffer.from('later'));
  assert.equal((await store.get('tenant/a b+c'))?.toString(), 'later');
}

test('the disk keeps what it is given, and no drafts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folio-files-'));
  await assertKeeps(diskStore(folder));
  assert.deepEqual(await readdir(join(folder, 'tenant')), ['a b+c']);
});

test('an S3 store keeps the same', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'folio-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'docs' }],
  });
  const { port } = await server.run();
  t.after(() => server.close());
  await assertKeeps(
    s3Store({
      address: 's3://docs/folio/files/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }),
  );
});

test('a store that says no is an error, not an empty file', async (t) => {
  const server = createServer((_request, response) => response.writeHead(403).end('denied'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const store = s3Store({
    address: 's3://docs',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  await assert.rejects(store.put('a', Buffer.from('x')), /403/);
  await assert.rejects(store.get('a'), /403/);
});
