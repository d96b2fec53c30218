// What should be ordered now, the most urgent first: how long it lasts, what is coming, and the order a click away.
import type { ItemsAnswer } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { Link } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { StockChip } from '../../parts/stock-chip.tsx';
import { stockHealth } from '../../rules/stock-health.ts';
import { useWords } from '../../texts/use-words.tsx';
import { Coverage } from './coverage.tsx';

type Urgent = NonNullable<ItemsAnswer['urgent']>;

export interface UrgentCardProps {
  urgent: Urgent;
  offset: number;
  limit: number;
  onTurn(offset: number): void;
}

export function UrgentCard({ urgent, offset, limit, onTurn }: UrgentCardProps) {
  const { t } = useWords();
  if (urgent.totalCount === 0) return null;
  const title = t('urgent', { n: urgent.totalCount });
  return (
    <Card title={title} isFlush>
      <table className="table">
        <thead>
          <tr>
            <th>{t('item')}</th>
            <th>{t('items.state')}</th>
            <th className="number">{t('item.available')}</th>
            <th>{t('metric.coverage')}</th>
            <th className="number">{t('metric.incoming')}</th>
            <th>
              <span className="hidden-text">{t('urgent.order')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {urgent.records.map((row) => (
            <UrgentRow key={row.item.id} row={row} />
          ))}
        </tbody>
      </table>
      {urgent.totalCount > limit && (
        <Pager of={title} offset={offset} limit={limit} totalCount={urgent.totalCount} onTurn={onTurn} />
      )}
    </Card>
  );
}

function UrgentRow({ row }: { row: Urgent['records'][number] }) {
  const { t, f } = useWords();
  const { item, availableQuantity, incomingQuantity, daysOfCoverage, projectedStockoutDate } = row;
  const { reorderLevel, leadTime } = item.inventory;
  const health = stockHealth({
    available: availableQuantity,
    incoming: incomingQuantity,
    reorderLevel,
    leadTime,
    daysOfCoverage,
  });
  return (
    <tr className="linked">
      <td>
        <Link to={`/items/${item.id}`} className="row-link">
          {item.name}
        </Link>
        <div className="soft small">{item.sku}</div>
      </td>
      <td data-label={t('items.state')}>
        <StockChip health={health} />
      </td>
      <td className="number" data-label={t('item.available')}>
        <span>
          <span className="strong">{f.quantity(availableQuantity)}</span> <span className="soft">{item.unit}</span>
        </span>
      </td>
      <td data-label={t('metric.coverage')}>
        {daysOfCoverage === null ? (
          <span className="soft">{t('metric.notSelling')}</span>
        ) : (
          <Coverage days={daysOfCoverage} leadTime={leadTime} date={projectedStockoutDate} />
        )}
      </td>
      <td className="number" data-label={t('metric.incoming')}>
        {isPositive(incomingQuantity) ? f.quantity(incomingQuantity) : <span className="soft">—</span>}
      </td>
      <td className="number above-row-link">
        <Link
          to={`/purchasing/new?item=${item.id}`}
          className="button plain small"
          aria-label={t('urgent.orderItem', { name: item.name })}
        >
          {t('urgent.order')}
        </Link>
      </td>
    </tr>
  );
}
