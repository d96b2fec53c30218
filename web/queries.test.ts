// Every question of the dashboard against the contract: it is valid, and it stays within its limits.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { typeFromAST, validate, type GraphQLEnumType, type GraphQLInputObjectType } from 'graphql';
import { exportedList } from '../src/api/exports/read-list.ts';
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

test('a list is ordered as its query can be, and its columns are in its file', () => {
  const ordersOf = (name: string): string[] => {
    const { variableDefinitions = [] } = operationOf(queries.find((query) => query.name === name)!.document);
    const order = variableDefinitions.find(({ variable }) => variable.name.value === 'orderBy');
    if (!order) return [];
    const { field } = (typeFromAST(schema, order.type) as GraphQLInputObjectType).getFields();
    return (field!.type as unknown as { ofType: GraphQLEnumType }).ofType.getValues().map(({ name: value }) => value);
  };
  const named = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name!);
  const lists = globSync('src/pages/*-page.tsx', { cwd: import.meta.dirname })
    .map((page) => ({ page, text: readFileSync(join(import.meta.dirname, page), 'utf8') }))
    .filter(({ text }) => /^  file: '/m.test(text));
  assert.ok(lists.length > 10);
  for (const { page, text } of lists) {
    const orders = named(text, /^  query: (\w+)/gm).flatMap(ordersOf);
    for (const order of named(text, /\border: '(\w+)'/g))
      assert.ok(orders.includes(order), `${page}: no order ${order}`);
    const columns = named(text, /^  file: '(\w+)'/gm).flatMap((file) => exportedList(file)!.columns);
    const paths = columns.map(({ path }) => path.join('.'));
    for (const path of named(text, /inFile: \[([^\]]+)\]/g).flatMap((all) => named(all, /'([\w.]+)'/g)))
      assert.ok(paths.includes(path), `${page}: src/api/exports/exported-lists.txt has no ${path}`);
  }
});
