// Keeps half a million lines in one array of whole numbers: what repeats is kept once, and lines name its place. Pure.
import type { Decimal } from '../../platform/decimal.ts';
import { lineAmounts, type LineAmounts } from '../../fiscal/money.ts';

export interface SalesLine {
  /** Line number in the file. */
  line: number;
  sku: string;
  description: string;
  terms: Terms;
}

/** Agreed terms, with the amounts that an order's line would have (answer 46). */
export interface Terms extends LineAmounts {
  quantity: Decimal;
  price: Decimal;
}

/** The lines of one document, which need not stand together in the file. */
export interface LineChain {
  readonly first: number;
  last: number;
  length: number;
}

export type NewLine = Omit<SalesLine, 'terms'> & Pick<Terms, 'quantity' | 'price'>;

export interface LineStore {
  /** Begins a chain, or goes on with it. */
  append(chain: LineChain | undefined, line: NewLine): LineChain;
  read(chain: LineChain): SalesLine[];
}

/** Files know no tax. */
export const TAX_RATE = '0';

// The columns of a line: where it stands, the places of its texts and terms, and the row of the next line of its document.
const WIDTH = 5;
const NEXT = 4;
const NONE = -1;

export function lineStore(): LineStore {
  let cells = new Int32Array(WIDTH * 4096);
  let rows = 0;
  const texts = placing((text) => text);
  const terms = placing((text): Terms => {
    const [quantity, price] = text.split(' × ') as [Decimal, Decimal];
    return { quantity, price, ...lineAmounts({ quantity, unitPrice: price, taxRate: TAX_RATE }) };
  });

  return {
    append(chain, { line, sku, description, quantity, price }) {
      const start = rows * WIDTH;
      if (start === cells.length) {
        const wider = new Int32Array(cells.length * 2);
        wider.set(cells);
        cells = wider;
      }
      cells[start] = line;
      cells[start + 1] = texts.placeOf(sku);
      cells[start + 2] = texts.placeOf(description);
      cells[start + 3] = terms.placeOf(`${quantity} × ${price}`);
      cells[start + NEXT] = NONE;
      const row = rows++;
      if (!chain) return { first: row, last: row, length: 1 };
      cells[chain.last * WIDTH + NEXT] = row;
      chain.last = row;
      chain.length += 1;
      return chain;
    },
    read({ first, length }) {
      let start = first * WIDTH;
      return Array.from({ length }, () => {
        const line = {
          line: cells[start]!,
          sku: texts.at(cells[start + 1]!),
          description: texts.at(cells[start + 2]!),
          terms: terms.at(cells[start + 3]!),
        };
        start = cells[start + NEXT]! * WIDTH;
        return line;
      });
    },
  };
}

/** Gives each text a place, and keeps there what it stands for. */
function placing<T>(meaning: (text: string) => T): { placeOf(text: string): number; at(place: number): T } {
  const places = new Map<string, number>();
  const meanings: T[] = [];
  return {
    placeOf(text) {
      const found = places.get(text);
      if (found !== undefined) return found;
      places.set(text, meanings.length);
      return meanings.push(meaning(text)) - 1;
    },
    at: (place) => meanings[place]!,
  };
}
