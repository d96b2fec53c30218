// Small files that are dear to read: each grows with `size` until a bound of rows, cells, tags, bytes, memory or time stops it.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { DomainError } from '../../src/platform/errors.ts';
import { readSentTable } from '../../src/platform/sent-table.ts';
import { zipOf } from '../../src/platform/zip.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const many = (text: string, count: number): string => text.repeat(count);

/** Packs one part: what `zipOf` stores as it is would be as large as what it unpacks to. */
function packed(name: string, text: string): { name: string; bytes: Buffer; size: number; sum: number } {
  const bytes = Buffer.from(text);
  return { name, bytes: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) };
}

/** A ZIP whose parts are deflated, by the format's own description. */
export function zipped(texts: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [title, text] of Object.entries(texts)) {
    const { name, bytes, size, sum } = packed(title, text);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(sum, 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(size, 18);
    about.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('504b01021400', 'hex'), about, place, Buffer.from(name));
    parts.push(Buffer.from('504b0304', 'hex'), about, Buffer.from(name), bytes);
    offset += 30 + name.length + bytes.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(Object.keys(texts).length, 8);
  end.writeUInt16LE(Object.keys(texts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

function book({ sheet = '', styles = '', shared = '', attributes = '' }): Buffer {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zipped({
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    ...(styles === '' ? {} : { 'xl/styles.xml': styles }),
    ...(shared === '' ? {} : { 'xl/sharedStrings.xml': `<sst>${shared}</sst>` }),
    'xl/worksheets/s.xml': `<worksheet ${attributes}><sheetData>${sheet}</sheetData></worksheet>`,
  });
}

const HEADER = 'sku,name,unitPrice\n';
const HEAD_ROW = '<row><c t="str"><v>sku</v></c><c t="str"><v>name</v></c><c t="str"><v>unitPrice</v></c></row>';
const format = (code: string): string => `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>`;

/** By what they are made of; `size` is 1 for the largest that the bounds of bytes let in. */
export const WORST_FILES: Record<string, (size: number) => Buffer> = {
  'commas, packed': (size) => gzipSync(HEADER + many(',', Math.floor(62e6 * size))),
  'commas, as they are': (size) => Buffer.from(HEADER + many(',', Math.floor(15e6 * size))),
  'rows of many cells': (size) =>
    gzipSync(`${many('a,', 499)}a\n${many(`${many(',', 499)}\n`, Math.floor(49_000 * size))}`),
  'short rows': (size) => gzipSync(HEADER + many('\n', Math.floor(62e6 * size))),
  'rows that say no price': (size) => gzipSync(HEADER + many('a,b,c\n', Math.floor(50_000 * size))),
  'a quote that is never closed': (size) => gzipSync(`${HEADER}"${many('x', Math.floor(62e6 * size))}`),
  quotes: (size) => gzipSync(HEADER + many('""', Math.floor(31e6 * size))),
  'a format of brackets': (size) =>
    book({
      sheet: HEAD_ROW,
      styles: `<styleSheet>${format(many('[', Math.floor(1e6 * size)))}<cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
    }),
  'many uses of a format': (size) =>
    book({
      sheet: HEAD_ROW,
      styles: `<styleSheet>${format(many('[', 255))}<cellXfs>${many('<xf numFmtId="164"/>', Math.floor(3e6 * size))}</cellXfs></styleSheet>`,
    }),
  'rows with one cell in the last column': (size) =>
    book({ sheet: HEAD_ROW + many('<row><c r="SF1" t="str"><v>1</v></c></row>', Math.floor(1.5e6 * size)) }),
  'rows that are never closed': (size) => book({ sheet: many('<row>', Math.floor(12e6 * size)) }),
  'empty rows': (size) => book({ sheet: HEAD_ROW + many('<row/>', Math.floor(10e6 * size)) }),
  'empty cells': (size) => book({ sheet: `${HEAD_ROW}<row>${many('<c/>', Math.floor(15e6 * size))}</row>` }),
  'shared texts': (size) => book({ sheet: HEAD_ROW, shared: many('<si><t>x</t></si>', Math.floor(3.5e6 * size)) }),
  'one text in many pieces': (size) =>
    book({ sheet: HEAD_ROW, shared: `<si>${many('<t>x</t>', Math.floor(7e6 * size))}</si>` }),
  'references in a text': (size) =>
    book({ sheet: HEAD_ROW, shared: `<si><t>${many('&amp;', Math.floor(12e6 * size))}</t></si>` }),
  attributes: (size) =>
    book({
      sheet: HEAD_ROW,
      attributes: Array.from({ length: Math.floor(4e6 * size) }, (_, at) => `a${at}="1"`).join(' '),
    }),
  'one long name': (size) => book({ sheet: `<${many('a', Math.floor(60e6 * size))}>` }),
  'a column beyond all': (size) => book({ sheet: `<row><c r="${many('Z', Math.floor(60e6 * size))}1"/></row>` }),
  'a number of many digits': (size) =>
    book({ sheet: `${HEAD_ROW}<row><c><v>${many('9', Math.floor(60e6 * size))}</v></c></row>` }),
  'a number with a large exponent': () =>
    book({ sheet: `${HEAD_ROW}<row><c><v>1e308</v></c><c><v>1e-320</v></c></row>` }),
  'many parts': (size) =>
    zipOf(
      Array.from({ length: Math.min(65_535, Math.floor(65_535 * size)) }, (_, at) => ({
        name: `p${at}`,
        bytes: Buffer.alloc(0),
      })),
    ),
};

/** Work of the serving thread before it turns to others: bytes that a pipe hands over at once, and the rest of a part. */
const MOST_CELLS_AT_ONCE = 50_000;

/**
 * Reads a file as the service does, holds the thread to its bound, and tells what it took. Judged by a count: processor time and memory
 * are told, since other work of the same process is in them.
 */
export async function beside(bytes: Buffer): Promise<string> {
  const over = new AbortController();
  let [cells, taken, most, longestMs] = [0, 0, 0, 0];
  const before = memory();
  const reading = readSentTable(bytes, (record) => (cells += record.length)).then(
    () => 'read',
    (error: unknown) => {
      assert.ok(error instanceof DomainError && error.code === 'BAD_USER_INPUT', String(error));
      return error.message;
    },
  );
  const end = () => over.abort();
  reading.then(end, end);
  while (!over.signal.aborted) {
    const began = process.threadCpuUsage();
    await turn();
    const { user, system } = process.threadCpuUsage(began);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    [most, taken] = [Math.max(most, cells - taken), cells];
  }
  const grown = Math.round(memory() - before);
  assert.ok(most <= MOST_CELLS_AT_ONCE, `${most} cells at once`);
  return `${bytes.length} bytes, ${cells} cells, ${most} at once, ${Math.round(longestMs)} ms, ${grown} MB: ${(await reading).slice(0, 100)}`;
}

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
