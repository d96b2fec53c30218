// Voids a document at the PAC: why, and what follows.
import { EditDialog, type EditDialogProps, type Typed } from '../../parts/edit-form.tsx';
import { Note } from '../../parts/message.tsx';
import { reasonProblem, REASON_LENGTH } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';

export interface VoidDialogProps {
  number: string;
  hoursLeft: number;
  voiding: EditDialogProps['doing'] & { close(): void };
  draft: string;
  onVoid(reason: string): void;
}

export function VoidDialog({ number, hoursLeft, voiding, draft, onVoid }: VoidDialogProps) {
  const wordsOf = ({ reason = '' }: Typed): string | undefined => {
    const problem = reasonProblem(reason);
    return problem && t(problem.key, { n: problem.n });
  };
  const most = f.quantity(REASON_LENGTH.most);
  return (
    <EditDialog
      draft={draft}
      title={t('void.title', { number })}
      action={t('void.do')}
      tone="danger solid"
      keep={t('void.keep')}
      buttonOf={(typed) => ({ because: wordsOf(typed) })}
      above={<Note tone="wait" icon="clock" text={t('void.about', { n: Math.floor(hoursLeft) })} />}
      fields={(typed) => [
        {
          ...{ name: 'reason', label: t('void.reason'), kind: 'long', input: { rows: 4, autoFocus: true } },
          note: (
            <span className="spread">
              <span>{wordsOf(typed) ?? t('void.reasonFine')}</span>
              <span>{t('void.counter', { length: (typed['reason'] ?? '').trim().length, most })}</span>
            </span>
          ),
        },
      ]}
      doing={voiding}
      onSubmit={({ reason = '' }) => onVoid(reason.trim())}
      onClose={voiding.close}
    />
  );
}
