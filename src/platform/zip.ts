// ZIP archives: of a few files without compression, so that every byte stands there as it is; of any length as a stream; and read back
// with all bounds checked.
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw, inflateRawSync } from 'node:zlib';

export class ZipError extends Error {}

export interface ZipFile {
  name: string;
  bytes: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Checksum and sizes come behind the bytes. */
const SIZES_FOLLOW = 0x0008;
const DEFLATED = 8;
const VERSION = 20;
/** 1980-01-01, the first day that the format knows: an archive is the same whenever it is written. */
const DATE = 0x0021;
const END_SIZE = 22;
const MOST_BYTES = 512 * 1024 * 1024;

export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name);
    const about = aboutFile(title, { sum: crc32(bytes), packed: bytes.length, size: bytes.length });
    central.push(...listed(about, offset, title));
    parts.push(word(LOCAL), about, title, bytes);
    offset += 4 + about.length + title.length + bytes.length;
  }
  return Buffer.concat([...parts, ...listEnd(central, files.length, offset)]);
}

export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Packed while it is written. A file must have less than 4 GB, the archive too. */
export async function* zipStream(files: AsyncIterable<{ name: string; chunks: Chunks }>): AsyncGenerator<Buffer> {
  // Figures and names: a small Buffer would keep the whole slab that it was cut from, with the bytes of files in it, until the end.
  const written: { name: string; seen: Sizes; offset: number }[] = [];
  let offset = 0;
  for await (const { name, chunks } of files) {
    const title = Buffer.from(name);
    const seen = { sum: 0, packed: 0, size: 0 };
    const local = Buffer.concat([word(LOCAL), aboutFile(title, seen, SIZES_FOLLOW), title]);
    yield local;
    for await (const part of pipeline(measured(chunks, seen), createDeflateRaw({ level: 1 }), () => undefined)) {
      seen.packed += (part as Buffer).length;
      yield part as Buffer;
    }
    yield Buffer.concat([DESCRIPTOR, seen.sum, seen.packed, seen.size].map(word));
    written.push({ name, seen, offset });
    offset += local.length + seen.packed + 16;
  }
  const central = written.flatMap(({ name, seen, offset: at }) => {
    const title = Buffer.from(name);
    return listed(aboutFile(title, seen, SIZES_FOLLOW), at, title);
  });
  yield* listEnd(central, written.length, offset);
}

async function* measured(chunks: Chunks, seen: Sizes): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    seen.sum = crc32(chunk, seen.sum);
    seen.size += chunk.length;
    yield chunk;
  }
}

interface Sizes {
  sum: number;
  packed: number;
  size: number;
}

function aboutFile(title: Buffer, { sum, packed, size }: Sizes, flags = 0): Buffer {
  const about = Buffer.alloc(26);
  about.writeUInt16LE(VERSION, 0);
  about.writeUInt16LE(UTF8 | flags, 2);
  about.writeUInt16LE(flags === SIZES_FOLLOW ? DEFLATED : 0, 4);
  about.writeUInt16LE(DATE, 8);
  about.writeUInt32LE(sum, 10);
  about.writeUInt32LE(packed, 14);
  about.writeUInt32LE(size, 18);
  about.writeUInt16LE(title.length, 22);
  return about;
}

function listed(about: Buffer, offset: number, title: Buffer): Buffer[] {
  const entry = Buffer.alloc(14);
  entry.writeUInt32LE(offset, 10);
  return [word(CENTRAL), Buffer.from([VERSION, 0]), about, entry, title];
}

function listEnd(central: readonly Buffer[], count: number, offset: number): Buffer[] {
  const index = Buffer.concat(central);
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return [index, end];
}

/** By name. Throws ZipError for what is no archive, or holds a name twice. */
export function unzip(archive: Buffer, mostBytes = MOST_BYTES): Map<string, Buffer> {
  try {
    return read(archive, mostBytes);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    // An entry outside of its bounds, or one that cannot be unpacked.
    throw new ZipError('the archive is damaged', { cause: error });
  }
}

function read(archive: Buffer, mostBytes: number): Map<string, Buffer> {
  const end = archive.lastIndexOf(word(END));
  if (end < 0) throw new ZipError('the file is no ZIP archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  let left = mostBytes;
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new ZipError('the list of the archive is damaged');
    const method = archive.readUInt16LE(at + 10);
    const sum = archive.readUInt32LE(at + 16);
    const packed = archive.readUInt32LE(at + 20);
    const size = archive.readUInt32LE(at + 24);
    const title = archive.readUInt16LE(at + 28);
    const beside = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + title);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (files.has(name)) throw new ZipError(`${name} stands in the archive twice`);
    left -= size;
    if (left < 0) throw new ZipError('the archive is too large');
    const raw = archive.subarray(from, from + packed);
    if (raw.length !== packed || (method !== 0 && method !== DEFLATED)) throw new ZipError(`${name} cannot be read`);
    const bytes = method === 0 ? raw : inflateRawSync(raw, { maxOutputLength: Math.max(1, size) });
    if (bytes.length !== size || crc32(bytes) !== sum) throw new ZipError(`${name} is damaged`);
    files.set(name, bytes);
    at += 46 + title + beside;
  }
  return files;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
