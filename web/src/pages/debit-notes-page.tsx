// All debit notes, with both of their lives side by side.
import type { DebitNotesAnswer } from '../api/answers.ts';
import { DebitNotes } from '../api/debit-notes.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { documentActs } from '../parts/list/document-acts.ts';
import { AMOUNT_COLUMNS, DOCUMENT_FILTERS, issuedColumn, legalColumn } from '../parts/list/document-columns.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { DebitChip } from '../parts/status.tsx';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

type Row = NonNullable<DebitNotesAnswer['debitNotes']['records']>[number];

const DEBIT_NOTES: ListKind<Row, DebitNotesAnswer> = {
  path: '/debit-notes',
  title: 'nav.debitNotes',
  about: 'debits.about',
  none: { icon: 'credits', title: 'debits.none', text: 'debits.noneText' },
  file: 'debit_notes',
  query: DebitNotes,
  pageOf: (data) => data.debitNotes,
  everyMs: (rows) => askAgainAfter(rows, Date.now(), IN_A_LIST),
  search: 'list.searchDocument',
  name: { id: 'number', name: 'debit', order: 'NUMBER', show: ({ number }) => <DocumentNumber number={number} /> },
  columns: [
    { id: 'client.name', name: 'client', order: 'CLIENT', onPhone: 'below', show: ({ client }) => client.name },
    {
      id: 'invoice.number',
      name: 'invoice',
      onPhone: 'below',
      show: ({ invoice }) => invoice && <DocumentNumber number={invoice.number} />,
    },
    issuedColumn,
    legalColumn,
    { id: 'debitStatus', name: 'status', onPhone: 'below', show: (one) => <DebitChip status={one.debitStatus} /> },
    { id: 'reason', name: 'list.reason', isHidden: true, onPhone: 'nowhere', show: ({ reason }) => reason },
    ...AMOUNT_COLUMNS,
  ],
  filters: [
    {
      kind: 'choice',
      name: 'debitStatus',
      label: 'status',
      all: 'debits.any',
      wordOf: (one) => `debitStatus.${one as 'VOID'}`,
      values: ['ISSUED', 'REJECTED', 'CANCELED', 'VOID'],
    },
    ...DOCUMENT_FILTERS,
  ],
  acts: documentActs('DEBIT_NOTE'),
};

export function DebitNotesPage() {
  const { t } = useWords();
  return <ListPage kind={DEBIT_NOTES} way={<LinkButton to="/invoices">{t('credits.toInvoices')}</LinkButton>} />;
}
