import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, WORST_FILES } from '../../test/support/worst-files.ts';
import { readSentTable } from './sent-table.ts';

/** Found in use, at their largest; `npm run fuzz -- --only sizes` tries each at any size. */
const AT_THEIR_LARGEST = ['commas, packed', 'a format of brackets', 'rows with one cell in the last column'];

for (const [what, make] of Object.entries(WORST_FILES)) {
  test(`the thread that serves goes on beside ${what}`, async (t) => {
    const bytes = make(AT_THEIR_LARGEST.includes(what) ? 1 : 0.005);
    const told = await beside(bytes);
    t.diagnostic(told);
  });
}

test('a process that needs too much is ended, and the next table is read', async () => {
  const dear = WORST_FILES['references in a text']!(1);
  await assert.rejects(
    readSentTable(dear, () => undefined),
    /it takes more than 10 s or 256 MB; divide it/,
  );
  const records: string[][] = [];
  await readSentTable(Buffer.from('sku,name\nA,l\u2028m\n'), (record) => records.push(record));
  assert.deepEqual(records, [
    ['sku', 'name'],
    ['A', 'l\u2028m'],
  ]);
});

test('what a reader of records refuses ends the reading', async () => {
  const rows = Buffer.from('a,b\n'.repeat(40_000));
  let seen = 0;
  const refuse = () => {
    if ((seen += 1) === 3) throw new Error('enough');
  };
  await assert.rejects(readSentTable(rows, refuse), /enough/);
  assert.equal(seen, 3);
});
