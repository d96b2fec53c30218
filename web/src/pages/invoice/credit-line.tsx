// A line of a sale that is credited or comes back: how much of it, of what is left.
import type { ComponentProps, ReactNode } from 'react';
import { NumberField } from '../../parts/field.tsx';
import { f, t } from '../../texts/speech.ts';

interface CreditLineProps extends Omit<ComponentProps<typeof NumberField>, 'label'> {
  line: { description: string; unit: string; unitPrice: string };
  left: string;
  children?: ReactNode;
}

export const CreditLine = ({ line: { description, unit, unitPrice }, left, children, ...field }: CreditLineProps) => (
  <li>
    <div>
      <div className="strong">{description}</div>
      <div className="soft small">
        {t('credit.left', { quantity: f.quantity(left), unit })} · {f.money(unitPrice)}
      </div>
    </div>
    <NumberField label={t('quantityIn', { unit })} placeholder="0" {...field} />
    {children}
  </li>
);
