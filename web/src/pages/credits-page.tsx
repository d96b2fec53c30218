// All credit notes, with both of their lives side by side.
import type { CreditsAnswer } from '../api/answers.ts';
import { ApplyCredit, Credits } from '../api/credits.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { choice, textColumn, column, numberColumn } from '../parts/list/columns.tsx';
import { actOnEach, documentActs } from '../parts/list/document-acts.ts';
import { AMOUNT_COLUMNS, DOCUMENT_FILTERS, issuedColumn, legalColumn } from '../parts/list/document-columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { CreditChip } from '../parts/status.tsx';
import { askAgainAfter } from '../rules/waiting.ts';
import { SoldNote } from './sales/sold-note.tsx';

const CREDITS: KindOf<CreditsAnswer> = {
  path: '/credits',
  title: 'nav.credits',
  about: 'credits.about',
  none: { icon: 'credits', title: 'credits.none', text: 'credits.noneText' },
  way: { to: '/generic-credits', word: 'genericCredits' },
  wayOfNone: { to: '/invoices', word: 'credits.toInvoices' },
  nothingFound: 'credits.nothingFound',
  file: 'credits',
  query: Credits,
  everyMs: (rows) => askAgainAfter(rows),
  search: 'list.searchDocument',
  name: numberColumn('credit'),
  columns: [
    column('invoice.client.name', 'client', ({ invoice }) => invoice.client.name, { order: 'CLIENT' }),
    column('invoice.number', 'invoice', ({ invoice }) => <DocumentNumber number={invoice.number} />),
    issuedColumn,
    legalColumn,
    column('creditStatus', 'credits.state', ({ creditStatus }) => <CreditChip status={creditStatus} />),
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

export const CreditsPage = () => <ListPage kind={CREDITS} above={<SoldNote of="credited" />} />;
