// The credit notes on an invoice.
import { Link } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { CreditChip, LegalChip } from '../../parts/status.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export function InvoiceCreditsCard({ credits }: { credits: Invoice['credits'] }) {
  const { t, f } = useWords();
  if (credits.length === 0) return null;
  return (
    <Card title={t('nav.credits')}>
      <ul className="records">
        {credits.map((credit) => (
          <li key={credit.id}>
            <span>
              <Link to={`/credits/${credit.id}`} className="text-link">
                {credit.number}
              </Link>
              <span className="soft small block">{f.day(credit.issuedAt)}</span>
            </span>
            <span className="row">
              <LegalChip document={credit} />
              <CreditChip status={credit.creditStatus} />
            </span>
            <span className="strong">{f.money(credit.total)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
