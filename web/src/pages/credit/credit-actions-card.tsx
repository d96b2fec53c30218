// What can be done with a credit note.
import { ApplyCredit, CancelCredit, ConvertCredit, VoidCredit } from '../../api/credits.ts';
import { AttachPdf } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { creditActions, type Credit } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useNow } from '../../use-now.ts';
import { hasRole, useViewer } from '../../viewer.tsx';
import { ActionRow } from '../document/action-row.tsx';
import { EndingActions } from '../document/ending-actions.tsx';

const TOUCHES = ['Credit', 'Invoice', 'DocumentEvent'];

export function CreditActionsCard({ credit }: { credit: Credit }) {
  const { t, f } = useWords();
  const tell = useTell();
  const now = useNow();
  const viewer = useViewer();
  const applying = useAct(ApplyCredit, TOUCHES);
  const attaching = useAct(AttachPdf, TOUCHES);
  const converting = useAct(ConvertCredit, TOUCHES);
  const canceling = useAct(CancelCredit, TOUCHES);
  const voiding = useAct(VoidCredit, TOUCHES);
  const can = creditActions(credit, (role) => viewer === undefined || hasRole(viewer.roles, role), now);
  const creditId = credit.id;

  const apply = async (): Promise<void> => {
    if (await applying.act({ creditId })) tell(t('credit.applied', { number: credit.number }));
  };
  const attach = async (): Promise<void> => {
    const done = await attaching.act({ sourceId: creditId, sourceType: 'CREDIT_NOTE' });
    if (done) tell(t(done.attachPacPdf === null ? 'pdf.notYet' : 'pdf.attached'));
  };
  const cancel = async (): Promise<boolean> => {
    const done = await canceling.act({ creditId: credit.id });
    if (done) tell(t('cancelDocument.done', { number: credit.number }));
    return done !== undefined;
  };
  const voidIt = async (reason: string): Promise<boolean> => {
    const done = await voiding.act({ creditId: credit.id, reason });
    if (done) tell(t(done.voidCredit.creditStatus === 'VOID' ? 'void.done' : 'void.asked', { number: credit.number }));
    return done !== undefined;
  };
  const refusals = [applying, attaching, converting].map((act) => act.refusal);
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
        <EndingActions
          document={credit}
          can={can}
          voiding={voiding}
          canceling={canceling}
          onVoid={voidIt}
          onCancel={cancel}
        />
      </ul>
      <Refusal problem={refusals.find((refusal) => refusal !== undefined)} />
    </Card>
  );
}
