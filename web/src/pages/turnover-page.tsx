// Goods by how fast they turn: what was sold at cost, what is left of it and for how long, and what stands still.
import type { StockTurnoverAnswer } from '../api/answers.ts';
import { StockTurnover } from '../api/turnover.ts';
import { FigureLink } from '../parts/figure-link.tsx';
import { choice, column, moneyColumn, quantityColumn } from '../parts/list/columns.tsx';
import type { KindOf, RowOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { f, t } from '../texts/speech.ts';

type Row = RowOf<StockTurnoverAnswer>;

/** The invoices of the figure. */
function sold({ id }: Row, from: string, to: string, text: string) {
  const query = new URLSearchParams({ from, to, soldBy: 'ITEM', soldKey: id });
  return <FigureLink to={`/invoices?${query.toString()}`} text={text} />;
}

function lastSale(row: Row) {
  const day = row.lastSoldOn;
  return day === null ? t('turnover.never') : sold(row, day, day, f.day(day));
}

const TURNOVER: KindOf<StockTurnoverAnswer> = {
  path: '/turnover',
  title: 'nav.turnover',
  about: 'turnover.about',
  none: { icon: 'check', title: 'turnover.none', text: 'turnover.noneText' },
  file: 'stock_turnover',
  query: StockTurnover,
  usual: { field: 'VALUE', direction: 'DESC' },
  name: { id: 'item.name', name: 'item', show: ({ item }) => item.name },
  linkOf: ({ id }) => `/items/${id}`,
  columns: [
    column('item.sku', 'list.sku', ({ item }) => <span className="code">{item.sku}</span>, {
      order: 'SKU',
      isHidden: true,
    }),
    moneyColumn('value', 'expiring.value', { order: 'VALUE', onPhone: 'beside' }),
    quantityColumn('onHand', 'list.onHand', ({ onHand }) => onHand),
    column('lastSoldOn', 'turnover.lastSale', lastSale, { order: 'LAST_SALE' }),
    column('daysWithoutSale', 'turnover.idle', ({ daysWithoutSale: days }) => days, {
      isNumber: true,
      onPhone: 'nowhere',
    }),
    column(
      'unitsSold',
      'turnover.units',
      (row) => sold(row, row.windowFirstDay, row.windowLastDay, f.quantity(row.unitsSold)),
      { isNumber: true, onPhone: 'nowhere' },
    ),
    moneyColumn('soldCost', 'turnover.soldCost', { order: 'SOLD_COST', onPhone: 'nowhere' }),
    quantityColumn('daysOfCoverage', 'turnover.days', ({ daysOfCoverage: days }) => days && Number(days).toFixed(0), {
      order: 'COVERAGE',
    }),
    quantityColumn('turnover', 'turnover.turns', ({ turnover }) => turnover, { onPhone: 'nowhere' }),
  ],
  filters: [
    choice('noSaleDays', ['turnover.idle', 'turnover.all'], 'turnover.noSale', ['30', '60', '90', '180'], {
      isInSight: true,
      as: (days) => ({ noSaleDays: Number(days) }),
    }),
    choice('windowDays', ['turnover.window', 'turnover.window.90'], 'turnover.window', ['30', '60', '180', '365'], {
      as: (days) => ({ windowDays: Number(days) }),
    }),
  ],
};

export const TurnoverPage = () => <ListPage kind={TURNOVER} />;
