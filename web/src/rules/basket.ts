// Lines of a sale as a till sells them: one more of an item, and commands that change the last line. Pure.
import { add, isPositive, readDecimal, subtract } from '../format/decimal.ts';
import type { Entry } from './counter-entry.ts';
import { percentOff, priceTold, type DraftLine, type Prices, type SoldItem } from './sale.ts';

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
