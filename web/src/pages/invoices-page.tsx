// All invoices, with both of their lives side by side.
import { isRejected } from '../../../src/fiscal/legal-status.ts';
import type { InvoicesAnswer, InvoiceStatus } from '../api/answers.ts';
import { Invoices } from '../api/invoices.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive } from '../format/decimal.ts';
import { FilterMenu, legalArguments, LegalFilter, type LegalChoice } from '../parts/filters.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { InvoiceChip, LegalChip } from '../parts/status.tsx';
import type { Column } from '../parts/table.tsx';
import { useChoice } from '../router.ts';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

const INVOICE_STATUSES: readonly InvoiceStatus[] = [
  'UNPAID',
  'PARTIALLY_PAID',
  'PAST_DUE',
  'PAID',
  'OVERPAID',
  'PARTIALLY_CANCELED',
  'CANCELED',
  'VOID',
];

export function InvoicesPage() {
  const { t } = useWords();
  const columns = useColumns();
  const [search, setSearch] = useChoice('q', '', { isTyped: true });
  const [legal, setLegal] = useChoice<LegalChoice>('legal', '');
  const [status, setStatus] = useChoice<InvoiceStatus | ''>('status', '');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Invoices,
    {
      search: search || null,
      ...legalArguments(legal),
      invoiceStatus: status || null,
      limit: LIST_LIMIT,
      offset: Number(offset),
    },
    { everyMs: ({ invoices }) => askAgainAfter(invoices.records, Date.now(), IN_A_LIST) },
  );
  const isFiltered = search !== '' || legal !== '' || status !== '';
  const newOrder = (
    <LinkButton to="/orders/new" icon="plus">
      {t('orders.new')}
    </LinkButton>
  );
  return (
    <Page title={t('nav.invoices')} about={t('invoices.about')} tools={newOrder}>
      <div className="stack">
        <div className="row">
          <SearchBox label={t('invoices.search')} value={search} onSearch={(text) => setSearch(text, 'from')} />
          <LegalFilter value={legal} onChoose={(next) => setLegal(next, 'from')} />
          <FilterMenu
            label={t('business')}
            all={t('business.any')}
            values={INVOICE_STATUSES}
            wordOf={(one) => t(`invoiceStatus.${one}`)}
            value={status}
            onChoose={(next) => setStatus(next, 'from')}
          />
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.invoices}
          offset={offset}
          onTurn={setOffset}
          empty={
            isFiltered ? (
              <Message icon="search" title={t('nothingFound')} text={t('invoices.nothingFound')} />
            ) : (
              <Message icon="invoices" title={t('invoices.none')} text={t('invoices.noneText')}>
                {newOrder}
              </Message>
            )
          }
          keyOf={(invoice) => invoice.id}
          name={t('invoice')}
          linkOf={(invoice) => `/invoices/${invoice.id}`}
          nameOf={(invoice) => invoice.number}
          aboutOf={(invoice) => invoice.client.name}
          columns={columns}
        />
      </div>
    </Page>
  );
}

function useColumns(): readonly Column<InvoicesAnswer['invoices']['records'][number]>[] {
  const { t, f } = useWords();
  return [
    { name: t('issued'), onPhone: 'below', show: (invoice) => f.day(invoice.issuedAt) },
    { name: t('legal'), onPhone: 'below', show: (invoice) => <LegalChip document={invoice} /> },
    { name: t('business'), onPhone: 'below', show: (one) => <InvoiceChip status={one.invoiceStatus} /> },
    { name: t('total'), isNumber: true, onPhone: 'beside', show: (invoice) => f.money(invoice.total) },
    {
      name: t('balance'),
      isNumber: true,
      show: (invoice) => (
        <span className={isPositive(invoice.balance) && !isRejected(invoice.legalStatus) ? 'strong' : 'soft'}>
          {f.money(invoice.balance)}
        </span>
      ),
    },
  ];
}
