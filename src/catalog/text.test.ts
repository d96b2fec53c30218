import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionalText, requiredCode, requiredText } from './text.ts';

type Read = (field: string, value: string, maxLength: number) => string;

const TAKEN: readonly (readonly [what: string, read: Read, given: string, kept: string])[] = [
  ['blanks around it', requiredText, '  Café \n', 'Café'],
  ['an accent of its own', requiredText, 'Cafe\u0301', 'Café'],
  ['line breaks and tabs within', requiredText, 'one\n\ttwo', 'one\n\ttwo'],
  ['letters that are written from the right', requiredText, 'אבג', 'אבג'],
  ['wide letters in a name', requiredText, 'Ａ1', 'Ａ1'],
  ['wide letters in a code', requiredCode, 'Ａ1', 'A1'],
  ['an accent of its own in a code', requiredCode, 'e\u0301', 'é'],
];

for (const [what, read, given, kept] of TAKEN) {
  test(`${what}: ${JSON.stringify(given)} is kept as ${JSON.stringify(kept)}`, () =>
    assert.equal(read('name', given, 200), kept));
}

const REFUSED: readonly (readonly [what: string, read: Read, given: string, says: RegExp])[] = [
  ['nothing', requiredText, ' \t ', /^name must not be empty$/],
  ['NUL', requiredText, 'a\0', /must not contain NUL/],
  ['half a letter', requiredText, 'a\ud800', /must be well-formed Unicode/],
  ['the bell', requiredText, 'a\u0007', /must not contain control characters/],
  ['what colours a terminal', requiredText, '\u001b[31mred', /must not contain control characters/],
  ['a blank without width', requiredText, '\u200b', /must have a character that can be seen/],
  ['a mark of direction alone', requiredText, '\u202e', /must have a character that can be seen/],
  ['too much', requiredText, 'x'.repeat(201), /must have at most 200 characters, not 201/],
  ['a hidden letter in a code', requiredCode, 'q2\u200b', /must not contain characters that cannot be seen/],
  ['a line break in a code', requiredCode, 'q\n2', /must not contain characters that cannot be seen/],
];

for (const [what, read, given, says] of REFUSED) {
  test(`${what} is refused: ${JSON.stringify(given.slice(0, 20))}`, () =>
    assert.throws(() => read('name', given, 200), { code: 'BAD_USER_INPUT', message: says }));
}

test('what is left out is left out', () => {
  for (const given of [null, undefined, '', '  ']) assert.equal(optionalText('search', given, 10), null);
});
