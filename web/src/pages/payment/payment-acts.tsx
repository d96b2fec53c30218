// The way back of a payment, wherever one is shown: it is given back, pays another invoice of the client, or is put right.
import { useState } from 'react';
import { PAYING_METHODS } from '../../../../src/fiscal/payment-methods.ts';
import type { PaymentMethod } from '../../api/answers.ts';
import { CorrectPayment, MovePayment, OpenInvoicesOfClient, RefundPayment } from '../../api/payments.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { ActDialog, type FieldSpec } from '../../parts/edit-form.tsx';
import { Link } from '../../parts/link.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { leftOf } from '../../rules/document-rules.ts';
import { dayIn } from '../../rules/month.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useMay, useTimeZone } from '../../viewer.tsx';

export interface ShownPayment {
  id: string;
  amount: string;
  method: PaymentMethod;
  reference: string | null;
  paidAt: string;
  refunds: readonly { amount: string }[];
  invoice: { id: string; client: { id: string } };
}

/** `offeredOf`: how much is proposed to go back; left out, all that is left of the payment. */
export function usePaymentActs(again: () => void, offeredOf: (payment: ShownPayment) => string = leftOf) {
  const { t, f } = useWords();
  const { ask, dialog } = useAsk(again);
  const [moving, setMoving] = useState<ShownPayment>();
  const mayLog = useMay('admin');
  const timeZone = useTimeZone();
  const wordsOf = ({ method, amount }: ShownPayment) => ({ method: t(`method.${method}`), amount: f.money(amount) });
  const amountField = (payment: ShownPayment): FieldSpec => ({
    name: 'amount',
    label: t('pay.amount'),
    note: t('refund.left', { amount: f.money(leftOf(payment)) }),
    kind: 'decimal',
    isNeeded: true,
  });
  const refund = (payment: ShownPayment): void =>
    ask({
      title: t('refund.title', wordsOf(payment)),
      about: t('refund.about'),
      action: t('refund'),
      fields: [
        amountField(payment),
        { name: 'reason', label: t('credit.reason'), note: t('refund.reasonNote'), isNeeded: true },
      ],
      record: { amount: offeredOf(payment) },
      mutation: RefundPayment,
      variables: ({ amount = '', reason = '' }) => ({
        paymentId: payment.id,
        amount: readDecimal(amount) ?? amount,
        reason: reason.trim(),
      }),
      done: t('refund.done'),
    });
  const correct = (payment: ShownPayment): void => {
    const day = dayIn(timeZone, payment.paidAt);
    ask({
      title: t('correct.title', wordsOf(payment)),
      about: t('correct.about'),
      action: t('correct'),
      fields: [
        { ...amountField(payment), label: t('correct.amount') },
        {
          name: 'method',
          label: t('pay.method'),
          options: PAYING_METHODS.map((one) => [one, t(`method.${one}`)] as const),
        },
        { name: 'paidAt', label: t('correct.day'), kind: 'date', isNeeded: true },
        { name: 'reference', label: t('pay.reference'), note: t('pay.referenceNote') },
        { name: 'reason', label: t('credit.reason'), note: t('correct.reasonNote'), isNeeded: true },
      ],
      record: { amount: leftOf(payment), method: payment.method, paidAt: day, reference: payment.reference ?? '' },
      mutation: CorrectPayment,
      variables: ({ amount = '', method, paidAt = day, reference = '', reason = '' }) => ({
        paymentId: payment.id,
        amount: readDecimal(amount) ?? amount,
        method: method as PaymentMethod,
        // At the same hour of the other day.
        paidAt: new Date(Date.parse(payment.paidAt) + Date.parse(paidAt) - Date.parse(day)).toISOString(),
        reference: reference.trim() || null,
        reason: reason.trim(),
      }),
      done: t('correct.done'),
    });
  };
  const buttonsOf = (payment: ShownPayment) =>
    isPositive(leftOf(payment)) && (
      <span className="row payment-acts">
        {(
          [
            ['correct', correct],
            ['refund', refund],
            ['move', setMoving],
          ] as const
        ).map(([name, act]) => (
          <Button
            key={name}
            size="small"
            aria-label={`${t(name)}: ${wordsOf(payment).method}, ${wordsOf(payment).amount}`}
            needs="operator"
            onClick={() => act(payment)}
            text={t(name)}
          />
        ))}
        {mayLog && (
          <Link className="text-link small" to={`/acts?entityId=${payment.id}`}>
            {t('nav.acts')}
          </Link>
        )}
      </span>
    );
  return {
    refund,
    buttonsOf,
    dialogs: (
      <>
        {dialog}
        {moving && (
          <MoveDialog
            payment={moving}
            amountField={amountField(moving)}
            offered={offeredOf(moving)}
            onDone={again}
            onClose={() => setMoving(undefined)}
          />
        )}
      </>
    ),
  };
}

/** In a row of a list, which asks again by itself. */
export function PaymentActs({ payment }: { payment: ShownPayment }) {
  const { buttonsOf, dialogs } = usePaymentActs(() => undefined);
  return (
    <>
      {buttonsOf(payment)}
      {dialogs}
    </>
  );
}

interface MoveDialogProps {
  payment: ShownPayment;
  amountField: FieldSpec;
  offered: string;
  onDone(): void;
  onClose(): void;
}

function MoveDialog({ payment, amountField, offered, onDone, onClose }: MoveDialogProps) {
  const { t, f } = useWords();
  const { id: paymentId, invoice, amount: paid } = payment;
  const open = useAnswer(OpenInvoicesOfClient, { clientId: invoice.client.id });
  const others = open.data?.invoices.records.filter(({ id }) => id !== invoice.id) ?? [];
  const nowhere = open.data && others.length === 0 ? t('move.nowhere') : undefined;
  return (
    <ActDialog
      draft={`move${paymentId}`}
      title={t('move.title', { amount: f.money(paid) })}
      about={t('move.about')}
      action={t('move')}
      done={t('move.done')}
      because={nowhere}
      fields={[
        {
          ...{ name: 'invoiceId', label: t('move.to'), note: nowhere, isNeeded: true },
          options: others.map(({ id, number, balance }) => [id, `${number} · ${f.money(balance)}`]),
        },
        amountField,
      ]}
      record={{ invoiceId: others[0]?.id ?? '', amount: offered }}
      mutation={MovePayment}
      variables={({ amount = '', invoiceId = '' }) => ({ paymentId, invoiceId, amount: readDecimal(amount) ?? amount })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
