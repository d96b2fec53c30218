// Lines of a credit note, and its reason.
import { LinesCard } from '../../parts/lines-card.tsx';
import { Quantity } from '../../parts/table.tsx';
import type { Credit } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export function CreditLinesCard({ credit }: { credit: Credit }) {
  const { t, f } = useWords();
  return (
    <LinesCard
      lines={credit.lines}
      note={<p className="soft lines-about">{t('credit.because', { reason: credit.reason })}</p>}
      columns={[
        {
          name: t('quantity'),
          isNumber: true,
          show: (line) => <Quantity value={f.quantity(line.quantity)} unit={line.unit} />,
        },
        { name: t('total'), isNumber: true, onPhone: 'beside', show: (line) => f.money(line.total) },
      ]}
      totals={{ total: [t('total'), f.money(credit.total)] }}
    />
  );
}
