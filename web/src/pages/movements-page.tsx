// The movements of all items, the newest first: what came and went, where, and why.
import type { MovementsAnswer } from '../api/answers.ts';
import { Movements } from '../api/movements.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { choice, moneyColumn, textColumn, column, quantityColumn } from '../parts/list/columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { MovementChip } from './item/movement-chip.tsx';
import { f } from '../texts/speech.ts';

const MOVEMENTS: KindOf<MovementsAnswer> = {
  path: '/movements',
  title: 'nav.movements',
  none: { icon: 'swap', title: 'moves.none', text: 'moves.noneText' },
  file: 'movements',
  query: Movements,
  usual: { field: 'CREATED_AT', direction: 'DESC' },
  search: 'moves.search',
  name: { id: 'item.name', name: 'item', show: ({ item }) => item.name },
  linkOf: ({ item }) => `/items/${item.id}`,
  columns: [
    column('item.sku', 'list.sku', ({ item }) => <span className="code">{item.sku}</span>),
    column('createdAt', 'date', ({ createdAt }) => f.instant(createdAt), { order: 'CREATED_AT' }),
    column('movementType', 'moves.type', ({ movementType }) => <MovementChip type={movementType} />),
    quantityColumn('quantityChange', 'quantity', ({ quantityChange }) => quantityChange, { onPhone: 'beside' }),
    quantityColumn('newQuantity', 'list.onHand', ({ newQuantity }) => newQuantity),
    column('location.code', 'list.place', ({ location }) => location.name),
    column(
      'referenceNumber',
      'moves.document',
      ({ referenceNumber: number }) => number && <DocumentNumber number={number} />,
    ),
    textColumn('description', 'list.reason'),
    textColumn('createdBy', 'payments.by', { isHidden: true, onPhone: 'nowhere' }),
    moneyColumn('unitCost', 'moves.cost', { isHidden: true }),
  ],
  filters: [
    choice('types', ['moves.type', 'moves.anyType'], 'movement', ['VENTA', 'COMPRA', 'DEVOLUCION', 'AJUSTE', 'OTHER']),
    { kind: 'days', name: 'days', label: 'date' },
    { kind: 'place', name: 'locationId', label: 'list.place' },
  ],
};

export const MovementsPage = () => <ListPage kind={MOVEMENTS} />;
