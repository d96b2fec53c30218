// The way back of a payment, wherever one is shown: it is given back, pays another invoice of the client, or is put right.
import { askAgain } from '../../api/acts.ts';
import type { PaymentMethod, PaymentsAnswer } from '../../api/answers.ts';
import { CorrectPayment, MovePayment, OpenInvoicesOfClient, RefundPayment } from '../../api/payments.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { ActDialog, type FieldSpec, type Typed } from '../../parts/edit-form.tsx';
import { Link } from '../../parts/link.tsx';
import { Opens } from '../../parts/opens.tsx';
import { problemWords } from '../../parts/message.tsx';
import { methodField } from '../../parts/payment-parts.tsx';
import { ask, openDialog } from '../../parts/ask.tsx';
import { leftOf } from '../../rules/document-rules.ts';
import { dayIn } from '../../rules/month.ts';
import { f, t, timeZone } from '../../texts/speech.ts';
import { useMay } from '../../viewer.tsx';

type Payment = NonNullable<PaymentsAnswer['payments']['records']>[number];
export type ShownPayment = Pick<Payment, 'id' | 'amount' | 'method' | 'reference' | 'paidAt'> & {
  refunds: readonly { amount: string }[];
  invoice: { id: string; client: { id: string } };
};

const wordsOf = ({ method, amount }: ShownPayment) => ({ method: t(`method.${method}`), amount: f.money(amount) });

const amountField = (payment: ShownPayment): FieldSpec => ({
  ...{ name: 'amount', label: t('pay.amount'), kind: 'decimal', isNeeded: true },
  note: t('refund.left', { amount: f.money(leftOf(payment)) }),
});

/** An amount that is no number is left to the service, whose refusal stands at the field. */
const amountOf = ({ amount = '' }: Typed): string => readDecimal(amount) ?? amount;

export const refund = (payment: ShownPayment, offered: string): void =>
  ask({
    draft: `refund${payment.id}`,
    ...{ title: t('refund.title', wordsOf(payment)), about: t('refund.about'), action: t('refund') },
    fields: [
      amountField(payment),
      { name: 'reason', label: t('credit.reason'), note: t('refund.reasonNote'), isNeeded: true },
    ],
    record: { amount: offered },
    mutation: RefundPayment,
    variables: (typed) => ({
      ...{ paymentId: payment.id, amount: amountOf(typed), reason: (typed['reason'] ?? '').trim() },
    }),
    done: t('refund.done'),
  });

const correct = (payment: ShownPayment, day: string): void =>
  ask({
    draft: `correct${payment.id}`,
    ...{ title: t('correct.title', wordsOf(payment)), about: t('correct.about'), action: t('correct') },
    fields: [
      { ...amountField(payment), label: t('correct.amount') },
      methodField(),
      { name: 'paidAt', label: t('correct.day'), kind: 'date', isNeeded: true },
      { name: 'reference', label: t('pay.reference'), note: t('pay.referenceNote') },
      { name: 'reason', label: t('credit.reason'), note: t('correct.reasonNote'), isNeeded: true },
    ],
    record: { amount: leftOf(payment), method: payment.method, paidAt: day, reference: payment.reference ?? '' },
    mutation: CorrectPayment,
    variables: ({ method, paidAt = day, reference = '', reason = '', ...typed }) => ({
      ...{ paymentId: payment.id, amount: amountOf(typed), method: method as PaymentMethod },
      // At the same hour of the other day.
      paidAt: new Date(Date.parse(payment.paidAt) + Date.parse(paidAt) - Date.parse(day)).toISOString(),
      reference: reference.trim() || null,
      reason: reason.trim(),
    }),
    done: t('correct.done'),
  });

/** `offered`: how much is proposed to go back; left out, all that is left of the payment. */
export function PaymentActs({ payment, offered = leftOf(payment) }: { payment: ShownPayment; offered?: string }) {
  const mayLog = useMay('admin');
  const acts = {
    correct: () => correct(payment, dayIn(timeZone, payment.paidAt)),
    refund: () => refund(payment, offered),
    move: () => openDialog((onClose) => <MoveDialog {...{ payment, offered, onClose }} />),
  };
  if (!isPositive(leftOf(payment))) return null;
  return (
    <span className="row payment-acts">
      {(['correct', 'refund', 'move'] as const).map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`${t(name)}: ${Object.values(wordsOf(payment)).join(', ')}`}
          needs="operator"
          onClick={acts[name]}
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
}

/** In a row of a list, which asks again by itself. */
export const OpenedPaymentActs = ({ payment }: { payment: ShownPayment }) =>
  isPositive(leftOf(payment)) && (
    <span className="payment-acts">
      <Opens
        name={t('payments.acts')}
        about={t('payments.actsAbout')}
        why={() => <PaymentActs payment={payment} />}
        children={t('payments.acts')}
      />
    </span>
  );

function MoveDialog({ payment, offered, onClose }: { payment: ShownPayment; offered: string; onClose(): void }) {
  const { id: paymentId, invoice, amount: paid } = payment;
  const open = useAnswer(OpenInvoicesOfClient, { clientId: invoice.client.id });
  const others = open.data?.invoices.records.filter(({ id }) => id !== invoice.id) ?? [];
  const unread = t(open.problem ? problemWords(open.problem) : 'loading');
  const nowhere = open.data && others.length === 0 ? t('move.nowhere') : undefined;
  return (
    <ActDialog
      draft={`move${paymentId}`}
      title={t('move.title', { amount: f.money(paid) })}
      about={t('move.about')}
      action={t('move')}
      done={t('move.done')}
      because={open.data ? nowhere : unread}
      fields={[
        {
          ...{ name: 'invoiceId', label: t('move.to'), note: nowhere, isNeeded: true },
          options: others.map(({ id, number, balance }) => [id, `${number} · ${f.money(balance)}`]),
        },
        amountField(payment),
      ]}
      record={{ invoiceId: others[0]?.id ?? '', amount: offered }}
      mutation={MovePayment}
      variables={({ invoiceId = '', ...typed }) => ({ paymentId, invoiceId, amount: amountOf(typed) })}
      onDone={() => askAgain()}
      onClose={onClose}
    />
  );
}
