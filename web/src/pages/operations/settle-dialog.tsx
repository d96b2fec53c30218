// An operator says what became of a submission whose answer was lost.
import { SettleSubmission } from '../../api/operations.ts';
import type { OperationsAnswer } from '../../api/answers.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { LongTextField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { useWords } from '../../texts/use-words.tsx';

type Finding = 'received' | 'notReceived' | 'taken';

export function SettleDialog({
  document,
  onClose,
}: {
  document: Pick<OperationsAnswer['openDocuments'][number], 'documentId' | 'number'>;
  onClose(): void;
}) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `settle${document.documentId}`;
  const settling = useAct(SettleSubmission, ['OpenDocument', 'Invoice', 'Credit', 'DocumentEvent'], { draft });
  const [answer, setAnswer] = useDraft<Finding>(`${draft}.answer`, 'received');
  const [pacDocumentId, setPacDocumentId] = useDraft(`${draft}.pacDocumentId`, '');
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const { setTried, missing } = useNeeded();
  const typed = answer === 'notReceived' ? reason.trim() : pacDocumentId.trim();

  const settle = async (): Promise<void> => {
    setTried(true);
    if (typed === '') return;
    const done = await settling.act({
      documentId: document.documentId,
      pacDocumentId: answer === 'received' ? typed : null,
      notReceivedReason: answer === 'notReceived' ? typed : null,
      numberTakenBy: answer === 'taken' ? typed : null,
    });
    if (!done) return;
    tell(t('settle.done', { number: document.number }));
    onClose();
  };
  return (
    <FormDialog
      draft={draft}
      title={t('settle.title', { number: document.number })}
      action={t('settle.do')}
      doing={settling}
      onSubmit={() => void settle()}
      onClose={onClose}
    >
      <p className="soft">{t('settle.about')}</p>
      <Segments<Finding>
        label={t('settle.answer')}
        value={answer}
        onChoose={setAnswer}
        options={[
          { value: 'received', label: t('settle.received') },
          { value: 'notReceived', label: t('settle.notReceived') },
          { value: 'taken', label: t('settle.taken') },
        ]}
      />
      {answer !== 'notReceived' ? (
        <TextField
          label={t('identity.pacId')}
          note={t(answer === 'received' ? 'settle.receivedNote' : 'settle.takenNote')}
          className="input code"
          value={pacDocumentId}
          wrong={missing(typed)}
          onChange={(event) => setPacDocumentId(event.target.value)}
        />
      ) : (
        <LongTextField
          label={t('settle.reason')}
          note={t('settle.notReceivedNote')}
          rows={3}
          value={reason}
          wrong={missing(typed)}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
