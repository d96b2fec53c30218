// The examples do what they say: the typed client sells through a running service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'graphql';
import * as operations from '../examples/typescript-client/operations.ts';
import { schema } from '../src/api/schema.ts';
import { operationOf, pretty, printAnswers } from '../web/print-answers.ts';
import { newItem } from './support/business.ts';
import { createWorld, world } from './support/world.ts';

const CLIENT = join(import.meta.dirname, '../examples/typescript-client');
const run = promisify(execFile);

test('the types of the client are what the schema says; API=write npm test -- --only test/examples writes them', async () => {
  const queries = Object.values(operations).map(({ text }) => {
    const document = parse(text);
    return { name: operationOf(document).name!.value, file: 'operations.ts', document, text };
  });
  const [, ...types] = printAnswers(schema, queries).split('\n');
  const head = '// What each operation takes and is answered with; written from the schema, not by hand.';
  const page = await pretty([head, ...types].join('\n'));
  const file = join(CLIENT, 'answers.ts');
  if (process.env['API'] === 'write') await writeFile(file, page);
  assert.equal(await readFile(file, 'utf8'), page);
});

test('the client sells, waits for the verdict, keeps the PDF and takes the money', async (t) => {
  const here = await createWorld({ verdictDelayMs: 20 });
  t.after(() => here.close());
  const shop = await here.tenant();
  const folder = await mkdtemp(join(tmpdir(), 'folio-example-'));
  t.after(() => rm(folder, { recursive: true }));
  await newItem(shop, { sku: 'CAFE-250', stock: '10', price: '6.50' });
  const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await shop.token('operator') };
  const { stdout, stderr } = await run(process.execPath, [join(CLIENT, 'main.ts'), 'CAFE'], { env, cwd: folder });
  assert.equal(stderr, '');
  const [found, ordered, sold, kept, paid, ...more] = stdout.trim().split('\n');
  assert.equal(found, 'CAFE-250 Item CAFE-250: 10 available at 6.5');
  assert.match(ordered!, /^order \S+ over 13\.91$/);
  assert.match(sold!, /^invoice FAC-0000000001: (PAC|DGI)_AUTHORIZED$/);
  assert.match(kept!, /^its PDF is FE\w+.*\.pdf$/);
  assert.equal(paid, 'PAID: 13.91');
  assert.deepEqual(more, []);
  const [pdf] = await readdir(folder);
  assert.ok((await readFile(join(folder, pdf!))).subarray(0, 5).equals(Buffer.from('%PDF-')));
});

test('the client says what stands in its way, by code and in words', async () => {
  const shop = await (await world()).tenant();
  await newItem(shop, { sku: 'CAFE-250' });
  for (const [token, said] of [
    ['none', /^UNAUTHENTICATED: A valid bearer token is required\n$/],
    [await shop.token('viewer'), /^FORBIDDEN: This needs the role operator\n$/],
    [await shop.token('operator'), /^INSUFFICIENT_STOCK: /],
  ] as const) {
    const env = { ...process.env, FOLIO_URL: (await world()).url, FOLIO_TOKEN: token };
    await assert.rejects(
      run(process.execPath, [join(CLIENT, 'main.ts'), 'CAFE'], { env }),
      (error: { stderr: string }) => {
        assert.match(error.stderr, said);
        return true;
      },
    );
  }
});
