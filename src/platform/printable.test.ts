// Texts of strangers, and what of them is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { printable, printableLine } from './printable.ts';

const TEXTS: [name: string, text: string, shown: string][] = [
  ['plain words', 'Café, 100 % ñandú — “sí”', 'Café, 100 % ñandú — “sí”'],
  ['a sequence that clears the terminal', 'a\u001b[2Jb', 'a␛[2Jb'],
  ['a C1 control', 'a\u009b31m', 'a\uFFFD31m'],
  ['a turn of direction', 'a\u202eb\u2066c', 'a\uFFFDb\uFFFDc'],
  ['a character without width', 'a\u200bb\ufeff', 'a\uFFFDb\uFFFD'],
  ['lines and tabs', 'a\n\tb\r\n', 'a\n\tb\r\n'],
];
for (const [name, text, shown] of TEXTS)
  test(`of ${name} only what can be seen is shown`, () => assert.equal(printable(text), shown));

test('one line stays one line', () => assert.equal(printableLine('a\r\n\tb'), 'a b'));

const LAST_CODE_POINT = 0x10_ffff;

test('no text holds anything unprintable afterwards, and none is longer', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: LAST_CODE_POINT })), (points) => {
      const text = String.fromCodePoint(...points);
      const shown = printableLine(text);
      assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      assert.ok(shown.length <= text.length);
    }),
  );
});
