// Credits an invoice, whole or in part.
import { useState } from 'react';
import { CreateCredit } from '../../api/invoices.ts';
import { useAct } from '../../api/use-act.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { LongTextField, NumberField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { go } from '../../router.ts';
import { leftToCredit, type Invoice } from '../../rules/document-actions.ts';
import { useWords } from '../../texts/use-words.tsx';

export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t, f } = useWords();
  const creating = useAct(CreateCredit, ['Credit', 'CreditPage', 'Invoice']);
  const lines = invoice.lines.filter((line) => isPositive(leftToCredit(line)));
  const [quantities, setQuantities] = useState<Record<string, string>>(() =>
    Object.fromEntries(lines.map((line) => [line.id, leftToCredit(line)])),
  );
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(true);
  const { wasTried, setTried, missing } = useNeeded();

  const read = lines.map((line) => ({ line, quantity: readDecimal(quantities[line.id] ?? '') }));
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
  const create = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '' || chosen.length === 0 || read.some((one) => wrongIn(one) !== undefined)) return;
    const mode = invoice.mode === 'DGI' ? 'DGI' : 'PROFORM';
    const input = { invoiceId: invoice.id, mode, reason: reason.trim(), lines: chosen, restock } as const;
    const done = await creating.act({ input });
    if (done) go(`/credits/${done.createCredit.id}`);
  };
  return (
    <FormDialog
      title={t('credit.title', { number: invoice.number })}
      isWide
      action={t('credit.create')}
      doing={creating}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <p className="soft">{t(invoice.mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}</p>
      <ul className="credit-lines">
        {read.map((one) => (
          <li key={one.line.id}>
            <div>
              <div className="strong">{one.line.description}</div>
              <div className="soft small">
                {t('credit.left', { quantity: f.quantity(leftToCredit(one.line)), unit: one.line.item.unit })} ·{' '}
                {f.money(one.line.unitPrice)}
              </div>
            </div>
            <NumberField
              label={t('quantityIn', { unit: one.line.item.unit })}
              value={quantities[one.line.id]}
              wrong={wrongIn(one)}
              onChange={(event) => setQuantities({ ...quantities, [one.line.id]: event.target.value })}
            />
          </li>
        ))}
      </ul>
      <LongTextField
        label={t('credit.reason')}
        rows={2}
        maxLength={1000}
        value={reason}
        wrong={missing(reason)}
        onChange={(event) => setReason(event.target.value)}
      />
      <label className="check">
        <input type="checkbox" checked={restock} onChange={(event) => setRestock(event.target.checked)} />
        <span>
          {t('credit.restock')}
          <span className="soft small block">{t(restock ? 'credit.restockYes' : 'credit.restockNo')}</span>
        </span>
      </label>
      {wasTried && chosen.length === 0 && <p className="field-note is-bad">{t('credit.nothing')}</p>}
    </FormDialog>
  );
}
