// Files a proforma as a fiscal invoice, after asking once more.
import { useState } from 'react';
import { ConvertInvoice } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { actionOf, type Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';
import { ActionRow } from '../document/action-row.tsx';

export function ConvertAction({ invoice }: { invoice: Invoice }) {
  const { t, f } = useWords();
  const tell = useTell();
  const converting = useAct(ConvertInvoice, ['Invoice', 'DocumentEvent', 'Order']);
  const [isAsking, setAsking] = useState(false);
  // The dialog outlives the moment in which the answer makes the invoice a fiscal one.
  if (invoice.mode !== 'PROFORM' && !isAsking) return null;

  const convert = async (): Promise<void> => {
    const done = await converting.act({ invoiceId: invoice.id });
    if (!done) return;
    setAsking(false);
    tell(t('convert.done', { number: done.convertInvoiceToDgi.number }));
  };
  return (
    <>
      <ActionRow
        label={t('convert')}
        icon="invoices"
        possible={actionOf(invoice, 'convertInvoiceToDgi')}
        onDo={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('convert.title', { number: invoice.number })}
          about={t('convert.about', { total: f.money(invoice.total) })}
          action={t('convert')}
          doing={converting}
          onConfirm={() => void convert()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
