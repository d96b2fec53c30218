// Voids a document at the PAC: why, and what follows.
import { useState } from 'react';
import type { Act } from '../../api/use-act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LongTextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Refusal } from '../../parts/message.tsx';
import { reasonProblem, REASON_LENGTH } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface VoidDialogProps {
  number: string;
  hoursLeft: number;
  voiding: Pick<Act<unknown, never>, 'isBusy' | 'refusal'>;
  onVoid(reason: string): void;
  onClose(): void;
}

export function VoidDialog({ number, hoursLeft, voiding, onVoid, onClose }: VoidDialogProps) {
  const { t, f } = useWords();
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const problem = reasonProblem(reason);
  const words = problem && t(problem.key, { n: problem.n });
  return (
    <Dialog title={t('void.title', { number })} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!problem) onVoid(reason.trim());
        }}
      >
        <div className="note tone-wait">
          <Icon name="clock" size={17} />
          <span>{t('void.about', { n: Math.floor(hoursLeft) })}</span>
        </div>
        <LongTextField
          label={t('void.reason')}
          rows={4}
          autoFocus
          value={reason}
          wrong={wasTried ? words : undefined}
          note={
            <span className="spread">
              <span>{words ?? t('void.reasonFine')}</span>
              <span>
                {t('void.counter', { length: reason.trim().length, most: f.quantity(String(REASON_LENGTH.most)) })}
              </span>
            </span>
          }
          onChange={(event) => setReason(event.target.value)}
        />
        <Refusal problem={voiding.refusal} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('void.keep')}</Button>
          <Button tone="danger solid" type="submit" isBusy={voiding.isBusy} because={words}>
            {t('void.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
