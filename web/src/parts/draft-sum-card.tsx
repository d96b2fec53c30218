// Totals of a draft, and the button that makes it real.
import { t } from '../texts/speech.ts';
import { Button, useNeeds } from './button.tsx';
import type { FormDialogProps } from './form-dialog.tsx';
import { TotalLines, type TotalLinesProps } from './lines-card.tsx';
import { Refusal } from './message.tsx';
import { Card } from './page.tsx';

/** The children are further fields before it is made. */
export interface DraftSumCardProps extends Pick<
  FormDialogProps,
  'title' | 'children' | 'doing' | 'because' | 'action'
> {
  sums: TotalLinesProps;
  onDo(): void;
  /** The way on where the record is another one by now; a new one has none. */
  onDiscard?: (() => void) | undefined;
}

export function DraftSumCard({ title, sums, children, doing, action, onDo, onDiscard, ...rest }: DraftSumCardProps) {
  const because = useNeeds('operator', rest.because);
  return (
    <Card title={title}>
      <div className="stack">
        <TotalLines {...sums} />
        {children}
        <Refusal problem={doing.refusal} />
        {onDiscard && doing.refusal?.code === 'CONFLICT' && <Button onClick={onDiscard} text={t('edit.discard')} />}
        <Button tone="primary" icon="check" isBusy={doing.isBusy} because={because} onClick={onDo} text={action} />
        {because !== undefined && <p className="soft small">{because}</p>}
      </div>
    </Card>
  );
}
