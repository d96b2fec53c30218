// Files a proforma as a fiscal invoice, after asking once more, and how the rest of it is paid.
import type { ConvertInvoiceToDgiAnswer, ConvertInvoiceToDgiVariables } from '../../api/answers.ts';
import { useHeldAct, type HeldAct } from '../../api/held.ts';
import { ConvertInvoice } from '../../api/invoices.ts';
import { isPositive } from '../../format/decimal.ts';
import { EditDialog } from '../../parts/edit-form.tsx';
import { usePaymentTerms } from '../../parts/payment-terms.tsx';
import { actionOf, leftOf, type Invoice } from '../../rules/document-rules.ts';
import { mostParts } from '../../rules/sale.ts';
import { f, t } from '../../texts/speech.ts';
import { ActionRows } from '../document/action-row.tsx';

export function ConvertAction({ invoice }: { invoice: Invoice }) {
  const converting = useHeldAct(ConvertInvoice, `convert${invoice.id}`, ['Invoice', 'DocumentEvent', 'Order']);
  if (invoice.mode !== 'PROFORM') return null;

  return (
    <>
      <ActionRows
        rows={[
          {
            ...{ label: t('convert'), icon: 'invoices', possible: actionOf(invoice, 'convertInvoiceToDgi') },
            ...{ isBusy: converting.isBusy, onDo: converting.open },
          },
        ]}
      />
      {converting.isOpen && (
        <li>
          <ConvertDialog invoice={invoice} converting={converting} />
        </li>
      )}
    </>
  );
}

interface ConvertDialogProps {
  invoice: Invoice;
  converting: HeldAct<ConvertInvoiceToDgiAnswer, ConvertInvoiceToDgiVariables>;
}

function ConvertDialog({ invoice, converting }: ConvertDialogProps) {
  // The PAC is told of all that is paid, and not only of what is added now.
  const paid = invoice.payments
    .map((payment) => ({ method: payment.method, amount: leftOf(payment) }))
    .filter(({ amount }) => isPositive(amount));
  const most = mostParts(invoice.retention !== null, paid.length);
  const draft = `convert${invoice.id}`;
  const { payments, fields } = usePaymentTerms(draft, invoice.balance, invoice.dueDate, most);
  const convert = (): void => {
    const about = t('convert.title', { number: invoice.number });
    converting.hold(
      { invoiceId: invoice.id, payment: payments && payments.length > 0 ? { payments: [...paid, ...payments] } : null },
      { about, done: (data) => ({ text: t('convert.done', { number: data.convertInvoiceToDgi.number }) }) },
    );
  };
  return (
    <EditDialog
      draft={draft}
      title={t('convert.title', { number: invoice.number })}
      about={t('convert.about', { total: f.money(invoice.total) })}
      action={t('convert')}
      tone="danger solid"
      keep={t('void.keep')}
      because={payments ? undefined : t('pay.missing')}
      fields={[{ own: fields }]}
      doing={converting}
      onSubmit={convert}
      onClose={converting.close}
    />
  );
}
