// Receives money for an invoice.
import { useState } from 'react';
import type { PaymentMethod } from '../../api/answers.ts';
import { RegisterPayment } from '../../api/invoices.ts';
import { newKey } from '../../api/new-key.ts';
import { useAct } from '../../api/use-act.ts';
import { compare, isPositive, readDecimal, subtract } from '../../format/decimal.ts';
import { NumberField, SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { amountProblem, type Invoice } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';

const METHODS: readonly PaymentMethod[] = [
  'CASH',
  'BANK_TRANSFER',
  'DEBIT_CARD',
  'CREDIT_CARD',
  'CREDIT',
  'GIFT_VOUCHER',
  'RETURN_VOUCHER',
  'LOYALTY_CARD',
  'OTHER',
];

export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t, f } = useWords();
  const tell = useTell();
  const paying = useAct(RegisterPayment);
  // One key as long as the dialog is open: pressed twice, or sent again after a lost answer, it is one payment.
  const [idempotencyKey] = useState(newKey);
  const [typed, setTyped] = useState(isPositive(invoice.balance) ? invoice.balance : '');
  const [method, setMethod] = useState<PaymentMethod>('CASH');
  const [reference, setReference] = useState('');
  const [wasTried, setTried] = useState(false);
  const amount = readDecimal(typed);
  const problem = amountProblem(amount);

  const pay = async (): Promise<void> => {
    setTried(true);
    if (problem !== undefined || amount === undefined) return;
    const done = await paying.act({
      invoiceId: invoice.id,
      amount,
      method,
      reference: reference.trim() === '' ? null : reference.trim(),
      idempotencyKey,
    });
    if (!done) return;
    tell(t('pay.done', { amount: f.money(amount) }));
    onClose();
  };
  return (
    <FormDialog
      title={t('pay.title', { number: invoice.number })}
      action={t('pay')}
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
          note={amountNote(amount)}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('pay.method')}
          value={method}
          onChange={(event) => setMethod(event.target.value as PaymentMethod)}
        >
          {METHODS.map((one) => (
            <option key={one} value={one}>
              {t(`method.${one}`)}
            </option>
          ))}
        </SelectField>
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

  function amountNote(value: string | undefined): string {
    const rest = value === undefined ? invoice.balance : subtract(invoice.balance, value);
    if (compare(rest, '0') < 0) return t('pay.tooMuch', { amount: f.money(subtract('0', rest)) });
    return isPositive(rest) ? t('pay.rest', { amount: f.money(rest) }) : t('pay.settles');
  }
}
