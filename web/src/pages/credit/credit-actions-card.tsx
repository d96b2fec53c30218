// What can be done with a credit note.
import { useState } from 'react';
import { ApplyCredit, CancelCredit, ConvertCredit, VoidCredit } from '../../api/credits.ts';
import { AttachPdf } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { creditActions, voidHoursLeft, type Credit } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useNow } from '../../use-now.ts';
import { hasRole, useViewer } from '../../viewer.tsx';
import { ActionRow } from '../document/action-row.tsx';
import { VoidDialog } from '../document/void-dialog.tsx';

const TOUCHES = ['Credit', 'Invoice', 'DocumentEvent'];

export function CreditActionsCard({ credit }: { credit: Credit }) {
  const { t, f } = useWords();
  const tell = useTell();
  const now = useNow();
  const viewer = useViewer();
  const [isVoiding, setVoiding] = useState(false);
  const applying = useAct(ApplyCredit, TOUCHES);
  const attaching = useAct(AttachPdf, TOUCHES);
  const converting = useAct(ConvertCredit, TOUCHES);
  const canceling = useAct(CancelCredit, TOUCHES);
  const voiding = useAct(VoidCredit, TOUCHES);
  const can = creditActions(credit, (role) => viewer === undefined || hasRole(viewer.roles, role), now);
  const hoursLeft = voidHoursLeft(credit.issuedAt, now);
  const creditId = credit.id;

  const apply = async (): Promise<void> => {
    if (await applying.act({ creditId })) tell(t('credit.applied', { number: credit.number }));
  };
  const attach = async (): Promise<void> => {
    const done = await attaching.act({ sourceId: creditId, sourceType: 'CREDIT_NOTE' });
    if (done) tell(t(done.attachPacPdf === null ? 'pdf.notYet' : 'pdf.attached'));
  };
  const cancel = async (): Promise<void> => {
    if (await canceling.act({ creditId })) tell(t('cancelDocument.done', { number: credit.number }));
  };
  const voidIt = async (reason: string): Promise<void> => {
    const done = await voiding.act({ creditId, reason });
    if (!done) return;
    tell(t(done.voidCredit.creditStatus === 'VOID' ? 'void.done' : 'void.asked', { number: credit.number }));
    setVoiding(false);
  };
  const refusals = [applying, attaching, converting, canceling].map((act) => act.refusal);
  return (
    <Card title={t('credit.value')}>
      <div className="balance">
        <div className="balance-value">{f.money(credit.total)}</div>
      </div>
      <ul className="actions">
        <ActionRow
          label={t('credit.apply')}
          icon="check"
          tone={can.apply.isAllowed ? 'primary' : 'plain'}
          possible={can.apply}
          note={t('credit.applyNote')}
          isBusy={applying.isBusy}
          onDo={() => void apply()}
        />
        <ActionRow
          label={t('attachPdf')}
          icon="file"
          possible={can.attachPdf}
          isBusy={attaching.isBusy}
          onDo={() => void attach()}
        />
        {credit.mode === 'PROFORM' && (
          <ActionRow
            label={t('credit.convert')}
            icon="invoices"
            possible={can.convert}
            isBusy={converting.isBusy}
            onDo={() => void converting.act({ creditId })}
          />
        )}
        <ActionRow
          label={t('void')}
          icon="stop"
          tone="danger"
          possible={can.void}
          note={t('void.left', { n: Math.floor(hoursLeft) })}
          onDo={() => setVoiding(true)}
        />
        {can.cancel.isAllowed && (
          <ActionRow
            label={t('cancelDocument')}
            icon="cross"
            tone="danger"
            possible={can.cancel}
            note={t('cancelDocument.note')}
            isBusy={canceling.isBusy}
            onDo={() => void cancel()}
          />
        )}
      </ul>
      <Refusal problem={refusals.find((refusal) => refusal !== undefined)} />
      {isVoiding && (
        <VoidDialog
          number={credit.number}
          hoursLeft={hoursLeft}
          voiding={voiding}
          onVoid={(reason) => void voidIt(reason)}
          onClose={() => setVoiding(false)}
        />
      )}
    </Card>
  );
}
