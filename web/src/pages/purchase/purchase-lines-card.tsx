// Ordered lines: received quantity and cost of each.
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { LinesCard } from '../../parts/lines-card.tsx';
import { placeName } from '../../rules/place-name.ts';
import { costOf, missingOf } from '../../rules/purchase-lines.ts';
import { useWords } from '../../texts/use-words.tsx';
import { Received } from './received.tsx';

export interface PurchaseLinesCardProps {
  order: PurchaseOrderViewAnswer['purchaseOrder'];
  locations: PurchaseOrderViewAnswer['locations'];
}

export function PurchaseLinesCard({ order, locations }: PurchaseLinesCardProps) {
  const { t, f } = useWords();
  return (
    <LinesCard
      lines={order.lines}
      about={(line) => [placeName(locations, line.locationId)]}
      columns={[
        {
          name: t('purchases.received'),
          show: (line) => (
            <>
              <Received lines={[line]} />
              <span className="small block">
                {t('purchases.of', {
                  received: f.quantity(line.quantityReceived),
                  quantity: f.quantity(line.quantity),
                  unit: line.unit,
                })}
              </span>
            </>
          ),
        },
        { name: t('purchases.missing'), isNumber: true, show: (line) => f.quantity(missingOf(line)) },
        { name: t('purchases.unitCost'), isNumber: true, show: (line) => f.money(line.unitCost) },
        { name: t('purchases.cost'), isNumber: true, onPhone: 'beside', show: (line) => f.money(costOf([line])) },
      ]}
      totals={{ total: [t('total'), f.money(costOf(order.lines))] }}
    />
  );
}
