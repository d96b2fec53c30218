// Archives are read back as they were written, also by other programs and from other programs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { unzip, ZipError, zipOf, zipStream } from './zip.ts';

test('what is written is read back', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ name: fc.string({ minLength: 1, unit: 'grapheme' }), bytes: fc.uint8Array() }), {
        selector: ({ name }) => name,
      }),
      (files) => {
        const written = files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
        assert.deepEqual(
          [...unzip(zipOf(written))],
          written.map(({ name, bytes }) => [name, bytes]),
        );
      },
    ),
  );
});

/** As another program packs 40 times the letter a. */
const PACKED =
  'UEsDBBQAAAAIAAAAIQAlilvJBgAAACgAAAABAAAAYUtMJA4AAFBLAQIUAxQAAAAIAAAAIQAlilvJBgAAACgAAAABAAAAAAAAAAAAAACAAQAAAABhUEsFBgAAAAABAAEALwAAACUAAAAAAA==';

test('what another program has packed is read', () => {
  assert.deepEqual([...unzip(Buffer.from(PACKED, 'base64'))], [['a', Buffer.from('a'.repeat(40))]]);
});

test('no byte of a file can be changed unseen, and nothing but ZipError is thrown', () => {
  const archive = zipOf([
    { name: 'a', bytes: Buffer.from('one') },
    { name: 'b', bytes: Buffer.from('two') },
  ]);
  const good = [...unzip(archive).values()];
  for (let at = 0; at < archive.length; at += 1) {
    const changed = Buffer.from(archive);
    changed[at] = changed[at]! ^ 0xff;
    try {
      // A name has no checksum in the format, and what else is left is read by nothing.
      assert.deepEqual([...unzip(changed).values()], good);
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
    }
  }
});

for (const [what, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('no archive')],
  ['half an archive', zipOf([{ name: 'a', bytes: Buffer.alloc(100) }]).subarray(50)],
  [
    'two of one name',
    zipOf([
      { name: 'a', bytes: Buffer.from('1') },
      { name: 'a', bytes: Buffer.from('2') },
    ]),
  ],
] as const) {
  test(`${what} is refused`, () => assert.throws(() => unzip(bytes), ZipError));
}

test('a stream of files is read back, packed', async () => {
  const once = async function* (...chunks: Buffer[]) {
    yield* chunks;
  };
  const files = async function* () {
    yield { name: 'größe.txt', chunks: once(Buffer.alloc(100_000, 'a'), Buffer.from('b')) };
    yield { name: 'empty', chunks: once() };
  };
  const archive = await buffer(zipStream(files()));
  assert.ok(archive.length < 5000);
  assert.deepEqual(
    [...unzip(archive)],
    [
      ['größe.txt', Buffer.from(`${'a'.repeat(100_000)}b`)],
      ['empty', Buffer.alloc(0)],
    ],
  );
  assert.throws(() => unzip(archive, 50_000), ZipError);
});

test('a stream keeps nothing of the files that it has written, and asks for none before its reader does', async () => {
  const many = 200;
  let asked = 0;
  const files = async function* () {
    for (; asked < many; asked += 1) {
      const bytes = randomBytes(20_000);
      yield {
        name: `${asked}.zip`,
        chunks: (async function* () {
          yield bytes;
        })(),
      };
    }
  };
  const slabs = new Set<WeakRef<ArrayBufferLike>>();
  const seen = new WeakSet<ArrayBufferLike>();
  const stream = zipStream(files());
  await stream.next();
  assert.equal(asked, 0);
  for (;;) {
    const { buffer } = (await stream.next()).value!;
    if (asked === many - 1) break;
    if (!seen.has(buffer)) slabs.add(new WeakRef(buffer));
    seen.add(buffer);
  }
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await new Promise(setImmediate);
  collect();
  const kept = [...slabs].filter((slab) => slab.deref() !== undefined).length;
  assert.ok(slabs.size > many / 4 && kept < slabs.size / 4, `${kept} of ${slabs.size} are kept`);
  await stream.return(undefined);
});
