// Whether what is sold is there, before it is sold: by what the service says now, else by what is known of it.
import { useEffect, useState, type ReactNode } from 'react';
import { useConnection } from '../api/connection.ts';
import type { LevelsOfAnswer } from '../api/answers.ts';
import { LevelsOf } from '../api/places.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compare, subtract } from '../format/decimal.ts';
import { placeName } from '../rules/place-name.ts';
import type { DraftLine, SoldItem } from '../rules/sale.ts';
import { mayGoBelowZero, stockAt, takenBy } from '../rules/stock-at.ts';
import { useWords } from '../texts/use-words.tsx';

export interface ShelfProps {
  lines: readonly DraftLine[];
  locations: readonly { id: string; name: string }[];
  /** Where they are sold from. */
  place: string | null;
  sellsWithoutStock: boolean;
  /** What has left already, or is held for these lines, below zero; in lines of the same place. */
  besides?: ReadonlyMap<string, string>;
  /** As it is known now: a line may be older. */
  known?(item: SoldItem): SoldItem;
}

export interface Shelf {
  /** A line takes what is not there, and the service would refuse it. */
  isShort: boolean;
  /** Said below a line. */
  note(line: DraftLine): ReactNode;
}

type Told = NonNullable<LevelsOfAnswer['item']>;

export function useShelf({ lines, locations, place, sellsWithoutStock, besides, known }: ShelfProps): Shelf {
  const { t, f } = useWords();
  const [told, setTold] = useState<Readonly<Record<string, Told>>>({});
  const taken = takenBy(lines);
  const standing = (line: DraftLine) => {
    const item = { ...(known?.(line.item) ?? line.item), ...told[line.item.id] };
    const { levels } = item.inventory;
    if (!levels || place === null || item.kind === 'SERVICE') return undefined;
    const there = subtract(stockAt(levels, place).here, besides?.get(item.id) ?? '0');
    const rest = subtract(there, taken.get(item.id) ?? '0');
    const isShort = compare(rest, '0') < 0;
    return { item, levels, there, rest, isShort, isRefused: isShort && !mayGoBelowZero(item, sellsWithoutStock) };
  };
  const words = (line: DraftLine): ReactNode => {
    const found = standing(line);
    if (!found) return undefined;
    const { item, levels, there, rest, isShort, isRefused } = found;
    const said = { available: f.quantity(there), unit: item.unit, place: placeName(locations, place) ?? '' };
    if (!isShort) return <span className="soft">{t('shelf.enough', { ...said, rest: f.quantity(rest) })}</span>;
    const others = stockAt(
      levels.filter(({ locationId }) => locationId !== place),
      '',
    ).elsewhere.map(({ locationId, available }) =>
      t('picker.availableAt', { quantity: f.quantity(available), place: placeName(locations, locationId) ?? '' }),
    );
    return (
      <span className={isRefused ? 'bad-text' : 'soft'} role={isRefused ? 'alert' : undefined}>
        {t('shelf.short', { ...said, rest: f.quantity(subtract('0', rest)) })}{' '}
        {others.length > 0 && t('shelf.elsewhere', { places: others.join(', ') })}
        {!isRefused && t('shelf.toCount')}
      </span>
    );
  };
  return {
    isShort: lines.some((line) => standing(line)?.isRefused),
    note: (line) => (
      <TellsStock id={line.item.id} onTold={(item) => setTold((before) => ({ ...before, [item.id]: item }))}>
        {words(line)}
      </TellsStock>
    ),
  };
}

interface TellsStockProps {
  id: string;
  onTold(item: Told): void;
  children: ReactNode;
}

/** Asks while the line stands, as often as there is news. */
function TellsStock({ id, onTold, children }: TellsStockProps) {
  const isReached = useConnection();
  const item = useAnswer(LevelsOf, { id }, { pause: !isReached }).data?.item;
  useEffect(() => {
    if (item) onTold(item);
  }, [item]);
  return children;
}
