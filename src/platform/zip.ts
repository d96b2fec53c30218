// ZIP archives of a few files: written without compression, so that every byte stands there as it is, and read back with all bounds checked.
import { crc32, inflateRawSync } from 'node:zlib';

export class ZipError extends Error {}

export interface ZipFile {
  name: string;
  bytes: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8. */
const UTF8 = 0x0800;
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
    const about = Buffer.alloc(26);
    about.writeUInt16LE(VERSION, 0);
    about.writeUInt16LE(UTF8, 2);
    about.writeUInt16LE(DATE, 8);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(title.length, 22);
    const local = [word(LOCAL), about, title, bytes];
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    central.push(word(CENTRAL), Buffer.from([VERSION, 0]), about, entry, title);
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const index = Buffer.concat(central);
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** By name. Throws ZipError for what is no archive, or holds a name twice. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  try {
    return read(archive);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    // Whatever lies outside of its bounds, or cannot be unpacked.
    throw new ZipError('the archive is damaged', { cause: error });
  }
}

function read(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(word(END));
  if (end < 0) throw new ZipError('the file is no ZIP archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  let left = MOST_BYTES;
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new ZipError('the list of the archive is damaged');
    const method = archive.readUInt16LE(at + 10);
    const [sum, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ];
    const [title, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + title);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (files.has(name)) throw new ZipError(`${name} stands in the archive twice`);
    left -= size;
    if (left < 0) throw new ZipError('the archive is too large');
    const raw = archive.subarray(from, from + packed);
    if (raw.length !== packed || (method !== 0 && method !== 8)) throw new ZipError(`${name} cannot be read`);
    const bytes = method === 0 ? raw : inflateRawSync(raw, { maxOutputLength: Math.max(1, size) });
    if (bytes.length !== size || crc32(bytes) !== sum) throw new ZipError(`${name} is damaged`);
    files.set(name, bytes);
    at += 46 + title + extra + comment;
  }
  return files;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
