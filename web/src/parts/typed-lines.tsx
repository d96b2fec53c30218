// Lines of an order that is being written: items with a quantity and a price, and what they come to.
import type { ReactNode } from 'react';
import { readDecimal } from '../format/decimal.ts';
import { lineNet } from '../rules/line-totals.ts';
import { useWords } from '../texts/use-words.tsx';
import { NumberField } from './field.tsx';
import { Icon } from './icon.tsx';
import type { FoundItem } from './found.ts';

export interface DraftLine {
  key: number;
  item: FoundItem;
  quantity: string;
  price: string;
}

export interface TypedLinesProps {
  lines: readonly DraftLine[];
  priceLabel: string;
  wasTried: boolean;
  /** Said below each line. */
  note(line: DraftLine): ReactNode;
  onChange(lines: DraftLine[]): void;
}

export function draftLine(item: FoundItem, quantity: string, price: string): DraftLine {
  return { key: Date.now(), item, quantity, price };
}

interface ReadLine {
  itemId: string;
  quantity: string;
  price: string;
}

/** Undefined where there is nothing, or where what was typed will not do. */
export function readLines(lines: readonly DraftLine[]): ReadLine[] | undefined {
  const read = lines.map(readLine).filter((line) => line !== undefined);
  return lines.length > 0 && read.length === lines.length ? read : undefined;
}

function readLine(line: DraftLine): ReadLine | undefined {
  const [quantity, price] = [readDecimal(line.quantity), readDecimal(line.price)];
  if (quantity === undefined || price === undefined || Number(quantity) <= 0 || Number(price) < 0) return undefined;
  return { itemId: line.item.id, quantity, price };
}

export function TypedLines({ lines, priceLabel, wasTried, note, onChange }: TypedLinesProps) {
  const { t, f } = useWords();
  const change = (key: number, part: Partial<DraftLine>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  return (
    <ul className="typed-lines">
      {lines.map((line) => {
        const [quantity, price] = [readDecimal(line.quantity), readDecimal(line.price)];
        const isWrong = (value: string | undefined, isZeroFine: boolean): string | undefined =>
          wasTried && (value === undefined || Number(value) < 0 || (!isZeroFine && Number(value) === 0))
            ? t('isNumber')
            : undefined;
        return (
          <li key={line.key}>
            <div className="typed-line-name">
              <span className="strong">{line.item.name}</span> <span className="soft small">{line.item.sku}</span>
              <div className="small">{note(line)}</div>
            </div>
            <NumberField
              label={t('quantityIn', { unit: line.item.unit })}
              value={line.quantity}
              wrong={isWrong(quantity, false)}
              onChange={(event) => change(line.key, { quantity: event.target.value })}
            />
            <NumberField
              label={priceLabel}
              value={line.price}
              wrong={isWrong(price, true)}
              onChange={(event) => change(line.key, { price: event.target.value })}
            />
            <div className="typed-line-sum">
              <span className="soft small block">{t('subtotal')}</span>
              {f.money(lineNet({ quantity, price, taxRate: '0' }))}
            </div>
            <button
              type="button"
              className="tool"
              aria-label={t('remove', { name: line.item.name })}
              onClick={() => onChange(lines.filter((other) => other.key !== line.key))}
            >
              <Icon name="cross" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
