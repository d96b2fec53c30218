// One credit note: whether it is legal and applied, and what can be done about it.
import { useState } from 'react';
import { CreditView } from '../api/credits.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Link } from '../parts/link.tsx';
import { Card, Page } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { CreditChip, InvoiceChip, LegalChip } from '../parts/status.tsx';
import { askAgainAfter, isWaiting, ON_ITS_PAGE } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';
import { CreditActionsCard } from './credit/credit-actions-card.tsx';
import { CreditLinesCard } from './credit/credit-lines-card.tsx';
import { GenericCreditPage } from './debit-note-page.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { IdentityCard } from './document/identity-card.tsx';
import { PdfCard } from './document/pdf-card.tsx';
import { TimelineCard } from './document/timeline-card.tsx';
import { VerdictNote } from './document/verdict-note.tsx';

export function CreditPage({ id }: { id: string }) {
  const { t, f } = useWords();
  const [openedAt] = useState(() => new Date().toISOString());
  const answer = useAnswer(
    CreditView,
    { id },
    { everyMs: ({ credit }) => askAgainAfter([{ ...credit, issuedAt: openedAt }], Date.now(), ON_ITS_PAGE) },
  );
  // What knows a credit note by its kind and id, as the statement does, leads here.
  if (answer.state === 'failed' && answer.problem.code === 'NOT_FOUND') return <GenericCreditPage id={id} />;
  const back = { to: '/credits', label: t('nav.credits') };
  return (
    <RecordPage title={t('credit')} back={back} bones={<DocumentBones />} answer={answer}>
      {({ credit, timeline }) => {
        const { invoice } = credit;
        return (
          <Page
            title={credit.number}
            back={back}
            chips={
              <span className="row" aria-live="polite">
                <LegalChip document={credit} />
                <CreditChip status={credit.creditStatus} />
              </span>
            }
            about={`${invoice.client.name} · ${f.instant(credit.issuedAt)}`}
          >
            <div className="columns">
              <div className="stack">
                <VerdictNote document={credit} />
                <CreditLinesCard credit={credit} />
                {credit.pdf !== null && <PdfCard file={credit.pdf} />}
              </div>
              <div className="stack">
                <CreditActionsCard credit={credit} />
                <Card title={t('credit.onInvoice')}>
                  <div className="row">
                    <Link to={`/invoices/${invoice.id}`} className="text-link">
                      {invoice.number}
                    </Link>
                    <InvoiceChip invoice={invoice} />
                  </div>
                  <p className="soft small card-below">
                    {t('credit.invoiceBalance', { balance: f.money(invoice.balance) })}
                  </p>
                </Card>
                <TimelineCard events={timeline} isWaiting={isWaiting(credit)} />
                <IdentityCard document={credit} />
              </div>
            </div>
          </Page>
        );
      }}
    </RecordPage>
  );
}
