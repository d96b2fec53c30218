// Totals of an order, and the actions on it: invoice it, or let it go.
import type { OrderViewAnswer } from '../../api/answers.ts';
import { useHeldAct } from '../../api/held.ts';
import { CancelOrder, GenerateInvoice } from '../../api/orders.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Card } from '../../parts/page.tsx';
import { InvoiceChip, LegalChip } from '../../parts/status.tsx';
import { ask } from '../../parts/ask.tsx';
import { go } from '../../router.ts';
import { f, t } from '../../texts/speech.ts';
import { useMay } from '../../viewer.tsx';
import { ActionRows } from '../document/action-row.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';

export function OrderActionsCard({ order }: { order: OrderViewAnswer['order'] }) {
  const mayChange = useMay('operator');
  const can = { isAllowed: mayChange, because: t('needs.operator') };
  const generating = useHeldAct(GenerateInvoice, `invoice${order.id}`, ['Order', 'Invoice', 'InvoicePage', 'Item']);
  const isOpen = order.status === 'OPEN';
  const cancel = (): void =>
    ask({
      ...{ title: t('cancelDocument.title', { number: order.number }), about: t('order.cancelAbout') },
      ...{ action: t('order.cancel'), tone: 'danger solid', keep: t('void.keep') },
      ...{ mutation: CancelOrder, touches: ['Order', 'Item'], variables: () => ({ orderId: order.id }) },
      done: t('order.canceled', { number: order.number }),
    });
  return (
    <Card title={t('total')}>
      <div className="balance">
        <div className="balance-value">{f.money(order.total)}</div>
        <div className="soft small">{t('order.withTax', { tax: f.money(order.tax) })}</div>
      </div>
      <div className="stack order-actions">
        {order.invoice !== null && (
          <div>
            <LinkButton to={`/invoices/${order.invoice.id}`} icon="invoices" tone={isOpen ? 'plain' : 'primary'} isFull>
              {t('order.seeInvoice', { number: order.invoice.number })}
            </LinkButton>
            <div className="row card-below">
              <LegalChip document={order.invoice} />
              <InvoiceChip invoice={order.invoice} />
            </div>
            {isOpen && <p className="soft small card-below">{t('order.againAfter')}</p>}
          </div>
        )}
        {isOpen && (
          <ul className="actions">
            <ActionRows
              rows={[
                {
                  ...{ label: t('order.invoice'), icon: 'invoices', tone: 'primary', note: t('order.invoiceNote') },
                  ...{ possible: can, isBusy: generating.isBusy, onDo: generating.open },
                },
                {
                  ...{ label: t('edit'), icon: 'edit', possible: can, note: t('order.editNote') },
                  onDo: () => go(`/orders/new?edit=${order.id}`),
                },
                {
                  ...{ label: t('order.cancel'), icon: 'cross', tone: 'danger', possible: can },
                  ...{ note: t('order.cancelNote'), onDo: cancel },
                },
              ]}
            />
          </ul>
        )}
        <LinkButton to={`/orders/new?repeat=${order.id}`} icon="orders" tone="plain" isFull text={t('order.repeat')} />
        {order.status === 'CANCELED' && <p className="soft">{t('order.isCanceled')}</p>}
      </div>
      {generating.isOpen && <InvoiceDialog order={order} generating={generating} />}
    </Card>
  );
}
