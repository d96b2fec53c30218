// Totals of a draft, and the button that makes it real.
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import { Button, useNeeds } from './button.tsx';
import { TotalLines, type TotalLinesProps } from './lines-card.tsx';
import { Refusal } from './message.tsx';
import { Card } from './page.tsx';

export interface DraftSumCardProps {
  title: string;
  sums: TotalLinesProps;
  /** Further fields before it is made. */
  children: ReactNode;
  refusal: Problem | undefined;
  /** Why it cannot be made as it is. */
  because?: string | undefined;
  isBusy: boolean;
  action: string;
  onDo(): void;
}

export function DraftSumCard({ title, sums, children, refusal, isBusy, action, onDo, ...told }: DraftSumCardProps) {
  const because = useNeeds('operator', told.because);
  return (
    <Card title={title}>
      <div className="stack">
        <TotalLines {...sums} />
        {children}
        <Refusal problem={refusal} />
        <Button tone="primary" icon="check" isBusy={isBusy} because={because} onClick={onDo} text={action} />
        {because !== undefined && <p className="soft small">{because}</p>}
      </div>
    </Card>
  );
}
