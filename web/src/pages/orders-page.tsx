// All orders: what is promised, and what has become an invoice.
import type { OrderStatus } from '../api/answers.ts';
import { Orders } from '../api/orders.ts';
import { useAnswer } from '../api/use-answer.ts';
import { FilterSegments } from '../parts/filters.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { LegalChip, OrderChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

const STATUSES: readonly OrderStatus[] = ['OPEN', 'INVOICED', 'CANCELED'];

export function OrdersPage() {
  const { t, f } = useWords();
  const [status, setStatus] = useChoice<OrderStatus | ''>('status', '');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Orders,
    { status: status || null, limit: LIST_LIMIT, offset: Number(offset) },
    {
      everyMs: ({ orders }) =>
        askAgainAfter(
          orders.records.flatMap(({ invoice, createdAt }) => (invoice ? [{ ...invoice, issuedAt: createdAt }] : [])),
          Date.now(),
          IN_A_LIST,
        ),
    },
  );
  const newOrder = (
    <LinkButton to="/orders/new" icon="plus">
      {t('orders.new')}
    </LinkButton>
  );
  return (
    <Page title={t('nav.orders')} about={t('orders.about')} tools={newOrder}>
      <div className="stack">
        <FilterSegments
          label={t('status')}
          all={t('filter.all')}
          values={STATUSES}
          wordOf={(one) => t(`orders.filter.${one}`)}
          value={status}
          onChoose={(next) => setStatus(next, 'from')}
        />
        <List
          answer={answer}
          pageOf={(data) => data.orders}
          offset={offset}
          onTurn={setOffset}
          empty={
            <Message icon="orders" title={t('orders.none')} text={t('orders.noneText')}>
              {newOrder}
            </Message>
          }
          keyOf={(order) => order.id}
          name={t('order')}
          linkOf={(order) => `/orders/${order.id}`}
          nameOf={(order) => order.number}
          aboutOf={(order) => order.client.name}
          columns={[
            { name: t('date'), onPhone: 'below', show: (order) => f.day(order.createdAt) },
            { name: t('status'), onPhone: 'below', show: (order) => <OrderChip status={order.status} /> },
            {
              name: t('invoice'),
              onPhone: 'below',
              show: ({ invoice }) =>
                invoice && (
                  <span className="row">
                    {invoice.number}
                    <LegalChip document={invoice} />
                  </span>
                ),
            },
            { name: t('total'), isNumber: true, onPhone: 'beside', show: (order) => f.money(order.total) },
          ]}
        />
      </div>
    </Page>
  );
}
