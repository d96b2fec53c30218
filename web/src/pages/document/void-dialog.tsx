// Voids a document at the PAC: why, and what follows.
import type { Act } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { LongTextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Note } from '../../parts/message.tsx';
import { reasonProblem, REASON_LENGTH } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface VoidDialogProps {
  number: string;
  hoursLeft: number;
  voiding: Pick<Act<unknown, never>, 'isBusy' | 'refusal'>;
  draft: string;
  onVoid(reason: string): void;
  onClose(): void;
}

export function VoidDialog({ number, hoursLeft, voiding, draft, onVoid, onClose }: VoidDialogProps) {
  const { t, f } = useWords();
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const problem = reasonProblem(reason);
  const words = problem && t(problem.key, { n: problem.n });
  return (
    <FormDialog
      draft={draft}
      title={t('void.title', { number })}
      action={t('void.do')}
      tone="danger solid"
      keep={t('void.keep')}
      because={words}
      doing={voiding}
      onSubmit={() => onVoid(reason.trim())}
      onClose={onClose}
    >
      <Note tone="wait" icon="clock">
        {t('void.about', { n: Math.floor(hoursLeft) })}
      </Note>
      <LongTextField
        label={t('void.reason')}
        rows={4}
        autoFocus
        value={reason}
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
    </FormDialog>
  );
}
