// The price of a unit, and what is taken off it.
import { isPositive } from '../format/decimal.ts';
import { useWords } from '../texts/use-words.tsx';
import { About } from './about.tsx';

export function UnitPrice({ line }: { line: { unitPrice: string; discount: string } }) {
  const { t, f } = useWords();
  return (
    <>
      {f.money(line.unitPrice)}
      {isPositive(line.discount) && <About>{t('lines.discount', { amount: f.money(line.discount) })}</About>}
    </>
  );
}
