// One invoice: whether it is legal, paid and printed, and what can be done about it.
import { InvoiceView } from '../api/invoices.ts';
import { TextLink } from '../parts/link.tsx';
import { InvoiceChip } from '../parts/status.tsx';
import { f, t } from '../texts/speech.ts';
import { DocumentPage, useDocument } from './document/document-page.tsx';
import { InvoiceActionsCard } from './invoice/invoice-actions-card.tsx';
import { InvoiceCreditsCard } from './invoice/invoice-credits-card.tsx';
import { InvoiceLinesCard } from './invoice/invoice-lines-card.tsx';
import { PaymentsCard } from './invoice/payments-card.tsx';

export function InvoicePage({ id }: { id: string }) {
  const answer = useDocument(InvoiceView, { id }, ({ invoice }) => invoice);
  return (
    <DocumentPage title={t('invoice')} back={{ to: '/invoices', label: t('nav.invoices') }} answer={answer}>
      {({ invoice, timeline }) => ({
        document: invoice,
        timeline,
        chip: <InvoiceChip invoice={invoice} />,
        about: (
          <>
            {invoice.client.name} · {f.instant(invoice.issuedAt)}
            {invoice.orderId !== null && (
              <>
                {' · '}
                <TextLink to={`/orders/${invoice.orderId}`}>{t('invoice.order')}</TextLink>
              </>
            )}
          </>
        ),
        lines: <InvoiceLinesCard invoice={invoice} />,
        below: (
          <>
            <PaymentsCard invoice={invoice} />
            <InvoiceCreditsCard credits={invoice.credits} />
          </>
        ),
        beside: <InvoiceActionsCard invoice={invoice} />,
        client: invoice.client,
        dueDate: invoice.dueDate,
      })}
    </DocumentPage>
  );
}
