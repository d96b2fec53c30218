// Reads the records of a table one by one: CSV, plain or gzipped, UTF-8 unless told otherwise, any line ending, in memory that does not
// grow with it; or the first sheet of an XLSX file. Bounds count rows and cells while they are read.
import { createHash } from 'node:crypto';
import { createReadStream, ReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { codeOf } from './error-code.ts';
import { badInput, DomainError } from './errors.ts';
import { SEPARATORS, USUAL_LAYOUT, type TextLayout } from './text-layout.ts';
import { xlsxRows } from './xlsx-file.ts';
import { ZipError } from './zip.ts';

/** The path of a file, or what a caller has sent. */
export type TableSource = string | Uint8Array;

/** `line` is the number of the physical line on which the record begins; the header is line 1. */
export type TakeRecord = (record: string[], line: number) => void;

export const MOST_COLUMNS = 500;
/** Bounds of an uploaded table, unpacked; a file of the command line may have any number of rows. */
const MOST_SENT = { bytes: 64 * 1024 * 1024, rows: 50_000, cells: 2_000_000 };
const WITHOUT_END = { bytes: Infinity, rows: Infinity, cells: Infinity };
// Without this an unclosed quote would collect the rest of the file.
const MOST_BYTES_OF_A_ROW = 1024 * 1024;

const GZIP = '1f8b';
const XLSX = '504b0304';
/** A workbook of Excel before 2007, or one that is encrypted. */
const OLD_OR_LOCKED = 'd0cf11e0';

/** Name of the table in a refusal. */
export function nameOf(source: TableSource): string {
  return typeof source === 'string' ? source : 'file';
}

export interface Reading {
  /** Layout of a text; an XLSX file has its own. */
  layout?: TextLayout | undefined;
  onBytes?: ((done: number, total: number) => void) | undefined;
}

/** Answers the digest of what the file says, which is the same for the plain and the gzipped file. */
export async function readRecords(
  source: TableSource,
  takeRecord: TakeRecord,
  { layout = USUAL_LAYOUT, onBytes }: Reading = {},
): Promise<string> {
  const most = typeof source === 'string' ? WITHOUT_END : MOST_SENT;
  const file = nameOf(source);
  let [rows, cells] = [0, 0];
  const countCell = (): void => {
    if ((cells += 1) > most.cells) throw badInput('A file may have {most} cells', { most: most.cells });
  };
  const take: TakeRecord = (record, line) => {
    if ((rows += 1) > most.rows + 1) throw badInput('A file may have {most} lines', { most: most.rows });
    takeRecord(record, line);
  };
  try {
    const { magic, size } = await lookAt(source);
    if (magic === OLD_OR_LOCKED)
      throw badInput('Cannot read {file}: an old .xls, or one with a password; save it as .xlsx', { file });
    if (magic === XLSX) {
      const archive = typeof source === 'string' ? await readFile(source) : source;
      let width: number | undefined;
      xlsxRows(archive, countCell, ({ line, cells: row }) => {
        width ??= row.length;
        take(row.concat(Array.from({ length: width - row.length }, () => '')), line);
      });
      return createHash('sha256').update(archive).digest('hex');
    }
    return await readCsvRecords(
      source,
      { isGzip: magic.startsWith(GZIP), size, mostBytes: most.bytes, layout },
      { countCell, take, onBytes },
    );
  } catch (error) {
    throw refusal(file, error);
  }
}

interface Csv {
  isGzip: boolean;
  size: number;
  mostBytes: number;
  layout: TextLayout;
}

interface Taking {
  countCell: () => void;
  take: TakeRecord;
  onBytes: ((done: number, total: number) => void) | undefined;
}

async function readCsvRecords(
  source: TableSource,
  { isGzip, size, mostBytes, layout: { encoding, separator } }: Csv,
  { countCell, take, onBytes }: Taking,
) {
  const digest = createHash('sha256');
  const bytes = typeof source === 'string' ? createReadStream(source) : Readable.from([source]);
  if (onBytes && bytes instanceof ReadStream) bytes.on('data', () => onBytes(bytes.bytesRead, size));
  let unpacked = 0;
  await pipeline(
    bytes,
    isGzip ? createGunzip() : new PassThrough(),
    async function* proven(chunks: AsyncIterable<Buffer>) {
      const decoder = new TextDecoder(encoding, { fatal: true });
      for await (const chunk of chunks) {
        if ((unpacked += chunk.length) > mostBytes)
          throw badInput('A file may have {most} bytes, unpacked', { most: mostBytes });
        const text = decoder.decode(chunk, { stream: true });
        const utf8 = encoding === 'utf-8' ? chunk : Buffer.from(text);
        digest.update(utf8);
        yield utf8;
      }
      decoder.decode();
    },
    parse({
      bom: true,
      delimiter: SEPARATORS[separator],
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote within an unquoted cell is a character like any other.
      relax_quotes: true,
      max_record_size: MOST_BYTES_OF_A_ROW,
      // A record is handed on when it is whole; empty cells have no size, so they are counted one by one.
      cast(cell, { index }) {
        if (index >= MOST_COLUMNS) throw badInput('A sheet may have {most} columns', { most: MOST_COLUMNS });
        countCell();
        return cell;
      },
    }),
    async (records: AsyncIterable<{ record: string[]; info: { lines: number } }>) => {
      let linesBefore = 0;
      for await (const { record, info } of records) {
        take(record, linesBefore + 1);
        linesBefore = info.lines;
      }
    },
  );
  return digest.digest('hex');
}

/** First bytes, in hex, and the size. */
async function lookAt(source: TableSource): Promise<{ magic: string; size: number }> {
  if (typeof source !== 'string')
    return { magic: Buffer.from(source.subarray(0, 4)).toString('hex'), size: source.length };
  await using handle = await open(source);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const { size } = await handle.stat();
  return { magic: buffer.toString('hex', 0, bytesRead), size };
}

const UNREADABLE: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

function refusal(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const code = codeOf(error) ?? '';
  if (UNREADABLE[code] !== undefined) return badInput('Cannot read {file}: {cause}', { file, cause: UNREADABLE[code] });
  if (code.startsWith('Z_'))
    return badInput('Cannot read {file}: it is no whole gzip file ({message})', { file, message: error.message });
  if (error instanceof ZipError)
    return badInput('Cannot read {file} as XLSX: {message}', { file, message: error.message });
  if (error instanceof CsvError)
    return badInput('Cannot read {file} as CSV: {message}', { file, message: error.message });
  return error;
}
