// How a text file is written down: guesses the encoding by its bytes, and the separator of cells by its first line.
import { isUtf8 } from 'node:buffer';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le'] as const;
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
  const beginning = bytes.subarray(0, LOOKED_AT);
  // Latin letters have a zero in every other byte then.
  if (beginning.length > 1 && beginning.filter((byte, at) => at % 2 === 1 && byte === 0).length * 4 > beginning.length)
    return 'utf-16le';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

export function separatorOf(bytes: Uint8Array, encoding: Encoding): Separator {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, LOOKED_AT));
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (name: Separator): number => line.split(SEPARATORS[name]).length;
  return (Object.keys(SEPARATORS) as Separator[]).reduce((most, one) => (count(one) > count(most) ? one : most));
}
