// Tests of what is kept of an answer: everything that a database can store, and nothing that would hurt it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapTexts, readJson } from './json.ts';

test('JSON is read as it was written', () => {
  const value = { a: [1, -2.5, true, null, 'ñ 😀'], b: { c: {} } };
  assert.deepEqual(readJson(JSON.stringify(value)), value);
});

test('what is no JSON is undefined', () => {
  for (const text of ['', ' ', '<html>', '{"a":', '{"a":1}x', 'NaN']) assert.equal(readJson(text), undefined);
});

test('characters that PostgreSQL refuses are left out', () => {
  assert.deepEqual(readJson('{"a\\u0000":"b\\u0000c","d":"\\ud800"}'), { a: 'bc', d: '\ufffd' });
});

test('a key named __proto__ is dropped', () => {
  const read = readJson('{"__proto__":{"legalStatus":"DGI_AUTHORIZED"},"constructor":1}');
  assert.equal(JSON.stringify(read), '{"constructor":1}');
  assert.equal(Object.getPrototypeOf(read), Object.prototype);
});

test('a depth bomb is not read', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.notEqual(readJson(nested(40)), undefined);
  assert.equal(readJson(nested(60)), undefined);
  assert.equal(readJson(nested(500_000)), undefined);
});

test('texts are changed wherever they stand', () => {
  assert.deepEqual(
    mapTexts({ key: ['key', 1, { a: 'a key' }] }, (text) => text.replace('key', '-')),
    { '-': ['-', 1, { a: 'a -' }] },
  );
});
