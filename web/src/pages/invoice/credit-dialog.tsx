// Credits an invoice, whole or in part.
import { useState } from 'react';
import type { CreateCreditAnswer, CreateCreditVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import { PreviewCredit } from '../../api/invoices.ts';
import { useDraft } from '../../draft.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField, LongTextField, NumberField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TotalLines, useTotals } from '../../parts/lines-card.tsx';
import { Note, Refusal } from '../../parts/message.tsx';
import { leftToCredit, type Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface CreditDialogProps {
  invoice: Invoice;
  creating: HeldAct<CreateCreditAnswer, CreateCreditVariables>;
  onClose(): void;
}

export function CreditDialog({ invoice, creating, onClose }: CreditDialogProps) {
  const { t, f } = useWords();
  const draft = `credit${invoice.id}`;
  const lines = invoice.lines.filter((line) => isPositive(leftToCredit(line)));
  const [quantities, setQuantities] = useDraft<Record<string, string>>(`${draft}.quantities`, {});
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const [restock, setRestock] = useDraft(`${draft}.restock`, true);
  const [wasTried, setTried] = useState(false);

  const read = lines.map((line) => ({ line, quantity: readDecimal(quantities[line.id] || '0') }));
  const wrongIn = ({ line, quantity }: (typeof read)[number]): string | undefined => {
    if (quantity === undefined) return t('isNumber');
    if (compare(quantity, '0') < 0) return t('isNumber');
    return compare(quantity, leftToCredit(line)) > 0
      ? t('credit.tooMuch', { quantity: f.quantity(leftToCredit(line)) })
      : undefined;
  };
  const chosen = read.flatMap(({ line, quantity }) =>
    quantity !== undefined && isPositive(quantity) ? [{ invoiceLineId: line.id, quantity }] : [],
  );
  const isWrong = read.some((one) => wrongIn(one) !== undefined);
  const everything = Object.fromEntries(lines.map((line) => [line.id, leftToCredit(line)]));
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
        done: ({ createCredit: { id, number } }) => ({ said: t('held.credited', { number }), to: `/credits/${id}` }),
      },
    );
    onClose();
  };
  return (
    <FormDialog
      draft={draft}
      title={t('credit.title', { number: invoice.number })}
      isWide
      action={t('credit.create')}
      doing={creating}
      onSubmit={create}
      onClose={onClose}
    >
      <p className="soft">{t(invoice.mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}</p>
      <div className="spread">
        <Button size="small" onClick={() => setQuantities(everything)} text={t('credit.everything')} />
      </div>
      <ul className="credit-lines">
        {read.map((one) => (
          <CreditLine
            key={one.line.id}
            line={one.line}
            typed={quantities[one.line.id] ?? ''}
            wrong={wrongIn(one)}
            onType={(typed) => setQuantities({ ...quantities, [one.line.id]: typed })}
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

interface CreditLineProps {
  line: Invoice['lines'][number];
  typed: string;
  wrong: string | undefined;
  onType(typed: string): void;
}

function CreditLine({ line, typed, wrong, onType }: CreditLineProps) {
  const { t, f } = useWords();
  return (
    <li>
      <div>
        <div className="strong">{line.description}</div>
        <div className="soft small">
          {t('credit.left', { quantity: f.quantity(leftToCredit(line)), unit: line.unit })} · {f.money(line.unitPrice)}
        </div>
      </div>
      <NumberField
        label={t('quantityIn', { unit: line.unit })}
        value={typed}
        placeholder="0"
        wrong={wrong}
        onType={onType}
      />
    </li>
  );
}

/** Totals of the credit, by the service's own arithmetic, while its quantities are typed. */
function CreditTotals({ invoice, lines }: { invoice: Invoice; lines: { invoiceLineId: string; quantity: string }[] }) {
  const { t, f } = useWords();
  const isEmpty = lines.length === 0;
  const answer = useAnswer(PreviewCredit, { invoiceId: invoice.id, lines }, { pause: isEmpty });
  const nothing = { subtotal: '0', tax: '0', total: '0', balance: invoice.balance, findings: [] };
  const sums = (isEmpty ? undefined : answer.data?.previewCredit) ?? nothing;
  const totals = useTotals(sums);
  if (!isEmpty && answer.state === 'failed') return <Refusal problem={answer.problem} />;
  return (
    <div
      className={answer.state === 'here' && answer.isChanging && !isEmpty ? 'changing' : undefined}
      aria-live="polite"
    >
      <TotalLines {...totals} />
      {sums.findings.map(({ message }) => (
        <Note key={message} tone="wait" icon="alert" text={message} />
      ))}
      <p className="soft small">
        {t('credit.newBalance', { before: f.money(invoice.balance), after: f.money(sums.balance) })}
      </p>
    </div>
  );
}
