// The requests of docs/collection are valid and in order; that they run by Bruno itself is seen by test/drills/newcomer.test.ts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { schema } from '../src/api/schema.ts';
import { openApi } from '../src/rest/openapi.ts';
import { newShop, type Answer } from './support/world.ts';

const FOLDER = join(import.meta.dirname, '../docs/collection');

test('each request is named and numbered as its file, expects something, and is valid', async () => {
  for (const folder of [FOLDER, join(FOLDER, 'REST')]) await check(folder);
});

async function check(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /^\d+ .*\.bru$/.test(file)).toSorted();
  assert.ok(files.length >= (folder === FOLDER ? 10 : 6));
  for (const [index, file] of files.entries()) {
    const text = await readFile(join(folder, file), 'utf8');
    const name = /^ {2}name: (.*)$/m.exec(text)?.[1];
    assert.equal(file, `${String(index + 1).padStart(2, '0')} ${name}.bru`);
    assert.match(text, new RegExp(`^ {2}seq: ${index + 1}$`, 'm'));
    assert.match(text, /^assert \{\n {2}res\./m);
    const query = /^body:graphql \{\n([^]*?)^\}/m.exec(text)?.[1];
    if (query !== undefined) assert.deepEqual(validate(schema, parse(query)), []);
  }
}

test('the requests of its folder REST sell something, and are of routes that there are', async () => {
  const { here, shop } = await newShop();
  const routes = Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}`),
  );
  const known = new Map([
    ['token', await shop.token('operator')],
    ['url', here.url],
  ]);
  const filled = (text: string): string =>
    text
      .replaceAll(/\{\{\$guid\}\}/g, () => randomUUID())
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known.get(name)!);
  const folder = join(FOLDER, 'REST');
  for (const file of (await readdir(folder)).filter((one) => /^\d/.test(one)).toSorted()) {
    const text = await readFile(join(folder, file), 'utf8');
    const [, method = '', url = ''] = /^(get|post) \{\n {2}url: (\S+)/m.exec(text)!;
    const path = url.replace('{{url}}/v1', '').split('?')[0]!;
    assert.ok(
      routes.some((route) => new RegExp(`^${route}$`).test(`${method} ${path}`)),
      url,
    );
    const body = /^body:json \{\n([^]*?)^\}/m.exec(text)?.[1];
    const headers = {
      authorization: `Bearer ${known.get('token')}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const response = await fetch(filled(url), {
      method,
      headers,
      ...(body === undefined ? {} : { body: filled(body) }),
    });
    const answer: Answer = await response.json();
    const res: Answer = { status: response.status, body: answer };
    const at = (place: string): unknown =>
      place
        .split('.')
        .slice(1)
        .reduce((one, name) => one?.[name], res);
    for (const [, place, wanted] of text.matchAll(/^ {2}(res\.\S+): (?:eq )?(.*)$/gm))
      if (wanted === 'isDefined') assert.notEqual(at(place!), undefined);
      else assert.equal(String(at(place!)), wanted!.replaceAll('"', ''), `${file}: ${JSON.stringify(answer)}`);
    for (const [, name, place] of text.matchAll(/^ {2}(\w+): (res\.body\.\w+)$/gm))
      known.set(name!, String(at(place!)));
  }
  assert.equal(known.size, 7);
});
