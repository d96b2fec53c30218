// All purchase orders: what was ordered, and how much of it has come.
import type { PurchaseOrdersAnswer, PurchaseOrderStatus } from '../api/answers.ts';
import { PurchaseOrders } from '../api/purchasing.ts';
import { useAnswer } from '../api/use-answer.ts';
import { FilterSegments } from '../parts/filters.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { costOf } from '../rules/purchase-lines.ts';
import { useWords } from '../texts/use-words.tsx';
import { Received } from './purchase/received.tsx';

/** No purchase order is canceled here; it is closed. */
type StatusChoice = Exclude<PurchaseOrderStatus, 'CANCELED'>;
const STATUSES: readonly StatusChoice[] = ['OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED'];

type Lines = PurchaseOrdersAnswer['purchaseOrders']['records'][number]['lines'];

export function PurchasesPage() {
  const { t, f } = useWords();
  const [status, setStatus] = useChoice<StatusChoice | ''>('status', '');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(PurchaseOrders, { status: status || null, limit: LIST_LIMIT, offset: Number(offset) });
  const newPurchase = (
    <LinkButton to="/purchasing/new" icon="plus">
      {t('purchases.new')}
    </LinkButton>
  );
  const named = (lines: Lines): string =>
    lines.length > 1
      ? t('purchases.more', { name: lines[0]!.item.name, n: lines.length - 1 })
      : (lines[0]?.item.name ?? '');
  return (
    <Page title={t('nav.purchasing')} about={t('purchases.about')} tools={newPurchase}>
      <div className="stack">
        <FilterSegments
          label={t('status')}
          all={t('filter.everything')}
          values={STATUSES}
          wordOf={(one) => t(`purchases.filter.${one}`)}
          value={status}
          onChoose={(next) => setStatus(next, 'from')}
        />
        <List
          answer={answer}
          pageOf={(data) => data.purchaseOrders}
          offset={offset}
          onTurn={setOffset}
          empty={
            <Message icon="purchasing" title={t('purchases.none')} text={t('purchases.noneText')}>
              {newPurchase}
            </Message>
          }
          keyOf={(order) => order.id}
          name={t('purchase')}
          linkOf={(order) => `/purchasing/${order.id}`}
          nameOf={(order) => order.number}
          aboutOf={(order) => `${order.supplier.name} · ${named(order.lines)}`}
          columns={[
            { name: t('date'), onPhone: 'below', show: (order) => f.day(order.createdAt) },
            { name: t('status'), onPhone: 'below', show: (order) => <PurchaseChip status={order.status} /> },
            { name: t('purchases.received'), onPhone: 'below', show: (order) => <Received lines={order.lines} /> },
            {
              name: t('purchases.cost'),
              isNumber: true,
              onPhone: 'beside',
              show: (order) => f.money(costOf(order.lines)),
            },
          ]}
        />
      </div>
    </Page>
  );
}
