// Table of what was sold in a time, by item, client or another part: what each has earned, and how it compares.
import type { ReactNode } from 'react';
import type { SalesByAnswer } from '../../api/answers.ts';
import { compare } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { SmallSelect } from '../../parts/field.tsx';
import { FigureLink } from '../../parts/figure-link.tsx';
import { Message } from '../../parts/message.tsx';
import { TableCard } from '../../parts/table-card.tsx';
import { mainCell, numberCell } from '../../parts/table.tsx';
import type { Period } from '../../rules/period.ts';
import { f, t } from '../../texts/speech.ts';
import { DIMENSIONS, documentsOf, rowName, type Dimension, type SalesRow } from './sales-words.ts';

export const ORDERS = ['NET', 'PROFIT', 'UNITS'] as const;
export type Order = (typeof ORDERS)[number];

interface SalesTableProps {
  data: SalesByAnswer;
  query: { by: Dimension; orderBy: Order; period: Period };
  onBy(by: Dimension): void;
  onOrder(order: Order): void;
  below: ReactNode;
}

export function SalesTable({ data: { salesBy, inTime }, query, onBy, onOrder, below }: SalesTableProps) {
  const { by, orderBy, period } = query;
  const { total, previous, lastYear } = inTime;
  const documents = (name: 'invoiced' | 'credited', list: '/invoices' | '/credits') => {
    const show = ({ key, [name]: amount }: SalesRow) =>
      key === '' ? f.amount(amount) : <FigureLink to={documentsOf(by, key, period, list)} text={f.amount(amount)} />;
    return numberCell(t(`sales.${name}`), show, { foot: f.amount(total[name]) });
  };
  return (
    <TableCard<SalesRow>
      title={t('sales.by')}
      tools={
        <span className="row">
          <SmallSelect
            className="input"
            label={t('sales.by')}
            value={by}
            onType={(one) => onBy(one as Dimension)}
            options={DIMENSIONS.map((one) => [one, t(`sales.by.${one}`)])}
          />
          <SmallSelect
            className="input"
            label={t('sales.order')}
            value={orderBy}
            onType={(one) => onOrder(one as Order)}
            options={ORDERS.map((one) => [one, t(`sales.order.${one}`)])}
          />
        </span>
      }
      rows={salesBy.rows}
      none={<Message icon="invoices" title={t('sales.nothing')} text={t('sales.nothingText')} />}
      keyOf={({ key }) => key}
      name={t(`sales.by.${by}`)}
      nameOf={(row) => rowName(by, row)}
      aboutOf={({ code }) => by === 'ITEM' && code}
      nameFoot={t('total')}
      columns={[
        mainCell(t('sales.net'), ({ net }) => <span className="strong">{f.amount(net)}</span>, {
          foot: f.amount(total.net),
        }),
        documents('invoiced', '/invoices'),
        documents('credited', '/credits'),
        numberCell(t('sales.previous'), (row) => f.amount(row.previous), { foot: f.amount(previous.total.net) }),
        numberCell(t('sales.lastYear'), (row) => f.amount(row.lastYear), { foot: f.amount(lastYear.total.net) }),
        ...(by === 'ITEM' ? [numberCell<SalesRow>(t('sales.units'), ({ units }) => f.quantity(units))] : []),
        numberCell(t('sales.profit'), (row) => <Profit of={row} />, { foot: <Profit of={total} /> }),
      ]}
      below={below}
    />
  );
}

export const percentOf = (part: string, whole: string): string => ((Number(part) / Number(whole)) * 100).toFixed(1);

/** Profit of what has a cost, and which part of it that is. */
function Profit({ of: { costed, net, profit } }: { of: Pick<SalesRow, 'costed' | 'net' | 'profit'> }) {
  if (Number(costed) === 0) return <span className="soft">—</span>;
  const isAll = compare(costed, net) === 0;
  return (
    <>
      {f.amount(profit)}
      <About>
        {f.percent(percentOf(profit, costed))}
        {!isAll && Number(net) > 0 && ` · ${t('sales.known', { part: f.percent(percentOf(costed, net)) })}`}
      </About>
    </>
  );
}
