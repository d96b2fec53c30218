// Tests of the list of places: codes that real documents show, the form of a code, and what a search finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLACES, placeCode, placeOf, searchPlaces } from './places.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const KNOWN: [code: string, province: string, district: string, corregimiento: string][] = [
  // Seen in documents that integrators published.
  ['8-8-7', 'Panamá', 'Panamá', 'Bella Vista'],
  ['8-8-8', 'Panamá', 'Panamá', 'Pueblo Nuevo'],
  ['8-8-14', 'Panamá', 'Panamá', 'Ancón'],
  // Places whose numbers follow neither the alphabet nor the census.
  ['8-8-11', 'Panamá', 'Panamá', 'Río Abajo'],
  ['8-8-25', 'Panamá', 'Panamá', 'Don Bosco'],
  ['8-11-3', 'Panamá', 'Taboga', 'Otoque Occidente'],
  ['13-1-3', 'Panamá Oeste', 'Arraiján', 'Cerro Silvestre'],
  ['13-2-13', 'Panamá Oeste', 'Capira', 'Santa Rosa'],
  ['9-6-10', 'Veraguas', 'Montijo', 'El Pilón'],
  ['4-5-13', 'Chiriquí', 'Bugaba', 'El Bongo'],
  ['5-1-16', 'Darién', 'Chepigana', 'Santa Fe'],
  ['12-6-9', 'Ngäbe-Buglé', 'Kankintú', 'Man Creek'],
  ['10-1-4', 'Guna Yala', 'Guna Yala', 'Tubualá'],
  ['3-1-15', 'Colón', 'Colón', 'Cristóbal Este'],
  ['7-2-24', 'Los Santos', 'Las Tablas', 'Vallerriquito'],
];

for (const [code, province, district, corregimiento] of KNOWN) {
  test(`${code} is ${corregimiento}`, () =>
    assert.deepEqual(placeOf(code), { code, province, district, corregimiento }));
}

test('thirteen provinces and regions, 78 districts, no code twice', () => {
  const districts = new Set(PLACES.map(({ code }) => code.replace(/-\d+$/, '')));
  const provinces = new Set(PLACES.map(({ province }) => province));
  assert.deepEqual([provinces.size, districts.size, new Set(PLACES.map(({ code }) => code)).size], [13, 78, 641]);
});

const FORMS: [text: string, code: string | null][] = [
  ['8-8-11', '8-8-11'],
  [' 08-08-11 ', '8-8-11'],
  ['8 - 8 - 11', '8-8-11'],
  ['13-9-99', '13-9-99'],
  ['14-1-1', null],
  ['8-0-1', null],
  ['8-8', null],
  ['8-8-111', null],
  ['Ancón', null],
];

for (const [text, code] of FORMS) test(`"${text}" is ${code ?? 'no code'}`, () => assert.equal(placeCode(text), code));

const SEARCHES: [search: string, codes: string[]][] = [
  ['rio ab', ['8-8-11']],
  ['ANCON', ['8-8-14']],
  ['8-8-14', ['8-8-14']],
  ['bella vista panama', ['8-8-7']],
  ['david', ['4-6-1', '4-6-2', '4-6-3']],
  ['pedregal', ['4-3-7', '4-6-7', '8-8-13']],
  ['atlantis', []],
];

for (const [search, codes] of SEARCHES)
  test(`"${search}" finds ${codes.join(', ') || 'nothing'}`, () =>
    assertEach(searchPlaces(search, 3), ({ code }) => code, codes));
