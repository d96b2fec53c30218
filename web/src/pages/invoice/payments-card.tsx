// What was paid, when and how.
import { Card } from '../../parts/page.tsx';
import { Actor } from '../document/timeline-card.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export function PaymentsCard({ payments }: { payments: Invoice['payments'] }) {
  const { t, f } = useWords();
  return (
    <Card title={t('payments')}>
      {payments.length === 0 ? (
        <p className="soft">{t('payments.none')}</p>
      ) : (
        <ul className="records">
          {payments.map((payment) => (
            <li key={payment.id}>
              <span>
                <span className="strong">{t(`method.${payment.method}`)}</span>
                <span className="soft small block">
                  {f.instant(payment.paidAt)} · <Actor name={payment.createdBy} />
                  {payment.reference !== null && ` · ${payment.reference}`}
                </span>
              </span>
              <span className="strong">{f.money(payment.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
