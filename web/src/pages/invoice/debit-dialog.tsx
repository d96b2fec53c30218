// Charges more on an invoice: what for, how much and why.
import { GENERAL_PERCENT } from '../../../../src/fiscal/itbms.ts';
import type { CreateDebitNoteAnswer, CreateDebitNoteVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import { useDraft } from '../../draft.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { LongTextField, NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TotalLines } from '../../parts/lines-card.tsx';
import { TaxRateField } from '../../parts/tax-rate-field.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import type { Invoice } from '../../rules/document-rules.ts';
import { totalsOf } from '../../rules/line-totals.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface DebitDialogProps {
  invoice: Invoice;
  creating: HeldAct<CreateDebitNoteAnswer, CreateDebitNoteVariables>;
  onClose(): void;
}

export function DebitDialog({ invoice, creating, onClose }: DebitDialogProps) {
  const { t, f } = useWords();
  const draft = `debit${invoice.id}`;
  const [description, setDescription] = useDraft(`${draft}.description`, '');
  const [typed, setTyped] = useDraft(`${draft}.price`, '');
  const [taxRate, setTaxRate] = useDraft(`${draft}.taxRate`, GENERAL_PERCENT);
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const { wasTried, setTried, missing } = useNeeded();
  const price = readDecimal(typed);
  const isWrong = price === undefined || !isPositive(price);
  const { subtotal, tax, total } = totalsOf([{ quantity: '1', price: isWrong ? '0' : price, taxRate }]);

  const create = (): void => {
    setTried(true);
    if (description.trim() === '' || reason.trim() === '' || isWrong) return;
    const mode = invoice.mode === 'DGI' ? 'DGI' : 'PROFORM';
    const lines = [{ description: description.trim(), unitPrice: price, taxRate }];
    creating.hold(
      { input: { invoiceId: invoice.id, mode, reason: reason.trim(), lines } },
      {
        about: t('makeDebit.title', { number: invoice.number }),
        stays: mode !== 'DGI',
        done: ({ createDebitNote: { id, number } }) => ({
          said: t('held.debited', { number }),
          to: `/debit-notes/${id}`,
        }),
      },
    );
    onClose();
  };
  return (
    <FormDialog
      draft={draft}
      title={t('makeDebit.title', { number: invoice.number })}
      action={t('makeDebit.create')}
      doing={creating}
      onSubmit={create}
      onClose={onClose}
    >
      <p className="soft">{t(invoice.mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}</p>
      <TextField
        label={t('makeDebit.description')}
        note={t('makeDebit.descriptionNote')}
        maxLength={500}
        autoFocus
        value={description}
        wrong={missing(description)}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="form-row">
        <NumberField
          label={t('makeDebit.price')}
          value={typed}
          wrong={wasTried && isWrong ? t('isNumber') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TaxRateField value={taxRate} onChange={setTaxRate} />
      </div>
      <LongTextField
        label={t('credit.reason')}
        rows={2}
        maxLength={1000}
        value={reason}
        wrong={missing(reason)}
        onChange={(event) => setReason(event.target.value)}
      />
      <TotalLines
        rows={[
          [t('subtotal'), f.money(subtotal)],
          [t('tax'), f.money(tax)],
        ]}
        total={[t('total'), f.money(total)]}
      />
    </FormDialog>
  );
}
