// One order: what it promises, what it reserves, and the way to its invoice.
import { useState } from 'react';
import type { OrderViewAnswer } from '../api/answers.ts';
import { OrderView } from '../api/orders.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../parts/button.tsx';
import { NoPac } from '../parts/no-pac.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { EditClientDialog } from '../parts/party-dialogs.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { OrderChip } from '../parts/status.tsx';
import { f, t } from '../texts/speech.ts';
import { useViewer } from '../viewer.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { OrderActionsCard } from './order/order-actions-card.tsx';
import { OrderLinesCard } from './order/order-lines-card.tsx';

export function OrderPage({ id }: { id: string }) {
  const answer = useAnswer(OrderView, { id });
  const tenant = useViewer()?.tenant;
  return (
    <RecordPage title={t('order')} back={backTo('nav.orders')} bones={<DocumentBones />} answer={answer}>
      {({ order, locations }) => (
        <Page
          title={order.number}
          chips={<OrderChip status={order.status} />}
          about={`${order.client.name} · ${f.instant(order.createdAt)}`}
        >
          <NoPac tenant={tenant} />
          <div className="columns">
            <div className="stack">
              <OrderLinesCard order={order} locations={locations} />
            </div>
            <div className="stack">
              <OrderActionsCard order={order} />
              <ClientCard client={order.client} />
            </div>
          </div>
        </Page>
      )}
    </RecordPage>
  );
}

/** After a rejection for a wrong RUC the client is corrected here, and the order can be invoiced again. */
function ClientCard({ client }: { client: OrderViewAnswer['order']['client'] }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title={t('client')}
      tools={<Button tone="quiet" size="small" needs="operator" onClick={() => setEditing(true)} text={t('edit')} />}
    >
      <p className="strong">{client.name}</p>
      <p className="soft small">
        <Receiver client={client} />
      </p>
      {isEditing && <EditClientDialog client={client} onClose={() => setEditing(false)} />}
    </Card>
  );
}
