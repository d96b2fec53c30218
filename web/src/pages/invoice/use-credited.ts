// Quantities of an invoice's lines that are credited or come back, as they are typed: none is more than what is left.
import { useDraft } from '../../draft.ts';
import { compare, isPositive, readDecimal, subtract } from '../../format/decimal.ts';
import type { Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';

type Line = Pick<Invoice['lines'][number], 'id' | 'quantity' | 'quantityCredited'>;

/** Without a draft nothing is kept. Nothing is chosen while a quantity is wrong. */
export function useCredited<Of extends Line>(lines: readonly Of[], draft?: string) {
  const [quantities, setQuantities] = useDraft<Record<string, string>>(draft && `${draft}.quantities`, {});
  const read = lines.flatMap((line) => {
    const left = subtract(line.quantity, line.quantityCredited);
    if (!isPositive(left)) return [];
    const typed = quantities[line.id] ?? '';
    const quantity = readDecimal(typed || '0');
    const isOver = quantity !== undefined && compare(quantity, left) > 0;
    const isNumber = quantity !== undefined && compare(quantity, '0') >= 0;
    const wrong = isOver ? t('credit.tooMuch', { quantity: f.quantity(left) }) : isNumber ? undefined : t('isNumber');
    return [{ line, left, typed, quantity: quantity ?? '0', wrong }];
  });
  const isWrong = read.some(({ wrong }) => wrong !== undefined);
  const chosen = isWrong ? [] : read.filter(({ quantity }) => isPositive(quantity));
  return {
    lines: read,
    isWrong,
    /** As the mutations take them. */
    chosen: chosen.map(({ line, quantity }) => ({ invoiceLineId: line.id, quantity })),
    type: (id: string, typed: string): void => setQuantities({ ...quantities, [id]: typed }),
    typeAll: (): void => setQuantities(Object.fromEntries(read.map(({ line, left }) => [line.id, left]))),
  };
}
