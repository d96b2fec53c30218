// Credits an invoice, whole or in part.
import type { CreateCreditAnswer, CreateCreditVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import { PreviewCredit } from '../../api/invoices.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { EditDialog, type Typed } from '../../parts/edit-form.tsx';
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

export function CreditDialog({ invoice, creating }: CreditDialogProps) {
  const draft = `credit${invoice.id}`;
  const title = t('credit.title', { number: invoice.number });
  const mode = invoice.mode === 'DGI' ? 'DGI' : 'PROFORM';
  const { lines, chosen, isWrong, type, typeAll } = useCredited(invoice.lines, draft);
  const create = ({ reason = '', restock }: Typed): void => {
    if (chosen.length === 0) return;
    creating.hold(
      { input: { invoiceId: invoice.id, mode, reason: reason.trim(), lines: chosen, restock: restock === 'true' } },
      {
        ...{ about: title, stays: mode !== 'DGI' },
        done: ({ createCredit: { id, number } }) => ({ text: t('held.credited', { number }), to: `/credits/${id}` }),
      },
    );
  };
  const quantities = (
    <>
      <div className="spread">
        <Button size="small" onClick={typeAll} text={t('credit.everything')} />
      </div>
      <ul className="credit-lines">
        {lines.map(({ line, left, typed, wrong }) => (
          <CreditLine key={line.id} {...{ line, left, value: typed, wrong }} onType={(text) => type(line.id, text)} />
        ))}
      </ul>
      <CreditTotals invoice={invoice} lines={chosen} />
    </>
  );
  const isNothing = chosen.length === 0 && !isWrong;
  return (
    <EditDialog
      {...{ draft, title, doing: creating, isWide: true }}
      about={t(mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}
      action={t('credit.create')}
      record={{ restock: true }}
      fields={({ restock }) => [
        { own: quantities },
        {
          ...{ name: 'reason', label: t('credit.reason'), kind: 'long', isNeeded: true },
          input: { rows: 2, maxLength: 1000 },
        },
        {
          ...{ name: 'restock', label: t('credit.restock'), kind: 'check' },
          note: t(restock ? 'credit.restockYes' : 'credit.restockNo'),
        },
        { own: (wasTried) => wasTried && isNothing && <p className="field-note is-bad">{t('credit.nothing')}</p> },
      ]}
      onSubmit={create}
      onClose={creating.close}
    />
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
