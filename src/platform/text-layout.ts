// How a text file is written down: guesses the encoding by its bytes, and the separator of cells by its first line.
import { isUtf8 } from 'node:buffer';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type Separator = keyof typeof SEPARATORS;

export interface TextLayout {
  encoding: Encoding;
  separator: Separator;
}

export const USUAL_LAYOUT: TextLayout = { encoding: 'utf-8', separator: 'comma' };

const LOOKED_AT = 65_536;

/** Bytes that are not UTF-8 are what Excel saves as "CSV" in Panama: Windows-1252. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, LOOKED_AT);
  // Latin letters have a zero in every other byte then.
  const hasZeros = (odd: number) =>
    beginning.filter((byte, at) => at % 2 === odd && byte === 0).length * 4 > beginning.length;
  if (hasZeros(1)) return 'utf-16le';
  if (hasZeros(0)) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

export function separatorOf(bytes: Uint8Array, encoding: Encoding): Separator {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, LOOKED_AT));
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (name: Separator): number => line.split(SEPARATORS[name]).length;
  return (Object.keys(SEPARATORS) as Separator[]).reduce((most, one) => (count(one) > count(most) ? one : most));
}
