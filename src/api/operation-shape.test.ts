// Documents and how they look, those included that were written to look small.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'graphql';
import { shapeOf, type DocumentShape } from './operation-shape.ts';

const SHAPES: [text: string, shape: Partial<DocumentShape>][] = [
  ['{ a }', { depth: 1, fields: 1, aliases: 0, directives: 0, mutations: 0 }],
  ['{ a { b { c } } d }', { depth: 3, fields: 4 }],
  ['{ x: a y: b { z: c } b: b }', { aliases: 3, fields: 4 }],
  ['{ a @skip(if: true) @include(if: true) } query ($b: Int @c) @d { e }', { directives: 4 }],
  ['{ ... { ... on T { a { b } } } }', { depth: 2, fields: 2 }],
  ['mutation { x: a y: a ...F } fragment F on M { z: a }', { mutations: 3, aliases: 3 }],
  ['{ x: a y: a }', { mutations: 0 }],
  ['query { a } query { b { c } } mutation { d e }', { depth: 2, fields: 5, mutations: 2 }],
  ['{ a { ...F } b { ...F } } fragment F on T { x: c { d } }', { depth: 3, fields: 6, aliases: 2 }],
  // Names of fragments change nothing.
  ['{ ...__schema } fragment __schema on Query { a { b { c } } }', { depth: 3, introspectionDepth: 0, fields: 3 }],
  ['{ __schema: a { b { c } } }', { depth: 3, introspectionDepth: 0, aliases: 1 }],
  ['{ a: __schema { types { fields { name } } } }', { depth: 1, introspectionDepth: 4 }],
  ['{ a { ...F } } fragment F on T { ...F b }', { depth: 2, fields: 2 }],
  ['{ ...A } fragment A on T { ...B b } fragment B on T { ...A c }', { fields: 2, fragments: 2 }],
  // It is never spread, and it is validated all the same.
  ['fragment A on T { b { c } }', { depth: 0, fields: 2, fragments: 1 }],
  ['{ ...Unknown }', { depth: 0, fields: 0 }],
];

for (const [text, shape] of SHAPES) {
  test(text, () => assert.partialDeepStrictEqual(shapeOf(parse(text)), shape));
}

test('a hundred fragments that each spread the next one twice are counted at once, and counted in full', () => {
  const fragments = Array.from({ length: 100 }, (_, at) => `fragment F${at} on T { ...F${at + 1} ...F${at + 1} }`);
  const shape = shapeOf(parse(`{ ...F0 } ${fragments.join(' ')} fragment F100 on T { a }`));
  assert.equal(shape.fields, 2 ** 100);
});
