/** Reads drawn codes back as a scanner does once it has found the squares, sharing only the field arithmetic with the encoder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeQr, multiply } from './qr.ts';
import type { QrCode } from './qr.ts';

// The printed table of the standard for level M: version → blocks as [how many, data words each], and correction words per block.
const STANDARD: Record<number, { blocks: [number, number][]; correction: number; alignment: number[] }> = {
  1: { blocks: [[1, 16]], correction: 10, alignment: [] },
  2: { blocks: [[1, 28]], correction: 16, alignment: [6, 18] },
  5: { blocks: [[2, 43]], correction: 24, alignment: [6, 30] },
  7: { blocks: [[4, 31]], correction: 18, alignment: [6, 22, 38] },
  8: { blocks: [[2, 38], [2, 39]], correction: 22, alignment: [6, 24, 42] }, // prettier-ignore
  10: { blocks: [[4, 43], [1, 44]], correction: 26, alignment: [6, 28, 50] }, // prettier-ignore
  14: { blocks: [[4, 40], [5, 41]], correction: 24, alignment: [6, 26, 46, 66] }, // prettier-ignore
  20: { blocks: [[3, 41], [13, 42]], correction: 26, alignment: [6, 34, 62, 90] }, // prettier-ignore
};

const CAFE_ADDRESS = `https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=FE01${'0'.repeat(62)}`;

for (const [text, version] of [
  ['hola', 1],
  ['veintiséis bytes aquí ya', 2],
  ['x'.repeat(84), 5],
  [CAFE_ADDRESS, 7],
  ['x'.repeat(123), 8],
  ['x'.repeat(200), 10],
  ['ñ'.repeat(180), 14],
  ['x'.repeat(660), 20],
] as const) {
  test(`a text of ${Buffer.byteLength(text)} bytes is read back from version ${version}`, () => {
    const code = encodeQr(text);
    assert.equal(code.version, version);
    assert.equal(code.size, version * 4 + 17);
    assert.equal(readBack(code), text);
  });
}

test('a text that no version holds is refused', () => {
  assert.throws(() => encodeQr('x'.repeat(667)), RangeError);
});

function readBack(code: QrCode): string {
  const { size, isDark } = code;
  const standard = STANDARD[code.version]!;
  const format = formatOf(code);
  assert.equal(format.level, 0, 'level M');
  assert.equal(format.mask, code.mask);

  const isFixed = (x: number, y: number): boolean => {
    if (x === 6 || y === 6) return true;
    if ((x <= 8 && y <= 8) || (x >= size - 8 && y <= 8) || (x <= 8 && y >= size - 8)) return true;
    if (code.version >= 7 && ((x >= size - 11 && y <= 5) || (y >= size - 11 && x <= 5))) return true;
    return standard.alignment.some((centerY) =>
      standard.alignment.some((centerX) => {
        const nearFinder =
          (centerX === 6 && (centerY === 6 || centerY === size - 7)) || (centerY === 6 && centerX === size - 7);
        return !nearFinder && Math.abs(x - centerX) <= 2 && Math.abs(y - centerY) <= 2;
      }),
    );
  };
  const masked = [
    (row: number, column: number) => (row + column) % 2,
    (row: number) => row % 2,
    (_: number, column: number) => column % 3,
    (row: number, column: number) => (row + column) % 3,
    (row: number, column: number) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
    (row: number, column: number) => ((row * column) % 2) + ((row * column) % 3),
    (row: number, column: number) => (((row * column) % 2) + ((row * column) % 3)) % 2,
    (row: number, column: number) => (((row + column) % 2) + ((row * column) % 3)) % 2,
  ][format.mask]!;

  let bits = '';
  let up = true;
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column--;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const x of [column, column - 1]) {
        if (!isFixed(x, row)) bits += isDark(x, row) !== (masked(row, x) === 0) ? '1' : '0';
      }
    }
    up = !up;
  }
  const words = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  const lengths = standard.blocks.flatMap(([count, length]) => Array<number>(count).fill(length));
  const blocks = lengths.map((): number[] => []);
  for (let word = 0; word < Math.max(...lengths); word++) {
    for (const [index, length] of lengths.entries()) if (word < length) blocks[index]!.push(words.shift()!);
  }
  const data = blocks.flat();
  for (let word = 0; word < standard.correction; word++) for (const block of blocks) block.push(words.shift()!);
  assert.equal(words.length, 0, 'every code word is used');
  for (const block of blocks) assert.ok(hasNoError(block, standard.correction), 'the correction words fit the data');

  const stream = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  assert.equal(stream.slice(0, 4), '0100', 'byte mode');
  const lengthBits = code.version < 10 ? 8 : 16;
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2);
  const payload = stream.slice(4 + lengthBits, 4 + lengthBits + length * 8).match(/.{8}/g)!;
  return Buffer.from(payload.map((byte) => Number.parseInt(byte, 2))).toString('utf8');
}

// A block is right when it vanishes at each root of the generator.
function hasNoError(block: number[], correction: number): boolean {
  let root = 1;
  for (let power = 0; power < correction; power++) {
    let value = 0;
    for (const word of block) value = multiply(value, root) ^ word;
    if (value !== 0) return false;
    root = multiply(root, 2);
  }
  return true;
}

// The printed table of the standard: the format word of level M for each mask, as it stands in the code, most significant bit first.
const FORMATS = ['101010000010010', '101000100100101', '101111001111100', '101101101001011', '100010111111001', '100000011001110', '100111110010111', '100101010100000']; // prettier-ignore

function formatOf({ size, isDark }: QrCode): { level: number; mask: number } {
  const read = (cells: [number, number][]) => cells.map(([x, y]) => (isDark(x, y) ? '1' : '0')).join('');
  const beside = read([[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]]); // prettier-ignore
  const apart = read([
    ...Array.from({ length: 7 }, (_, index): [number, number] => [8, size - 1 - index]),
    ...Array.from({ length: 8 }, (_, index): [number, number] => [size - 8 + index, 8]),
  ]);
  assert.equal(beside, apart, 'both copies of the format agree');
  const mask = FORMATS.indexOf(beside);
  return { level: mask === -1 ? -1 : 0, mask };
}
