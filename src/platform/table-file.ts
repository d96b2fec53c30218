// Writes a table as CSV or XLSX while its rows come, for spreadsheets: no text is taken for a formula, and numbers stay numbers.
import { zipStream } from './zip.ts';
import { DAY_MS } from './days.ts';

/** `number` is a decimal, `money` one that is shown with cents, `day` 2026-03-01, `instant` 2026-03-01 14:05:09 in the reader's zone. */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'instant';

export interface TableColumn {
  heading: string;
  kind: CellKind;
}

/** A row's cells in the order of the columns; those that are left out at its end are empty. */
export type Cells = readonly (string | null)[];

export interface Sheet {
  /** Without one it is called by its place. */
  name?: string;
  columns: readonly TableColumn[];
  pages: AsyncIterable<readonly Cells[]> | Iterable<readonly Cells[]>;
}

export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type TableFormat = keyof typeof FILE_TYPES;

/** Columns of one kind, by their headings. */
export function columnsOf(kind: CellKind, ...headings: string[]): TableColumn[] {
  return headings.map((heading) => ({ heading, kind }));
}

export function tableFile(format: TableFormat, sheet: Sheet): AsyncGenerator<Buffer> {
  return format === 'csv' ? csvFile(sheet) : xlsxFile([sheet]);
}

const CHUNK_CHARACTERS = 65_536;

/** Beginnings that a spreadsheet may read as a formula, also as full-width characters. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** The same behind apostrophes of its own: one more comes first, since one is taken from each such text that is read. */
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** UTF-8 with a byte order mark, without which Excel takes it for the code page of the machine. */
export async function* csvFile({ columns, pages }: Sheet): AsyncGenerator<Buffer> {
  const line = (cells: Cells): string => `${cells.map((cell, at) => csvCell(cell, columns[at]!.kind)).join(',')}\r\n`;
  yield Buffer.from(`\uFEFF${columns.map(({ heading }) => csvCell(heading, 'text')).join(',')}\r\n`);
  for await (const rows of pages) if (rows.length > 0) yield Buffer.from(rows.map(line).join(''));
}

function csvCell(cell: string | null, kind: CellKind): string {
  if (cell === null) return '';
  const text = kind === 'text' && (FORMULA.test(cell) || GUARDED.test(cell)) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** More rows do not fit on a sheet. */
const ROWS_OF_A_SHEET = 1_048_576;
/** Styles by their place in STYLES. */
const STYLE = { heading: 1, day: 2, instant: 3, quoted: 4, money: 5 } as const;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf quotePrefix="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Rows beyond one sheet continue on the next one. */
export function xlsxFile(sheets: readonly Sheet[], rowsOfASheet = ROWS_OF_A_SHEET): AsyncGenerator<Buffer> {
  return zipStream(partsOf(sheets, rowsOfASheet));
}

async function* partsOf(all: readonly Sheet[], rowsOfASheet: number) {
  const names: string[] = [];
  for (const { name, columns, pages } of all) {
    const rows = rowsIn(pages);
    let ofSheet = 0;
    for (let next = await rows.next(); ofSheet === 0 || !next.done;) {
      ofSheet += 1;
      names.push(name === undefined ? String(names.length + 1) : ofSheet === 1 ? name : `${name} ${ofSheet}`);
      const chunks = async function* () {
        let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${headingRow(columns)}`;
        for (let row = 2; row <= rowsOfASheet && !next.done; row += 1, next = await rows.next()) {
          text += rowXml(row, columns, next.value);
          if (text.length < CHUNK_CHARACTERS) continue;
          yield Buffer.from(text);
          text = '';
        }
        yield Buffer.from(`${text}</sheetData></worksheet>`);
      };
      yield { name: `xl/worksheets/sheet${names.length}.xml`, chunks: chunks() };
    }
  }
  const numbers = names.map((_, at) => at + 1);
  const sheetLinks = numbers
    .map((n) => `<Relationship Id="r${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('');
  const sheetTypes = numbers
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`)
    .join('');
  const parts = {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="${escaped(names[n - 1]!)}" sheetId="${n}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheetLinks}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheetTypes}</Types>`,
  };
  for (const [name, text] of Object.entries(parts)) yield { name, chunks: [Buffer.from(text)] };
}

async function* rowsIn(pages: Sheet['pages']): AsyncGenerator<Cells> {
  for await (const rows of pages) yield* rows;
}

function headingRow(columns: readonly TableColumn[]): string {
  return `<row r="1">${columns.map(({ heading }, at) => textXml(`${letters(at)}1`, heading, STYLE.heading)).join('')}</row>`;
}

function rowXml(row: number, columns: readonly TableColumn[], cells: Cells): string {
  return `<row r="${row}">${cells.map((cell, at) => (cell === null ? '' : cellXml(`${letters(at)}${row}`, cell, columns[at]!.kind))).join('')}</row>`;
}

function cellXml(place: string, cell: string, kind: CellKind): string {
  if (kind === 'text')
    return textXml(place, GUARDED.test(cell) ? `'${cell}` : cell, FORMULA.test(cell) ? STYLE.quoted : 0);
  if (kind === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (kind === 'money') return `<c r="${place}" s="${STYLE.money}"><v>${cell}</v></c>`;
  const serial = (Date.parse(`${cell.replace(' ', 'T')}${kind === 'day' ? '' : 'Z'}`) - FIRST_DAY) / DAY_MS;
  return `<c r="${place}" s="${STYLE[kind]}"><v>${serial}</v></c>`;
}

function textXml(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** XML knows few of the control characters, and no half of a pair. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '&#13;')
  );
}

/** A to Z, AA and on. */
function letters(at: number): string {
  return (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26));
}
