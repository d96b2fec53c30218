// All credit notes, with both of their lives side by side.
import type { CreditsAnswer } from '../api/answers.ts';
import { ApplyCredit, Credits } from '../api/credits.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { choice, textColumn } from '../parts/list/columns.tsx';
import { actOnEach, documentActs } from '../parts/list/document-acts.ts';
import { AMOUNT_COLUMNS, DOCUMENT_FILTERS, issuedColumn, legalColumn } from '../parts/list/document-columns.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { CreditChip } from '../parts/status.tsx';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

type Row = NonNullable<CreditsAnswer['credits']['records']>[number];

const CREDITS: ListKind<Row, CreditsAnswer> = {
  path: '/credits',
  title: 'nav.credits',
  about: 'credits.about',
  none: { icon: 'credits', title: 'credits.none', text: 'credits.noneText' },
  nothingFound: 'credits.nothingFound',
  file: 'credits',
  query: Credits,
  pageOf: (data) => data.credits,
  everyMs: (rows) => askAgainAfter(rows, Date.now(), IN_A_LIST),
  search: 'list.searchDocument',
  name: { id: 'number', name: 'credit', order: 'NUMBER', show: ({ number }) => <DocumentNumber number={number} /> },
  columns: [
    {
      id: 'invoice.client.name',
      name: 'client',
      order: 'CLIENT',
      onPhone: 'below',
      show: (credit) => credit.invoice.client.name,
    },
    {
      id: 'invoice.number',
      name: 'invoice',
      onPhone: 'below',
      show: ({ invoice }) => <DocumentNumber number={invoice.number} />,
    },
    issuedColumn,
    legalColumn,
    {
      id: 'creditStatus',
      name: 'credits.state',
      onPhone: 'below',
      show: (one) => <CreditChip status={one.creditStatus} />,
    },
    textColumn('reason', 'list.reason', { isHidden: true, onPhone: 'nowhere' }),
    ...AMOUNT_COLUMNS,
  ],
  filters: [
    choice('creditStatus', ['credits.state', 'credits.any'], 'creditStatus', [
      'UNAPPLIED',
      'APPLIED',
      'CANCELED',
      'VOID',
    ]),
    ...DOCUMENT_FILTERS,
  ],
  acts: [actOnEach('apply', 'check', ApplyCredit, (creditId) => ({ creditId })), ...documentActs('CREDIT_NOTE')],
};

export function CreditsPage() {
  const { t } = useWords();
  const toInvoices = <LinkButton to="/invoices" text={t('credits.toInvoices')} />;
  const toGeneric = <LinkButton to="/generic-credits" text={t('genericCredits')} />;
  return <ListPage kind={CREDITS} tools={toGeneric} way={toInvoices} />;
}
