// How the stock went: the choice of the range around the chart.
import type { ReactNode } from 'react';
import { Card } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useWords } from '../../texts/use-words.tsx';

const RANGES = ['7', '30', '60', '90', '365', '730'] as const;
export type Range = (typeof RANGES)[number];

export interface HistoryCardProps {
  range: Range;
  onRange(range: Range): void;
  children: ReactNode;
}

export function HistoryCard({ range, onRange, children }: HistoryCardProps) {
  const { t } = useWords();
  return (
    <Card
      title={t('history')}
      tools={
        <Segments
          label={t('history.range')}
          value={range}
          onChoose={onRange}
          options={RANGES.map((days) => ({ value: days, label: t(`history.${days}`) }))}
        />
      }
    >
      {children}
    </Card>
  );
}
