// One purchase order: what has come, what is still to come, and receiving it.
import { PurchaseOrderView } from '../api/purchasing.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Page } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { PurchaseChip } from '../parts/status.tsx';
import { useWords } from '../texts/use-words.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { PurchaseActionsCard } from './purchase/purchase-actions-card.tsx';
import { PurchaseLinesCard } from './purchase/purchase-lines-card.tsx';

export function PurchasePage({ id }: { id: string }) {
  const { t, f } = useWords();
  const answer = useAnswer(PurchaseOrderView, { id });
  const back = { to: '/purchasing', label: t('nav.purchasing') };
  return (
    <RecordPage title={t('purchase')} back={back} bones={<DocumentBones />} answer={answer}>
      {({ purchaseOrder: order, locations }) => (
        <Page
          title={order.number}
          back={back}
          chips={<PurchaseChip status={order.status} />}
          about={`${order.supplier.name} · ${f.instant(order.createdAt)}`}
        >
          <div className="columns">
            <PurchaseLinesCard purchaseOrder={order} locations={locations} />
            <PurchaseActionsCard purchaseOrder={order} locations={locations} />
          </div>
        </Page>
      )}
    </RecordPage>
  );
}
