// Sold lines and their totals.
import { isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { LinesCard, totalLines } from '../../parts/lines-card.tsx';
import { mainCell, numberCell, Quantity } from '../../parts/table.tsx';
import { UnitPrice } from '../../parts/unit-price.tsx';
import type { Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';

export const InvoiceLinesCard = ({ invoice }: { invoice: Invoice }) => (
  <LinesCard<Invoice['lines'][number]>
    lines={invoice.lines}
    columns={[
      numberCell(t('quantity'), ({ quantity, unit, quantityCredited: back }) => (
        <>
          <Quantity value={f.quantity(quantity)} unit={unit} />
          {isPositive(back) && <About>{t('lines.credited', { quantity: f.quantity(back) })}</About>}
        </>
      )),
      numberCell(t('price'), (line) => <UnitPrice line={line} />),
      numberCell(t('tax'), ({ taxRate }) => <span className="soft">{f.percent(taxRate)}</span>),
      mainCell(t('total'), ({ total }) => f.money(total)),
    ]}
    totals={totalLines(invoice)}
  />
);
