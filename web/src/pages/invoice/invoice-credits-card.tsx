// The credit notes on an invoice.
import { Card } from '../../parts/page.tsx';
import { RecordRow } from '../../parts/record-row.tsx';
import { CreditChip, LegalChip } from '../../parts/status.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';

export function InvoiceCreditsCard({ credits }: { credits: Invoice['credits'] }) {
  if (credits.length === 0) return null;
  return (
    <Card title={t('nav.credits')}>
      <ul className="records">
        {credits.map((credit) => (
          <RecordRow key={credit.id} to={`/credits/${credit.id}`} name={credit.number} about={f.day(credit.issuedAt)}>
            <span className="row">
              <LegalChip document={credit} />
              <CreditChip status={credit.creditStatus} />
            </span>
            <span className="strong">{f.money(credit.total)}</span>
          </RecordRow>
        ))}
      </ul>
    </Card>
  );
}
