// Reads the rows of a table by the names of its columns. What a caller has sent is read in a thread of its own.
import { badInput, DomainError, orRefusal } from './errors.ts';
import { readSentTable } from './sent-table.ts';
import { nameOf, readRecords, type TableSource, type TakeRecord } from './table-records.ts';
import type { TextLayout } from './text-layout.ts';

export type { TableSource } from './table-records.ts';

/** A row with its cells, trimmed, by the names that were asked for; or what is wrong with it. `record` is how it stands in the file. */
export type CsvRow<Column extends string> = { line: number; record: string[] } & (Cells<Column> | Fault);

type Cells<Column extends string> = { cells: Record<Column, string> };
type Fault = { fault: DomainError };

/** How a person's file says what is asked for. */
export interface TableLayout extends TextLayout {
  /** Headings by the columns that they stand for; a column without one is empty. Without any of them, columns are found by name. */
  headings?: Readonly<Record<string, string>> | undefined;
  /** Reads a cell as we write it; what it refuses is a fault of the row. */
  cell: (column: string, text: string) => string;
}

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
  { layout, onBytes }: { layout?: TableLayout | undefined; onBytes?: (done: number, total: number) => void } = {},
): Promise<CsvReading> {
  const file = nameOf(source);
  let toRow: ((record: string[], line: number) => CsvRow<Column>) | undefined;
  const take: TakeRecord = (record, line) => {
    if (toRow) visit(toRow(record, line));
    else toRow = rowReader(file, record, columns, layout);
  };
  const digest =
    typeof source === 'string'
      ? await readRecords(source, take, { layout, onBytes })
      : await readSentTable(source, take, layout);
  if (toRow === undefined)
    throw badInput('{file} is empty; its first line should be {required}', {
      file,
      required: columns.required.join(','),
    });
  return { digest };
}

/** As our own exports write it before what a spreadsheet would take for a formula. */
const APOSTROPHE = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** Columns are found by name, whatever their order, their case, and what else the file has. */
function rowReader<Column extends string>(
  file: string,
  header: readonly string[],
  columns: CsvColumns<Column>,
  layout: TableLayout | undefined,
): (record: string[], line: number) => CsvRow<Column> {
  const names = header.map(bare);
  const headings = layout?.headings;
  const wantedName = (column: Column): string => bare(headings ? (headings[column] ?? '') : column);
  const placeOf = (column: Column): number => (wantedName(column) === '' ? -1 : names.indexOf(wantedName(column)));
  const missing = columns.required.filter((column) => placeOf(column) < 0);
  if (missing.length > 0)
    throw badInput('{file} has no column {missing} in its first line', { file, missing: missing.join(', ') });
  const wanted = [...columns.required, ...(columns.optional ?? [])];
  const twice = wanted.find(
    (column) => placeOf(column) >= 0 && placeOf(column) !== names.lastIndexOf(wantedName(column)),
  );
  if (twice !== undefined) throw badInput('{file} has the column {twice} twice', { file, twice });
  const places = wanted.map((column) => [column, placeOf(column)] as const);
  return (record, line) => {
    if (record.length !== header.length) {
      const isEmpty = record.length === 1 && record[0]!.trim() === '';
      const [fields, expected] = [record.length, header.length];
      const fault = isEmpty
        ? badInput('it is empty')
        : badInput('it has {fields} fields, the header {expected}', { fields, expected });
      return { line, record, fault };
    }
    const cells = {} as Record<Column, string>;
    for (const [column, place] of places) {
      const text = place < 0 ? '' : record[place]!.trim().replace(APOSTROPHE, '');
      // No database can hold one in a text.
      if (text.includes('\0'))
        return { line, record, fault: badInput('it has a NUL character in {field}', { field: column }) };
      const cell = layout ? orRefusal(() => layout.cell(column, text)) : text;
      if (cell instanceof DomainError) return { line, record, fault: cell };
      cells[column] = cell;
    }
    return { line, record, cells };
  };
}

function bare(name: string): string {
  return name.replaceAll(/\s/g, '').toLowerCase();
}
