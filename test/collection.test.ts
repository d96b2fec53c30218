// The requests of docs/collection are valid and in order; that they run by Bruno itself is seen by test/drills/newcomer.test.ts.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { schema } from '../src/api/schema.ts';

const FOLDER = join(import.meta.dirname, '../docs/collection');

test('each request is named and numbered as its file, expects something, and is valid', async () => {
  const files = (await readdir(FOLDER)).filter((file) => /^\d+ .*\.bru$/.test(file)).toSorted();
  assert.ok(files.length >= 10);
  for (const [index, file] of files.entries()) {
    const text = await readFile(join(FOLDER, file), 'utf8');
    const name = /^ {2}name: (.*)$/m.exec(text)?.[1];
    assert.equal(file, `${String(index + 1).padStart(2, '0')} ${name}.bru`);
    assert.match(text, new RegExp(`^ {2}seq: ${index + 1}$`, 'm'));
    assert.match(text, /^assert \{\n {2}res\./m);
    const query = /^body:graphql \{\n([^]*?)^\}/m.exec(text)?.[1];
    if (query !== undefined) assert.deepEqual(validate(schema, parse(query)), []);
  }
});
