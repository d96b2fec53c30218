// The two ways in which a document ends: voided at the PAC, or, where the PAC knows nothing of it, canceled here.
import { useState } from 'react';
import type { Act } from '../../api/use-act.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Action } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useNow } from '../../use-now.ts';
import { ActionRow } from './action-row.tsx';
import { VoidDialog } from './void-dialog.tsx';

type Doing = Pick<Act<unknown, never>, 'isBusy' | 'refusal'>;

export interface EndingActionsProps {
  document: { number: string };
  can: { void: Action; cancel: Action };
  voiding: Doing & { draft: string; isOpen: boolean; onOpen(): void; onClose(): void };
  canceling: Doing;
  onVoid(reason: string): void;
  /** Answers whether it was done; what was refused is told in the dialog. */
  onCancel(): Promise<boolean>;
}

export function EndingActions({ document, can, voiding, canceling, onVoid, onCancel }: EndingActionsProps) {
  const { t } = useWords();
  const now = useNow();
  const hoursLeft = can.void.until === null ? 0 : (Date.parse(can.void.until) - now) / 3_600_000;
  const [open, setOpen] = useState<'cancel'>();
  const close = (): void => setOpen(undefined);
  const closeWhen = (done: Promise<boolean>): void => void done.then((isDone) => isDone && close());
  return (
    <>
      <ActionRow
        label={t('void')}
        icon="stop"
        tone="danger"
        possible={can.void}
        note={t('void.left', { n: Math.floor(hoursLeft) })}
        isBusy={voiding.isBusy}
        onDo={voiding.onOpen}
      />
      {can.cancel.isAllowed && (
        <ActionRow
          label={t('cancelDocument')}
          icon="cross"
          tone="danger"
          possible={can.cancel}
          note={t('cancelDocument.note')}
          onDo={() => setOpen('cancel')}
        />
      )}
      {voiding.isOpen && (
        <VoidDialog
          number={document.number}
          hoursLeft={hoursLeft}
          voiding={voiding}
          onVoid={onVoid}
          onClose={voiding.onClose}
        />
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          title={t('cancelDocument.title', { number: document.number })}
          about={t('cancelDocument.about')}
          action={t('cancelDocument')}
          doing={canceling}
          onConfirm={() => closeWhen(onCancel())}
          onClose={close}
        />
      )}
    </>
  );
}
