import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readCsv } from './csv-file.ts';
import { columnsOf, tableFile } from './table-file.ts';

/** A row, its fault by its sentence. */
type Told = { line: number } & ({ cells: Record<'a' | 'b' | 'c', string> } | { fault: string });

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folio-csv-'));
});
after(() => rm(folder, { recursive: true }));

async function rowsOf(content: string | Uint8Array, onBytes?: (done: number, total: number) => void) {
  const file = join(folder, 'file.csv');
  await writeFile(file, content);
  const rows: Told[] = [];
  const columns = { required: ['a', 'b'], optional: ['c'] } as const;
  const { digest } = await readCsv<'a' | 'b' | 'c'>(
    file,
    columns,
    (row) => {
      const { line } = row;
      rows.push('fault' in row ? { line, fault: row.fault.message } : { line, cells: row.cells });
    },
    onBytes && { onBytes },
  );
  return { rows, digest };
}

function cells(line: number, a: string, b: string, c = ''): Told {
  return { line, cells: { a, b, c } };
}

const READ: [string, string | Uint8Array, Told[]][] = [
  ['a plain file', 'a,b\n1,2\n3,4\n', [cells(2, '1', '2'), cells(3, '3', '4')]],
  ['without a last line end', 'a,b\n1,2', [cells(2, '1', '2')]],
  ['with a BOM and CRLF', '\uFEFFa,b\r\n1,2\r\n3,4\r\n', [cells(2, '1', '2'), cells(3, '3', '4')]],
  ['gzipped', gzipSync('a,b\n1,2\n'), [cells(2, '1', '2')]],
  ['only a header', 'a,b\n', []],
  ['columns in another order, case and company', ' B ,x,A,c\n2,9,1,3\n', [cells(2, '1', '2', '3')]],
  ['cells, trimmed', 'a,b\n  1 ,\t2\n', [cells(2, '1', '2')]],
  ['quotes, commas and line breaks', 'a,b\n"1,""x""\ny",2\n3,4\n', [cells(2, '1,"x"\ny', '2'), cells(4, '3', '4')]],
  ['a quote within a cell', 'a,b\n7" pan,2\n', [cells(2, '7" pan', '2')]],
  ['letters beyond ASCII', 'a,b\nñandú,€\n', [cells(2, 'ñandú', '€')]],
  [
    'rows that are too short, too long, empty',
    'a,b\n1\n1,2,3\n\n3,4\n',
    [
      { line: 2, fault: 'it has 1 fields, the header 2' },
      { line: 3, fault: 'it has 3 fields, the header 2' },
      { line: 4, fault: 'it is empty' },
      cells(5, '3', '4'),
    ],
  ],
  ['a NUL character', 'a,b\n1,x\0y\n', [{ line: 2, fault: 'it has a NUL character in b' }]],
];

for (const [what, content, expected] of READ) {
  test(`reads ${what}`, async () => assert.deepEqual((await rowsOf(content)).rows, expected));
}

const REFUSED: [string, string | Uint8Array, RegExp][] = [
  ['an empty file', '', /is empty; its first line should be a,b/],
  ['a missing column', 'a,c\n1,2\n', /has no column b in its first line/],
  ['a column twice', 'a,b,A\n1,2,3\n', /has the column a twice/],
  ['a quote that is never closed', 'a,b\n"1,2\n3,4\n', /Quote Not Closed/],
  ['a row without end', `a,b\n"${'x'.repeat(2_000_000)}",2\n`, /Max Record Size/i],
  ['another encoding', Uint8Array.of(...Buffer.from('a,b\n'), 0xe9, 0x2c, 0x32, 0x0a), /it is not UTF-8/],
  ['a character that is cut off', Uint8Array.of(...Buffer.from('a,b\n1,'), 0xc3), /it is not UTF-8/],
  ['half a gzip file', gzipSync('a,b\n1,2\n').subarray(0, 15), /it is no whole gzip file/],
];

for (const [what, content, message] of REFUSED) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(rowsOf(content), { code: 'BAD_USER_INPUT', message });
  });
}

test('refuses what is no file', async () => {
  const nothing = () => undefined;
  await assert.rejects(readCsv(join(folder, 'none.csv'), { required: ['a'] }, nothing), {
    code: 'BAD_USER_INPUT',
    message: /there is no such file/,
  });
  await assert.rejects(readCsv(folder, { required: ['a'] }, nothing), {
    code: 'BAD_USER_INPUT',
    message: /it is a folder/,
  });
});

test('the digest is that of the content, gzipped or not, to the byte', async () => {
  const { digest } = await rowsOf('a,b\n1,2\n');
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.equal((await rowsOf(gzipSync('a,b\n1,2\n'))).digest, digest);
  assert.notEqual((await rowsOf('a,b\n1,2 \n')).digest, digest);
});

test('tells how much of the file is read', async () => {
  const seen: [number, number][] = [];
  const content = `a,b\n${'1,2\n'.repeat(50_000)}`;
  const { rows } = await rowsOf(content, (done, total) => seen.push([done, total]));
  assert.equal(rows.length, 50_000);
  assert.ok(seen.length > 1);
  assert.deepEqual(seen.at(-1), [content.length, content.length]);
});

for (const format of ['csv', 'xlsx'] as const) {
  test(`a text comes back from ${format} as it was, whatever it begins with`, async () => {
    const beginnings = ["'", '=', '+', '-', '@', '\t', '＝', 'a'];
    const any = () => beginnings[Math.floor(Math.random() * beginnings.length)]!;
    const texts = ["'", "''", "'=1", "''=1", "'a"].concat(
      Array.from({ length: 500 }, () => `${any()}${any()}${any()}${any()}1`.trim()),
    );
    const sheet = { columns: columnsOf('text', 'a', 'b'), pages: [texts.map((text) => [text, 'x'])] };
    const read: string[] = [];
    const file = await buffer(tableFile(format, sheet));
    await readCsv(file, { required: ['a', 'b'] }, (row) => read.push('cells' in row ? row.cells.a : 'fault'));
    assert.deepEqual(read, texts);
  });
}

test('an error of the row callback is not blamed on the file', async () => {
  const file = join(folder, 'fine.csv');
  await writeFile(file, 'a\n1\n');
  const surprise = new Error('surprise');
  const visit = (): never => {
    throw surprise;
  };
  await assert.rejects(readCsv(file, { required: ['a'] }, visit), (error) => error === surprise);
});
