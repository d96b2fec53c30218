// Lines of an order, and its reservations.
import type { OrderViewAnswer } from '../../api/answers.ts';
import { LinesCard, totalLines } from '../../parts/lines-card.tsx';
import { Note } from '../../parts/message.tsx';
import { mainCell, numberCell, Quantity } from '../../parts/table.tsx';
import { UnitPrice } from '../../parts/unit-price.tsx';
import { lineNet } from '../../rules/line-totals.ts';
import { placeName } from '../../rules/place-name.ts';
import { f, t } from '../../texts/speech.ts';

export function OrderLinesCard({ order, locations }: OrderViewAnswer) {
  const isOpen = order.status === 'OPEN';
  return (
    <LinesCard<OrderViewAnswer['order']['lines'][number]>
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
        numberCell(t('quantity'), ({ quantity, unit }) => <Quantity value={f.quantity(quantity)} unit={unit} />),
        numberCell(t('price'), (line) => <UnitPrice line={line} />),
        numberCell(t('tax'), ({ taxRate }) => <span className="soft">{f.percent(taxRate)}</span>),
        mainCell(t('subtotal'), (line) => f.money(lineNet({ ...line, price: line.unitPrice }))),
      ]}
      totals={totalLines(order)}
    />
  );
}
