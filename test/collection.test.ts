// The collection for Bruno in docs/collection is the main job, and it works: each request is sent as it stands there.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { schema } from '../src/graphql/schema.ts';
import { readBlocks, readPairs, runRequest, type Variables } from './support/bruno.ts';
import { createWorld, eventually } from './support/world.ts';

const FOLDER = join(import.meta.dirname, '../docs/collection');

async function requests() {
  const files = (await readdir(FOLDER)).filter((file) => /^\d+ .*\.bru$/.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => ({ file, blocks: readBlocks(await readFile(join(FOLDER, file), 'utf8')) })),
  );
}

test('each request is named and numbered as its file, and is valid', async () => {
  const all = await requests();
  assert.ok(all.length >= 10);
  for (const [index, { file, blocks }] of all.entries()) {
    const meta = Object.fromEntries(readPairs(blocks['meta']));
    assert.equal(file, `${String(index + 1).padStart(2, '0')} ${meta['name']}.bru`);
    assert.equal(meta['seq'], String(index + 1));
    const query = blocks['body:graphql'];
    assert.equal(meta['type'], query === undefined ? 'http' : 'graphql');
    if (query !== undefined) assert.deepEqual(validate(schema, parse(query)), []);
    assert.ok(readPairs(blocks['assert']).length > 0, `${file} expects nothing`);
  }
});

test('the requests, one after the other, sell and are paid', async (t) => {
  const here = await createWorld({ verdictDelayMs: 20 });
  t.after(() => here.close());
  const shop = await here.tenant();
  const environment = readBlocks(await readFile(join(FOLDER, 'environments/local.bru'), 'utf8'));
  assert.equal(environment['vars:secret']?.trim(), 'token');
  const variables: Variables = {
    ...Object.fromEntries(readPairs(environment['vars'])),
    url: here.url,
    token: await shop.token('operator'),
  };
  for (const { file, blocks } of await requests()) {
    await t.test(file, async () => {
      // What takes its time is asked for again, as the documentation of the request says.
      const isPatient = /ask again/i.test(blocks['docs'] ?? '');
      const { kept, unmet } = await eventually(
        () => runRequest(blocks, variables),
        (answer) => !isPatient || answer.unmet.length === 0,
      );
      assert.deepEqual(unmet, []);
      Object.assign(variables, kept);
    });
  }
});
