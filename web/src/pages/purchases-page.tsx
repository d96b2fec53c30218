// All purchase orders: what was ordered, and how much of it has come.
import type { PurchaseOrdersAnswer } from '../api/answers.ts';
import { PurchaseOrders } from '../api/purchasing.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { choice, dayColumn } from '../parts/list/columns.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { costOf } from '../rules/purchase-lines.ts';
import { useWords, type Said } from '../texts/use-words.tsx';
import { Received } from './purchase/received.tsx';

type Row = NonNullable<PurchaseOrdersAnswer['purchaseOrders']['records']>[number];

const itemsOf = ({ lines }: Row, { t }: Said): string =>
  lines.length > 1
    ? t('purchases.more', { name: lines[0]!.item.name, n: lines.length - 1 })
    : (lines[0]?.item.name ?? '');

const PURCHASES: ListKind<Row, PurchaseOrdersAnswer> = {
  path: '/purchasing',
  title: 'nav.purchasing',
  about: 'purchases.about',
  none: { icon: 'purchasing', title: 'purchases.none', text: 'purchases.noneText' },
  file: 'purchase_orders',
  query: PurchaseOrders,
  pageOf: (data) => data.purchaseOrders,
  search: 'list.searchPurchase',
  name: { id: 'number', name: 'purchase', order: 'NUMBER', show: ({ number }) => <DocumentNumber number={number} /> },
  columns: [
    { id: 'supplier.name', name: 'supplier', onPhone: 'below', show: ({ supplier }) => supplier.name },
    { id: 'items', name: 'nav.items', inFile: [], onPhone: 'below', show: itemsOf },
    dayColumn('createdAt', 'date', { order: 'CREATED_AT', onPhone: 'below' }),
    { id: 'status', name: 'status', onPhone: 'below', show: ({ status }) => <PurchaseChip status={status} /> },
    {
      id: 'received',
      name: 'purchases.received',
      inFile: [],
      onPhone: 'below',
      show: ({ lines }) => <Received lines={lines} />,
    },
    {
      id: 'cost',
      name: 'purchases.cost',
      inFile: [],
      isNumber: true,
      onPhone: 'beside',
      show: ({ lines }, { f }) => f.money(costOf(lines)),
    },
  ],
  filters: [
    // No purchase order is canceled here; it is closed.
    choice(
      'status',
      ['status', 'filter.everything'],
      'purchases.filter',
      ['OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED'],
      { isInSight: true },
    ),
    { kind: 'days', name: 'days', label: 'date' },
    { kind: 'party', name: 'supplierId', label: 'supplier' },
  ],
};

export function PurchasesPage() {
  const { t } = useWords();
  const newPurchase = <LinkButton to="/purchasing/new" icon="plus" text={t('purchases.new')} />;
  return <ListPage kind={PURCHASES} tools={newPurchase} />;
}
