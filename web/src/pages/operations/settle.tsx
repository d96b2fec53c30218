// An operator says what became of a submission whose answer was lost, or has looked at what a document was put aside for.
import type { OperationsAnswer } from '../../api/answers.ts';
import { ResolveParked, SettleSubmission } from '../../api/operations.ts';
import { ask } from '../../parts/ask.tsx';
import { t } from '../../texts/speech.ts';

type Subject = Pick<OperationsAnswer['openDocuments'][number], 'documentId' | 'number' | 'parkedReason'>;

const TOUCHES = ['OpenDocument', 'Invoice', 'Credit', 'DocumentEvent'];
const FINDINGS = ['received', 'notReceived', 'taken'] as const;

export const settle = ({ documentId, number }: Subject): void =>
  ask({
    draft: `settle${documentId}`,
    title: t('settle.title', { number }),
    about: t('settle.about'),
    action: t('settle.do'),
    done: t('settle.done', { number }),
    record: { answer: 'received' },
    fields: ({ answer }) => [
      {
        ...{ name: 'answer', label: t('settle.answer'), kind: 'segments' },
        options: FINDINGS.map((one) => [one, t(`settle.${one}`)] as const),
      },
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
    ],
    mutation: SettleSubmission,
    touches: TOUCHES,
    variables: ({ answer, reason = '', pacDocumentId = '' }) => ({
      documentId,
      pacDocumentId: answer === 'received' ? pacDocumentId.trim() : null,
      notReceivedReason: answer === 'notReceived' ? reason.trim() : null,
      numberTakenBy: answer === 'taken' ? pacDocumentId.trim() : null,
    }),
  });

export const resolve = ({ documentId, number, parkedReason }: Subject): void =>
  ask({
    draft: `resolve${documentId}`,
    title: t('resolve.title', { number }),
    about: <span className="break-anywhere">{parkedReason}</span>,
    action: t('resolve.do'),
    done: t('settle.done', { number }),
    fields: [
      {
        ...{ name: 'note', label: t('resolve.note'), note: t('resolve.noteAbout'), kind: 'long', isNeeded: true },
        input: { rows: 3, autoFocus: true },
      },
    ],
    mutation: ResolveParked,
    touches: TOUCHES,
    variables: ({ note = '' }) => ({ documentId, note: note.trim() }),
  });
