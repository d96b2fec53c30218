// All invoices, with both of their lives side by side.
import type { InvoicesAnswer } from '../api/answers.ts';
import { Invoices, RegisterPayment } from '../api/invoices.ts';
import { isPositive } from '../format/decimal.ts';
import { later } from '../parts/later.tsx';
import { choice, dayColumn, moneyColumn, column, numberColumn } from '../parts/list/columns.tsx';
import { AMOUNT_COLUMNS, DOCUMENT_FILTERS, issuedColumn, legalColumn } from '../parts/list/document-columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { INVOICE_STATUSES, InvoiceChip } from '../parts/status.tsx';
import { askAgainAfter } from '../rules/waiting.ts';
import { documentActs } from '../parts/list/document-acts.ts';
import { SoldNote } from './sales/sold-note.tsx';
import { f } from '../texts/speech.ts';

const PayChosen = later(() => import('./invoice/pay-chosen-dialog.tsx'), 'PayChosenDialog');

const INVOICES: KindOf<InvoicesAnswer> = {
  path: '/invoices',
  title: 'nav.invoices',
  about: 'invoices.about',
  none: { icon: 'invoices', title: 'invoices.none', text: 'invoices.noneText' },
  way: { to: '/orders/new', word: 'orders.new', icon: 'plus' },
  nothingFound: 'invoices.nothingFound',
  file: 'invoices',
  query: Invoices,
  everyMs: (rows) => askAgainAfter(rows),
  search: 'invoices.search',
  name: numberColumn('invoice'),
  columns: [
    column('client.name', 'client', ({ client }) => client.name, { order: 'CLIENT' }),
    column('client.ruc', 'list.ruc', ({ client }) => client.ruc, { isHidden: true, onPhone: 'nowhere' }),
    issuedColumn,
    dayColumn('dueDate', 'list.due', { order: 'DUE_DATE', isHidden: true }),
    legalColumn,
    column('invoiceStatus', 'business', (invoice) => <InvoiceChip invoice={invoice} />),
    ...AMOUNT_COLUMNS,
    moneyColumn('paid', 'list.paid', { isHidden: true }),
    {
      id: 'balance',
      name: 'balance',
      order: 'BALANCE',
      isNumber: true,
      show: ({ balance }) => <span className={isPositive(balance) ? 'strong' : 'soft'}>{f.money(balance)}</span>,
    },
  ],
  filters: [
    choice('invoiceStatus', ['business', 'business.any'], 'invoiceStatus', INVOICE_STATUSES),
    ...DOCUMENT_FILTERS,
    choice('isOpen', ['list.isOpen', 'list.either'], 'list.flag', ['true', 'false'], { isInMenu: true }),
    { kind: 'day', name: 'due', label: 'list.dueBy' },
  ],
  acts: [
    { name: 'bulk.pay', icon: 'payments', about: 'bulk.payAbout', mutation: RegisterPayment, Dialog: PayChosen },
    ...documentActs('INVOICE'),
  ],
};

export const InvoicesPage = () => <ListPage kind={INVOICES} above={<SoldNote of="invoiced" />} />;
