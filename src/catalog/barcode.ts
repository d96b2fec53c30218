// Barcodes as widths of bars and gaps: EAN-13, which a UPC-A is as well, where the check digit is right, else Code 128.

export interface Symbol {
  kind: 'EAN13' | 'CODE128';
  /** Widths in modules, by turns of a bar and of a gap; the first and the last are bars. */
  widths: readonly number[];
  /** Free modules at either side, without which a scanner finds no beginning. */
  quiet: number;
}

/** ISO/IEC 15420: a digit of set A in the left half; set B is the same backwards, set C begins with a bar. */
const DIGITS = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ');
/** Sets of the left half by the first digit, which no bar carries. */
const HALVES = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');

/** ISO/IEC 15417: the characters by their value, then the three starts. */
const CHARACTERS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');
const STOP = '2331112';
const CODE_C = 99;
const CODE_B = 100;
const START_B = 104;
const START_C = 105;

/** Undefined where Code 128 has no character of the code. */
export function symbolOf(code: string): Symbol | undefined {
  const digits = /^\d{12}$/.test(code) ? `0${code}` : code;
  if (isEan(digits)) return { kind: 'EAN13', widths: ean(digits), quiet: 11 };
  return /^[ -~]+$/.test(code) ? { kind: 'CODE128', widths: code128(code), quiet: 10 } : undefined;
}

function isEan(digits: string): boolean {
  const weighed = Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(digits) && weighed % 10 === 0;
}

const numbersIn = (text: string): number[] => Array.from(text, Number);

function ean(digits: string): number[] {
  const half = HALVES[Number(digits[0])]!;
  const left = numbersIn(digits.slice(1, 7)).flatMap((digit, at) => {
    const widths = numbersIn(DIGITS[digit]!);
    return half[at] === 'A' ? widths : widths.toReversed();
  });
  const right = numbersIn(digits.slice(7)).flatMap((digit) => numbersIn(DIGITS[digit]!));
  return [1, 1, 1, ...left, 1, 1, 1, 1, 1, ...right, 1, 1, 1];
}

function code128(code: string): number[] {
  const values: number[] = [];
  let set: number | undefined;
  const choose = (next: number): void => {
    if (set === undefined) values.push(next === CODE_C ? START_C : START_B);
    else if (set !== next) values.push(next);
    set = next;
  };
  for (let at = 0; at < code.length;) {
    const run = /^\d*/.exec(code.slice(at))![0].length;
    // Two digits in one character: at an end four of them pay for the change of set, else six.
    if (run >= 6 || (run >= 4 && (at === 0 || at + run === code.length)) || (run === 2 && code.length === 2)) {
      if (run % 2 === 1 && at > 0) values.push(code.charCodeAt(at++) - 32);
      choose(CODE_C);
      for (let pair = 0; pair < Math.floor(run / 2); pair++, at += 2) values.push(Number(code.slice(at, at + 2)));
    } else {
      choose(CODE_B);
      const end = at + Math.max(run, 1);
      while (at < end) values.push(code.charCodeAt(at++) - 32);
    }
  }
  const check = values.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103;
  return [...values, check].flatMap((value) => numbersIn(CHARACTERS[value]!)).concat(numbersIn(STOP));
}
