// Actions on a credit note.
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import { useHeldAct } from '../../api/held.ts';
import { ApplyCredit, ConvertCredit } from '../../api/credits.ts';
import { useAct } from '../../api/use-act.ts';
import { Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { tell } from '../../parts/toasts.tsx';
import { actionOf, type Credit } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';
import { ActionRows } from '../document/action-row.tsx';
import { EndingActions } from '../document/ending-actions.tsx';
import { LegalActions } from '../document/legal-actions.tsx';

const TOUCHES = ['Credit', 'Invoice', 'DocumentEvent'];

export function CreditActionsCard({ credit }: { credit: Credit }) {
  const applying = useAct(ApplyCredit, TOUCHES);
  const converting = useHeldAct(ConvertCredit, `convert${credit.id}`, TOUCHES);
  const canApply = actionOf(credit, 'applyCredit');
  const { id: creditId, number } = credit;

  const apply = async (): Promise<void> => {
    if (await applying.act({ creditId })) tell(t('credit.applied', { number: credit.number }));
  };
  const convert = (): void =>
    converting.hold(
      { creditId },
      { about: t('held.convert', { number }), done: () => ({ text: t('held.converted', { number }) }) },
    );
  const refusals = [applying, converting].map((act) => act.refusal);
  return (
    <Card title={t('credit.value')}>
      <div className="balance">
        <div className="balance-value">{f.money(credit.total)}</div>
      </div>
      <ul className="actions">
        {!isRejected(credit.legalStatus) && (
          <>
            <ActionRows
              rows={[
                {
                  ...{ label: t('credit.apply'), icon: 'check', tone: canApply.isAllowed ? 'primary' : 'plain' },
                  ...{ possible: canApply, note: t('credit.applyNote'), isBusy: applying.isBusy },
                  onDo: () => void apply(),
                },
              ]}
            />
            <LegalActions kind="CREDIT_NOTE" document={credit} />
          </>
        )}
        <ActionRows
          rows={[
            credit.mode === 'PROFORM' && {
              ...{ label: t('credit.convert'), icon: 'invoices', possible: actionOf(credit, 'convertCreditToDgi') },
              ...{ isBusy: converting.isBusy, onDo: convert },
            },
          ]}
        />
        <EndingActions document={credit} name="Credit" />
      </ul>
      <Refusal problem={refusals.find((refusal) => refusal !== undefined)} />
    </Card>
  );
}
