// A sale as a till builds it up: one more of an item, commands that change the last line, and whose it is. Pure.
import { add, isPositive, readDecimal, subtract } from '../format/decimal.ts';
import type { Entry } from './counter-entry.ts';
import { percentOff, priceTold, type DraftLine, type Prices, type Sale, type SoldItem } from './sale.ts';

export type Change = Exclude<Entry, { does: 'find' }>;
type Lines = readonly DraftLine[];

/** A number that is still being typed is none yet. */
const read = (typed = ''): string => readDecimal(typed) ?? '0';

export function withItem(lines: Lines, item: SoldItem, unit: string | undefined, quantity: string): DraftLine[] {
  const same = lines.find((line) => line.item.id === item.id && line.unit === unit && !line.price);
  const line = same ?? { key: Date.now(), item, unit, quantity: '0' };
  const sum = { ...line, quantity: add(read(line.quantity), quantity) };
  return [...lines.filter((one) => one !== same), sum];
}

/** A scan made while the sale was being kept belongs to the next one. */
export const linesSince = (before: Lines, now: Lines): DraftLine[] =>
  now.flatMap((line) => {
    const kept = before.find(({ key }) => key === line.key)?.quantity;
    const quantity = subtract(read(line.quantity), read(kept));
    return isPositive(quantity) ? [{ ...line, quantity }] : [];
  });

/** A line of which nothing is left goes. */
export function withLastChanged(lines: Lines, entry: Change, prices: Prices): DraftLine[] {
  const others = lines.slice(0, -1);
  const last = lines.at(-1);
  if (!last) return others;
  if (entry.does === 'price') return [...others, { ...last, price: entry.price }];
  if (entry.does === 'discount')
    return [...others, { ...last, discount: percentOff(read(priceTold(last, prices)), entry.percent) }];
  const quantity = entry.does === 'add' ? add(read(last.quantity), entry.quantity) : entry.quantity;
  return isPositive(quantity) ? [...others, { ...last, quantity }] : others;
}

/** Sale on the screen. */
export type Begun = Pick<Sale, 'id' | 'client' | 'lines' | 'discount' | 'madeBy' | 'tillSession'>;

/** Cashier and till of a corrected sale go with its last line: what comes after it is another sale. */
export function withLines({ madeBy, tillSession, ...sale }: Begun, lines: DraftLine[]): Begun {
  return lines.length > 0 ? { ...sale, madeBy, tillSession, lines } : { ...sale, lines };
}

/** Cashier and till stay where a sale is corrected or taken back; a parked one belongs to the user who continues it. */
export const ownerOf = (
  { madeBy, tillSession }: Pick<Sale, 'madeBy' | 'tillSession'>,
  state: string,
): Pick<Sale, 'madeBy' | 'tillSession'> =>
  state === 'parked' ? { madeBy: undefined, tillSession: undefined } : { madeBy, tillSession };
