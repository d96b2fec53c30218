// Tests of sheets that no spreadsheet writes so: nothing of them is lost without a word, and a refusal names a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipped } from '../../test/support/worst-files.ts';
import { readRecords } from './table-records.ts';

async function read(sheet: string): Promise<[line: number, ...cells: string[]][]> {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const book = zipped({
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });
  const rows: [number, ...string[]][] = [];
  await readRecords(book, (cells, line) => rows.push([line, ...cells]));
  return rows;
}

const row = (place: string, value: string) => `<row r="${place}"><c r="A1"><v>${value}</v></c></row>`;

test('a row whose number is none, or stands there already, is the next line', async () => {
  const places = ['3', 'abc', '-5', '1e99', '2.5', '3', '00000012', '9', '12'];
  const rows = await read(places.map((place, nth) => row(place, String(nth))).join(''));
  assert.deepEqual(rows, [
    [3, '0'],
    [4, '1'],
    [5, '2'],
    [6, '3'],
    [7, '4'],
    [8, '5'],
    [9, '6'],
    [10, '7'],
    [12, '8'],
  ]);
});

for (const place of ['!!2', '$A$2', 'R1C1', 'Ñ2', '2', 'A 2', 'AAAA2']) {
  test(`a value at ${place} is refused, and not left out`, async () => {
    await assert.rejects(read(`<row><c r="${place}"><v>7</v></c></row>`), {
      code: 'BAD_USER_INPUT',
      message: `Cannot read file as XLSX: it has a cell at ${place}`,
    });
  });
}

test('cells without a place follow each other, in whatever case the others are', async () => {
  assert.deepEqual(await read('<row><c r="b1"><v>1</v></c><c><v>2</v></c></row>'), [[1, '', '1', '2']]);
});

test('yes and no, as numbers and as words', async () => {
  const cells = ['1', '0', 'true', 'false', 'TRUE'].map((value) => `<c t="b"><v>${value}</v></c>`).join('');
  assert.deepEqual(await read(`<row>${cells}</row>`), [[1, 'true', 'false', 'true', 'false', 'true']]);
});

test('an old workbook, or one with a password, is told from a text', async () => {
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);
  await assert.rejects(
    readRecords(old, () => undefined),
    { code: 'BAD_USER_INPUT', message: 'Cannot read file: an old .xls, or one with a password; save it as .xlsx' },
  );
});
