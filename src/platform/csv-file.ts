// Reads a CSV file a row at a time: plain or gzipped, UTF-8 with or without a BOM, any line ending; memory does not grow with it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { badInput, DomainError } from './errors.ts';

/** A row with its cells, trimmed, by the names that were asked for; or what is wrong with it. */
export type CsvRow<Column extends string> =
  { line: number; cells: Record<Column, string> } | { line: number; fault: string };

export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  /** Empty in every row when the file does not have them. */
  optional?: readonly Column[];
}

export interface CsvReading {
  /** Of what the file says; the same for the plain and the gzipped file. */
  digest: string;
}

// Without this an unclosed quote would collect the rest of the file.
const MOST_BYTES_OF_A_ROW = 1024 * 1024;

/** `line` is the number of the physical line on which the row begins; the header is line 1. */
export async function readCsv<Column extends string>(
  file: string,
  columns: CsvColumns<Column>,
  visit: (row: CsvRow<Column>) => void,
  onBytes?: (done: number, total: number) => void,
): Promise<CsvReading> {
  const digest = createHash('sha256');
  try {
    const { isGzip, size } = await lookAt(file);
    const bytes = createReadStream(file);
    if (onBytes) bytes.on('data', () => onBytes(bytes.bytesRead, size));
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
          utf8.decode(chunk, { stream: true });
          digest.update(chunk);
          yield chunk;
        }
        utf8.decode();
      },
      records,
      async (records: AsyncIterable<{ record: string[]; info: { lines: number } }>) => {
        let toRow: ((record: string[], line: number) => CsvRow<Column>) | undefined;
        let linesBefore = 0;
        for await (const { record, info } of records) {
          if (toRow) visit(toRow(record, linesBefore + 1));
          else toRow = rowReader(file, record, columns);
          linesBefore = info.lines;
        }
        if (!toRow)
          throw badInput('{file} is empty; its first line should be {required}', {
            file,
            required: columns.required.join(','),
          });
      },
    );
  } catch (error) {
    throw refusal(file, error);
  }
  return { digest: digest.digest('hex') };
}

async function lookAt(file: string): Promise<{ isGzip: boolean; size: number }> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const { size } = await handle.stat();
    return { isGzip: bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b, size };
  } finally {
    await handle.close();
  }
}

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
      return { line, fault: isEmpty ? 'it is empty' : `it has ${record.length} fields, the header ${header.length}` };
    }
    const cells = {} as Record<Column, string>;
    for (const [column, place] of places) {
      const cell = place < 0 ? '' : record[place]!.trim();
      // No database can hold one in a text.
      if (cell.includes('\0')) return { line, fault: `it has a NUL character in ${column}` };
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
  if (error instanceof CsvError)
    return badInput('Cannot read {file} as CSV: {message}', { file, message: error.message });
  return error;
}
