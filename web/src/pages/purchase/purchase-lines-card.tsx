// Ordered lines: received quantity and cost of each.
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { LinesCard } from '../../parts/lines-card.tsx';
import { mainCell, numberCell } from '../../parts/table.tsx';
import { placeName } from '../../rules/place-name.ts';
import { costOf, missingOf } from '../../rules/purchase-lines.ts';
import { f, t } from '../../texts/speech.ts';
import { Received } from './received.tsx';

export const PurchaseLinesCard = ({ purchaseOrder: order, locations }: PurchaseOrderViewAnswer) => (
  <LinesCard<PurchaseOrderViewAnswer['purchaseOrder']['lines'][number]>
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
      numberCell(t('purchases.missing'), (line) => f.quantity(missingOf(line))),
      numberCell(t('purchases.unitCost'), ({ unitCost }) => f.money(unitCost)),
      mainCell(t('purchases.cost'), (line) => f.money(costOf([line]))),
    ]}
    totals={{ total: [t('total'), f.money(costOf(order.lines))] }}
  />
);
