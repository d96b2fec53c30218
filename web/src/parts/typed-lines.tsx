// Lines of an order that is being written: items with a quantity and a price, and what they come to.
import type { ReactNode } from 'react';
import { readDecimal } from '../format/decimal.ts';
import { lineNet } from '../rules/line-totals.ts';
import { priceTold, readLine, type DraftLine as SaleLine, type Prices, type SoldItem } from '../rules/sale.ts';
import { f, t } from '../texts/speech.ts';
import { About } from './about.tsx';
import { NumberField, SelectField } from './field.tsx';
import './typed-lines.css';
import type { FoundItem } from './found.ts';
import { Tool } from './tool.tsx';

export type DraftLine = SaleLine<FoundItem>;

export interface TypedLinesProps<Item extends SoldItem> {
  lines: readonly SaleLine<Item>[];
  priceLabel: string;
  wasTried: boolean;
  /** For sales: each line in one of the item's units, with a discount; the prices of the client's list. */
  prices?: Prices;
  /** Said below each line. */
  note(line: SaleLine<Item>): ReactNode;
  onChange(lines: SaleLine<Item>[]): void;
}

export function draftLine<Item extends SoldItem>(item: Item, quantity: string, price?: string): SaleLine<Item> {
  return { key: Date.now(), item, quantity, price };
}

/** Undefined where there is nothing, or where what was typed will not do. */
export function readLines(lines: readonly SaleLine[], prices?: Prices) {
  const read = lines.flatMap((line) => {
    const terms = readLine(line, prices);
    return terms ? [{ ...terms, itemId: line.item.id, unit: line.unit ?? null }] : [];
  });
  return lines.length > 0 && read.length === lines.length ? read : undefined;
}

export function TypedLines<Item extends SoldItem>(props: TypedLinesProps<Item>) {
  const { lines, priceLabel, wasTried, prices, note, onChange } = props;
  const change = (key: number, part: Partial<Omit<SaleLine, 'item'>>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  return (
    <ul className={prices ? 'typed-lines is-sale' : 'typed-lines'}>
      {lines.map((line) => {
        const { key, item, unit = item.unit } = line;
        const typed = { quantity: line.quantity, price: priceTold(line, prices), discount: line.discount ?? '' };
        const [quantity, price, discount = '0'] = Object.values(typed).map(readDecimal);
        const field = (name: keyof typeof typed, label: string) => {
          const value = readDecimal(typed[name] || (name === 'discount' ? '0' : ''));
          const isFine = value !== undefined && (name === 'quantity' ? Number(value) > 0 : Number(value) >= 0);
          return (
            <NumberField
              label={label}
              value={typed[name]}
              wrong={wasTried && !isFine ? t('isNumber') : undefined}
              onType={(text) => change(key, { [name]: text })}
            />
          );
        };
        return (
          <li key={key}>
            <div className="typed-line-name">
              <span className="strong">{item.name}</span> <span className="soft small">{item.sku}</span>
              <div className="small">{note(line)}</div>
            </div>
            {field('quantity', t('quantityIn', { unit }))}
            {prices && item.units.length === 0 && <span className="typed-line-unit soft small">{item.unit}</span>}
            {prices && item.units.length > 0 && (
              <SelectField
                label={t('lines.unit')}
                value={unit}
                onType={(unit) => change(key, { unit, price: undefined })}
                options={[item.unit, ...item.units.map((one) => one.unit)].map((one) => [one, one])}
              />
            )}
            {field('price', priceLabel)}
            {prices && field('discount', t('lines.lessEach'))}
            <div className="typed-line-sum">
              <About>{t('subtotal')}</About>
              {f.money(lineNet({ quantity, price, discount, taxRate: '0' }))}
            </div>
            <Tool
              icon="cross"
              label={t('remove', { name: item.name })}
              onClick={() => onChange(lines.filter((other) => other.key !== key))}
            />
          </li>
        );
      })}
    </ul>
  );
}
