// What comes next for a purchase order: receive what has come, take a receipt back, or close it when nothing more will come.
import { useState } from 'react';
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { CancelPurchaseOrder, ClosePurchaseOrder } from '../../api/purchasing.ts';
import { useAct } from '../../api/use-act.ts';
import { isPositive } from '../../format/decimal.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Card } from '../../parts/page.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useWords } from '../../texts/use-words.tsx';
import { useMay } from '../../viewer.tsx';
import { ActionRow } from '../document/action-row.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

export function PurchaseActionsCard({ purchaseOrder: order, locations }: PurchaseOrderViewAnswer) {
  const { t } = useWords();
  const tell = useTell();
  const closing = useAct(ClosePurchaseOrder, ['Item']);
  const canceling = useAct(CancelPurchaseOrder, ['Item']);
  const [open, setOpen] = useState<'receive' | 'reverse' | 'close' | 'cancel'>();
  const leave = (): void => setOpen(undefined);
  const isOpen = order.status === 'OPEN' || order.status === 'PARTIALLY_RECEIVED';
  const mayChange = useMay('operator');
  const can = { isAllowed: mayChange && isOpen, because: t(mayChange ? 'purchase.isOver' : 'needs.operator') };
  const close = async (): Promise<void> => {
    if (!(await closing.act({ purchaseOrderId: order.id }))) return;
    tell(t('purchase.closed', { number: order.number }));
    leave();
  };
  const canCancel = {
    isAllowed: can.isAllowed && order.status === 'OPEN',
    because: can.isAllowed ? t('purchase.hasCome') : can.because,
  };
  const isEnded = order.status === 'CLOSED' || order.status === 'CANCELED';
  const canReverse = {
    isAllowed: mayChange && !isEnded && order.lines.some((line) => isPositive(line.quantityReceived)),
    because: t(!mayChange ? 'needs.operator' : isEnded ? 'purchase.staysReceived' : 'purchase.nothingCame'),
  };
  const cancel = async (): Promise<void> => {
    if (!(await canceling.act({ purchaseOrderId: order.id }))) return;
    tell(t('purchase.canceled', { number: order.number }));
    leave();
  };
  return (
    <Card title={t('purchase.next')}>
      <ul className="actions">
        <ActionRow
          label={t('purchase.receive')}
          icon="purchasing"
          tone={isOpen ? 'primary' : 'plain'}
          possible={can}
          note={t('purchase.receiveNote')}
          onDo={() => setOpen('receive')}
        />
        <ActionRow
          label={t('purchase.reverse')}
          icon="credits"
          possible={canReverse}
          note={t('purchase.reverseNote')}
          onDo={() => setOpen('reverse')}
        />
        <ActionRow
          label={t('purchase.close')}
          icon="cross"
          possible={can}
          note={t('purchase.closeNote')}
          onDo={() => setOpen('close')}
        />
        <ActionRow
          label={t('purchase.cancel')}
          icon="stop"
          tone="danger"
          possible={canCancel}
          note={t('purchase.cancelNote')}
          onDo={() => setOpen('cancel')}
        />
      </ul>
      {(open === 'receive' || open === 'reverse') && (
        <ReceiveDialog order={order} locations={locations} isReversal={open === 'reverse'} onClose={leave} />
      )}
      {open === 'close' && (
        <ConfirmDialog
          title={t('purchase.closeTitle', { number: order.number })}
          about={t('purchase.closeNote')}
          action={t('purchase.close')}
          doing={closing}
          onConfirm={() => void close()}
          onClose={leave}
        />
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          title={t('purchase.cancelTitle', { number: order.number })}
          about={t('purchase.cancelNote')}
          action={t('purchase.cancel')}
          doing={canceling}
          onConfirm={() => void cancel()}
          onClose={leave}
        />
      )}
    </Card>
  );
}
