// Totals of a draft, and the button that makes it real.
import type { ReactNode } from 'react';
import { Button, useNeeds } from './button.tsx';
import type { FormDialogProps } from './form-dialog.tsx';
import { TotalLines, type TotalLinesProps } from './lines-card.tsx';
import { Refusal } from './message.tsx';
import { Card } from './page.tsx';

export interface DraftSumCardProps {
  title: string;
  sums: TotalLinesProps;
  /** Further fields before it is made. */
  children: ReactNode;
  doing: FormDialogProps['doing'];
  /** Why it cannot be made as it is. */
  because?: string | undefined;

  action: string;
  onDo(): void;
}

export function DraftSumCard({ title, sums, children, doing, action, onDo, ...rest }: DraftSumCardProps) {
  const because = useNeeds('operator', rest.because);
  return (
    <Card title={title}>
      <div className="stack">
        <TotalLines {...sums} />
        {children}
        <Refusal problem={doing.refusal} />
        <Button tone="primary" icon="check" isBusy={doing.isBusy} because={because} onClick={onDo} text={action} />
        {because !== undefined && <p className="soft small">{because}</p>}
      </div>
    </Card>
  );
}
