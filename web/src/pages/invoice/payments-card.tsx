// Payments, with day and method, and the way back: a payment is corrected, refunded, or moved to another invoice of the client.
import { compare, isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { Button } from '../../parts/button.tsx';
import { Note } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { leftOf, owedToClient, type Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';
import type { WordKey } from '../../texts/words.ts';
import { Actor } from '../document/timeline-card.tsx';
import { PaymentActs, refund, type ShownPayment } from '../payment/payment-acts.tsx';

type Refund = Invoice['payments'][number]['refunds'][number];

export function PaymentsCard({ invoice }: { invoice: Invoice }) {
  const owed = owedToClient(invoice);
  const payments = invoice.payments.map((payment) => ({ ...payment, invoice }));
  // Offered is the sum owed to the client; of a payment without such a sum, all that is left.
  const offeredOf = (payment: ShownPayment): string => {
    const left = leftOf(payment);
    return isPositive(owed) && compare(owed, left) < 0 ? owed : left;
  };
  const toGive = payments.find((payment) => isPositive(leftOf(payment)));
  const became = ({ movedTo }: Refund): WordKey => {
    if (movedTo === null) return 'refund.was';
    return payments.some(({ id }) => id === movedTo) ? 'correct.was' : 'move.was';
  };
  return (
    <Card title={t('payments')}>
      {isPositive(owed) && (
        <Note tone="wait" icon="alert">
          <p className="strong">{t('owedToClient', { amount: f.money(owed) })}</p>
          {toGive && (
            <Button
              size="small"
              needs="operator"
              onClick={() => refund(toGive, offeredOf(toGive))}
              text={t('refund.owed')}
            />
          )}
        </Note>
      )}
      {payments.length === 0 ? (
        <p className="soft">{t('payments.none')}</p>
      ) : (
        <ul className="records">
          {payments.map((payment) => (
            <li key={payment.id}>
              <span>
                <span className="strong">{t(`method.${payment.method}`)}</span>
                <About>
                  {f.instant(payment.paidAt)} · <Actor name={payment.createdBy} />
                  {payment.reference !== null && ` · ${payment.reference}`}
                </About>
                {payment.refunds.map((one) => (
                  <span key={one.id} className="small block">
                    {t(became(one), { amount: f.money(one.amount), reason: one.reason })}{' '}
                    <span className="soft">
                      {f.instant(one.refundedAt)} · <Actor name={one.createdBy} />
                    </span>
                  </span>
                ))}
                <PaymentActs payment={payment} offered={offeredOf(payment)} />
              </span>
              <span className="strong">{f.money(payment.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
