// Reads the rows of a table by the names of its columns. What a caller has sent is read in a thread of its own.
import { badInput, type DomainError } from './errors.ts';
import { readSentTable } from './sent-table.ts';
import { nameOf, readRecords, type TableSource, type TakeRecord } from './table-records.ts';

export type { TableSource } from './table-records.ts';

/** A row with its cells, trimmed, by the names that were asked for; or what is wrong with it. */
export type CsvRow<Column extends string> =
  { line: number; cells: Record<Column, string> } | { line: number; fault: DomainError };

export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  /** Empty in every row when the file does not have them. */
  optional?: readonly Column[];
}

export interface CsvReading {
  /** Digest of the file's text; the same for the plain and the gzipped file. */
  digest: string;
}

export async function readCsv<Column extends string>(
  source: TableSource,
  columns: CsvColumns<Column>,
  visit: (row: CsvRow<Column>) => void,
  onBytes?: (done: number, total: number) => void,
): Promise<CsvReading> {
  const file = nameOf(source);
  let toRow: ((record: string[], line: number) => CsvRow<Column>) | undefined;
  const take: TakeRecord = (record, line) => {
    if (toRow) visit(toRow(record, line));
    else toRow = rowReader(file, record, columns);
  };
  const digest =
    typeof source === 'string' ? await readRecords(source, take, onBytes) : await readSentTable(source, take);
  if (toRow === undefined)
    throw badInput('{file} is empty; its first line should be {required}', {
      file,
      required: columns.required.join(','),
    });
  return { digest };
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
