// How the stock went, how it is expected to go on, and when it is to be ordered: the chart, and below it the same in sentences.
import { useMemo } from 'react';
import type { ItemViewAnswer } from '../../api/answers.ts';
import { later } from '../../parts/later.tsx';
import { Bone } from '../../parts/bones.tsx';
import { Failure } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { forecast, type ForecastDay } from '../../rules/forecast.ts';
import { t } from '../../texts/speech.ts';
import { useMay } from '../../viewer.tsx';
import type { StockHistory } from './chart-days.ts';
import { LevelOutlook, Outlook, Reasons } from './outlook.tsx';
import type { PartOfPage } from './stock-types.ts';
import { useLevel } from './use-level.ts';

// The chart's own code comes after the page: the numbers are there first.
const StockChart = later(() => import('./stock-chart.tsx'), 'default', <Bone height={300} />);

const RANGES = ['7', '30', '60', '90', '365', '730'] as const;
export type Range = (typeof RANGES)[number];

export interface HistoryCardProps {
  range: Range;
  onRange(range: Range): void;
  view: ItemViewAnswer;
  /** To the places that are shown. */
  incoming: string;
  history: PartOfPage<StockHistory>;
  isOnePlace: boolean;
}

export function HistoryCard({ range, onRange, view, incoming, history, isOnePlace }: HistoryCardProps) {
  const { item, metrics } = view;
  const moving = useLevel(item);
  const mayMove = useMay('operator') && !isOnePlace;
  const page = history.part ?? view.history;
  const course = useMemo(() => courseOf(view, page.points.length), [view, page]);
  const { dailyVelocity: perDay, dailyDeviation: deviation } = metrics;
  const facts = { ...item.inventory, incoming, perDay, deviation, averageCost: item.averageCost };
  return (
    <Card
      title={t('history')}
      tools={
        <Segments
          label={t('history.range')}
          value={range}
          onChoose={onRange}
          options={RANGES.map((days) => [days, t(`history.${days}`)])}
        />
      }
    >
      {history.failed ? (
        <Failure {...history.failed} />
      ) : (
        <StockChart
          {...{ ...moving, course, history: page, since: item.createdAt, unit: item.unit }}
          isChanging={history.isChanging}
          level={isOnePlace ? '0' : moving.level}
          onLevel={mayMove ? moving.onLevel : undefined}
        />
      )}
      <div className="outlook">
        <Reasons history={page} />
        <Outlook view={view} course={course} />
        {!isOnePlace && <LevelOutlook {...{ view, moving, facts }} />}
      </div>
    </Card>
  );
}

/** Ahead for a third of what is shown of the past. */
function courseOf({ metrics, purchases }: ItemViewAnswer, pastDays: number): ForecastDay[] {
  const today = Date.parse(metrics.windowLastDay);
  const facts = {
    available: Number(metrics.availableQuantity),
    perDay: Number(metrics.dailyVelocity),
    deviation: Number(metrics.dailyDeviation),
    daysWithSales: metrics.daysWithSales,
    arrivals: purchases.map(({ expectedDay, quantity }) => ({
      inDays: Math.round((Date.parse(expectedDay) - today) / 86_400_000),
      quantity: Number(quantity),
    })),
  };
  return forecast(facts, Math.min(60, Math.max(7, Math.round(pastDays / 3))));
}
