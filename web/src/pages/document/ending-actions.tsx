// The two ways in which a document ends: voided at the PAC, or, where the PAC knows nothing of it, canceled here.
import type { TypedDocumentNode } from 'urql';
import { CancelCredit, VoidCredit } from '../../api/credits.ts';
import { CancelDebitNote, CancelGenericCredit, VoidDebitNote, VoidGenericCredit } from '../../api/debit-notes.ts';
import { useHeldAct } from '../../api/held.ts';
import { CancelInvoice, VoidInvoice } from '../../api/invoices.ts';
import { ask } from '../../parts/ask.tsx';
import { actionOf, type Invoice } from '../../rules/document-rules.ts';
import { t } from '../../texts/speech.ts';
import { useNow } from '../../use-now.ts';
import { ActionRows } from './action-row.tsx';
import { VoidDialog } from './void-dialog.tsx';

interface Ending {
  /** Name of the document's id in the mutations. */
  id: string;
  voids: TypedDocumentNode<unknown, never>;
  cancels: TypedDocumentNode<unknown, never>;
}

/** By the kind that the mutations are named after. */
const ENDINGS: Record<'Invoice' | 'Credit' | 'DebitNote' | 'GenericCredit', Ending> = {
  Invoice: { id: 'invoiceId', voids: VoidInvoice, cancels: CancelInvoice },
  Credit: { id: 'creditId', voids: VoidCredit, cancels: CancelCredit },
  DebitNote: { id: 'debitNoteId', voids: VoidDebitNote, cancels: CancelDebitNote },
  GenericCredit: { id: 'debitNoteId', voids: VoidGenericCredit, cancels: CancelGenericCredit },
};

/** A mutation does not answer the timeline. */
const TOUCHES = ['Invoice', 'Credit', 'DebitNote', 'GenericCredit', 'DocumentEvent'];

type EndingActionsProps = { document: Pick<Invoice, 'id' | 'number' | 'actions'>; name: keyof typeof ENDINGS };

export function EndingActions({ document, name }: EndingActionsProps) {
  const { id, voids, cancels } = ENDINGS[name];
  const now = useNow();
  const { number } = document;
  const draft = `void${document.id}`;
  const voiding = useHeldAct(voids, draft, TOUCHES);
  const canVoid = actionOf(document, `void${name}`);
  const canCancel = actionOf(document, `cancel${name}`);
  const hoursLeft = canVoid.until === null ? 0 : (Date.parse(canVoid.until) - now) / 3_600_000;
  const voidIt = (reason: string): void => {
    voiding.hold({ [id]: document.id, reason } as never, {
      about: t('void.title', { number }),
      done(answer) {
        // Else the PAC was asked, and answers later.
        const isVoid = Object.values(answer as object).some((ended: object) => Object.values(ended).includes('VOID'));
        return { text: t(isVoid ? 'void.done' : 'void.asked', { number }) };
      },
    });
  };
  const cancel = (): void =>
    ask({
      ...{ title: t('cancelDocument.title', { number }), about: t('cancelDocument.about') },
      ...{ action: t('cancelDocument'), tone: 'danger solid', keep: t('void.keep') },
      ...{ mutation: cancels, touches: TOUCHES, variables: () => ({ [id]: document.id }) as never },
      done: t('cancelDocument.done', { number }),
    });
  return (
    <>
      <ActionRows
        rows={[
          {
            ...{ label: t('void'), icon: 'stop', tone: 'danger', possible: canVoid, isBusy: voiding.isBusy },
            ...{ note: t('void.left', { n: Math.floor(hoursLeft) }), onDo: voiding.open },
          },
          canCancel.isAllowed && {
            ...{ label: t('cancelDocument'), icon: 'cross', tone: 'danger', possible: canCancel },
            ...{ note: t('cancelDocument.note'), onDo: cancel },
          },
        ]}
      />
      {voiding.isOpen && (
        <li>
          <VoidDialog {...{ number, hoursLeft, voiding, draft }} onVoid={voidIt} />
        </li>
      )}
    </>
  );
}
