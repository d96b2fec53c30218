// One purchase order: what has come, what is still to come, and receiving it.
import { useState } from 'react';
import type { PurchaseOrderViewAnswer } from '../api/answers.ts';
import { ClosePurchaseOrder, PurchaseOrderView } from '../api/purchasing.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Waiting } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Link } from '../parts/link.tsx';
import { Failure, Refusal } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { useTell } from '../parts/toasts.tsx';
import { costOf, missingOf } from '../rules/purchase-lines.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { TotalLines } from './invoice/invoice-lines-card.tsx';
import { ReceiveDialog } from './purchase/receive-dialog.tsx';
import { Received } from './purchase/received.tsx';

type PurchaseOrder = PurchaseOrderViewAnswer['purchaseOrder'];

export function PurchasePage({ id }: { id: string }) {
  const { t, f } = useWords();
  const answer = useAnswer(PurchaseOrderView, { id });
  const back = { to: '/purchasing', label: t('nav.purchasing') };
  if (answer.state === 'failed') {
    return (
      <Page title={t('purchase')} back={back}>
        <Failure problem={answer.problem} again={answer.again} />
      </Page>
    );
  }
  if (answer.state === 'loading') {
    return (
      <Page title={t('purchase')} back={back}>
        <Waiting>
          <DocumentBones />
        </Waiting>
      </Page>
    );
  }
  const { purchaseOrder: order, locations } = answer.data;
  return (
    <Page
      title={order.number}
      back={back}
      chips={<PurchaseChip status={order.status} />}
      about={`${order.supplier.name} · ${f.instant(order.createdAt)}`}
    >
      <div className="columns">
        <Lines order={order} locations={locations} />
        <NextStep order={order} />
      </div>
    </Page>
  );
}

function Lines({ order, locations }: { order: PurchaseOrder; locations: PurchaseOrderViewAnswer['locations'] }) {
  const { t, f } = useWords();
  return (
    <Card title={t('lines')} isFlush>
      <table className="table">
        <thead>
          <tr>
            <th>{t('item')}</th>
            <th>{t('purchases.received')}</th>
            <th className="number">{t('purchases.missing')}</th>
            <th className="number">{t('purchases.unitCost')}</th>
            <th className="number">{t('purchases.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <Link to={`/items/${line.item.id}`} className="strong">
                  {line.item.name}
                </Link>
                <div className="soft small">
                  {[line.item.sku, locations.length > 1 && locations.find((one) => one.id === line.locationId)?.name]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </td>
              <td data-label={t('purchases.received')}>
                <span>
                  <Received lines={[line]} />
                  <span className="small block">
                    {t('purchases.of', {
                      received: f.quantity(line.quantityReceived),
                      quantity: f.quantity(line.quantity),
                      unit: line.item.unit,
                    })}
                  </span>
                </span>
              </td>
              <td className="number" data-label={t('purchases.missing')}>
                {f.quantity(missingOf(line))}
              </td>
              <td className="number" data-label={t('purchases.unitCost')}>
                {f.money(line.unitCost)}
              </td>
              <td className="number" data-label={t('purchases.cost')}>
                {f.money(costOf([line]))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TotalLines rows={[]} total={[t('total'), f.money(costOf(order.lines))]} />
    </Card>
  );
}

function NextStep({ order }: { order: PurchaseOrder }) {
  const { t } = useWords();
  const tell = useTell();
  const mayAct = useMay('operator');
  const closing = useAct(ClosePurchaseOrder);
  const [isReceiving, setReceiving] = useState(false);
  const isOpen = order.status === 'OPEN' || order.status === 'PARTIALLY_RECEIVED';
  const because = mayAct ? (isOpen ? undefined : t('purchase.isOver')) : t('needs.operator');
  const close = async (): Promise<void> => {
    if (await closing.act({ purchaseOrderId: order.id })) tell(t('purchase.closed', { number: order.number }));
  };
  return (
    <Card title={t('purchase.next')}>
      <ul className="actions">
        <li className="action">
          <Button
            tone={isOpen ? 'primary' : 'plain'}
            icon="purchasing"
            because={because}
            onClick={() => setReceiving(true)}
          >
            {t('purchase.receive')}
          </Button>
          <p className="soft small">{because ?? t('purchase.receiveNote')}</p>
        </li>
        <li className="action">
          <Button icon="cross" because={because} isBusy={closing.isBusy} onClick={() => void close()}>
            {t('purchase.close')}
          </Button>
          <p className="soft small">{because ?? t('purchase.closeNote')}</p>
        </li>
      </ul>
      <Refusal problem={closing.refusal} />
      {isReceiving && <ReceiveDialog order={order} onClose={() => setReceiving(false)} />}
    </Card>
  );
}
