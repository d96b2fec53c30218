import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOn } from './progress.ts';

function written(isInteractive: boolean, steps: readonly [atMs: number, what: string, done: number][]): string[] {
  const texts: string[] = [];
  let now = 0;
  const progress = progressOn({ isInteractive, write: (text) => texts.push(text) }, () => now);
  for (const [atMs, what, done] of steps) {
    now = atMs;
    progress.show(what, done, 2000);
  }
  progress.end();
  return texts;
}

const STEPS = [
  [0, 'reading', 0],
  [50, 'reading', 100],
  [150, 'reading', 1000],
  [3200, 'reading', 1900],
  [3210, 'reading', 2000],
  [3220, 'writing', 0],
  [3230, 'writing', 2000],
] as const;

test('on a terminal a bar is drawn anew, not too often, and erased in the end', () => {
  const texts = written(true, STEPS as unknown as [number, string, number][]);
  const percents = texts.map((text) => /\w+ \d+ %/.exec(text)?.[0] ?? 'erased');
  assert.deepEqual(percents, [
    'reading 0 %',
    'reading 50 %',
    'reading 95 %',
    'reading 100 %',
    'writing 0 %',
    'writing 100 %',
    'erased',
  ]);
  assert.ok(texts.every((text) => text.startsWith('\r') && !text.includes('\n')));
});

test('elsewhere a line is written every few seconds and at the end of each part', () => {
  const texts = written(false, STEPS as unknown as [number, string, number][]);
  assert.deepEqual(texts, [
    'reading 95 % (1,900 of 2,000)\n',
    'reading 100 % (2,000 of 2,000)\n',
    'writing 100 % (2,000 of 2,000)\n',
  ]);
});

test('work of nothing is done at once', () => {
  const texts: string[] = [];
  progressOn({ isInteractive: false, write: (text) => texts.push(text) }).show('writing', 0, 0);
  assert.deepEqual(texts, ['writing 100 % (0 of 0)\n']);
});
