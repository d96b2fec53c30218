/** Turns a text into the black and white squares of a QR code (ISO/IEC 18004, byte mode, correction level M), for the printed document. */

export type QrCode = { version: number; mask: number; size: number; isDark: (x: number, y: number) => boolean };

// Level M, by version 1 to 20. Twenty is 666 bytes, several times the address that a fiscal document prints.
const CORRECTION_PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

export function encodeQr(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const version = smallestVersion(bytes.length);
  const size = version * 4 + 17;
  const fixed = drawFixedPatterns(version, size);
  const bits = toBits(addErrorCorrection(packData(bytes, version), version));
  const drawn = MASKS.map((_, mask) => drawMasked(fixed, bits, mask, size));
  const best = drawn.reduce((best, candidate) => (candidate.penalty < best.penalty ? candidate : best));
  return { version, mask: best.mask, size, isDark: (x, y) => best.cells[y]?.[x] === 1 };
}

// How many code words (data and correction) a version holds: the modules that are left beside the fixed patterns.
function codewordsOf(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const dataCodewordsOf = (version: number): number =>
  codewordsOf(version) - CORRECTION_PER_BLOCK[version - 1]! * BLOCKS[version - 1]!;

const lengthBitsOf = (version: number): number => (version < 10 ? 8 : 16);

function smallestVersion(byteCount: number): number {
  for (let version = 1; version <= BLOCKS.length; version++) {
    if (4 + lengthBitsOf(version) + byteCount * 8 <= dataCodewordsOf(version) * 8) return version;
  }
  throw new RangeError(`${byteCount} bytes do not fit into a QR code of version ${BLOCKS.length}`);
}

function packData(bytes: Uint8Array, version: number): Uint8Array {
  const capacity = dataCodewordsOf(version);
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBitsOf(version));
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const words = new Uint8Array(capacity);
  for (const [index, bit] of bits.entries()) words[index >> 3]! |= bit << (7 - (index & 7));
  for (let index = bits.length / 8, pad = 0xec; index < capacity; index++, pad ^= 0xec ^ 0x11) words[index] = pad;
  return words;
}

export function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function reedSolomon(data: Uint8Array, degree: number): Uint8Array {
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  for (let power = 0, root = 1; power < degree; power++, root = multiply(root, 2)) {
    for (let index = 0; index < degree; index++) {
      generator[index] = multiply(generator[index]!, root) ^ (generator[index + 1] ?? 0);
    }
  }
  const remainder = new Uint8Array(degree);
  for (const byte of data) {
    const factor = byte ^ remainder[0]!;
    remainder.copyWithin(0, 1);
    remainder[degree - 1] = 0;
    for (let index = 0; index < degree; index++) remainder[index]! ^= multiply(generator[index]!, factor);
  }
  return remainder;
}

// The data is cut into blocks (the later ones may be one word longer), each gets its correction words, and all are woven together.
function addErrorCorrection(data: Uint8Array, version: number): number[] {
  const blockCount = BLOCKS[version - 1]!;
  const correction = CORRECTION_PER_BLOCK[version - 1]!;
  const shortLength = Math.floor(data.length / blockCount);
  const longBlocks = data.length % blockCount;
  const blocks: { data: Uint8Array; correction: Uint8Array }[] = [];
  for (let index = 0, start = 0; index < blockCount; index++) {
    const end = start + shortLength + (index >= blockCount - longBlocks ? 1 : 0);
    const part = data.subarray(start, end);
    blocks.push({ data: part, correction: reedSolomon(part, correction) });
    start = end;
  }
  const woven: number[] = [];
  for (let word = 0; word <= shortLength; word++) {
    for (const block of blocks) if (word < block.data.length) woven.push(block.data[word]!);
  }
  for (let word = 0; word < correction; word++) for (const block of blocks) woven.push(block.correction[word]!);
  return woven;
}

const toBits = (words: number[]): number[] =>
  words.flatMap((word) => Array.from({ length: 8 }, (_, bit) => (word >>> (7 - bit)) & 1));

// null is a module that belongs to the data.
type Cells = (0 | 1 | null)[][];

function drawFixedPatterns(version: number, size: number): Cells {
  const cells: Cells = Array.from({ length: size }, () => Array<0 | 1 | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) cells[y]![x] = dark ? 1 : 0;
  };
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [centerX, centerY] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(centerX + dx, centerY + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const centers = alignmentCenters(version, size);
  const last = centers.length - 1;
  for (const [row, centerY] of centers.entries()) {
    for (const [column, centerX] of centers.entries()) {
      const isFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (isFinder) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) set(centerX + dx, centerY + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
  drawFormat(cells, 0, size);
  if (version >= 7) drawVersion(cells, version, size);
  return cells;
}

function alignmentCenters(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))];
}

// Fifteen bits, drawn twice: the correction level (M is 00) and the mask, with their own BCH check.
function drawFormat(cells: Cells, mask: number, size: number): void {
  let remainder = mask;
  for (let step = 0; step < 10; step++) remainder = (remainder << 1) ^ ((remainder >>> 9) * 0x537);
  const bits = ((mask << 10) | remainder) ^ 0x5412;
  for (let index = 0; index < 15; index++) {
    const bit = ((bits >>> index) & 1) as 0 | 1;
    if (index < 6) cells[index]![8] = bit;
    else if (index < 8) cells[index + 1]![8] = bit;
    else if (index === 8) cells[8]![7] = bit;
    else cells[8]![14 - index] = bit;
    if (index < 8) cells[8]![size - 1 - index] = bit;
    else cells[size - 15 + index]![8] = bit;
  }
  cells[size - 8]![8] = 1;
}

function drawVersion(cells: Cells, version: number, size: number): void {
  let remainder = version;
  for (let step = 0; step < 12; step++) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25);
  const bits = (version << 12) | remainder;
  for (let index = 0; index < 18; index++) {
    const bit = ((bits >>> index) & 1) as 0 | 1;
    const long = size - 11 + (index % 3);
    const short = Math.floor(index / 3);
    cells[short]![long] = bit;
    cells[long]![short] = bit;
  }
}

// The data runs in pairs of columns from the right, up and down in turn, around what is fixed and past the timing column.
function drawMasked(fixed: Cells, bits: number[], mask: number, size: number) {
  const cells = fixed.map((row) => [...row]);
  drawFormat(cells, mask, size);
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x] !== null) continue;
        const bit = bits[next++] ?? 0;
        cells[y]![x] = (MASKS[mask]!(x, y) ? bit ^ 1 : bit) as 0 | 1;
      }
    }
  }
  return { cells, mask, penalty: penaltyOf(cells, size) };
}

// The standard's four rules: long runs, blocks of two by two, patterns that look like a finder, and imbalance.
function penaltyOf(cells: Cells, size: number): number {
  let penalty = 0;
  let dark = 0;
  const lines = [...cells.map((row) => row.join('')), ...cells.map((_, x) => cells.map((row) => row[x]).join(''))];
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    penalty += 40 * ((line.match(/(?=10111010000)/g)?.length ?? 0) + (line.match(/(?=00001011101)/g)?.length ?? 0));
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const cell = cells[y]![x];
      if (cell === 1) dark++;
      const right = cells[y]![x + 1];
      if (cell === right && cell === cells[y + 1]?.[x] && cell === cells[y + 1]?.[x + 1]) penalty += 3;
    }
  }
  return penalty + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}
