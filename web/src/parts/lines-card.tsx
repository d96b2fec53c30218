// The lines of an order or a document: what, how much, at which price, and what it comes to.
import { Fragment, type ReactNode } from 'react';
import type { Totals } from '../../../src/fiscal/money.ts';
import { isPositive } from '../format/decimal.ts';
import { f, t } from '../texts/speech.ts';
import { Link } from './link.tsx';
import { TableCard } from './table-card.tsx';
import type { Column } from './table.tsx';

export interface Line {
  id: string;
  item: { id: string; sku: string; unit: string; name?: string };
  /** As it was called on the document, if not by the item's own name. */
  description?: string;
}

export interface LinesCardProps<L extends Line> {
  lines: readonly L[];
  /** Said above the lines. */
  note?: ReactNode;
  /** Said below an item's name, after its SKU. */
  about?(line: L): (string | undefined)[];
  columns: readonly Column<L>[];
  totals: TotalLinesProps;
}

export const LinesCard = <L extends Line>({ lines, note, about, columns, totals }: LinesCardProps<L>) => (
  <TableCard
    title={t('lines')}
    above={note}
    rows={lines}
    keyOf={(line) => line.id}
    name={t('item')}
    nameOf={(line) => <Link to={`/items/${line.item.id}`}>{line.description ?? line.item.name}</Link>}
    aboutOf={(line) => [line.item.sku, ...(about?.(line) ?? [])].filter((word) => word !== undefined).join(' · ')}
    columns={columns}
    below={<TotalLines {...totals} />}
  />
);

export interface TotalLinesProps {
  rows?: readonly (readonly [name: string, value: string])[];
  total: readonly [name: string, value: string];
}

export const TotalLines = ({ rows = [], total }: TotalLinesProps) => (
  <dl className="totals">
    {rows.map(([name, value]) => (
      <Fragment key={name}>
        <dt className="soft">{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
    <dt className="strong">{total[0]}</dt>
    <dd className="strong">{total[1]}</dd>
  </dl>
);

type Sums = Pick<Totals, 'subtotal' | 'tax' | 'total'> & Partial<Totals>;

/** Totals, as the lines below them say; rare taxes only where there are some. */
export function totalLines({ subtotal, isc = '0', otherTax = '0', tax, total }: Sums): TotalLinesProps {
  const few = ([name, value]: readonly ['isc' | 'otherTax', string]) =>
    isPositive(value) ? [[t(name), f.money(value)] as const] : [];
  return {
    rows: [
      [t('subtotal'), f.money(subtotal)],
      ...few(['isc', isc]),
      ...few(['otherTax', otherTax]),
      [t('tax'), f.money(tax)],
    ],
    total: [t('total'), f.money(total)],
  };
}
