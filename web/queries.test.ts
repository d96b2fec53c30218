// Every question of the dashboard against the contract: it is valid, and it stays within its limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validate } from 'graphql';
import { schema } from '../src/api/schema.ts';
import { allQueries, operationOf } from './print-answers.ts';

const queries = await allQueries();

test('there are questions, each with a name of its own', () => {
  assert.ok(queries.length > 20, `${queries.length}`);
  assert.equal(new Set(queries.map((query) => query.name)).size, queries.length);
});

for (const { name, file, document } of queries) {
  test(`${name} (${file}) is valid`, () => assert.deepEqual(validate(schema, document), []));
}

test('a view asks once: each file’s view is one operation', () => {
  for (const { name, document } of queries) assert.equal(operationOf(document).name?.value, name);
});
