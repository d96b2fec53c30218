// Reads the first sheet of an XLSX file as rows of text: numbers as they are shown, days as 2026-03-01. All sizes are bounded.
import { posix } from 'node:path';
import Big from 'big.js';
import { Parser } from 'saxen';
import { badInput } from './errors.ts';
import { unzip, ZipError } from './zip.ts';

/** Unpacked, all parts together. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_COLUMNS = 500;
const DAY_MS = 86_400_000;
/** Spreadsheets show so many digits of a number. */
const SHOWN_DIGITS = 15;
/** The formats of days and times that have no code in the file. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

export interface SheetRow {
  line: number;
  cells: string[];
}

/** Rows without a value are left out. Throws ZipError for what is no XLSX file. */
export function xlsxRows(archive: Buffer): SheetRow[] {
  const parts = unzip(archive, MOST_BYTES);
  const workbook = readWorkbook(partOf(parts, 'xl/workbook.xml'));
  const target = linkTarget(partOf(parts, 'xl/_rels/workbook.xml.rels'), workbook.firstSheet);
  const texts = parts.has('xl/sharedStrings.xml') ? sharedTexts(partOf(parts, 'xl/sharedStrings.xml')) : [];
  const dates = parts.has('xl/styles.xml') ? dateStyles(partOf(parts, 'xl/styles.xml')) : [];
  return readSheet(partOf(parts, posix.join(target.startsWith('/') ? '' : 'xl', target)), (type, value, style) => {
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type !== 'n') return value;
    return dates[Number(style)] ? dayText(Number(value), workbook.firstDay) : numberText(value);
  });
}

function partOf(parts: ReadonlyMap<string, Buffer>, name: string): string {
  const part = parts.get(name.replace(/^\//, ''));
  if (!part) throw new ZipError(`it has no ${name}`);
  return part.toString('utf8').replace(/^\uFEFF/, '');
}

interface Handler {
  open?(name: string, attributes: Record<string, string>, decode: (text: string) => string): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Names without their prefix. */
function parse(xml: string, { open, text, close }: Handler): void {
  const parser = new Parser();
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('openTag', (name, attributes, decode) => open?.(bare(name), attributes(), decode));
  parser.on('text', (value, decode) => text?.(decode(value)));
  parser.on('cdata', (value) => text?.(value));
  parser.on('closeTag', (name) => close?.(bare(name)));
  parser.on('error', (error) => {
    throw new ZipError(error.message);
  });
  parser.parse(xml);
}

function readWorkbook(xml: string): { firstSheet: string; firstDay: number } {
  let firstSheet = '';
  let firstDay = Date.UTC(1899, 11, 30);
  parse(xml, {
    open(name, { 'r:id': id = '', date1904 = '' }) {
      if (name === 'sheet' && firstSheet === '') firstSheet = id;
      if (name === 'workbookPr' && /^(1|true)$/.test(date1904)) firstDay = Date.UTC(1904, 0, 1);
    },
  });
  return { firstSheet, firstDay };
}

function linkTarget(xml: string, id: string): string {
  let target = '';
  parse(xml, {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'] ?? '';
    },
  });
  return target;
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  // What is within `t`, but not the phonetic reading of it.
  let [isText, isReading] = [false, false];
  parse(xml, {
    open(name) {
      if (name === 'si') texts.push('');
      if (name === 't') isText = true;
      if (name === 'rPh') isReading = true;
    },
    text(text) {
      if (isText && !isReading) texts.push((texts.pop() ?? '') + text);
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
    },
  });
  return texts;
}

/** By the number of the style: whether what it shows is a day or a time. */
function dateStyles(xml: string): boolean[] {
  const codes = new Map<string, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  parse(xml, {
    open(name, { numFmtId = '', formatCode = '' }, decode) {
      if (name === 'numFmt') codes.set(numFmtId, decode(formatCode));
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      const code = codes.get(numFmtId)?.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
      styles.push(code === undefined ? DATE_FORMATS.has(Number(numFmtId)) : /[ymdhs]/i.test(code));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

function readSheet(xml: string, read: (type: string, value: string, style: string) => string): SheetRow[] {
  const rows: SheetRow[] = [];
  let row: SheetRow = { line: 0, cells: [] };
  let [column, type, style, value] = [-1, 'n', '', ''];
  let isValue = false;
  parse(xml, {
    open(name, { r = '', t = 'n', s = '' }) {
      if (name === 'row') [row, column] = [{ line: r === '' ? row.line + 1 : Number(r), cells: [] }, -1];
      if (name === 'c') {
        [type, style, value] = [t, s, ''];
        column = r === '' ? column + 1 : columnOf(r);
        if (column >= MOST_COLUMNS) throw badInput('A sheet may have {most} columns', { most: MOST_COLUMNS });
      }
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue) value += text;
    },
    close(name) {
      isValue = false;
      if (name === 'c' && value !== '') {
        while (row.cells.length < column) row.cells.push('');
        row.cells[column] = read(type, value, style);
      }
      if (name === 'row' && row.cells.length > 0) rows.push(row);
    },
  });
  return rows;
}

/** A is 0, Z 25, AA 26. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.toUpperCase().replace(/\d+$/, '')) column = column * 26 + letter.codePointAt(0)! - 64;
  return column - 1;
}

function dayText(serial: number, firstDay: number): string {
  const at = new Date(firstDay + Math.round(serial * (DAY_MS / 1000)) * 1000);
  if (Number.isNaN(at.getTime())) return String(serial);
  const text = at.toISOString().slice(0, 19);
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text.replace('T', ' ');
}

/** The sum of 0.1 and 0.2 has 17 digits in the file and is shown as 0.3. */
function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? new Big(number.toPrecision(SHOWN_DIGITS)).toFixed() : value;
}
