// Actions on a document's life at the PAC: ask now, fetch its PDF, and decisions of a person.
import type { DocumentKind } from '../../../../src/fiscal/document.ts';
import type { LegalStatus, SubmissionState } from '../../api/answers.ts';
import { AttachPdf } from '../../api/invoices.ts';
import { CheckDocument } from '../../api/operations.ts';
import { useAct } from '../../api/use-act.ts';
import { Refusal } from '../../parts/message.tsx';
import { tell } from '../../parts/toasts.tsx';
import { actionOf, type Invoice } from '../../rules/document-rules.ts';
import { t } from '../../texts/speech.ts';
import { resolve, settle } from '../operations/settle.tsx';
import { ActionRows } from './action-row.tsx';

const TOUCHES = ['Invoice', 'Credit', 'DocumentEvent', 'OpenDocument'];

export interface LegalActionsProps {
  kind: DocumentKind;
  document: Pick<Invoice, 'actions' | 'id' | 'number' | 'parkedReason'> & {
    legalStatus: LegalStatus | null;
    submissionState: SubmissionState;
  };
}

export function LegalActions({ kind, document }: LegalActionsProps) {
  const attaching = useAct(AttachPdf, TOUCHES);
  const checking = useAct(CheckDocument, TOUCHES);
  const { id, number, parkedReason } = document;
  const subject = { documentId: id, number, parkedReason };
  const isUnknown = document.submissionState === 'UNKNOWN';
  const refusal = checking.refusal ?? attaching.refusal;
  const canAsk = actionOf(document, 'checkDocument');
  const canAttach = actionOf(document, 'attachPacPdf');

  const attach = async (): Promise<void> => {
    const done = await attaching.act({ sourceId: id, sourceType: kind });
    if (done) tell(t(done.attachPacPdf === null ? 'pdf.notYet' : 'pdf.attached'));
  };
  const check = async (): Promise<void> => {
    const checked = (await checking.act({ documentId: id }))?.checkDocument;
    if (!checked) return;
    if (checked.submissionState === 'UNKNOWN' && checked.documentId === null) tell(t('check.nameless'));
    else tell(t(checked.legalStatus === null ? 'check.nothing' : `legal.${checked.legalStatus}`));
  };
  return (
    <>
      <ActionRows
        rows={[
          isUnknown && {
            ...{ label: t('settle'), icon: 'question', tone: 'primary', note: t('settlement.note') },
            ...{ possible: actionOf(document, 'settleSubmission'), onDo: () => settle(subject) },
          },
          parkedReason !== null &&
            !isUnknown && {
              ...{ label: t('resolve'), icon: 'alert', tone: 'primary' },
              ...{ possible: actionOf(document, 'resolveParked'), onDo: () => resolve(subject) },
            },
          canAsk.isAllowed && {
            ...{ label: t('check'), icon: 'operations', possible: canAsk },
            ...{ isBusy: checking.isBusy, onDo: () => void check() },
          },
          canAttach.isAllowed && {
            ...{ label: t('attachPdf'), icon: 'file', possible: canAttach },
            ...{ isBusy: attaching.isBusy, onDo: () => void attach() },
          },
        ]}
      />
      {refusal && (
        <li>
          <Refusal problem={refusal} />
        </li>
      )}
    </>
  );
}
