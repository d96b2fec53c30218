import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSkipped } from './skipped-lines.ts';

test('nothing skipped, nothing said', () => {
  assert.deepEqual(describeSkipped([]), []);
});

test('reasons are counted whatever they quote, the most frequent first', () => {
  const skipped = [
    { line: 2, reason: 'Quantity is 0' },
    { line: 3, reason: 'Price "x\\"1" is no number' },
    { line: 4, reason: 'Price "two" is no number' },
  ];
  assert.deepEqual(describeSkipped(skipped), [
    'Skipped 3 lines:',
    '        2  Price … is no number',
    '        1  Quantity is 0',
    'These are:',
    '  line 2: Quantity is 0',
    '  line 3: Price "x\\"1" is no number',
    '  line 4: Price "two" is no number',
  ]);
});

test('reasons that name other lines are one reason', () => {
  const skipped = [7, 12].map((line) => ({ line, reason: `line ${line - 5} has the same SKU` }));
  assert.equal(describeSkipped(skipped)[1], '        2  line … has the same SKU');
});

test('reasons that name other documents are one reason', () => {
  const skipped = [7, 8].map((line) => ({ line, reason: `FAC-000000000${line} is taken` }));
  assert.equal(describeSkipped(skipped)[1], '        2  FAC-… is taken');
});

test('only the first twenty are listed', () => {
  const skipped = Array.from({ length: 1234 }, (_, at) => ({ line: at + 2, reason: 'it is empty' }));
  const lines = describeSkipped(skipped);
  assert.deepEqual(lines.slice(0, 3), ['Skipped 1,234 lines:', '     1234  it is empty', 'The first 20 of them:']);
  assert.equal(lines.length, 23);
  assert.equal(lines.at(-1), '  line 21: it is empty');
});
