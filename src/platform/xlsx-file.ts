// Reads the first sheet of an XLSX file as rows of text: numbers as they are shown, days as 2026-03-01. All sizes are bounded.
import { posix } from 'node:path';
import Big from 'big.js';
import { badInput } from './errors.ts';
import { xmlWalker, type WalkXml } from './xml.ts';
import { unzip, ZipError } from './zip.ts';
import { DAY_MS } from './days.ts';

/** Unpacked, all parts together. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_COLUMNS = 500;
/** Bound on the tags of all parts together: some four for each cell that a file may have. */
const MOST_TAGS = 8_000_000;
const MOST_DEPTH = 100;
/** As of a line of CSV: texts that many cells share would be written as often. */
const MOST_OF_A_ROW = 1024 * 1024;
/** No spreadsheet writes a longer one. */
const MOST_OF_A_FORMAT = 255;
/** Spreadsheets show so many digits of a number. */
const SHOWN_DIGITS = 15;
/** The formats of days and times that have no code in the file. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

const IS_TRUE = /^(1|true)$/i;

export interface SheetRow {
  line: number;
  cells: string[];
}

/** Rows without a value are left out; each cell is counted before it is kept. Throws ZipError for what is no XLSX file. */
export function xlsxRows(archive: Uint8Array, countCell: () => void, take: (row: SheetRow) => void): void {
  const parts = unzip(Buffer.from(archive.buffer, archive.byteOffset, archive.length), MOST_BYTES);
  const parse = xmlWalker({ mostTags: MOST_TAGS, mostDepth: MOST_DEPTH, fail: (message) => new ZipError(message) });
  const workbook = readWorkbook(parse, partOf(parts, 'xl/workbook.xml'));
  const target = linkTarget(parse, partOf(parts, 'xl/_rels/workbook.xml.rels'), workbook.firstSheet);
  const texts = parts.has('xl/sharedStrings.xml') ? sharedTexts(parse, partOf(parts, 'xl/sharedStrings.xml')) : [];
  const dates = parts.has('xl/styles.xml') ? dateStyles(parse, partOf(parts, 'xl/styles.xml')) : [];
  const read = (type: string, value: string, style: string): string => {
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'b') return String(IS_TRUE.test(value));
    if (type !== 'n') return value;
    return dates[Number(style)] ? dayText(Number(value), workbook.firstDay) : numberText(value);
  };
  readSheet(parse, partOf(parts, posix.join(target.startsWith('/') ? '' : 'xl', target)), { countCell, read, take });
}

function partOf(parts: ReadonlyMap<string, Buffer>, name: string): string {
  const part = parts.get(name.replace(/^\//, ''));
  if (!part) throw new ZipError(`it has no ${name}`);
  return part.toString('utf8').replace(/^\uFEFF/, '');
}

function readWorkbook(parse: WalkXml, xml: string): { firstSheet: string; firstDay: number } {
  let firstSheet = '';
  let firstDay = Date.UTC(1899, 11, 30);
  parse(xml, {
    open(name, { 'r:id': id = '', date1904 = '' }) {
      if (name === 'sheet' && firstSheet === '') firstSheet = id;
      if (name === 'workbookPr' && IS_TRUE.test(date1904)) firstDay = Date.UTC(1904, 0, 1);
    },
  });
  return { firstSheet, firstDay };
}

function linkTarget(parse: WalkXml, xml: string, id: string): string {
  let target = '';
  parse(xml, {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'] ?? '';
    },
  });
  return target;
}

function sharedTexts(parse: WalkXml, xml: string): string[] {
  const texts: string[] = [];
  // Text within `t`, but not its phonetic reading.
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
function dateStyles(parse: WalkXml, xml: string): boolean[] {
  const dates = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isOfCells = false;
  parse(xml, {
    open(name, { numFmtId = '', formatCode = '' }, decode) {
      if (name === 'numFmt') dates.set(numFmtId, isDateFormat(decode(formatCode)));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(dates.get(numFmtId) ?? DATE_FORMATS.has(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

/** Without its words, conditions and colours; what is in brackets as [h] are hours. */
function isDateFormat(code: string): boolean {
  if (code.length > MOST_OF_A_FORMAT) throw new ZipError(`a format has more than ${MOST_OF_A_FORMAT} characters`);
  return /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, ''));
}

interface Reading {
  countCell: () => void;
  read: (type: string, value: string, style: string) => string;
  take: (row: SheetRow) => void;
}

function readSheet(parse: WalkXml, xml: string, { countCell, read, take }: Reading): void {
  let row: SheetRow = { line: 0, cells: [] };
  let [column, type, style, value] = [-1, 'n', '', ''];
  let isValue = false;
  let length = 0;
  const count = (text: string): string => {
    if ((length += text.length) > MOST_OF_A_ROW)
      throw badInput('A row may have {most} characters', { most: MOST_OF_A_ROW });
    return text;
  };
  parse(xml, {
    open(name, { r = '', t = 'n', s = '' }) {
      if (name === 'row') {
        // A refusal names the line: one that is no number, or comes again, is the next one.
        row = { line: Math.max(row.line + 1, /^\d{1,7}$/.test(r) ? Number(r) : 0), cells: [] };
        [column, length] = [-1, 0];
      }
      if (name === 'c') {
        [type, style, value] = [t, s, ''];
        column = r === '' ? column + 1 : columnOf(r);
        if (column >= MOST_COLUMNS) throw badInput('A sheet may have {most} columns', { most: MOST_COLUMNS });
      }
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue) value += count(text);
    },
    close(name) {
      isValue = false;
      if (name === 'c' && value !== '') {
        for (; row.cells.length <= column; countCell()) row.cells.push('');
        row.cells[column] = count(read(type, value, style));
      }
      if (name === 'row' && row.cells.length > 0) take(row);
    },
  });
}

/** A is 0, Z 25, AA 26. */
function columnOf(place: string): number {
  const [, letters] = /^([a-z]{1,3})\d*$/i.exec(place) ?? [];
  if (letters === undefined) throw new ZipError(`it has a cell at ${place.slice(0, 20)}`);
  return Array.from(letters.toUpperCase()).reduce((column, letter) => column * 26 + letter.codePointAt(0)! - 64, 0) - 1;
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
