// All items: what there is, and what runs out first.
import type { ItemsAnswer } from '../api/answers.ts';
import { Items } from '../api/items.ts';
import { CreatePurchaseOrder } from '../api/purchasing.ts';
import { later } from '../parts/later.tsx';
import { ARCHIVED_FILTER } from '../parts/archive.tsx';
import { openDialog } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { useBeside } from '../parts/list/beside-record.tsx';
import { choice, moneyColumn, textColumn, column, quantityColumn } from '../parts/list/columns.tsx';
import type { KindOf, RowOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { StockChip } from '../parts/stock-chip.tsx';
import { useAddress } from '../router.ts';
import { stockHealth } from '../rules/stock-health.ts';
import { f, t } from '../texts/speech.ts';
import { Coverage } from './items/coverage.tsx';
import { LabelsDialog } from './items/labels-later.ts';
import { UrgentCard } from './items/urgent-card.tsx';

/** Dialogs with their fields when they are opened: the first list is read more often than an item is made or ordered. */
const ItemDialog = later(() => import('./item-dialog.tsx'), 'ItemDialog');
const OrderItems = later(() => import('./items/order-items-dialog.tsx'), 'OrderItemsDialog');

/** Shown when it is asked for, and in no file. */
const UNASKED = { inFile: [], isHidden: true };

const healthOf = ({ inventory, coverage }: RowOf<ItemsAnswer>) =>
  stockHealth({ ...inventory, ...coverage, incoming: coverage.incomingQuantity });

const ITEMS: KindOf<ItemsAnswer> = {
  path: '/items',
  title: 'nav.items',
  about: 'items.about',
  none: { icon: 'items', title: 'items.none', text: 'items.noneText' },
  nothingFound: 'items.nothingFound',
  file: 'items',
  query: Items,
  search: 'items.search',
  name: { id: 'name', name: 'item', order: 'NAME', show: ({ name }) => name },
  columns: [
    column('sku', 'list.sku', ({ sku }) => <span className="code">{sku}</span>, { order: 'SKU' }),
    column('state', 'items.state', (item) => <StockChip status={healthOf(item)} />, { inFile: [] }),
    column(
      'coverage',
      'metric.coverage',
      ({ inventory, coverage }) => <Coverage of={coverage} leadTime={inventory.leadTime} />,
      { order: 'COVERAGE', inFile: [], onPhone: 'nowhere' },
    ),
    quantityColumn('inventory.available', 'item.available', ({ inventory }) => inventory.available, {
      ...{ order: 'AVAILABLE', onPhone: 'beside' },
    }),
    quantityColumn('inventory.onHand', 'list.onHand', ({ inventory }) => inventory.onHand, { isHidden: true }),
    quantityColumn('incoming', 'metric.incoming', ({ coverage }) => coverage.incomingQuantity, UNASKED),
    column('supplier', 'orderItems.lastSupplier', ({ lastPurchase }) => lastPurchase?.supplier.name, {
      ...{ ...UNASKED, onPhone: 'nowhere' },
    }),
    column('lastCost', 'orderItems.lastCost', ({ lastPurchase: last }) => last && f.money(last.unitCost), {
      ...{ ...UNASKED, isNumber: true, onPhone: 'nowhere' },
    }),
    textColumn('unit', 'list.unit'),
    moneyColumn('unitPrice', 'price', { order: 'PRICE', onPhone: 'below' }),
  ],
  filters: [
    choice('stock', ['items.state', 'list.anyStock'], 'list.stock', ['OUT', 'LOW', 'NO_SALES']),
    choice('kind', ['list.kind', 'list.anyKind'], 'list.kind', ['GOODS', 'SERVICE']),
    { kind: 'place', name: 'locationId', label: 'list.place' },
    ARCHIVED_FILTER,
  ],
  acts: [
    {
      name: 'bulk.order',
      icon: 'purchasing',
      about: 'orderItems.about',
      mutation: CreatePurchaseOrder,
      makes: '/purchasing',
      Dialog: OrderItems,
    },
    {
      ...{ name: 'purchase.labels', icon: 'views', prints: true },
      Dialog: ({ rows, onClose }) => (
        <LabelsDialog items={rows.map(({ id, sku, name }) => ({ id, sku, name, copies: '1' }))} onClose={onClose} />
      ),
    },
  ],
};

export function ItemsPage() {
  const isAlone = useBeside() === undefined && !useAddress().choices.get('q');
  const create = (
    <Button
      {...{ tone: 'primary', icon: 'plus', needs: 'operator', text: t('items.new') }}
      onClick={() => openDialog((onClose) => <ItemDialog onClose={onClose} />)}
    />
  );
  return <ListPage kind={ITEMS} tools={create} above={isAlone && <UrgentCard />} />;
}
