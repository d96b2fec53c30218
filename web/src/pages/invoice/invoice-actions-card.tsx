// What is owed on an invoice, and what can be done with it.
import { useState } from 'react';
import { AttachPdf, CancelInvoice, VoidInvoice } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { isPositive } from '../../format/decimal.ts';
import { Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { invoiceActions, type Invoice } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useNow } from '../../use-now.ts';
import { hasRole, useViewer } from '../../viewer.tsx';
import { ActionRow } from '../document/action-row.tsx';
import { EndingActions } from '../document/ending-actions.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

/** What the timeline shows is no part of what a mutation answers. */
const TOUCHES = ['Invoice', 'DocumentEvent'];

export function InvoiceActionsCard({ invoice }: { invoice: Invoice }) {
  const { t, f } = useWords();
  const tell = useTell();
  const now = useNow();
  const viewer = useViewer();
  const [open, setOpen] = useState<'pay' | 'credit'>();
  const attaching = useAct(AttachPdf, TOUCHES);
  const voiding = useAct(VoidInvoice, TOUCHES);
  const canceling = useAct(CancelInvoice, TOUCHES);
  const can = invoiceActions(invoice, (role) => viewer === undefined || hasRole(viewer.roles, role), now);
  const close = (): void => setOpen(undefined);

  const attach = async (): Promise<void> => {
    const done = await attaching.act({ sourceId: invoice.id, sourceType: 'INVOICE' });
    if (done) tell(t(done.attachPacPdf === null ? 'pdf.notYet' : 'pdf.attached'));
  };
  const voidIt = async (reason: string): Promise<boolean> => {
    const done = await voiding.act({ invoiceId: invoice.id, reason });
    if (done)
      tell(t(done.voidInvoice.invoiceStatus === 'VOID' ? 'void.done' : 'void.asked', { number: invoice.number }));
    return done !== undefined;
  };
  const cancel = async (): Promise<boolean> => {
    const done = await canceling.act({ invoiceId: invoice.id });
    if (done) tell(t('cancelDocument.done', { number: invoice.number }));
    return done !== undefined;
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
        <EndingActions
          document={invoice}
          can={can}
          voiding={voiding}
          canceling={canceling}
          onVoid={voidIt}
          onCancel={cancel}
        />
      </ul>
      <Refusal problem={attaching.refusal} />
      {open === 'pay' && <PaymentDialog invoice={invoice} onClose={close} />}
      {open === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
    </Card>
  );
}
