// All orders: what is promised, and what has become an invoice.
import type { OrdersAnswer } from '../api/answers.ts';
import { GenerateInvoice, Orders } from '../api/orders.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { choice, dayColumn, column, numberColumn } from '../parts/list/columns.tsx';
import { actOnEach } from '../parts/list/document-acts.ts';
import { AMOUNT_COLUMNS, MONEY_FILTERS } from '../parts/list/document-columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { LegalChip, OrderChip } from '../parts/status.tsx';
import { askAgainAfter } from '../rules/waiting.ts';

const ORDERS: KindOf<OrdersAnswer> = {
  path: '/orders',
  title: 'nav.orders',
  about: 'orders.about',
  none: { icon: 'orders', title: 'orders.none', text: 'orders.noneText' },
  way: { to: '/orders/new', word: 'orders.new', icon: 'plus' },
  file: 'orders',
  query: Orders,
  everyMs: (rows) =>
    askAgainAfter(rows.flatMap(({ invoice, createdAt }) => (invoice ? [{ ...invoice, issuedAt: createdAt }] : []))),
  search: 'list.searchOrder',
  name: numberColumn('order'),
  columns: [
    column('client.name', 'client', ({ client }) => client.name, { order: 'CLIENT' }),
    dayColumn('createdAt', 'date', { order: 'CREATED_AT', onPhone: 'below' }),
    dayColumn('dueDate', 'list.due', { isHidden: true }),
    column('status', 'status', ({ status }) => <OrderChip status={status} />),
    column(
      'invoice',
      'invoice',
      ({ invoice }) =>
        invoice && (
          <span className="row">
            <DocumentNumber number={invoice.number} />
            <LegalChip document={invoice} />
          </span>
        ),
      { inFile: ['invoice.number', 'invoice.legalStatus'] },
    ),
    ...AMOUNT_COLUMNS,
  ],
  filters: [
    choice('status', ['status', 'filter.all'], 'orders.filter', ['OPEN', 'INVOICED', 'CANCELED'], { isInSight: true }),
    ...MONEY_FILTERS,
    { kind: 'day', name: 'due', label: 'list.dueBy' },
  ],
  acts: [actOnEach('invoice', 'invoices', GenerateInvoice, (orderId) => ({ orderId, mode: 'DGI' as const }))],
};

export const OrdersPage = () => <ListPage kind={ORDERS} />;
