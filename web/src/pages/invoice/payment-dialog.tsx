// Receives money for an invoice.
import { useState } from 'react';
import type { PaymentMethod } from '../../api/answers.ts';
import { RegisterPayment } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { compare, isPositive, readDecimal, subtract } from '../../format/decimal.ts';
import { EditDialog, type Typed } from '../../parts/edit-form.tsx';
import { methodField } from '../../parts/payment-parts.tsx';
import { tell } from '../../parts/toasts.tsx';
import { amountProblem, isFarTooMuch, type Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';

const amountIn = ({ amount = '' }: Typed): string | undefined => readDecimal(amount);

export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const draft = `payment${invoice.id}`;
  const doing = useAct(RegisterPayment, [], { draft });
  const isTooMuch = (typed: Typed): boolean => isFarTooMuch(amountIn(typed) ?? '0', invoice.balance);
  const [confirming, setConfirming] = useState<string>();
  const asks = (typed: Typed): boolean => isTooMuch(typed) && confirming === amountIn(typed);
  const noteOf = (typed: Typed): string => {
    const rest = subtract(invoice.balance, amountIn(typed) ?? '0');
    if (compare(rest, '0') < 0) return t('pay.tooMuch', { amount: f.money(subtract('0', rest)) });
    return isPositive(rest) ? t('pay.rest', { amount: f.money(rest) }) : t('pay.settles');
  };

  const pay = async (typed: Typed): Promise<void> => {
    const amount = amountIn(typed)!;
    if (isTooMuch(typed) && !asks(typed)) return setConfirming(amount);
    const { method, reference } = typed;
    const done = await doing.act({
      ...{ invoiceId: invoice.id, amount, method: method as PaymentMethod, reference: reference?.trim() || null },
      allowOverpayment: isTooMuch(typed),
    });
    if (!done) return;
    tell(t('pay.done', { amount: f.money(amount) }));
    if (doing.isHere()) onClose();
  };
  return (
    <EditDialog
      {...{ draft, doing, onClose }}
      title={t('pay.title', { number: invoice.number })}
      action={t('pay')}
      buttonOf={(typed) => (asks(typed) ? { action: t('pay.tooMuchDo', { amount: f.money(amountIn(typed)!) }) } : {})}
      record={{ amount: isPositive(invoice.balance) ? invoice.balance : '', method: 'CASH' }}
      fields={(typed) => {
        const problem = amountProblem(amountIn(typed));
        return [
          [
            {
              ...{ name: 'amount', label: t('pay.amount'), note: noteOf(typed), kind: 'decimal' },
              ...{ wrong: problem && t(problem), input: { autoFocus: true } },
            },
            methodField(),
          ],
          {
            ...{ name: 'reference', label: t('pay.reference'), note: t('pay.referenceNote') },
            input: { maxLength: 200 },
          },
        ];
      }}
      onSubmit={pay}
    />
  );
}
