// The price of a unit, and what is taken off it.
import { isPositive } from '../format/decimal.ts';
import { useWords } from '../texts/use-words.tsx';

export function UnitPrice({ line }: { line: { unitPrice: string; discount: string } }) {
  const { t, f } = useWords();
  return (
    <>
      {f.money(line.unitPrice)}
      {isPositive(line.discount) && (
        <span className="soft small block">{t('lines.discount', { amount: f.money(line.discount) })}</span>
      )}
    </>
  );
}
