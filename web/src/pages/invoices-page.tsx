// All invoices, with both of their lives side by side.
import type { InvoiceStatus, LegalStatus } from '../api/answers.ts';
import { Invoices } from '../api/invoices.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive } from '../format/decimal.ts';
import { SmallSelect } from '../parts/field.tsx';
import { Link } from '../parts/link.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { InvoiceChip, LegalChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

export const LEGAL_STATUSES: readonly LegalStatus[] = [
  'PAC_AUTHORIZED',
  'DGI_AUTHORIZED',
  'PAC_REJECTED',
  'DGI_REJECTED',
];

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
  const { t, f } = useWords();
  const [search, setSearch] = useChoice('q', '');
  const [legal, setLegal] = useChoice('legal', '');
  const [status, setStatus] = useChoice('status', '');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Invoices,
    {
      search: search === '' ? null : search,
      legalStatus: legal === '' ? null : (legal as LegalStatus),
      invoiceStatus: status === '' ? null : (status as InvoiceStatus),
      limit: LIST_LIMIT,
      offset: Number(offset),
    },
    { everyMs: ({ invoices }) => askAgainAfter(invoices.records, Date.now(), IN_A_LIST) },
  );
  const isFiltered = search !== '' || legal !== '' || status !== '';
  return (
    <Page
      title={t('nav.invoices')}
      about={t('invoices.about')}
      tools={
        <Link to="/orders/new" className="button primary">
          {t('orders.new')}
        </Link>
      }
    >
      <div className="stack">
        <div className="row">
          <SearchBox label={t('invoices.search')} value={search} onSearch={(text) => setSearch(text, 'from')} />
          <SmallSelect label={t('legal')} value={legal} onChange={(event) => setLegal(event.target.value, 'from')}>
            <option value="">{t('legal.any')}</option>
            {LEGAL_STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`legal.${one}`)}
              </option>
            ))}
          </SmallSelect>
          <SmallSelect label={t('business')} value={status} onChange={(event) => setStatus(event.target.value, 'from')}>
            <option value="">{t('business.any')}</option>
            {INVOICE_STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`invoiceStatus.${one}`)}
              </option>
            ))}
          </SmallSelect>
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.invoices}
          offset={offset}
          onTurn={setOffset}
          columns={[t('invoice'), t('issued'), t('legal'), t('business'), `#${t('total')}`, `#${t('balance')}`]}
          empty={
            isFiltered ? (
              <Message icon="search" title={t('nothingFound')} text={t('invoices.nothingFound')} />
            ) : (
              <Message icon="invoices" title={t('invoices.none')} text={t('invoices.noneText')}>
                <Link to="/orders/new" className="button primary">
                  {t('orders.new')}
                </Link>
              </Message>
            )
          }
          row={(invoice) => (
            <tr key={invoice.id} className="linked">
              <td>
                <Link to={`/invoices/${invoice.id}`} className="row-link">
                  {invoice.number}
                </Link>
                <div className="soft small">{invoice.client.name}</div>
              </td>
              <td data-label={t('issued')}>{f.day(invoice.issuedAt)}</td>
              <td data-label={t('legal')}>
                <LegalChip document={invoice} />
              </td>
              <td data-label={t('business')}>
                <InvoiceChip status={invoice.invoiceStatus} />
              </td>
              <td className="number" data-label={t('total')}>
                {f.money(invoice.total)}
              </td>
              <td className="number" data-label={t('balance')}>
                <span className={isPositive(invoice.balance) ? 'strong' : 'soft'}>{f.money(invoice.balance)}</span>
              </td>
            </tr>
          )}
        />
      </div>
    </Page>
  );
}
