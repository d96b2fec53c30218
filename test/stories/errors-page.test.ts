// docs/errors.md: its codes are those of the code, and its example is what the service answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERROR_CODES } from '../../src/platform/errors.ts';
import { postGraphql } from '../support/serving.ts';
import { world } from '../support/world.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');

test('docs/errors.md has every code with its status, and no other', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)].map(([, code, status]) => [code, Number(status)]);
  assert.deepEqual(Object.fromEntries(rows), { ...ERROR_CODES, INTERNAL_SERVER_ERROR: 500 });
});

test('docs/errors.md shows what is answered', async () => {
  const [request, shown] = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, text]) => JSON.parse(text!));
  const here = await world();
  const token = await (await here.tenant()).token('operator');
  const { json, headers } = await postGraphql(here.url, request, { token });
  for (const error of json.errors) delete error.locations;
  assert.equal(typeof json.extensions.cost.left, 'number');
  json.extensions.cost.left = shown.extensions.cost.left;
  assert.deepEqual(json, shown);
  assert.ok(page.includes(`RateLimit-Policy: ${headers.get('ratelimit-policy')}`));
});
