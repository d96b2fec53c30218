// Credits an invoice, whole or in part.
import { useState } from 'react';
import type { CreateCreditAnswer, CreateCreditVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import { PreviewCredit } from '../../api/invoices.ts';
import { useDraft } from '../../draft.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField, LongTextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TotalLines, totalLines } from '../../parts/lines-card.tsx';
import { Note, Refusal } from '../../parts/message.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';
import { CreditLine } from './credit-line.tsx';
import { useCredited } from './use-credited.ts';

export interface CreditDialogProps {
  invoice: Invoice;
  creating: HeldAct<CreateCreditAnswer, CreateCreditVariables>;
}

/** How much of each line is credited, why, and whether the goods come back. */
function useCredit({ invoice, creating }: CreditDialogProps) {
  const draft = `credit${invoice.id}`;
  const credited = useCredited(invoice.lines, draft);
  const { chosen } = credited;
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const [restock, setRestock] = useDraft(`${draft}.restock`, true);
  const [wasTried, setTried] = useState(false);
  const create = (): void => {
    setTried(true);
    if (reason.trim() === '' || chosen.length === 0) return;
    const mode = invoice.mode === 'DGI' ? 'DGI' : 'PROFORM';
    const input = { invoiceId: invoice.id, mode, reason: reason.trim(), lines: chosen, restock } as const;
    creating.hold(
      { input },
      {
        about: t('credit.title', { number: invoice.number }),
        stays: mode !== 'DGI',
        done: ({ createCredit: { id, number } }) => ({ text: t('held.credited', { number }), to: `/credits/${id}` }),
      },
    );
  };
  return { ...credited, draft, reason, setReason, restock, setRestock, wasTried, create };
}

export function CreditDialog(props: CreditDialogProps) {
  const { invoice, creating } = props;
  const { draft, lines, chosen, isWrong, reason, setReason, restock, setRestock, wasTried, ...form } = useCredit(props);
  return (
    <FormDialog
      draft={draft}
      title={t('credit.title', { number: invoice.number })}
      isWide
      action={t('credit.create')}
      doing={creating}
      onSubmit={form.create}
      onClose={creating.close}
    >
      <p className="soft">{t(invoice.mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}</p>
      <div className="spread">
        <Button size="small" onClick={form.typeAll} text={t('credit.everything')} />
      </div>
      <ul className="credit-lines">
        {lines.map(({ line, left, typed, wrong }) => (
          <CreditLine
            key={line.id}
            {...{ line, left, value: typed, wrong }}
            onType={(text) => form.type(line.id, text)}
          />
        ))}
      </ul>
      <CreditTotals invoice={invoice} lines={chosen} />
      <LongTextField
        label={t('credit.reason')}
        rows={2}
        maxLength={1000}
        value={reason}
        wrong={wasTried && reason.trim() === '' ? t('isNeeded') : undefined}
        onType={setReason}
      />
      <CheckField
        label={t('credit.restock')}
        note={t(restock ? 'credit.restockYes' : 'credit.restockNo')}
        checked={restock}
        onCheck={setRestock}
      />
      {wasTried && chosen.length === 0 && !isWrong && <p className="field-note is-bad">{t('credit.nothing')}</p>}
    </FormDialog>
  );
}

/** Totals of the credit, by the service's own arithmetic, while its quantities are typed. */
function CreditTotals({ invoice, lines }: { invoice: Invoice; lines: { invoiceLineId: string; quantity: string }[] }) {
  const isEmpty = lines.length === 0;
  const answer = useAnswer(PreviewCredit, { invoiceId: invoice.id, lines }, { pause: isEmpty });
  const nothing = { subtotal: '0', tax: '0', total: '0', balance: invoice.balance, findings: [] };
  const sums = (isEmpty ? undefined : answer.data?.previewCredit) ?? nothing;
  if (!isEmpty && answer.state === 'failed') return <Refusal problem={answer.problem} />;
  return (
    <div
      className={answer.state === 'here' && answer.isChanging && !isEmpty ? 'changing' : undefined}
      aria-live="polite"
    >
      <TotalLines {...totalLines(sums)} />
      {sums.findings.map(({ message }) => (
        <Note key={message} tone="wait" icon="alert" text={message} />
      ))}
      <p className="soft small">
        {t('credit.newBalance', { before: f.money(invoice.balance), after: f.money(sums.balance) })}
      </p>
    </div>
  );
}
