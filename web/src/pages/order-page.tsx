// One order: what it promises, what it reserves, and the way to its invoice.
import { OrderView } from '../api/orders.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Card, Page } from '../parts/page.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { OrderChip } from '../parts/status.tsx';
import { useWords } from '../texts/use-words.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { OrderActionsCard } from './order/order-actions-card.tsx';
import { OrderLinesCard } from './order/order-lines-card.tsx';

export function OrderPage({ id }: { id: string }) {
  const { t, f } = useWords();
  const answer = useAnswer(OrderView, { id });
  const back = { to: '/orders', label: t('nav.orders') };
  return (
    <RecordPage title={t('order')} back={back} bones={<DocumentBones />} answer={answer}>
      {({ order, locations }) => (
        <Page
          title={order.number}
          back={back}
          chips={<OrderChip status={order.status} />}
          about={`${order.client.name} · ${f.instant(order.createdAt)}`}
        >
          <div className="columns">
            <div className="stack">
              <OrderLinesCard order={order} locations={locations} />
            </div>
            <div className="stack">
              <OrderActionsCard order={order} />
              <Card title={t('client')}>
                <p className="strong">{order.client.name}</p>
                <p className="soft small">
                  <Receiver client={order.client} />
                </p>
              </Card>
            </div>
          </div>
        </Page>
      )}
    </RecordPage>
  );
}
