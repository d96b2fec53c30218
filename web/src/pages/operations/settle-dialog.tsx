// An operator says what became of a submission whose answer was lost.
import { SettleSubmission } from '../../api/operations.ts';
import { ActDialog } from '../../parts/edit-form.tsx';
import { t } from '../../texts/speech.ts';
import { SETTLED_TYPES, type SettledDialogProps } from './resolve-dialog.tsx';

const FINDINGS = ['received', 'notReceived', 'taken'] as const;

export function SettleDialog({ document: { documentId, number }, onClose }: SettledDialogProps) {
  const options = FINDINGS.map((one) => [one, t(`settle.${one}`)] as const);
  return (
    <ActDialog
      draft={`settle${documentId}`}
      title={t('settle.title', { number })}
      about={t('settle.about')}
      action={t('settle.do')}
      done={t('settle.done', { number })}
      record={{ answer: 'received' }}
      fields={({ answer }) => [
        { name: 'answer', label: t('settle.answer'), kind: 'segments', options },
        answer === 'notReceived'
          ? {
              ...{ name: 'reason', label: t('settle.reason'), kind: 'long', isNeeded: true },
              ...{ note: t('settle.notReceivedNote'), input: { rows: 3 } },
            }
          : {
              ...{ name: 'pacDocumentId', label: t('identity.pacId'), isNeeded: true },
              note: t(answer === 'received' ? 'settle.receivedNote' : 'settle.takenNote'),
              input: { className: 'input code' },
            },
      ]}
      mutation={SettleSubmission}
      touches={SETTLED_TYPES}
      variables={({ answer, reason = '', pacDocumentId = '' }) => ({
        documentId,
        pacDocumentId: answer === 'received' ? pacDocumentId.trim() : null,
        notReceivedReason: answer === 'notReceived' ? reason.trim() : null,
        numberTakenBy: answer === 'taken' ? pacDocumentId.trim() : null,
      })}
      onClose={onClose}
    />
  );
}
