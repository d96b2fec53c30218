// What was paid, when and how, and the way back: a payment is given back, or pays another invoice of the client.
import { MovePayment, OpenInvoicesOfClient, RefundPayment } from '../../api/payments.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { Note } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { leftOf, owedToClient, type Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useMay } from '../../viewer.tsx';
import { Actor } from '../document/timeline-card.tsx';

type Payment = Invoice['payments'][number];

export function PaymentsCard({ invoice, again }: { invoice: Invoice; again: () => void }) {
  const { t, f } = useWords();
  const { payments, client } = invoice;
  const { ask, dialog } = useAsk(again);
  const because = useMay('operator') ? undefined : t('needs.operator');
  const owed = owedToClient(invoice);
  const toGive = payments.filter((payment) => isPositive(leftOf(payment)));
  const open = useAnswer(OpenInvoicesOfClient, { clientId: client.id }, { pause: toGive.length === 0 });
  const others = open.data?.invoices.records.filter(({ id }) => id !== invoice.id) ?? [];
  // Offered is the sum owed to the client; of a payment without such a sum, all that is left.
  const offered = (payment: Payment): string => {
    const left = leftOf(payment);
    return isPositive(owed) && compare(owed, left) < 0 ? owed : left;
  };
  const amountField = (payment: Payment) => ({
    name: 'amount',
    label: t('pay.amount'),
    note: t('refund.left', { amount: f.money(leftOf(payment)) }),
    kind: 'decimal' as const,
    isNeeded: true,
  });
  const refund = (payment: Payment): void =>
    ask({
      title: t('refund.title', { method: t(`method.${payment.method}`), amount: f.money(payment.amount) }),
      about: t('refund.about'),
      action: t('refund'),
      fields: [
        amountField(payment),
        { name: 'reason', label: t('credit.reason'), note: t('refund.reasonNote'), isNeeded: true },
      ],
      record: { amount: offered(payment) },
      mutation: RefundPayment,
      variables: ({ amount = '', reason = '' }) => ({
        paymentId: payment.id,
        amount: readDecimal(amount) ?? amount,
        reason: reason.trim(),
      }),
      done: t('refund.done'),
    });
  const move = (payment: Payment): void =>
    ask({
      title: t('move.title', { amount: f.money(payment.amount) }),
      about: t('move.about'),
      action: t('move'),
      fields: [
        {
          name: 'invoiceId',
          label: t('move.to'),
          options: others.map(({ id, number, balance }) => [id, `${number} · ${f.money(balance)}`] as const),
        },
        amountField(payment),
      ],
      record: { invoiceId: others[0]!.id, amount: offered(payment) },
      mutation: MovePayment,
      variables: ({ amount = '', invoiceId = '' }) => ({
        paymentId: payment.id,
        invoiceId,
        amount: readDecimal(amount) ?? amount,
      }),
      done: t('move.done'),
    });
  return (
    <Card title={t('payments')}>
      {isPositive(owed) && (
        <Note tone="wait" icon="alert">
          <p className="strong">{t('owedToClient', { amount: f.money(owed) })}</p>
          {toGive[0] && (
            <Button size="small" because={because} onClick={() => refund(toGive[0]!)}>
              {t('refund.owed')}
            </Button>
          )}
        </Note>
      )}
      {payments.length === 0 ? (
        <p className="soft">{t('payments.none')}</p>
      ) : (
        <ul className="records">
          {payments.map((payment) => {
            const words = { method: t(`method.${payment.method}`), amount: f.money(payment.amount) };
            return (
              <li key={payment.id}>
                <span>
                  <span className="strong">{words.method}</span>
                  <span className="soft small block">
                    {f.instant(payment.paidAt)} · <Actor name={payment.createdBy} />
                    {payment.reference !== null && ` · ${payment.reference}`}
                  </span>
                  {payment.refunds.map((one) => (
                    <span key={one.id} className="small block">
                      {t(one.movedTo === null ? 'refund.was' : 'move.was', {
                        amount: f.money(one.amount),
                        reason: one.reason,
                      })}{' '}
                      <span className="soft">
                        {f.instant(one.refundedAt)} · <Actor name={one.createdBy} />
                      </span>
                    </span>
                  ))}
                  {isPositive(leftOf(payment)) && (
                    <span className="row">
                      <Button
                        size="small"
                        aria-label={t('refund.title', words)}
                        because={because}
                        onClick={() => refund(payment)}
                      >
                        {t('refund')}
                      </Button>
                      <Button
                        size="small"
                        aria-label={t('move.title', words)}
                        because={because ?? (others.length === 0 ? t('move.nowhere') : undefined)}
                        onClick={() => move(payment)}
                      >
                        {t('move')}
                      </Button>
                    </span>
                  )}
                </span>
                <span className="strong">{words.amount}</span>
              </li>
            );
          })}
        </ul>
      )}
      {dialog}
    </Card>
  );
}
