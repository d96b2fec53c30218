// An operator says what became of a submission whose answer was lost.
import { useState } from 'react';
import { SettleSubmission } from '../../api/operations.ts';
import type { OperationsAnswer } from '../../api/answers.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LongTextField, TextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/message.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useWords } from '../../texts/use-words.tsx';

export function SettleDialog({
  document,
  onClose,
}: {
  document: OperationsAnswer['openDocuments'][number];
  onClose(): void;
}) {
  const { t } = useWords();
  const tell = useTell();
  const settling = useAct(SettleSubmission, ['OpenDocument', 'Invoice', 'Credit', 'DocumentEvent']);
  const [answer, setAnswer] = useState<'received' | 'notReceived'>('received');
  const [pacDocumentId, setPacDocumentId] = useState('');
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const typed = answer === 'received' ? pacDocumentId.trim() : reason.trim();

  const settle = async (): Promise<void> => {
    setTried(true);
    if (typed === '') return;
    const done = await settling.act({
      documentId: document.documentId,
      pacDocumentId: answer === 'received' ? typed : null,
      notReceivedReason: answer === 'notReceived' ? typed : null,
    });
    if (!done) return;
    tell(t('settle.done', { number: document.number }));
    onClose();
  };
  const missing = wasTried && typed === '' ? t('isNeeded') : undefined;
  return (
    <Dialog title={t('settle.title', { number: document.number })} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void settle();
        }}
      >
        <p className="soft">{t('settle.about')}</p>
        <Segments<'received' | 'notReceived'>
          label={t('settle.answer')}
          value={answer}
          onChoose={setAnswer}
          options={[
            { value: 'received', label: t('settle.received') },
            { value: 'notReceived', label: t('settle.notReceived') },
          ]}
        />
        {answer === 'received' ? (
          <TextField
            label={t('identity.pacId')}
            note={t('settle.receivedNote')}
            className="input code"
            value={pacDocumentId}
            wrong={missing}
            onChange={(event) => setPacDocumentId(event.target.value)}
          />
        ) : (
          <LongTextField
            label={t('settle.reason')}
            note={t('settle.notReceivedNote')}
            rows={3}
            value={reason}
            wrong={missing}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <Refusal problem={settling.refusal} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" type="submit" isBusy={settling.isBusy}>
            {t('settle.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
