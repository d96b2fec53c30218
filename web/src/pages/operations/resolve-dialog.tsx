// An operator has looked at what a document was put aside for.
import { useState } from 'react';
import { ResolveParked } from '../../api/operations.ts';
import type { OperationsAnswer } from '../../api/answers.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LongTextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/message.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useWords } from '../../texts/use-words.tsx';

export function ResolveDialog({
  document,
  onClose,
}: {
  document: OperationsAnswer['openDocuments'][number];
  onClose(): void;
}) {
  const { t } = useWords();
  const tell = useTell();
  const resolving = useAct(ResolveParked, ['OpenDocument', 'Invoice', 'Credit', 'DocumentEvent']);
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);

  const resolve = async (): Promise<void> => {
    setTried(true);
    if (note.trim() === '') return;
    if (!(await resolving.act({ documentId: document.documentId, note: note.trim() }))) return;
    tell(t('settle.done', { number: document.number }));
    onClose();
  };
  return (
    <Dialog title={t('resolve.title', { number: document.number })} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void resolve();
        }}
      >
        <p className="soft break-anywhere">{document.parkedReason}</p>
        <LongTextField
          label={t('resolve.note')}
          note={t('resolve.noteAbout')}
          rows={3}
          autoFocus
          value={note}
          wrong={wasTried && note.trim() === '' ? t('isNeeded') : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
        <Refusal problem={resolving.refusal} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" type="submit" isBusy={resolving.isBusy}>
            {t('resolve.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
