// Asks how a document is paid: at once by its method, or on credit until a day. One answer for the PAC and for the books.
import { useDraft } from '../draft.ts';
import { isPositive } from '../format/decimal.ts';
import { paidBy } from '../rules/sale.ts';
import { t } from '../texts/speech.ts';
import { Button } from './button.tsx';
import { PaymentParts, readParts, typedPart, type TypedPart } from './payment-parts.tsx';
import { Segments } from './segments.tsx';
import { useToday } from './use-today.ts';

/**
 * `draft`: name of the form that asks. `dueDate`: the day that was agreed on. `most`: so many parts. The payments are undefined while
 * something is missing, and none where nothing is due.
 */
export function usePaymentTerms(draft: string, due: string, dueDate: string | null, most: number) {
  const today = useToday();
  // A day that has passed is no term that the DGI can be told.
  const until = dueDate !== null && dueDate >= today ? dueDate : null;
  const partsOf = (how: 'cash' | 'credit'): TypedPart[] =>
    isPositive(due)
      ? [{ ...typedPart(due), ...(how === 'credit' && { method: 'CREDIT', days: until === null ? '30' : '' }) }]
      : [];
  const usual = () => ({ due, parts: partsOf(dueDate === null ? 'cash' : 'credit') });
  const [kept, keep] = useDraft(`${draft}.payment`, usual);
  // Terms of another sum are typed anew.
  const { parts } = kept.due === due ? kept : usual();
  const setParts = (next: TypedPart[]): void => keep({ due, parts: next });
  const payments = readParts(parts, until);
  const { rest, isEnough } = paidBy(payments ?? [], due);
  const full = parts.length < most ? undefined : t('pay.mostParts', { most });
  const fields = parts.length > 0 && (
    <>
      <div className="row">
        <Segments<'cash' | 'credit'>
          label={t('pay.terms')}
          value={parts.every(({ method }) => method === 'CREDIT') ? 'credit' : 'cash'}
          onChoose={(how) => setParts(partsOf(how))}
          options={[
            ['cash', t('pay.atOnce')],
            ['credit', t('pay.onCredit')],
          ]}
        />
        {isPositive(rest) && (
          <Button size="small" icon="plus" because={full} onClick={() => setParts([...parts, typedPart(rest)])}>
            {t('pay.more')}
          </Button>
        )}
      </div>
      <PaymentParts due={due} parts={parts} dueDate={until} leavesFocus onChange={setParts} />
    </>
  );
  return { payments: parts.length === 0 || isEnough ? payments : undefined, fields };
}
