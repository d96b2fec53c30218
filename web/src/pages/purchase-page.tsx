// One purchase order: what has come, what is still to come, and receiving it.
import { useState } from 'react';
import type { PurchaseOrderViewAnswer } from '../api/answers.ts';
import { PurchaseOrderView } from '../api/purchasing.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive } from '../format/decimal.ts';
import { Button } from '../parts/button.tsx';
import { FileLink } from '../parts/file-link.tsx';
import { Page, backTo } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { f, t } from '../texts/speech.ts';
import { DocumentBones } from './document/document-bones.tsx';
import { LabelsDialog, type ItemToLabel } from './items/labels-later.ts';
import { PurchaseActionsCard } from './purchase/purchase-actions-card.tsx';
import { PurchaseLinesCard } from './purchase/purchase-lines-card.tsx';

export function PurchasePage({ id }: { id: string }) {
  const answer = useAnswer(PurchaseOrderView, { id });
  const [isLabeling, setLabeling] = useState(false);
  return (
    <RecordPage title={t('purchase')} back={backTo('nav.purchasing')} bones={<DocumentBones />} answer={answer}>
      {({ purchaseOrder: order, locations }) => (
        <Page
          title={order.number}
          chips={<PurchaseChip status={order.status} />}
          tools={
            <div className="row">
              <FileLink to={`/purchase-orders/${order.id}.pdf`}>{t('purchase.paperEs')}</FileLink>
              <FileLink to={`/purchase-orders/${order.id}.pdf?language=en`}>{t('purchase.paperEn')}</FileLink>
              <Button icon="views" onClick={() => setLabeling(true)} text={t('purchase.labels')} />
            </div>
          }
          about={`${order.supplier.name} · ${f.instant(order.createdAt)}`}
        >
          <div className="columns">
            <PurchaseLinesCard purchaseOrder={order} locations={locations} />
            <PurchaseActionsCard purchaseOrder={order} locations={locations} />
          </div>
          {isLabeling && <LabelsDialog items={itemsToLabel(order.lines)} onClose={() => setLabeling(false)} />}
        </Page>
      )}
    </RecordPage>
  );
}

/** A label for each piece that has come, or where nothing has come yet, that was ordered: in whole ones. */
function itemsToLabel(lines: PurchaseOrderViewAnswer['purchaseOrder']['lines']): ItemToLabel[] {
  const hasCome = lines.some(({ quantityReceived }) => isPositive(quantityReceived));
  const copies = new Map<string, number>();
  for (const { item, quantity, quantityReceived } of lines)
    copies.set(item.id, (copies.get(item.id) ?? 0) + Math.ceil(Number(hasCome ? quantityReceived : quantity)));
  return [...new Map(lines.map(({ item }) => [item.id, item])).values()].map(({ id, sku, name }) => ({
    ...{ id, sku, name },
    copies: String(copies.get(id)!),
  }));
}
