// All debit notes, and all credits about invoices that are not here, with both of their lives side by side.
import type { DebitNotesAnswer, GenericCreditsAnswer } from '../api/answers.ts';
import { DebitNotes, GenericCredits } from '../api/debit-notes.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { choice, textColumn, column, numberColumn } from '../parts/list/columns.tsx';
import { documentActs } from '../parts/list/document-acts.ts';
import { AMOUNT_COLUMNS, DOCUMENT_FILTERS, issuedColumn, legalColumn } from '../parts/list/document-columns.tsx';
import type { Filter, KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { DebitChip } from '../parts/status.tsx';
import { askAgainAfter } from '../rules/waiting.ts';
import { GenericNote } from './document/generic-note.tsx';

const statusFilter = (name: 'debitStatus' | 'status'): Filter =>
  choice(name, ['status', 'debits.any'], 'debitStatus', ['ISSUED', 'REJECTED', 'CANCELED', 'VOID']);

const DEBIT_NOTES: KindOf<DebitNotesAnswer> = {
  path: '/debit-notes',
  title: 'nav.debitNotes',
  about: 'debits.about',
  none: { icon: 'credits', title: 'debits.none', text: 'debits.noneText' },
  wayOfNone: { to: '/invoices', word: 'credits.toInvoices' },
  file: 'debit_notes',
  query: DebitNotes,
  everyMs: (rows) => askAgainAfter(rows),
  search: 'list.searchDocument',
  name: numberColumn('debit'),
  columns: [
    column('client.name', 'client', ({ client }) => client.name, { order: 'CLIENT' }),
    column('invoice.number', 'invoice', ({ invoice, reference }) =>
      invoice ? <DocumentNumber number={invoice.number} /> : reference && <span>{reference.number}</span>,
    ),
    issuedColumn,
    legalColumn,
    column('debitStatus', 'status', ({ debitStatus }) => <DebitChip status={debitStatus} />),
    textColumn('reason', 'list.reason', { isHidden: true, onPhone: 'nowhere' }),
    ...AMOUNT_COLUMNS,
  ],
  filters: [statusFilter('debitStatus'), ...DOCUMENT_FILTERS],
  acts: documentActs('DEBIT_NOTE'),
};

const IN_FILE: Record<string, string> = { 'invoice.number': 'reference.number', debitStatus: 'status' };

const GENERIC_CREDITS: KindOf<GenericCreditsAnswer> = {
  ...DEBIT_NOTES,
  path: '/generic-credits',
  title: 'genericCredits',
  about: 'genericCredits.about',
  none: { icon: 'credits', title: 'genericCredits.none', text: 'genericCredits.about' },
  file: 'generic_credits',
  query: GenericCredits,
  name: { ...DEBIT_NOTES.name, name: 'credit' },
  columns: DEBIT_NOTES.columns.map((column) => ({ ...column, inFile: [IN_FILE[column.id] ?? column.id] })),
  filters: [statusFilter('status'), ...DOCUMENT_FILTERS],
  acts: documentActs('CREDIT_NOTE'),
};

export const GenericCreditsPage = () => (
  <ListPage kind={GENERIC_CREDITS} tools={<GenericNote isCredit />} toolsOfNone={null} />
);

export const DebitNotesPage = () => <ListPage kind={DEBIT_NOTES} tools={<GenericNote isCredit={false} />} />;
