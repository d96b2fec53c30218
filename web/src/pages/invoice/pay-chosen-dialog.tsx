// Receives what is owed on each of the chosen invoices: one method and one day for all, and a payment of its own key for each.
import type { InvoicesAnswer, PaymentMethod } from '../../api/answers.ts';
import { RegisterPayment } from '../../api/invoices.ts';
import { forgetDraft } from '../../draft.ts';
import { add, isPositive } from '../../format/decimal.ts';
import { EditDialog } from '../../parts/edit-form.tsx';
import type { ActDialogProps } from '../../parts/list/list-kind.ts';
import { methodField } from '../../parts/payment-parts.tsx';
import { f, t } from '../../texts/speech.ts';

type Row = NonNullable<InvoicesAnswer['invoices']['records']>[number];

const DRAFT = 'payChosen';

/** Noon in Panama, so that it is that day wherever the company's clock is near. */
const onDay = (day: string | undefined): string | null => (day ? `${day}T17:00:00Z` : null);

export function PayChosenDialog({ rows, running, onClose }: ActDialogProps<Row>) {
  const owed = rows.filter(({ balance }) => isPositive(balance));
  return (
    <EditDialog
      {...{ draft: DRAFT, doing: { isBusy: false }, onClose }}
      title={t('bulk.pay')}
      action={t('bulk.payDo', { n: owed.length, amount: f.money(add('0', ...owed.map(({ balance }) => balance))) })}
      buttonOf={() => ({ because: owed.length === 0 ? t('bulk.payNothing') : undefined })}
      about={t('bulk.payAbout')}
      record={{ method: 'CASH' }}
      fields={[
        [methodField(), { name: 'day', kind: 'date', label: t('bulk.payDay'), note: t('bulk.payDayNote') }],
        { name: 'reference', label: t('pay.reference'), note: t('pay.referenceNote'), input: { maxLength: 200 } },
      ]}
      onSubmit={({ method, reference, day }) => {
        const begun = running.begin(
          'bulk.pay',
          owed.map(({ id, number, balance }) => ({
            ...{ id, name: `${number} · ${f.money(balance)}` },
            variables: {
              ...{ invoiceId: id, amount: balance, method: method as PaymentMethod },
              ...{ reference: reference?.trim() || null, paidAt: onDay(day) },
            },
          })),
        );
        forgetDraft(DRAFT);
        onClose();
        void running.goOn(RegisterPayment, begun);
      }}
    />
  );
}
