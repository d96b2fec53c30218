// Receives money for an invoice.
import { useState } from 'react';
import { PAYING_METHODS } from '../../../../src/fiscal/payment-methods.ts';
import type { PaymentMethod } from '../../api/answers.ts';
import { RegisterPayment } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { compare, isPositive, readDecimal, subtract } from '../../format/decimal.ts';
import { NumberField, SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { amountProblem, isFarTooMuch, type Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t, f } = useWords();
  const tell = useTell();
  const draft = `payment${invoice.id}`;
  const paying = useAct(RegisterPayment, [], { draft });
  const [typed, setTyped] = useDraft(`${draft}.typed`, isPositive(invoice.balance) ? invoice.balance : '');
  const [method, setMethod] = useDraft<PaymentMethod>(`${draft}.method`, 'CASH');
  const [reference, setReference] = useDraft(`${draft}.reference`, '');
  const [wasTried, setTried] = useState(false);
  const amount = readDecimal(typed);
  const problem = amountProblem(amount);
  const isTooMuch = isFarTooMuch(amount ?? '0', invoice.balance);
  const [asked, setAsked] = useState<string>();
  const asks = isTooMuch && asked === amount;
  const amountNote = useAmountNote(invoice, amount);

  const pay = async (): Promise<void> => {
    setTried(true);
    if (problem !== undefined || amount === undefined) return;
    if (isTooMuch && !asks) return setAsked(amount);
    const done = await paying.act({
      invoiceId: invoice.id,
      amount,
      method,
      reference: reference.trim() === '' ? null : reference.trim(),
      allowOverpayment: isTooMuch,
    });
    if (!done) return;
    tell(t('pay.done', { amount: f.money(amount) }));
    onClose();
  };
  return (
    <FormDialog
      draft={draft}
      title={t('pay.title', { number: invoice.number })}
      action={asks ? t('pay.tooMuchDo', { amount: f.money(amount!) }) : t('pay')}
      doing={paying}
      onSubmit={() => void pay()}
      onClose={onClose}
    >
      <div className="form-row">
        <NumberField
          label={t('pay.amount')}
          value={typed}
          autoFocus
          wrong={wasTried && problem !== undefined ? t(problem) : undefined}
          note={amountNote}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('pay.method')}
          value={method}
          onChange={(event) => setMethod(event.target.value as PaymentMethod)}
          options={PAYING_METHODS.map((one) => [one, t(`method.${one}`)])}
        />
      </div>
      <TextField
        label={t('pay.reference')}
        note={t('pay.referenceNote')}
        maxLength={200}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
    </FormDialog>
  );
}

function useAmountNote(invoice: Invoice, amount: string | undefined): string {
  const { t, f } = useWords();
  const rest = subtract(invoice.balance, amount ?? '0');
  if (compare(rest, '0') < 0) return t('pay.tooMuch', { amount: f.money(subtract('0', rest)) });
  return isPositive(rest) ? t('pay.rest', { amount: f.money(rest) }) : t('pay.settles');
}
