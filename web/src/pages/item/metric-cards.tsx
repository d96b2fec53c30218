// The five figures that say how an item stands.
import type { ReactNode } from 'react';
import type { ItemViewAnswer } from '../../api/answers.ts';
import type { StockHealth } from '../../rules/stock-health.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface MetricCardsProps {
  item: ItemViewAnswer['item'];
  metrics: ItemViewAnswer['metrics'];
  incoming: string;
  health: StockHealth;
  isOnePlace: boolean;
}

export function MetricCards({ item, metrics, incoming, health, isOnePlace }: MetricCardsProps) {
  const { t, f } = useWords();
  const { daysOfCoverage, projectedStockoutDate, windowDays } = metrics;
  const isShort = health === 'OUT' || health === 'SOON' || health === 'REORDER' || health === 'COMING';
  return (
    <dl className="metrics">
      <Metric
        name={t('metric.sold')}
        value={f.quantity(metrics.unitsSoldInWindow)}
        unit={item.unit}
        note={t('metric.lastDays', { n: windowDays })}
      />
      <Metric
        name={t('metric.velocity')}
        value={f.about(metrics.dailyVelocity)}
        unit={t('metric.perDay', { unit: item.unit })}
        note={t('metric.velocityNote', { n: windowDays })}
      />
      <Metric
        name={t('item.available')}
        value={f.quantity(metrics.availableQuantity)}
        unit={item.unit}
        isBad={health === 'OUT'}
        note={
          isOnePlace ? t('metric.availableHere') : t('items.onHand', { quantity: f.quantity(item.inventory.onHand) })
        }
      />
      <Metric
        name={t('metric.coverage')}
        value={daysOfCoverage === null ? '—' : f.about(daysOfCoverage)}
        unit={daysOfCoverage === null ? '' : t('days', { n: f.about(daysOfCoverage) })}
        isBad={isShort && daysOfCoverage !== null}
        note={
          projectedStockoutDate === null
            ? t(daysOfCoverage === null ? 'metric.notSelling' : 'metric.farAway')
            : t('metric.stockout', { day: f.day(projectedStockoutDate) })
        }
      />
      <Metric
        name={t('metric.incoming')}
        value={f.quantity(incoming)}
        unit={item.unit}
        note={t(isOnePlace ? 'metric.incomingEverywhere' : 'metric.incomingNote')}
      />
    </dl>
  );
}

interface MetricProps {
  name: string;
  value: string;
  unit: string;
  note: ReactNode;
  isBad?: boolean;
}

function Metric({ name, value, unit, note, isBad = false }: MetricProps) {
  return (
    <div className="card metric">
      <dt className="soft small">{name}</dt>
      <dd className={isBad ? 'metric-value bad-text' : 'metric-value'}>
        {value} <span className="metric-unit">{unit}</span>
      </dd>
      <dd className="soft small">{note}</dd>
    </div>
  );
}
