// One invoice: whether it is legal, paid and printed, and what can be done about it.
import { useState } from 'react';
import { InvoiceView } from '../api/invoices.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Link } from '../parts/link.tsx';
import { Page } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { InvoiceChip, LegalChip } from '../parts/status.tsx';
import { askAgainAfter, isWaiting, ON_ITS_PAGE } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { IdentityCard } from './document/identity-card.tsx';
import { PdfCard } from './document/pdf-card.tsx';
import { TimelineCard } from './document/timeline-card.tsx';
import { VerdictNote } from './document/verdict-note.tsx';
import { InvoiceActionsCard } from './invoice/invoice-actions-card.tsx';
import { InvoiceCreditsCard } from './invoice/invoice-credits-card.tsx';
import { InvoiceLinesCard } from './invoice/invoice-lines-card.tsx';
import { PaymentsCard } from './invoice/payments-card.tsx';

export function InvoicePage({ id }: { id: string }) {
  const { t, f } = useWords();
  // A page that was opened for a document that waits is fresh, however old the document is.
  const [openedAt] = useState(() => new Date().toISOString());
  const answer = useAnswer(
    InvoiceView,
    { id },
    { everyMs: ({ invoice }) => askAgainAfter([{ ...invoice, issuedAt: openedAt }], Date.now(), ON_ITS_PAGE) },
  );
  const back = { to: '/invoices', label: t('nav.invoices') };
  return (
    <RecordPage title={t('invoice')} back={back} bones={<DocumentBones />} answer={answer}>
      {({ invoice, timeline }) => (
        <Page
          title={invoice.number}
          back={back}
          chips={
            <span className="row" aria-live="polite">
              <LegalChip document={invoice} />
              <InvoiceChip invoice={invoice} />
            </span>
          }
          about={
            <>
              {invoice.client.name} · {f.instant(invoice.issuedAt)}
              {invoice.orderId !== null && (
                <>
                  {' · '}
                  <Link to={`/orders/${invoice.orderId}`} className="text-link">
                    {t('invoice.order')}
                  </Link>
                </>
              )}
            </>
          }
        >
          <div className="columns">
            <div className="stack">
              <VerdictNote document={invoice} />
              <InvoiceLinesCard invoice={invoice} />
              {invoice.pdf !== null && <PdfCard file={invoice.pdf} />}
              <PaymentsCard invoice={invoice} again={answer.again} />
              <InvoiceCreditsCard credits={invoice.credits} />
            </div>
            <div className="stack">
              <InvoiceActionsCard invoice={invoice} />
              <TimelineCard events={timeline} isWaiting={isWaiting(invoice)} />
              <IdentityCard document={invoice} client={invoice.client} dueDate={invoice.dueDate} />
            </div>
          </div>
        </Page>
      )}
    </RecordPage>
  );
}
