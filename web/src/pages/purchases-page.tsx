// All purchase orders: what was ordered, and how much of it has come.
import type { PurchaseOrdersAnswer } from '../api/answers.ts';
import { PurchaseOrders } from '../api/purchasing.ts';
import { choice, dayColumn, column, numberColumn } from '../parts/list/columns.tsx';
import type { KindOf, RowOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { costOf } from '../rules/purchase-lines.ts';
import { Received } from './purchase/received.tsx';
import { f, t } from '../texts/speech.ts';

type Row = RowOf<PurchaseOrdersAnswer>;

const itemsOf = ({ lines }: Row): string =>
  lines.length > 1
    ? t('purchases.more', { name: lines[0]!.item.name, n: lines.length - 1 })
    : (lines[0]?.item.name ?? '');

const PURCHASES: KindOf<PurchaseOrdersAnswer> = {
  path: '/purchasing',
  title: 'nav.purchasing',
  about: 'purchases.about',
  none: { icon: 'purchasing', title: 'purchases.none', text: 'purchases.noneText' },
  way: { to: '/purchasing/new', word: 'purchases.new', icon: 'plus' },
  file: 'purchase_orders',
  query: PurchaseOrders,
  search: 'list.searchPurchase',
  name: numberColumn('purchase'),
  columns: [
    column('supplier.name', 'supplier', ({ supplier }) => supplier.name),
    column('items', 'nav.items', itemsOf, { inFile: [] }),
    dayColumn('createdAt', 'date', { order: 'CREATED_AT', onPhone: 'below' }),
    column('status', 'status', ({ status }) => <PurchaseChip status={status} />),
    column('received', 'purchases.received', ({ lines }) => <Received lines={lines} />, { inFile: [] }),
    column('cost', 'purchases.cost', ({ lines }) => f.money(costOf(lines)), {
      ...{ inFile: [], isNumber: true, onPhone: 'beside' },
    }),
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

export const PurchasesPage = () => <ListPage kind={PURCHASES} />;
