// Reads a PDF that pdfkit wrote: texts and rectangles of each page, and what bars among the rectangles say.
import { inflateSync } from 'node:zlib';

export interface PdfPage {
  size: [width: number, height: number];
  texts: string[];
  bars: Bar[];
}

interface Bar {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function pagesOf(bytes: Buffer): PdfPage[] {
  const file = bytes.toString('latin1');
  const object = (id: string): string => new RegExp(`(?:^|\\n)${id} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(file)![1]!;
  const kids = /\/Kids \[([^\]]*)\]/.exec(file)![1]!;
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = object(id!);
    const content = object(/\/Contents (\d+) 0 R/.exec(page)![1]!);
    const raw = content.slice(content.indexOf('stream\n') + 7, content.lastIndexOf('\nendstream'));
    const drawn = inflateSync(Buffer.from(raw, 'latin1')).toString('latin1');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)!;
    return {
      size: [Number(width), Number(height)],
      texts: [...drawn.matchAll(/\[((?:<[0-9a-f]*> ?-?[\d.]* ?)+)\] TJ/g)].map(([, run]) =>
        [...run!.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex]) => new TextDecoder('windows-1252').decode(Buffer.from(hex!, 'hex')))
          .join(''),
      ),
      bars: [...drawn.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(([, ...numbers]) => {
        const [left = 0, top = 0, wide = 0, high = 0] = numbers.map(Number);
        return { left, top, width: wide, height: high };
      }),
    };
  });
}

/** Bars of each label of a page, in the order in which they were drawn: a bar to the left of the last one begins another. */
export function symbolsOf({ bars }: Pick<PdfPage, 'bars'>): Bar[][] {
  const symbols: Bar[][] = [];
  let last: Bar | undefined;
  for (const bar of bars) {
    if (!last || bar.left < last.left || bar.top !== last.top || bar.left - last.left > 30) symbols.push([]);
    symbols.at(-1)!.push(bar);
    last = bar;
  }
  return symbols;
}

/** A bit for each module; the narrowest bar or gap is one. */
function bitsOf(bars: readonly Bar[]): { bits: string; module: number } {
  const gaps = bars.slice(1).map((bar, at) => bar.left - bars[at]!.left - bars[at]!.width);
  const module = Math.min(...gaps, ...bars.map(({ width }) => width));
  const modules = (length: number): number => {
    const count = Math.round(length / module);
    if (Math.abs(length / module - count) > 0.02) throw new Error(`${length} is no whole number of ${module}`);
    return count;
  };
  const bits = bars.map(
    ({ width }, at) => '1'.repeat(modules(width)) + '0'.repeat(at < gaps.length ? modules(gaps[at]!) : 0),
  );
  return { bits: bits.join(''), module };
}

/** Patterns of the left half as GS1 prints them, odd and even; the right half is the odd one, inverted. */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const EVEN = '0100111 0110011 0011011 0100001 0011101 0111001 0000101 0010001 0001001 0010111'.split(' ');
const FIRST = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ');
/** Patterns of Code 128 as @zxing/library 0.23 has them: eleven bits each, written in base 36. */
const PATTERNS = (
  '1cc 19o 19i wo wc uk y0 xw v8 18o 18k 17o 13w yk y6 158 z0 yu 19u 198 18u 1d0 19w 1gu 1fw 1f0 1eu 1gk 1f8 1f6 1co ' +
  '1c6 186 108 uw ue 13c vc v6 1ag 17s 17m 14o 13i vi 15k 152 vq 1h2 1am 17y 1d4 1cy 1da 1g8 1fq 1ee 1go 1gi 1ei 1h6 ' +
  '18i 1hm 10w zw xc w6 to ti 13k 138 y8 xu tw tu 176 18w 1iy 178 vu 118 xo wu 15w z8 z6 1ic 1hw 1hu 1cu 1di 1iu 12w ' +
  '10e v2 160 15u 1ig 1ia 15q 166 1ge 1im 1ac 1ao 1b0'
)
  .split(' ')
  .map((pattern) => Number.parseInt(pattern, 36));

/** Text that a scanner reads, and the width of a module; throws where a scanner would read nothing. */
export function scanned(bars: readonly Bar[]): { kind: 'EAN13' | 'CODE128'; text: string; module: number } {
  const { bits, module } = bitsOf(bars);
  if (bits.length === 95) return { kind: 'EAN13', text: readEan(bits), module };
  return { kind: 'CODE128', text: readCode128(bits), module };
}

function readEan(bits: string): string {
  if (!bits.startsWith('101') || bits.slice(45, 50) !== '01010' || !bits.endsWith('101')) throw new Error('no guards');
  const part = (from: number): string[] => Array.from({ length: 6 }, (_, at) => bits.slice(from + 7 * at).slice(0, 7));
  const left = part(3).map((pattern) => ({ odd: ODD.indexOf(pattern), even: EVEN.indexOf(pattern) }));
  const inverted = part(50).map((one) => one.replaceAll(/./g, (bit) => (bit === '1' ? '0' : '1')));
  const first = FIRST.indexOf(left.map(({ odd }) => (odd >= 0 ? 'O' : 'E')).join(''));
  const digits = [
    first,
    ...left.map(({ odd, even }) => Math.max(odd, even)),
    ...inverted.map((one) => ODD.indexOf(one)),
  ];
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  if (digits.includes(-1) || sum % 10 !== 0) throw new Error(`read ${digits.join(' ')}`);
  return digits.join('');
}

function readCode128(bits: string): string {
  if (!bits.endsWith('1100011101011')) throw new Error('no stop');
  const values = [...bits.slice(0, -13).matchAll(/.{11}/g)].map(([one]) => PATTERNS.indexOf(Number.parseInt(one, 2)));
  const check = values.pop();
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0) % 103;
  if (check !== sum || values.includes(-1)) throw new Error(`the check character is ${check}, not ${sum}`);
  let isPairs = values[0] === 105;
  let text = '';
  for (const value of values.slice(1)) {
    if (isPairs && value === 100) isPairs = false;
    else if (!isPairs && value === 99) isPairs = true;
    else text += isPairs ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return text;
}
