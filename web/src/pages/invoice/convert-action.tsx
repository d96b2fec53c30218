// Files a proforma as a fiscal invoice, after asking once more.
import { useState } from 'react';
import { useHeldAct } from '../../api/held.ts';
import { ConvertInvoice } from '../../api/invoices.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { actionOf, type Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';
import { ActionRow } from '../document/action-row.tsx';

export function ConvertAction({ invoice }: { invoice: Invoice }) {
  const { t, f } = useWords();
  const [isAsking, setAsking] = useState(false);
  const converting = useHeldAct(ConvertInvoice, {
    name: `convert${invoice.id}`,
    touches: ['Invoice', 'DocumentEvent', 'Order'],
    reopen: () => setAsking(true),
  });
  if (invoice.mode !== 'PROFORM') return null;

  const convert = (): void => {
    setAsking(false);
    converting.hold(
      { invoiceId: invoice.id },
      {
        about: t('convert.title', { number: invoice.number }),
        done: (data) => ({ said: t('convert.done', { number: data.convertInvoiceToDgi.number }) }),
      },
    );
  };
  return (
    <>
      <ActionRow
        label={t('convert')}
        icon="invoices"
        possible={actionOf(invoice, 'convertInvoiceToDgi')}
        isBusy={converting.isBusy}
        onDo={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('convert.title', { number: invoice.number })}
          about={t('convert.about', { total: f.money(invoice.total) })}
          action={t('convert')}
          doing={converting}
          onConfirm={convert}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
