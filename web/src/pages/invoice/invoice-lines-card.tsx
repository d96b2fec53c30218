// Sold lines and their totals.
import { isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { LinesCard, useTotals } from '../../parts/lines-card.tsx';
import { Quantity } from '../../parts/table.tsx';
import { UnitPrice } from '../../parts/unit-price.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { useWords } from '../../texts/use-words.tsx';

export function InvoiceLinesCard({ invoice }: { invoice: Invoice }) {
  const { t, f } = useWords();
  return (
    <LinesCard
      lines={invoice.lines}
      columns={[
        {
          name: t('quantity'),
          isNumber: true,
          show: (line) => (
            <>
              <Quantity value={f.quantity(line.quantity)} unit={line.unit} />
              {isPositive(line.quantityCredited) && (
                <About>{t('lines.credited', { quantity: f.quantity(line.quantityCredited) })}</About>
              )}
            </>
          ),
        },
        { name: t('price'), isNumber: true, show: (line) => <UnitPrice line={line} /> },
        { name: t('tax'), isNumber: true, show: (line) => <span className="soft">{f.percent(line.taxRate)}</span> },
        { name: t('total'), isNumber: true, onPhone: 'beside', show: (line) => f.money(line.total) },
      ]}
      totals={useTotals(invoice)}
    />
  );
}
