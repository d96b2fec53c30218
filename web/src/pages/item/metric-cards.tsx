// The five figures that say how an item stands.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { Metric } from '../../parts/metric.tsx';
import { Opens } from '../../parts/opens.tsx';
import type { StockHealth } from '../../rules/stock-health.ts';
import { f, t } from '../../texts/speech.ts';
import { AvailableWhy, IncomingWhy, SalesWhy } from './behind.tsx';

export interface MetricCardsProps {
  view: ItemViewAnswer;
  locationId: string | null;
  /** To the places that are shown. */
  incoming: string;
  health: StockHealth;
}

export function MetricCards({ view, locationId, incoming, health }: MetricCardsProps) {
  const { item, locations, metrics } = view;
  const subject = { item, locations, locationId };
  const isOnePlace = locationId !== null;
  const { daysOfCoverage, projectedStockoutDate, windowDays } = metrics;
  const isShort = health === 'OUT' || health === 'SOON' || health === 'REORDER' || health === 'COMING';
  const { unit } = item;
  const days = daysOfCoverage === null ? undefined : f.about(daysOfCoverage);
  const stockout =
    projectedStockoutDate === null
      ? t(days === undefined ? 'metric.notSelling' : 'metric.farAway')
      : t('metric.stockout', { day: f.day(projectedStockoutDate) });
  const sales = (upTo: 'sold' | 'velocity' | 'coverage') => () => <SalesWhy {...subject} upTo={upTo} />;
  const figures = [
    {
      ...{ name: t('metric.sold'), value: f.quantity(metrics.unitsSoldInWindow), unit },
      ...{ note: t('metric.lastDays', { n: windowDays }), why: sales('sold'), isBad: false },
    },
    {
      ...{ name: t('metric.velocity'), value: f.about(metrics.dailyVelocity), unit: t('metric.perDay', { unit }) },
      ...{ note: t('metric.velocityNote', { n: windowDays }), why: sales('velocity'), isBad: false },
    },
    {
      ...{ name: t('item.available'), value: f.quantity(metrics.availableQuantity), unit, isBad: health === 'OUT' },
      note: isOnePlace ? t('metric.availableHere') : t('items.onHand', { quantity: f.quantity(item.inventory.onHand) }),
      why: () => <AvailableWhy {...subject} />,
    },
    {
      ...{ name: t('metric.coverage'), value: days ?? '—', unit: days === undefined ? '' : t('days', { n: days }) },
      ...{ isBad: isShort && days !== undefined, note: stockout, why: sales('coverage') },
    },
    {
      ...{ name: t('metric.incoming'), value: f.quantity(incoming), unit, isBad: false },
      note: t(isOnePlace ? 'metric.incomingEverywhere' : 'metric.incomingNote'),
      why: () => <IncomingWhy view={view} />,
    },
  ];
  return (
    <dl className="metrics">
      {figures.map(({ name, value, unit: of, note, isBad, why }) => (
        <Metric
          key={name}
          {...{ name, isBad, notes: [note] }}
          value={
            <Opens name={name} why={why}>
              {value} <span className="metric-unit">{of}</span>
            </Opens>
          }
        />
      ))}
    </dl>
  );
}
