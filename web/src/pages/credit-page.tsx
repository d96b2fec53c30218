// One credit note: whether it is legal and applied, and what can be done about it.
import { CreditView } from '../api/credits.ts';
import { CreditChip } from '../parts/status.tsx';
import { f, t } from '../texts/speech.ts';
import { CreditActionsCard } from './credit/credit-actions-card.tsx';
import { CreditLinesCard } from './credit/credit-lines-card.tsx';
import { GenericCreditPage, OnInvoice } from './debit-note-page.tsx';
import { DocumentPage, useDocument } from './document/document-page.tsx';

export function CreditPage({ id }: { id: string }) {
  const answer = useDocument(CreditView, { id }, ({ credit }) => credit);
  // A link by kind and id, such as the statement's, leads here.
  if (answer.state === 'failed' && answer.problem.code === 'NOT_FOUND') return <GenericCreditPage id={id} />;
  return (
    <DocumentPage title={t('credit')} back={{ to: '/credits', label: t('nav.credits') }} answer={answer}>
      {({ credit, timeline }) => ({
        document: credit,
        timeline,
        chip: <CreditChip status={credit.creditStatus} />,
        about: `${credit.invoice.client.name} · ${f.instant(credit.issuedAt)}`,
        lines: <CreditLinesCard credit={credit} />,
        beside: (
          <>
            <CreditActionsCard credit={credit} />
            <OnInvoice invoice={credit.invoice}>
              <p className="soft small card-below">
                {t('credit.invoiceBalance', { balance: f.money(credit.invoice.balance) })}
              </p>
            </OnInvoice>
          </>
        ),
      })}
    </DocumentPage>
  );
}
