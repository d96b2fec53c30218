// As Panama writes it: a row per format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatsFor } from './formats.ts';

const es = formatsFor('es', 'America/Panama');
const en = formatsFor('en', 'America/Panama');
/** Intl puts various kinds of spaces, which look alike. */
const seen = (text: string): string => text.replaceAll(/\s/g, ' ');

const ROWS: [string, string, string][] = [
  ['money', es.money('1234567.5'), 'B/. 1,234,567.50'],
  ['money in English', en.money('1234567.5'), 'B/. 1,234,567.50'],
  ['money beyond a JS number', es.money('90071992547409931.25'), 'B/. 90,071,992,547,409,931.25'],
  ['a quantity keeps its digits', es.quantity('1234.125'), '1,234.125'],
  ['what came', es.change('12'), '+12'],
  ['what went', es.change('-3.5'), '−3.5'],
  ['an estimate', es.about('14.2857'), '14.3'],
  ['a day late in the evening is still that day in Panama', es.day('2026-11-22T03:30:00.000Z'), '21 nov 2026'],
  ['a calendar day stays that day', es.day('2026-11-21'), '21 nov 2026'],
  ['a day, its month in full', es.longDay('2026-11-21'), '21 de noviembre'],
  ['a day in English', en.day('2026-11-21'), 'Nov 21, 2026'],
  ['a month', es.month('2026-11-22T03:30:00.000Z'), 'nov 2026'],
  ['an age', es.span(7500), '2 h 5 min'],
  ['some time ago', es.ago('2026-11-21T12:00:00.000Z', Date.parse('2026-11-21T15:00:00.000Z')), 'hace 3 horas'],
];

for (const [what, is, shouldBe] of ROWS) {
  test(`formats: ${what}`, () => assert.equal(seen(is), shouldBe));
}
