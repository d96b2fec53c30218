// Lines of a credit note, and its reason.
import { LinesCard } from '../../parts/lines-card.tsx';
import { mainCell, numberCell, Quantity } from '../../parts/table.tsx';
import type { Credit } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';

export const CreditLinesCard = ({ credit }: { credit: Credit }) => (
  <LinesCard<Credit['lines'][number]>
    lines={credit.lines}
    note={<p className="soft lines-about">{t('credit.because', { reason: credit.reason })}</p>}
    columns={[
      numberCell(t('quantity'), ({ quantity, unit }) => <Quantity value={f.quantity(quantity)} unit={unit} />),
      mainCell(t('total'), ({ total }) => f.money(total)),
    ]}
    totals={{ total: [t('total'), f.money(credit.total)] }}
  />
);
