// The price of a unit, and what is taken off it.
import { isPositive } from '../format/decimal.ts';
import { f, t } from '../texts/speech.ts';
import { About } from './about.tsx';

export const UnitPrice = ({ line }: { line: { unitPrice: string; discount: string } }) => (
  <>
    {f.money(line.unitPrice)}
    {isPositive(line.discount) && <About>{t('lines.discount', { amount: f.money(line.discount) })}</About>}
  </>
);
