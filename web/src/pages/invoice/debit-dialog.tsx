// Charges more on an invoice: what for, how much and why.
import { GENERAL_PERCENT, ITBMS_PERCENTS } from '../../../../src/fiscal/itbms.ts';
import type { CreateDebitNoteAnswer, CreateDebitNoteVariables } from '../../api/answers.ts';
import type { HeldAct } from '../../api/held.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { EditDialog, type Typed } from '../../parts/edit-form.tsx';
import { TotalLines, totalLines } from '../../parts/lines-card.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { totalsOf } from '../../rules/line-totals.ts';
import { f, t } from '../../texts/speech.ts';

export interface DebitDialogProps {
  invoice: Invoice;
  creating: HeldAct<CreateDebitNoteAnswer, CreateDebitNoteVariables>;
}

/** Undefined while it is none above zero. */
function priceIn({ price = '' }: Typed): string | undefined {
  const read = readDecimal(price);
  return read !== undefined && isPositive(read) ? read : undefined;
}

export function DebitDialog({ invoice, creating }: DebitDialogProps) {
  const mode = invoice.mode === 'DGI' ? 'DGI' : 'PROFORM';
  const title = t('makeDebit.title', { number: invoice.number });
  const create = (typed: Typed): void => {
    const { description = '', reason = '', taxRate = '' } = typed;
    const lines = [{ description: description.trim(), unitPrice: priceIn(typed)!, taxRate }];
    creating.hold(
      { input: { invoiceId: invoice.id, mode, reason: reason.trim(), lines } },
      {
        about: title,
        stays: mode !== 'DGI',
        done: ({ createDebitNote: { id, number } }) => ({
          text: t('held.debited', { number }),
          to: `/debit-notes/${id}`,
        }),
      },
    );
  };
  return (
    <EditDialog
      draft={`debit${invoice.id}`}
      title={title}
      about={t(mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}
      action={t('makeDebit.create')}
      doing={creating}
      record={{ taxRate: GENERAL_PERCENT }}
      fields={(typed) => [
        {
          ...{ name: 'description', label: t('makeDebit.description'), note: t('makeDebit.descriptionNote') },
          ...{ isNeeded: true, input: { maxLength: 500, autoFocus: true } },
        },
        [
          {
            ...{ name: 'price', label: t('makeDebit.price'), kind: 'decimal' },
            wrong: priceIn(typed) === undefined && t('isNumber'),
          },
          { name: 'taxRate', label: 'ITBMS', options: ITBMS_PERCENTS.map((rate) => [rate, f.percent(rate)]) },
        ],
        {
          ...{ name: 'reason', label: t('credit.reason'), kind: 'long', isNeeded: true },
          input: { rows: 2, maxLength: 1000 },
        },
      ]}
      below={(typed) => <TotalLines {...totalLines(sumsOf(typed))} />}
      onSubmit={create}
      onClose={creating.close}
    />
  );
}

const sumsOf = (typed: Typed) =>
  totalsOf([{ quantity: '1', price: priceIn(typed) ?? '0', taxRate: typed['taxRate']! }]);
