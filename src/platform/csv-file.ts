// Reads a table a row at a time: CSV, plain or gzipped, UTF-8 with or without a BOM, any line ending, in memory that does not grow with
// it; or the first sheet of an XLSX file, which is bounded.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { badInput, DomainError } from './errors.ts';
import { xlsxRows } from './xlsx-file.ts';
import { ZipError } from './zip.ts';

/** A row with its cells, trimmed, by the names that were asked for; or what is wrong with it. */
export type CsvRow<Column extends string> =
  { line: number; cells: Record<Column, string> } | { line: number; fault: DomainError };

export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  /** Empty in every row when the file does not have them. */
  optional?: readonly Column[];
}

export interface CsvReading {
  /** Of what the file says; the same for the plain and the gzipped file. */
  digest: string;
}

/** The path of a file, or what a caller has sent. */
export type TableSource = string | Buffer;

/** Of what a caller has sent, unpacked. */
const MOST_SENT = { bytes: 64 * 1024 * 1024, rows: 50_000 };
const SENT = 'file';

// Without this an unclosed quote would collect the rest of the file.
const MOST_BYTES_OF_A_ROW = 1024 * 1024;

/** `line` is the number of the physical line on which the row begins; the header is line 1. */
export async function readCsv<Column extends string>(
  source: TableSource,
  columns: CsvColumns<Column>,
  visit: (row: CsvRow<Column>) => void,
  onBytes?: (done: number, total: number) => void,
): Promise<CsvReading> {
  const digest = createHash('sha256');
  const [file, most] = typeof source === 'string' ? [source, { bytes: Infinity, rows: Infinity }] : [SENT, MOST_SENT];
  let [unpacked, rows] = [0, 0];
  try {
    const { magic, size } = await lookAt(source);
    let toRow: ((record: string[], line: number) => CsvRow<Column>) | undefined;
    const take = (record: string[], line: number): void => {
      if ((rows += 1) > most.rows + 1) throw badInput('A file may have {most} lines', { most: most.rows });
      if (toRow) visit(toRow(record, line));
      else toRow = rowReader(file, record, columns);
    };
    if (magic === XLSX) {
      const archive = typeof source === 'string' ? await readFile(source) : source;
      const sheet = xlsxRows(archive);
      const width = sheet[0]?.cells.length ?? 0;
      for (const { line, cells } of sheet) take([...cells, ...EMPTY.slice(0, Math.max(0, width - cells.length))], line);
      assertHeader(toRow, file, columns);
      return { digest: digest.update(archive).digest('hex') };
    }
    const isGzip = magic.startsWith(GZIP);
    const bytes = typeof source === 'string' ? createReadStream(source) : Readable.from([source]);
    if (onBytes && 'bytesRead' in bytes) bytes.on('data', () => onBytes(bytes.bytesRead, size));
    const records = parse({
      bom: true,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote within an unquoted cell is a character like any other.
      relax_quotes: true,
      max_record_size: MOST_BYTES_OF_A_ROW,
    });
    await pipeline(
      bytes,
      isGzip ? createGunzip() : new PassThrough(),
      async function* proven(chunks: AsyncIterable<Buffer>) {
        const utf8 = new TextDecoder('utf-8', { fatal: true });
        for await (const chunk of chunks) {
          if ((unpacked += chunk.length) > most.bytes)
            throw badInput('A file may have {most} bytes, unpacked', { most: most.bytes });
          utf8.decode(chunk, { stream: true });
          digest.update(chunk);
          yield chunk;
        }
        utf8.decode();
      },
      records,
      async (records: AsyncIterable<{ record: string[]; info: { lines: number } }>) => {
        let linesBefore = 0;
        for await (const { record, info } of records) {
          take(record, linesBefore + 1);
          linesBefore = info.lines;
        }
      },
    );
    assertHeader(toRow, file, columns);
  } catch (error) {
    throw refusal(file, error);
  }
  return { digest: digest.digest('hex') };
}

function assertHeader(header: unknown, file: string, { required }: CsvColumns<string>): void {
  if (header === undefined)
    throw badInput('{file} is empty; its first line should be {required}', { file, required: required.join(',') });
}

const GZIP = '1f8b';
const XLSX = '504b0304';
const EMPTY = Array.from({ length: 500 }, () => '');

/** What it begins with, in hex, and its size. */
async function lookAt(source: TableSource): Promise<{ magic: string; size: number }> {
  if (typeof source !== 'string') return { magic: source.toString('hex', 0, 4), size: source.length };
  const handle = await open(source);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const { size } = await handle.stat();
    return { magic: buffer.toString('hex', 0, bytesRead), size };
  } finally {
    await handle.close();
  }
}

/** As our own exports write it before what a spreadsheet would take for a formula. */
const APOSTROPHE = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/** Columns are found by name, whatever their order, their case, and what else the file has. */
function rowReader<Column extends string>(
  file: string,
  header: readonly string[],
  columns: CsvColumns<Column>,
): (record: string[], line: number) => CsvRow<Column> {
  const names = header.map(bare);
  const missing = columns.required.filter((column) => !names.includes(bare(column)));
  if (missing.length > 0)
    throw badInput('{file} has no column {missing} in its first line', { file, missing: missing.join(', ') });
  const wanted = [...columns.required, ...(columns.optional ?? [])];
  const twice = wanted.find((column) => names.indexOf(bare(column)) !== names.lastIndexOf(bare(column)));
  if (twice !== undefined) throw badInput('{file} has the column {twice} twice', { file, twice });
  const places = wanted.map((column) => [column, names.indexOf(bare(column))] as const);
  return (record, line) => {
    if (record.length !== header.length) {
      const isEmpty = record.length === 1 && record[0]!.trim() === '';
      const [fields, expected] = [record.length, header.length];
      const fault = isEmpty
        ? badInput('it is empty')
        : badInput('it has {fields} fields, the header {expected}', { fields, expected });
      return { line, fault };
    }
    const cells = {} as Record<Column, string>;
    for (const [column, place] of places) {
      const cell = place < 0 ? '' : record[place]!.trim().replace(APOSTROPHE, '');
      // No database can hold one in a text.
      if (cell.includes('\0')) return { line, fault: badInput('it has a NUL character in {field}', { field: column }) };
      cells[column] = cell;
    }
    return { line, cells };
  };
}

function bare(name: string): string {
  return name.replaceAll(/\s/g, '').toLowerCase();
}

const UNREADABLE: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

function refusal(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNREADABLE[code] !== undefined) return badInput('Cannot read {file}: {cause}', { file, cause: UNREADABLE[code] });
  if (code.startsWith('Z_'))
    return badInput('Cannot read {file}: it is no whole gzip file ({message})', { file, message: error.message });
  if (error instanceof ZipError)
    return badInput('Cannot read {file} as XLSX: {message}', { file, message: error.message });
  if (error instanceof CsvError)
    return badInput('Cannot read {file} as CSV: {message}', { file, message: error.message });
  return error;
}
