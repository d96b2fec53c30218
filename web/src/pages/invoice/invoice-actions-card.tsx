// What is owed on an invoice, and what can be done with it.
import { useState } from 'react';
import { AttachPdf, CancelInvoice, VoidInvoice } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { isPositive } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { invoiceActions, voidHoursLeft, type Invoice } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useNow } from '../../use-now.ts';
import { hasRole, useViewer } from '../../viewer.tsx';
import { ActionRow } from '../document/action-row.tsx';
import { VoidDialog } from '../document/void-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

/** What the timeline shows is no part of what a mutation answers. */
const TOUCHES = ['Invoice', 'DocumentEvent'];

export function InvoiceActionsCard({ invoice }: { invoice: Invoice }) {
  const { t, f } = useWords();
  const tell = useTell();
  const now = useNow();
  const viewer = useViewer();
  const [open, setOpen] = useState<'pay' | 'credit' | 'void' | 'cancel'>();
  const attaching = useAct(AttachPdf, TOUCHES);
  const voiding = useAct(VoidInvoice, TOUCHES);
  const canceling = useAct(CancelInvoice, TOUCHES);
  const can = invoiceActions(invoice, (role) => viewer === undefined || hasRole(viewer.roles, role), now);
  const hoursLeft = voidHoursLeft(invoice.issuedAt, now);
  const close = (): void => setOpen(undefined);

  const attach = async (): Promise<void> => {
    const done = await attaching.act({ sourceId: invoice.id, sourceType: 'INVOICE' });
    if (done) tell(t(done.attachPacPdf === null ? 'pdf.notYet' : 'pdf.attached'));
  };
  const voidIt = async (reason: string): Promise<void> => {
    const done = await voiding.act({ invoiceId: invoice.id, reason });
    if (!done) return;
    tell(t(done.voidInvoice.invoiceStatus === 'VOID' ? 'void.done' : 'void.asked', { number: invoice.number }));
    close();
  };
  const cancel = async (): Promise<void> => {
    if (!(await canceling.act({ invoiceId: invoice.id }))) return;
    tell(t('cancelDocument.done', { number: invoice.number }));
    close();
  };
  const owes = isPositive(invoice.balance);
  return (
    <Card title={t('balance')}>
      <div className="balance">
        <div className="balance-value">{f.money(invoice.balance)}</div>
        <div className="soft small">
          {t('balance.of', { total: f.money(invoice.total), paid: f.money(invoice.paid) })}
          {isPositive(invoice.credited) && ` · ${t('balance.credited', { credited: f.money(invoice.credited) })}`}
        </div>
      </div>
      <ul className="actions">
        <ActionRow
          label={t('pay')}
          icon="check"
          tone={owes ? 'primary' : 'plain'}
          possible={can.pay}
          note={owes ? undefined : t('pay.nothingOwed')}
          onDo={() => setOpen('pay')}
        />
        <ActionRow
          label={t('attachPdf')}
          icon="file"
          possible={can.attachPdf}
          isBusy={attaching.isBusy}
          onDo={() => void attach()}
        />
        <ActionRow label={t('makeCredit')} icon="credits" possible={can.credit} onDo={() => setOpen('credit')} />
        <ActionRow
          label={t('void')}
          icon="stop"
          tone="danger"
          possible={can.void}
          note={t('void.left', { n: Math.floor(hoursLeft) })}
          onDo={() => setOpen('void')}
        />
        {can.cancel.isAllowed && (
          <ActionRow
            label={t('cancelDocument')}
            icon="cross"
            tone="danger"
            possible={can.cancel}
            note={t('cancelDocument.note')}
            onDo={() => setOpen('cancel')}
          />
        )}
      </ul>
      <Refusal problem={attaching.refusal} />
      {open === 'pay' && <PaymentDialog invoice={invoice} onClose={close} />}
      {open === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      {open === 'void' && (
        <VoidDialog
          number={invoice.number}
          hoursLeft={hoursLeft}
          voiding={voiding}
          onVoid={(reason) => void voidIt(reason)}
          onClose={close}
        />
      )}
      {open === 'cancel' && (
        <Dialog title={t('cancelDocument.title', { number: invoice.number })} onClose={close}>
          <p>{t('cancelDocument.about')}</p>
          <Refusal problem={canceling.refusal} />
          <div className="form-actions">
            <Button onClick={close}>{t('void.keep')}</Button>
            <Button tone="danger solid" isBusy={canceling.isBusy} onClick={() => void cancel()}>
              {t('cancelDocument')}
            </Button>
          </div>
        </Dialog>
      )}
    </Card>
  );
}
