// An operator has looked at what a document was put aside for.
import { ResolveParked } from '../../api/operations.ts';
import type { OperationsAnswer } from '../../api/answers.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { LongTextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { useWords } from '../../texts/use-words.tsx';

export function ResolveDialog({
  document,
  onClose,
}: {
  document: Pick<OperationsAnswer['openDocuments'][number], 'documentId' | 'number' | 'parkedReason'>;
  onClose(): void;
}) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `resolve${document.documentId}`;
  const resolving = useAct(ResolveParked, ['OpenDocument', 'Invoice', 'Credit', 'DocumentEvent'], { draft });
  const [note, setNote] = useDraft(`${draft}.note`, '');
  const { setTried, missing } = useNeeded();

  const resolve = async (): Promise<void> => {
    setTried(true);
    if (note.trim() === '') return;
    if (!(await resolving.act({ documentId: document.documentId, note: note.trim() }))) return;
    tell(t('settle.done', { number: document.number }));
    onClose();
  };
  return (
    <FormDialog
      draft={draft}
      title={t('resolve.title', { number: document.number })}
      action={t('resolve.do')}
      doing={resolving}
      onSubmit={() => void resolve()}
      onClose={onClose}
    >
      <p className="soft break-anywhere">{document.parkedReason}</p>
      <LongTextField
        label={t('resolve.note')}
        note={t('resolve.noteAbout')}
        rows={3}
        autoFocus
        value={note}
        wrong={missing(note)}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
