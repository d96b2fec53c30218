// Lots that expire, the first one first: where they are, how much is left and what it cost.
import type { ExpiringLotsAnswer } from '../api/answers.ts';
import { ExpiringLots } from '../api/expiring.ts';
import { choice, column, dayColumn, moneyColumn, quantityColumn, textColumn } from '../parts/list/columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';

const EXPIRING: KindOf<ExpiringLotsAnswer> = {
  path: '/expiring',
  title: 'nav.expiring',
  none: { icon: 'clock', title: 'expiring.none', text: 'expiring.noneText' },
  file: 'expiring_lots',
  query: ExpiringLots,
  name: { id: 'item.name', name: 'item', show: ({ item }) => item.name },
  linkOf: ({ item }) => `/items/${item.id}`,
  columns: [
    dayColumn('expirationDate', 'expiring.day', { order: 'EXPIRATION_DATE', onPhone: 'below' }),
    column('item.sku', 'list.sku', ({ item }) => <span className="code">{item.sku}</span>),
    textColumn('lotNumber', 'expiring.lot'),
    column('location.code', 'list.place', ({ location }) => location.name),
    quantityColumn('quantityRemaining', 'expiring.left', ({ quantityRemaining }) => quantityRemaining, {
      onPhone: 'beside',
    }),
    moneyColumn('value', 'expiring.value'),
    moneyColumn('unitCost', 'moves.cost', { isHidden: true }),
    dayColumn('receivedAt', 'expiring.received', { order: 'RECEIVED_AT', isHidden: true }),
  ],
  filters: [
    choice('within', ['expiring.day', 'expiring.any'], 'expiry', ['EXPIRED', 'DAYS_30', 'DAYS_60', 'DAYS_90']),
    { kind: 'place', name: 'locationId', label: 'list.place' },
  ],
};

export const ExpiringPage = () => <ListPage kind={EXPIRING} />;
