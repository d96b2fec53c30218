// Charges more on an invoice.
import type { CreateDebitNoteAnswer, CreateDebitNoteVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import type { Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';
import { NoteDialog } from '../document/note-dialog.tsx';

export interface DebitDialogProps {
  invoice: Invoice;
  creating: HeldAct<CreateDebitNoteAnswer, CreateDebitNoteVariables>;
  onClose(): void;
}

export function DebitDialog({ invoice, creating, onClose }: DebitDialogProps) {
  const { t } = useWords();
  const title = t('makeDebit.title', { number: invoice.number });
  return (
    <NoteDialog
      draft={`debit${invoice.id}`}
      title={title}
      action={t('makeDebit.create')}
      mode={invoice.mode === 'DGI' ? 'DGI' : 'PROFORM'}
      doing={creating}
      onEntered={(note) =>
        creating.hold(
          { input: { invoiceId: invoice.id, ...note } },
          {
            about: title,
            stays: note.mode !== 'DGI',
            done: ({ createDebitNote: { id, number } }) => ({
              said: t('held.debited', { number }),
              to: `/debit-notes/${id}`,
            }),
          },
        )
      }
      onClose={onClose}
    />
  );
}
