// All orders: what is promised, and what has become an invoice.
import type { OrdersAnswer } from '../api/answers.ts';
import { GenerateInvoice, Orders } from '../api/orders.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { choice, dayColumn } from '../parts/list/columns.tsx';
import { actOnEach } from '../parts/list/document-acts.ts';
import { AMOUNT_COLUMNS, MONEY_FILTERS } from '../parts/list/document-columns.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { LegalChip, OrderChip } from '../parts/status.tsx';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

type Row = NonNullable<OrdersAnswer['orders']['records']>[number];

const ORDERS: ListKind<Row, OrdersAnswer> = {
  path: '/orders',
  title: 'nav.orders',
  about: 'orders.about',
  none: { icon: 'orders', title: 'orders.none', text: 'orders.noneText' },
  file: 'orders',
  query: Orders,
  pageOf: (data) => data.orders,
  everyMs: (rows) =>
    askAgainAfter(
      rows.flatMap(({ invoice, createdAt }) => (invoice ? [{ ...invoice, issuedAt: createdAt }] : [])),
      Date.now(),
      IN_A_LIST,
    ),
  search: 'list.searchOrder',
  name: { id: 'number', name: 'order', order: 'NUMBER', show: ({ number }) => <DocumentNumber number={number} /> },
  columns: [
    { id: 'client.name', name: 'client', order: 'CLIENT', onPhone: 'below', show: ({ client }) => client.name },
    dayColumn('createdAt', 'date', { order: 'CREATED_AT', onPhone: 'below' }),
    dayColumn('dueDate', 'list.due', { isHidden: true }),
    { id: 'status', name: 'status', onPhone: 'below', show: ({ status }) => <OrderChip status={status} /> },
    {
      id: 'invoice',
      name: 'invoice',
      inFile: ['invoice.number', 'invoice.legalStatus'],
      onPhone: 'below',
      show: ({ invoice }) =>
        invoice && (
          <span className="row">
            <DocumentNumber number={invoice.number} />
            <LegalChip document={invoice} />
          </span>
        ),
    },
    ...AMOUNT_COLUMNS,
  ],
  filters: [
    choice('status', ['status', 'filter.all'], 'orders.filter', ['OPEN', 'INVOICED', 'CANCELED'], { isInSight: true }),
    ...MONEY_FILTERS,
    { kind: 'day', name: 'due', label: 'list.dueBy' },
  ],
  acts: [actOnEach('invoice', 'invoices', GenerateInvoice, (orderId) => ({ orderId, mode: 'DGI' as const }))],
};

export function OrdersPage() {
  const { t } = useWords();
  const newOrder = <LinkButton to="/orders/new" icon="plus" text={t('orders.new')} />;
  return <ListPage kind={ORDERS} tools={newOrder} />;
}
