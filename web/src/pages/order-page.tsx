// One order: what it promises, what it reserves, and the way to its invoice.
import { useState } from 'react';
import type { OrderViewAnswer } from '../api/answers.ts';
import { CancelOrder, OrderView } from '../api/orders.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Waiting } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { Failure, Refusal } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { InvoiceChip, LegalChip, OrderChip } from '../parts/status.tsx';
import { useTell } from '../parts/toasts.tsx';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { InvoiceDialog } from './order/invoice-dialog.tsx';
import { OrderLinesCard } from './order/order-lines-card.tsx';

type Order = OrderViewAnswer['order'];

export function OrderPage({ id }: { id: string }) {
  const { t, f } = useWords();
  const answer = useAnswer(OrderView, { id });
  const back = { to: '/orders', label: t('nav.orders') };
  if (answer.state === 'failed') {
    return (
      <Page title={t('order')} back={back}>
        <Failure problem={answer.problem} again={answer.again} />
      </Page>
    );
  }
  if (answer.state === 'loading') {
    return (
      <Page title={t('order')} back={back}>
        <Waiting>
          <DocumentBones />
        </Waiting>
      </Page>
    );
  }
  const { order, locations } = answer.data;
  return (
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
          <NextStep order={order} />
          <Card title={t('client')}>
            <p className="strong">{order.client.name}</p>
            <p className="soft small">
              {t(`receiver.${order.client.receiverType}`)}
              {order.client.ruc !== null && ` · RUC ${order.client.ruc}`}
              {order.client.dv !== null && ` DV ${order.client.dv}`}
            </p>
          </Card>
        </div>
      </div>
    </Page>
  );
}

function NextStep({ order }: { order: Order }) {
  const { t, f } = useWords();
  const tell = useTell();
  const mayAct = useMay('operator');
  const canceling = useAct(CancelOrder, ['Order', 'Item']);
  const [isInvoicing, setInvoicing] = useState(false);
  const because = mayAct ? undefined : t('needs.operator');
  const cancel = async (): Promise<void> => {
    if (await canceling.act({ orderId: order.id })) tell(t('order.canceled', { number: order.number }));
  };
  return (
    <Card title={t('total')}>
      <div className="balance">
        <div className="balance-value">{f.money(order.total)}</div>
        <div className="soft small">{t('order.withTax', { tax: f.money(order.tax) })}</div>
      </div>
      {order.invoice !== null && (
        <div className="stack order-invoice">
          <Link to={`/invoices/${order.invoice.id}`} className="button primary full">
            <Icon name="invoices" size={17} />
            {t('order.seeInvoice', { number: order.invoice.number })}
          </Link>
          <div className="row">
            <LegalChip document={order.invoice} />
            <InvoiceChip status={order.invoice.invoiceStatus} />
          </div>
        </div>
      )}
      {order.status === 'OPEN' && (
        <ul className="actions">
          <li className="action">
            <Button tone="primary" icon="invoices" because={because} onClick={() => setInvoicing(true)}>
              {t('order.invoice')}
            </Button>
            <p className="soft small">{because ?? t('order.invoiceNote')}</p>
          </li>
          <li className="action">
            <Button
              tone="danger"
              icon="cross"
              because={because}
              isBusy={canceling.isBusy}
              onClick={() => void cancel()}
            >
              {t('order.cancel')}
            </Button>
            <p className="soft small">{because ?? t('order.cancelNote')}</p>
          </li>
        </ul>
      )}
      {order.status === 'CANCELED' && <p className="soft">{t('order.isCanceled')}</p>}
      <Refusal problem={canceling.refusal} />
      {isInvoicing && <InvoiceDialog order={order} onClose={() => setInvoicing(false)} />}
    </Card>
  );
}
