// Credits an invoice, whole or in part.
import { useState } from 'react';
import type { CreateCreditAnswer, CreateCreditVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import { PreviewCredit } from '../../api/invoices.ts';
import { useDraft } from '../../draft.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField, LongTextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TotalLines, totalLines } from '../../parts/lines-card.tsx';
import { Note, Refusal } from '../../parts/message.tsx';
import { leftToCredit, type Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';
import { CreditLine } from './credit-line.tsx';

export interface CreditDialogProps {
  invoice: Invoice;
  creating: HeldAct<CreateCreditAnswer, CreateCreditVariables>;
}

/** How much of each line is credited, why, and whether the goods come back. */
function useCredit({ invoice, creating }: CreditDialogProps) {
  const draft = `credit${invoice.id}`;
  const lines = invoice.lines.filter((line) => isPositive(leftToCredit(line)));
  const [quantities, setQuantities] = useDraft<Record<string, string>>(`${draft}.quantities`, {});
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const [restock, setRestock] = useDraft(`${draft}.restock`, true);
  const [wasTried, setTried] = useState(false);
  const read = lines.map((line) => {
    const typed = quantities[line.id] ?? '';
    const quantity = readDecimal(typed || '0');
    const left = leftToCredit(line);
    const isOver = quantity !== undefined && compare(quantity, left) > 0;
    const isNumber = quantity !== undefined && compare(quantity, '0') >= 0;
    const wrong = isOver ? t('credit.tooMuch', { quantity: f.quantity(left) }) : isNumber ? undefined : t('isNumber');
    return { line, typed, quantity, wrong };
  });
  const chosen = read.flatMap(({ line, quantity = '0' }) =>
    isPositive(quantity) ? [{ invoiceLineId: line.id, quantity }] : [],
  );
  const isWrong = read.some(({ wrong }) => wrong !== undefined);
  const create = (): void => {
    setTried(true);
    if (reason.trim() === '' || chosen.length === 0 || isWrong) return;
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
  return {
    ...{ draft, read, chosen, isWrong, reason, setReason, restock, setRestock, wasTried, create },
    type: (id: string, typed: string): void => setQuantities({ ...quantities, [id]: typed }),
    typeAll: (): void => setQuantities(Object.fromEntries(lines.map((line) => [line.id, leftToCredit(line)]))),
  };
}

export function CreditDialog(props: CreditDialogProps) {
  const { invoice, creating } = props;
  const { draft, read, chosen, isWrong, reason, setReason, restock, setRestock, wasTried, ...form } = useCredit(props);
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
        {read.map(({ line, typed, wrong }) => (
          <CreditLine
            key={line.id}
            {...{ line, left: leftToCredit(line), value: typed, wrong }}
            onType={(text) => form.type(line.id, text)}
          />
        ))}
      </ul>
      <CreditTotals invoice={invoice} lines={isWrong ? [] : chosen} />
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
      {wasTried && chosen.length === 0 && <p className="field-note is-bad">{t('credit.nothing')}</p>}
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
