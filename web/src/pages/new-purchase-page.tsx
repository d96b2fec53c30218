// A new purchase order; from an item's page it begins with that item and what is usually ordered of it.
import { useEffect, useState } from 'react';
import { Places } from '../api/places.ts';
import { CreatePurchaseOrder, RecordSupplierInvoice, ReorderItem } from '../api/purchasing.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useDraft } from '../draft.ts';
import { isPositive, readDecimal, roundMoney } from '../format/decimal.ts';
import { ChosenParty } from '../parts/chosen-party.tsx';
import { DraftLinesCard, useDraftLines } from '../parts/draft-lines-card.tsx';
import { DraftSumCard } from '../parts/draft-sum-card.tsx';
import { CheckField } from '../parts/field.tsx';
import { Page, backTo } from '../parts/page.tsx';
import type { FoundItem, FoundSupplier } from '../parts/found.ts';
import { SupplierPicker } from '../parts/pickers.tsx';
import { tell } from '../parts/toasts.tsx';
import { draftLine, readLines } from '../parts/typed-lines.tsx';
import { go, useChoice } from '../router.ts';
import { totalsOf } from '../rules/line-totals.ts';
import { f, t } from '../texts/speech.ts';

const TOUCHES = ['PurchaseOrder', 'PurchaseOrderPage', 'Item', 'ItemMovementPage'];

export function NewPurchasePage() {
  const [wanted] = useChoice('item', '');
  const form = usePurchaseDraft(wanted);
  const { supplier, setSupplier, lines, hasCome, setHasCome, wasTried } = form;
  const totals = totalsOf(
    lines.map((line) => ({ quantity: readDecimal(line.quantity), price: readDecimal(line.price ?? ''), taxRate: '0' })),
  );
  const inAll = ({ inventory, unit }: FoundItem): string =>
    t('picker.available', { quantity: f.quantity(inventory.available), unit });
  return (
    <Page title={t('purchases.new')} back={backTo('nav.purchasing')} about={t('newPurchase.about')}>
      <div className="columns">
        <div className="stack">
          <ChosenParty
            title={t('supplier')}
            party={supplier}
            about={supplier?.ruc ? `RUC ${supplier.ruc}` : null}
            picker={<SupplierPicker onPick={setSupplier} />}
            wrong={wasTried ? t('newPurchase.needsSupplier') : undefined}
            onChange={() => setSupplier(undefined)}
          />
          <DraftLinesCard
            {...{ draft: form, wasTried, priceOf: lastCost, quantityOf: usual, stockOf: inAll }}
            priceLabel={t('purchases.unitCost')}
            note={({ item }) => <span className="soft">{inAll(item)}</span>}
            placeLabel={t('newPurchase.place')}
            question={t('newPurchase.noLines')}
          />
        </div>
        <DraftSumCard
          title={t('purchases.cost')}
          sums={{ total: [t('total'), f.money(totals.subtotal)] }}
          doing={form.doing}
          action={t(hasCome ? 'newPurchase.record' : 'newPurchase.create')}
          onDo={() => void form.create()}
        >
          <CheckField
            label={t('newPurchase.hasCome')}
            note={t('newPurchase.hasComeNote')}
            checked={hasCome}
            onCheck={setHasCome}
          />
        </DraftSumCard>
      </div>
    </Page>
  );
}

const usual = ({ inventory }: FoundItem): string =>
  isPositive(inventory.reorderQuantity) ? inventory.reorderQuantity : '1';

/** The last cost is a suggestion, so cents will do. */
const lastCost = ({ averageCost }: FoundItem): string => (isPositive(averageCost) ? roundMoney(averageCost) : '');

function usePurchaseDraft(wanted: string) {
  // Begun from an item's page it is another draft than the one that began empty.
  const draft = `purchase${wanted}`;
  const reorder = useAnswer(ReorderItem, { id: wanted }, { pause: wanted === '' });
  const places = useAnswer(Places, {}, { pause: wanted !== '' });
  const lined = useDraftLines(draft, reorder.data?.locations ?? places.data?.locations ?? [], () => []);
  const { lines, setLines, place } = lined;
  const [supplier, setSupplier] = useDraft<FoundSupplier | undefined>(`${draft}.supplier`, undefined);
  const [hasCome, setHasCome] = useDraft(`${draft}.hasCome`, false);
  const ordering = useAct(CreatePurchaseOrder, TOUCHES, { draft });
  const recording = useAct(RecordSupplierInvoice, TOUCHES, { draft });
  const [wasTried, setTried] = useState(false);
  const item = reorder.data?.item;
  useEffect(() => {
    if (item) setLines((present) => (present.length === 0 ? [draftLine(item, usual(item), lastCost(item))] : present));
  }, [item]);
  const create = async (): Promise<void> => {
    setTried(true);
    const read = readLines(lines);
    if (!supplier || !read) return;
    const toLine = ({ itemId, quantity, unitPrice: unitCost }: (typeof read)[number]) => ({
      ...{ itemId, quantity, unitCost, locationId: place },
    });
    const input = { supplierId: supplier.id, lines: read.map(toLine) };
    if (hasCome) {
      const done = await recording.act({ input });
      if (!done) return;
      tell(t('newPurchase.recorded', { number: done.recordSupplierInvoice.number }));
      if (recording.isHere()) go(lines.length === 1 ? `/items/${lines[0]!.item.id}` : '/items', { replace: true });
    } else {
      const done = await ordering.act({ input });
      if (done && ordering.isHere()) go(`/purchasing/${done.createPurchaseOrder.id}`, { replace: true });
    }
  };
  return {
    ...{ ...lined, supplier, setSupplier, hasCome, setHasCome, wasTried, create },
    doing: { isBusy: ordering.isBusy || recording.isBusy, refusal: ordering.refusal ?? recording.refusal },
  };
}
