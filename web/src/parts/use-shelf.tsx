// Whether what is sold is there, before it is sold: by what the service says now, else by what is known of it.
import { useEffect, useState, type ReactNode } from 'react';
import { useConnection } from '../api/connection.ts';
import type { LevelsOfAnswer } from '../api/answers.ts';
import { LevelsOf } from '../api/places.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compare, isPositive, subtract } from '../format/decimal.ts';
import { placeName } from '../rules/place-name.ts';
import type { DraftLine, SoldItem } from '../rules/sale.ts';
import { mayGoBelowZero, stockAt, takenBy } from '../rules/stock-at.ts';
import { f, t } from '../texts/speech.ts';

type ItemLevels = NonNullable<LevelsOfAnswer['item']>;

export interface ShelfProps {
  lines: readonly DraftLine[];
  locations: readonly { id: string; name: string }[];
  /** Location of the sale. */
  place: string | null;
  sellsWithoutStock: boolean;
  /** Units that have left already at this place; below zero for units held for these lines. */
  besides: ReadonlyMap<string, string>;
  /** As it is known now: a line may be older. */
  currentItem?(item: SoldItem): SoldItem;
}

/** `isShort`: a line takes what is not there, and the service would refuse it. `note` is said below a line. */
export function useShelf({ lines, locations, place, sellsWithoutStock, besides, currentItem }: ShelfProps) {
  const [shortages, setShortages] = useState<Readonly<Record<string, ItemLevels>>>({});
  const taken = takenBy(lines);
  const standing = (line: DraftLine) => {
    const item = { ...(currentItem?.(line.item) ?? line.item), ...shortages[line.item.id] };
    const { levels } = item.inventory;
    if (!levels || place === null || item.kind === 'SERVICE') return undefined;
    const there = subtract(stockAt(levels, place).here, besides.get(item.id) ?? '0');
    const rest = subtract(there, taken.get(item.id) ?? '0');
    const isShort = compare(rest, '0') < 0;
    return { item, levels, there, rest, isShort, isRefused: isShort && !mayGoBelowZero(item, sellsWithoutStock) };
  };
  const nameOf = (id: string): string => placeName(locations, id) ?? '';
  const words = (line: DraftLine): ReactNode => {
    const found = standing(line);
    if (!found) return undefined;
    const { item, levels, there, isShort, isRefused } = found;
    const rest = f.quantity(isShort ? subtract('0', found.rest) : found.rest);
    const params = { available: f.quantity(there), unit: item.unit, place: nameOf(place ?? ''), rest };
    const places = levels
      .filter(({ locationId, available }) => locationId !== place && isPositive(available))
      .map((one) => t('shelf.availableAt', { quantity: f.quantity(one.available), place: nameOf(one.locationId) }));
    return (
      <span className={isRefused ? 'bad-text' : 'soft'} role={isRefused ? 'alert' : undefined}>
        {t(isShort ? 'shelf.short' : 'shelf.enough', params)}{' '}
        {isShort && places.length > 0 && t('shelf.elsewhere', { places: places.join(', ') })}{' '}
        {isShort && !isRefused && t('shelf.toCount')}
      </span>
    );
  };
  const tell = (item: ItemLevels): void => setShortages((before) => ({ ...before, [item.id]: item }));
  return {
    isShort: lines.some((line) => standing(line)?.isRefused),
    note: (line: DraftLine) => <Levels id={line.item.id} tell={tell} words={words(line)} />,
  };
}

/** Asks while the line stands, as often as there is news. */
function Levels({ id, tell, words }: { id: string; tell(item: ItemLevels): void; words: ReactNode }) {
  const isReached = useConnection();
  const item = useAnswer(LevelsOf, { id }, { pause: !isReached }).data?.item;
  useEffect(() => {
    if (item) tell(item);
  }, [item]);
  return words;
}
