import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assertEach } from '../../test/support/assert-each.ts';
import { S3_KEY, startS3StandIn } from '../../test/support/s3-stand-in.ts';
import { hash, signatureOf } from '../../test/support/sigv4.ts';
import { diskStore, type FileStore } from './file-store.ts';
import { s3Store } from './s3-store.ts';

const onS3 = (endpoint: string, more: object = {}): FileStore =>
  s3Store({
    address: 's3://docs/folio/files/',
    endpoint,
    region: S3_KEY.region,
    accessKeyId: S3_KEY.id,
    secretAccessKey: S3_KEY.secret,
    ...more,
  });

const STORES: Record<string, (t: TestContext) => Promise<FileStore>> = {
  'the disk': async () => diskStore(await mkdtemp(join(tmpdir(), 'folio-files-'))),
  'an S3 store that checks every signature': async (t) => {
    const standIn = await startS3StandIn();
    t.after(() => standIn.close());
    return onS3(standIn.url);
  },
};

async function read(store: FileStore, key: string): Promise<Buffer | undefined> {
  const stored = await store.read(key);
  if (!stored) return undefined;
  const bytes = await buffer(stored.bytes);
  assert.equal(bytes.length, stored.byteSize);
  return bytes;
}

for (const [name, open] of Object.entries(STORES)) {
  test(`${name} keeps what it is given, whatever it is called`, async (t) => {
    const store = await open(t);
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 10]);
    assert.equal(await read(store, 'tenant/none'), undefined);
    for (const key of [
      'tenant/a',
      'tenant/a b+c',
      "tenant/it's (1) *new*!",
      'tenant/ñandú',
      'tenant/100%',
      'tenant/a=b&c',
    ]) {
      await store.put(key, bytes);
      assert.deepEqual(await read(store, key), bytes, key);
    }
    await store.put('tenant/a', Buffer.from('later'));
    assert.equal((await read(store, 'tenant/a'))?.toString(), 'later');
    const large = Buffer.alloc(3_000_000, 7);
    await store.put('tenant/large', large);
    assert.ok((await read(store, 'tenant/large'))!.equals(large));
    await store.remove('tenant/large');
    await store.remove('tenant/large');
    assert.equal(await read(store, 'tenant/large'), undefined);
  });
}

test('the disk keeps no drafts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folio-files-'));
  await diskStore(folder).put('tenant/a', Buffer.from('x'));
  assert.deepEqual(await readdir(join(folder, 'tenant')), ['a']);
  // A folder stands where the file should.
  await mkdir(join(folder, 'tenant', 'b', 'c'), { recursive: true });
  await assert.rejects(diskStore(folder).put('tenant/b', Buffer.from('x')));
  assert.deepEqual((await readdir(join(folder, 'tenant'))).toSorted(), ['a', 'b']);
});

test('a store that is busy for a moment is asked again, and one that stays so is an error', async (t) => {
  const standIn = await startS3StandIn();
  t.after(() => standIn.close());
  const store = onS3(standIn.url);
  standIn.trouble = 'busy once';
  await store.put('a', Buffer.from('x'));
  assertEach(standIn.requests, ({ status }) => status, [503, 200]);
  standIn.trouble = 'down';
  await assert.rejects(store.put('b', Buffer.from('x')), /500/);
  await assert.rejects(store.read('a'), /500/);
});

test('an upload that is torn leaves nothing behind', async (t) => {
  const standIn = await startS3StandIn();
  t.after(() => standIn.close());
  standIn.trouble = 'hang up once';
  await assert.rejects(onS3(standIn.url).put('a', Buffer.alloc(1_000_000)));
  assert.deepEqual([...standIn.objects.keys()], []);
});

test('half of a file is an error, not a file', async (t) => {
  const standIn = await startS3StandIn();
  t.after(() => standIn.close());
  const store = onS3(standIn.url);
  await store.put('a', Buffer.alloc(100_000, 1));
  standIn.trouble = 'half a download once';
  const stored = await store.read('a');
  assert.equal(stored?.byteSize, 100_000);
  await assert.rejects(buffer(stored.bytes));
});

test('a store that does not answer is given up', async (t) => {
  const standIn = await startS3StandIn();
  t.after(() => standIn.close());
  standIn.trouble = 'silent';
  await assert.rejects(onS3(standIn.url, { timeoutMs: 50 }).read('a'), /does not answer/);
});

test('also when the garbage is collected meanwhile', async (t) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const standIn = await startS3StandIn();
  t.after(() => standIn.close());
  standIn.trouble = 'silent';
  const collecting = setInterval(collectGarbage, 20);
  t.after(() => clearInterval(collecting));
  await assert.rejects(onS3(standIn.url, { timeoutMs: 300 }).read('a'), /does not answer/);
});

test('a store that says no is an error, not an empty file', async (t) => {
  const standIn = await startS3StandIn();
  t.after(() => standIn.close());
  const store = onS3(standIn.url, { secretAccessKey: 'another secret' });
  await assert.rejects(store.put('a', Buffer.from('x')), /403/);
  await assert.rejects(store.read('a'), /403/);
  assert.deepEqual([...standIn.objects.keys()], []);
});

// The examples of AWS's own documentation, so that the stand-in checks what AWS checks.
const AWS = { secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1', at: '20130524T000000Z' };
const EXAMPLES = [
  {
    method: 'GET',
    path: '/test.txt',
    query: '',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': hash(''),
      'x-amz-date': AWS.at,
    },
    payloadHash: hash(''),
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    path: '/test%24file.text',
    query: '',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-date': AWS.at,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    payloadHash: hash('Welcome to Amazon S3.'),
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    path: '/',
    query: 'lifecycle=',
    headers: { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': hash(''), 'x-amz-date': AWS.at },
    payloadHash: hash(''),
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
];

for (const { signature, ...request } of EXAMPLES) {
  test(`the signature of AWS's example ${request.method} ${request.path}`, () => {
    const signedHeaders = Object.keys(request.headers).toSorted();
    assert.equal(signatureOf({ ...request, signedHeaders }, AWS), signature);
  });
}
