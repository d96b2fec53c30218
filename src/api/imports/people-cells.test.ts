import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodingOf, separatorOf } from '../../platform/text-layout.ts';
import { guessHeadings } from './headings.ts';
import { cellReader, marksOf, numberIn, type DecimalMark } from './people-cells.ts';

const NUMBERS: [text: string, decimal: DecimalMark, read: string][] = [
  ['1,50', 'comma', '1.50'],
  ['1,50', 'point', '1.50'],
  ['1.50', 'comma', '1.50'],
  // Only here does the choice decide.
  ['1,500', 'comma', '1.500'],
  ['1,500', 'point', '1500'],
  ['1.500', 'comma', '1500'],
  ['1.500', 'point', '1.500'],
  ['0.125', 'comma', '0.125'],
  ['0,125', 'point', '0,125'],
  ['1.234,50', 'point', '1234.50'],
  ['1,234.50', 'comma', '1234.50'],
  ['1.234.567', 'comma', '1234567'],
  ['1 234,5', 'comma', '1234.5'],
  ['B/. 4,75', 'comma', '4.75'],
  ['$1,234', 'point', '1234'],
  ['7 %', 'point', '7'],
  ['-3', 'comma', '-3'],
  ['doce', 'comma', 'doce'],
  ['1,2,3', 'comma', '1,2,3'],
  ['12.34.56', 'point', '12.34.56'],
  ['', 'comma', ''],
  [`7${' '.repeat(58)}%`, 'comma', '7'],
  // Longer than any number: no pattern goes over it.
  [`7${' '.repeat(59)}%`, 'comma', `7${' '.repeat(59)}%`],
];

for (const [text, decimal, read] of NUMBERS)
  test(`${text === '' ? 'nothing' : text} is ${read} where the mark is a ${decimal}`, () =>
    assert.equal(numberIn(text, decimal), read));

test('the cells of a file speak for the marks; without a word the separator does', () => {
  const marks = (cells: string[], isSemicolon = false) => Object.values(marksOf(cells, isSemicolon));
  assert.deepEqual(marks(['1,50', '2,25', '7.5', 'x']), ['comma', 'dmy']);
  assert.deepEqual(marks(['1.50', '12/25/2025']), ['point', 'mdy']);
  assert.deepEqual(marks(['1,500', '3/4/2026'], true), ['comma', 'dmy']);
  assert.deepEqual(marks(['1,500', '25/12/2025']), ['point', 'dmy']);
});

test('days by slashes, words of ours in Spanish, and the example of the template', () => {
  const read = cellReader({ decimal: 'comma', days: 'mdy' }, 'sku');
  assert.equal(read('day', '2/3/2026'), '2026-02-03');
  assert.equal(cellReader({ decimal: 'comma', days: 'dmy' }, 'number')('dueDay', '2/3/2026'), '2026-03-02');
  assert.equal(read('day', '2026-03-01'), '2026-03-01');
  assert.equal(read('kind', 'Servicio'), 'SERVICE');
  assert.equal(read('receiverType', 'Consumidor final'), 'CONSUMIDOR_FINAL');
  assert.equal(read('name', '1,50'), '1,50');
  assert.throws(() => read('sku', 'ejemplo'), /example of the template/);
});

test('headings are found by what people call them, each for one column', () => {
  const items = ['sku', 'name', 'unitPrice', 'barcode'];
  assert.deepEqual(guessHeadings(items, ['Código;', 'DESCRIPCIÓN', 'Precio venta', 'Código de barras', 'Otra']), {
    ...{ sku: 'Código;', name: 'DESCRIPCIÓN', unitPrice: 'Precio venta', barcode: 'Código de barras' },
  });
  assert.deepEqual(guessHeadings(['name'], ['Descripción', 'Nombre']), { name: 'Nombre' });
  assert.deepEqual(guessHeadings(items, ['', 'Columna 1']), {});
});

const bytes = (text: string, encoding: 'utf8' | 'latin1' | 'utf16le') => Buffer.from(text, encoding);

test('encoding by the bytes, separator by the first line', () => {
  assert.equal(encodingOf(bytes('Código;ñ', 'utf8')), 'utf-8');
  assert.equal(encodingOf(bytes('Código;ñ', 'latin1')), 'windows-1252');
  assert.equal(encodingOf(bytes('\uFEFFCódigo', 'utf16le')), 'utf-16le');
  assert.equal(encodingOf(bytes('Código\tNombre', 'utf16le')), 'utf-16le');
  assert.equal(encodingOf(bytes('\uFEFFCódigo', 'utf16le').swap16()), 'utf-16be');
  assert.equal(encodingOf(bytes('Código\tNombre', 'utf16le').swap16()), 'utf-16be');
  assert.equal(separatorOf(bytes('a;b;"c,d,e,f"\n1,2,3,4,5', 'utf8'), 'utf-8'), 'semicolon');
  assert.equal(separatorOf(bytes('a\tb\n', 'utf16le'), 'utf-16le'), 'tab');
  assert.equal(separatorOf(bytes('a\n', 'utf8'), 'utf-8'), 'comma');
});
