// Lines of an order, and its reservations.
import type { OrderViewAnswer } from '../../api/answers.ts';
import { LinesCard, useTotals } from '../../parts/lines-card.tsx';
import { Note } from '../../parts/message.tsx';
import { Quantity } from '../../parts/table.tsx';
import { UnitPrice } from '../../parts/unit-price.tsx';
import { lineNet } from '../../rules/line-totals.ts';
import { placeName } from '../../rules/place-name.ts';
import { useWords } from '../../texts/use-words.tsx';

export function OrderLinesCard({ order, locations }: OrderViewAnswer) {
  const { t, f } = useWords();
  const isOpen = order.status === 'OPEN';
  return (
    <LinesCard
      lines={order.lines}
      note={
        isOpen && (
          <div className="lines-note">
            <Note tone="info" icon="check" text={t('order.reserves')} />
          </div>
        )
      }
      about={(line) => [
        placeName(locations, line.locationId),
        line.lotNumber === null ? undefined : t('lines.lot', { lot: line.lotNumber }),
        isOpen ? t('order.stillAvailable', { quantity: f.quantity(line.item.inventory.available) }) : undefined,
      ]}
      columns={[
        {
          name: t('quantity'),
          isNumber: true,
          show: (line) => <Quantity value={f.quantity(line.quantity)} unit={line.unit} />,
        },
        { name: t('price'), isNumber: true, show: (line) => <UnitPrice line={line} /> },
        { name: t('tax'), isNumber: true, show: (line) => <span className="soft">{f.percent(line.taxRate)}</span> },
        {
          name: t('subtotal'),
          isNumber: true,
          onPhone: 'beside',
          show: (line) => f.money(lineNet({ ...line, price: line.unitPrice })),
        },
      ]}
      totals={useTotals(order)}
    />
  );
}
