// Asks for a note of one line: what for, how much and why.
import type { ReactNode } from 'react';
import { GENERAL_PERCENT } from '../../../../src/fiscal/itbms.ts';
import type { GenerationMode } from '../../api/answers.ts';
import { useDraft } from '../../draft.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { LongTextField, NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx';
import { TotalLines } from '../../parts/lines-card.tsx';
import { TaxRateField } from '../../parts/tax-rate-field.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { totalsOf } from '../../rules/line-totals.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface NoteDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'doing' | 'onClose'> {
  draft: string;
  mode: GenerationMode;
  /** What is needed besides, as it was typed. */
  needs?: readonly string[];
  onEntered(note: {
    mode: GenerationMode;
    reason: string;
    lines: { description: string; unitPrice: string; taxRate: string }[];
  }): void;
  /** Fields of their own, above. */
  children?(missing: (text: string) => string | undefined): ReactNode;
}

export function NoteDialog({ draft, mode, needs = [], onEntered, onClose, children, ...dialog }: NoteDialogProps) {
  const { t, f } = useWords();
  const [description, setDescription] = useDraft(`${draft}.description`, '');
  const [typed, setTyped] = useDraft(`${draft}.price`, '');
  const [taxRate, setTaxRate] = useDraft(`${draft}.taxRate`, GENERAL_PERCENT);
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const { wasTried, setTried, missing } = useNeeded();
  const price = readDecimal(typed);
  const isWrong = price === undefined || !isPositive(price);
  const { subtotal, tax, total } = totalsOf([{ quantity: '1', price: isWrong ? '0' : price, taxRate }]);

  const enter = (): void => {
    setTried(true);
    if (isWrong || [description, reason, ...needs].some((text) => text.trim() === '')) return;
    onEntered({
      ...{ mode, reason: reason.trim() },
      lines: [{ description: description.trim(), unitPrice: price, taxRate }],
    });
    onClose();
  };
  return (
    <FormDialog {...dialog} draft={draft} onSubmit={enter} onClose={onClose}>
      <p className="soft">{t(mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}</p>
      {children?.(missing)}
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
