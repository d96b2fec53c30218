// The two ways in which a document ends: voided at the PAC, or, where the PAC knows nothing of it, canceled here.
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { useHeldAct } from '../../api/held.ts';
import { ask } from '../../parts/ask.tsx';
import { actionOf, type Invoice } from '../../rules/document-rules.ts';
import { t } from '../../texts/speech.ts';
import { useNow } from '../../use-now.ts';
import { ActionRows } from './action-row.tsx';
import { VoidDialog } from './void-dialog.tsx';

export interface EndingActionsProps<Voided, Canceled, Id extends AnyVariables> {
  document: Pick<Invoice, 'id' | 'number' | 'actions'>;
  /** As the mutations call it. */
  name: 'Invoice' | 'Credit' | 'DebitNote' | 'GenericCredit';
  variables: Id;
  voids: TypedDocumentNode<Voided, Id & { reason: string }>;
  cancels: TypedDocumentNode<Canceled, Id>;
  /** Else the PAC was asked, and answers later. */
  isVoid(voided: Voided): boolean;
}

/** A mutation does not answer the timeline. */
const TOUCHES = ['Invoice', 'Credit', 'DebitNote', 'GenericCredit', 'DocumentEvent'];

export function EndingActions<Voided, Canceled, Id extends AnyVariables>(
  props: EndingActionsProps<Voided, Canceled, Id>,
) {
  const { document, name, variables, voids, cancels, isVoid } = props;
  const now = useNow();
  const { number } = document;
  const draft = `void${document.id}`;
  const voiding = useHeldAct(voids, draft, TOUCHES);
  const canVoid = actionOf(document, `void${name}`);
  const canCancel = actionOf(document, `cancel${name}`);
  const hoursLeft = canVoid.until === null ? 0 : (Date.parse(canVoid.until) - now) / 3_600_000;
  const voidIt = (reason: string): void => {
    voiding.hold(
      { ...variables, reason },
      {
        about: t('void.title', { number }),
        done: (voided) => ({ text: t(isVoid(voided) ? 'void.done' : 'void.asked', { number }) }),
      },
    );
  };
  const cancel = (): void =>
    ask({
      ...{ title: t('cancelDocument.title', { number }), about: t('cancelDocument.about') },
      ...{ action: t('cancelDocument'), tone: 'danger solid', keep: t('void.keep') },
      ...{ mutation: cancels, touches: TOUCHES, variables: () => variables },
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
      {voiding.isOpen && <VoidDialog {...{ number, hoursLeft, voiding, draft }} onVoid={voidIt} />}
    </>
  );
}
