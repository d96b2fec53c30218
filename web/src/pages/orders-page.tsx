// All orders: what is promised, and what has become an invoice.
import type { OrderStatus } from '../api/answers.ts';
import { Orders } from '../api/orders.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { Segments } from '../parts/segments.tsx';
import { LegalChip, OrderChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

type StatusChoice = OrderStatus | 'ALL';
const CHOICES: readonly StatusChoice[] = ['ALL', 'OPEN', 'INVOICED', 'CANCELED'];

export function OrdersPage() {
  const { t, f } = useWords();
  const [status, setStatus] = useChoice<StatusChoice>('status', 'ALL');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Orders,
    { status: status === 'ALL' ? null : status, limit: LIST_LIMIT, offset: Number(offset) },
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
    <Link to="/orders/new" className="button primary">
      <Icon name="plus" size={17} />
      {t('orders.new')}
    </Link>
  );
  return (
    <Page title={t('nav.orders')} about={t('orders.about')} tools={newOrder}>
      <div className="stack">
        <div>
          <Segments
            label={t('status')}
            value={status}
            onChoose={(next) => setStatus(next, 'from')}
            options={CHOICES.map((one) => ({
              value: one,
              label: one === 'ALL' ? t('filter.all') : t(`orders.filter.${one}`),
            }))}
          />
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.orders}
          offset={offset}
          onTurn={setOffset}
          columns={[t('order'), t('date'), t('status'), t('invoice'), `#${t('total')}`]}
          empty={
            <Message icon="orders" title={t('orders.none')} text={t('orders.noneText')}>
              {newOrder}
            </Message>
          }
          row={(order) => (
            <tr key={order.id} className="linked">
              <td>
                <Link to={`/orders/${order.id}`} className="row-link">
                  {order.number}
                </Link>
                <div className="soft small">{order.client.name}</div>
              </td>
              <td data-label={t('date')}>{f.day(order.createdAt)}</td>
              <td data-label={t('status')}>
                <OrderChip status={order.status} />
              </td>
              <td data-label={t('invoice')}>
                {order.invoice === null ? (
                  <span className="soft">—</span>
                ) : (
                  <span className="row">
                    <span>{order.invoice.number}</span>
                    <LegalChip document={order.invoice} />
                  </span>
                )}
              </td>
              <td className="number" data-label={t('total')}>
                {f.money(order.total)}
              </td>
            </tr>
          )}
        />
      </div>
    </Page>
  );
}
