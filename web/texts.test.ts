// Both catalogs: complete, with the same keys, and without unused texts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOGS, wordsIn, type WordKey } from './src/texts/words.ts';

const { es, en } = CATALOGS;
const keys = Object.keys(es) as WordKey[];

/** Texts that are the same word in both languages. */
const SHARED = ['mode.DGI', 'mode.PROFORM', 'subtotal', 'tax', 'total'];

/** Each value that a text takes; the number that decides between forms may be left unsaid in one of them. */
const valuesOf = (text: string): string[] => {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => name !== 'n').toSorted();
};

test('both languages say the same things', () => {
  assert.deepEqual(Object.keys(en).toSorted(), keys.toSorted());
});

test('no text is empty, and none is left in the other language', () => {
  for (const key of keys) {
    assert.notEqual(es[key].trim(), '', key);
    assert.notEqual(en[key].trim(), '', key);
  }
  const words = (text: string): string => text.replaceAll(/\{\w+\}/g, '');
  const alike = keys.filter((key) => es[key] === en[key] && /\p{L}{4}/u.test(words(es[key])));
  assert.deepEqual(alike.toSorted(), SHARED);
});

test('a text takes the same values in both languages, in each of its forms', () => {
  for (const key of keys) {
    const expected = valuesOf(es[key]);
    for (const form of [...es[key].split('|'), ...en[key].split('|')]) assert.deepEqual(valuesOf(form), expected, key);
    assert.equal(es[key].split('|').length, en[key].split('|').length, key);
  }
});

test('every text is said somewhere', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !file.startsWith(join('src', 'texts')))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  // `movement.${type}` says every text that begins so.
  const composed = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning!);
  const unsaid = keys.filter(
    (key) => !sources.includes(`'${key}'`) && !composed.some((beginning) => key.startsWith(beginning)),
  );
  assert.deepEqual(unsaid, []);
});

test('a text with values, and with one or many', () => {
  const t = wordsIn('es');
  assert.equal(t('pager.shown', { from: 1, to: 8, total: 20 }), '1–8 de 20');
  assert.equal(t('reorder.days', { n: 1 }), '1 día');
  assert.equal(t('reorder.days', { n: 2 }), '2 días');
});
