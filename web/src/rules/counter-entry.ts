// Typed or scanned text of the counter's one field. Pure.
import { readDecimal } from '../format/decimal.ts';

export type Entry =
  | { does: 'find'; code: string; quantity: string }
  /** Quantity of the last line, as the other three. */
  | { does: 'quantity'; quantity: string }
  | { does: 'add'; quantity: string }
  | { does: 'discount'; percent: string }
  | { does: 'price'; price: string };

/** A number this short is how many, unless it is a whole code of the catalog. */
export const isShortNumber = (code: string): boolean => /^\d{1,3}$/.test(code) && Number(code) > 0;

/** Digits without a space: a code, which a list of names never completes. */
export const isCode = (text: string): boolean => /^\S*\d\S*$/.test(text);

/** `3*750…` sells three; `3*`, `+`, `-2`, `10%` and `=4.50` change the last line. Undefined where nothing stands. */
export function readEntry(typed: string): Entry | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const [, sign, by] = /^([+\-−])\s*([\d.,]*)$/.exec(text) ?? [];
  const step = sign && readDecimal(by || '1');
  if (step) return { does: 'add', quantity: sign === '+' ? step : `-${step}` };
  const [, percent] = /^([\d.,]+)\s*%$/.exec(text) ?? [];
  const share = percent && readDecimal(percent);
  if (share && Number(share) <= 100) return { does: 'discount', percent: share };
  const [, typedPrice] = /^=\s*([\d.,]+)$/.exec(text) ?? [];
  const price = typedPrice && readDecimal(typedPrice);
  if (price) return { does: 'price', price };
  const [, many, code] = /^([\d.,]+)\s*[*×]\s*(.*)$/.exec(text) ?? [];
  const quantity = many && readDecimal(many);
  if (!quantity || Number(quantity) === 0) return { does: 'find', code: text, quantity: '1' };
  return code ? { does: 'find', code, quantity } : { does: 'quantity', quantity };
}

export interface StandingList {
  /** Text that the list completes. */
  text: string;
  stoodMs: number;
  /** By an arrow. */
  isChosen: boolean;
}

const READ_MS = 250;

/** Whether Enter takes what stands in the list: names that stood for a while, since a scanner sends its Enter right after the code. */
export function wasRead({ text, stoodMs, isChosen }: StandingList, typed: string): boolean {
  const entry = readEntry(typed);
  if (entry?.does !== 'find' || typed !== text) return false;
  return isChosen || (!isCode(entry.code) && stoodMs >= READ_MS);
}
