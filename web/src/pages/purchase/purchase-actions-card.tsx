// Next steps of a purchase order: receive goods, take a receipt back, or close it when nothing more will come.
import { useState } from 'react';
import type { ClosePurchaseOrderVariables, PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { CancelPurchaseOrder, ClosePurchaseOrder } from '../../api/purchasing.ts';
import { isPositive } from '../../format/decimal.ts';
import { Card } from '../../parts/page.tsx';
import { ask } from '../../parts/ask.tsx';
import { t } from '../../texts/speech.ts';
import { useMay } from '../../viewer.tsx';
import { ActionRows } from '../document/action-row.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

export function PurchaseActionsCard({ purchaseOrder: order, locations }: PurchaseOrderViewAnswer) {
  const [open, setOpen] = useState<'receive' | 'reverse'>();
  const leave = (): void => setOpen(undefined);
  const isOpen = order.status === 'OPEN' || order.status === 'PARTIALLY_RECEIVED';
  const mayChange = useMay('operator');
  const can = { isAllowed: mayChange && isOpen, because: t(mayChange ? 'purchase.isOver' : 'needs.operator') };
  /** Asked once more: it cannot be taken back. */
  const end = (
    [way, done]: ['close', 'purchase.closed'] | ['cancel', 'purchase.canceled'],
    mutation: typeof ClosePurchaseOrder | typeof CancelPurchaseOrder,
  ): void =>
    ask<unknown, ClosePurchaseOrderVariables>({
      ...{ title: t(`purchase.${way}Title`, { number: order.number }), about: t(`purchase.${way}Note`) },
      ...{ action: t(`purchase.${way}`), tone: 'danger solid', keep: t('void.keep') },
      ...{ mutation, touches: ['Item'], variables: () => ({ purchaseOrderId: order.id }) },
      done: t(done, { number: order.number }),
    });
  const canCancel = {
    isAllowed: can.isAllowed && order.status === 'OPEN',
    because: can.isAllowed ? t('purchase.hasCome') : can.because,
  };
  const isEnded = order.status === 'CLOSED' || order.status === 'CANCELED';
  const canReverse = {
    isAllowed: mayChange && !isEnded && order.lines.some((line) => isPositive(line.quantityReceived)),
    because: t(!mayChange ? 'needs.operator' : isEnded ? 'purchase.staysReceived' : 'purchase.nothingCame'),
  };
  return (
    <Card title={t('purchase.next')}>
      <ul className="actions">
        <ActionRows
          rows={[
            {
              ...{ label: t('purchase.receive'), icon: 'purchasing', tone: isOpen ? 'primary' : 'plain' },
              ...{ possible: can, note: t('purchase.receiveNote'), onDo: () => setOpen('receive') },
            },
            {
              ...{ label: t('purchase.reverse'), icon: 'credits', possible: canReverse },
              ...{ note: t('purchase.reverseNote'), onDo: () => setOpen('reverse') },
            },
            {
              ...{ label: t('purchase.close'), icon: 'cross', possible: can, note: t('purchase.closeNote') },
              onDo: () => end(['close', 'purchase.closed'], ClosePurchaseOrder),
            },
            {
              ...{ label: t('purchase.cancel'), icon: 'stop', tone: 'danger', possible: canCancel },
              note: t('purchase.cancelNote'),
              onDo: () => end(['cancel', 'purchase.canceled'], CancelPurchaseOrder),
            },
          ]}
        />
      </ul>
      {(open === 'receive' || open === 'reverse') && (
        <ReceiveDialog order={order} locations={locations} isReversal={open === 'reverse'} onClose={leave} />
      )}
    </Card>
  );
}
