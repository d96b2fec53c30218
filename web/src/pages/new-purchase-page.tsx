// A new purchase order; from an item's page it begins with that item and what is usually ordered of it.
import { useEffect, useState } from 'react';
import { CreatePurchaseOrder, RecordSupplierInvoice, ReorderItem } from '../api/purchasing.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive, readDecimal, round } from '../format/decimal.ts';
import { Button } from '../parts/button.tsx';
import { Message, Refusal } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { ItemPicker, SupplierPicker, type FoundItem, type FoundSupplier } from '../parts/pickers.tsx';
import { useTell } from '../parts/toasts.tsx';
import { readLine, TypedLines, type DraftLine } from '../parts/typed-lines.tsx';
import { go, useChoice } from '../router.ts';
import { totalsOf } from '../rules/line-totals.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { TotalLines } from './invoice/invoice-lines-card.tsx';

const TOUCHES = ['PurchaseOrder', 'PurchaseOrderPage', 'Item', 'ItemMovementPage'];

export function NewPurchasePage() {
  const { t, f } = useWords();
  const tell = useTell();
  const mayCreate = useMay('operator');
  const [wanted] = useChoice('item', '');
  const first = useAnswer(ReorderItem, { id: wanted }, { pause: wanted === '' });
  const ordering = useAct(CreatePurchaseOrder, TOUCHES);
  const recording = useAct(RecordSupplierInvoice, TOUCHES);
  const [supplier, setSupplier] = useState<FoundSupplier>();
  const [lines, setLines] = useState<DraftLine[]>([]);
  const [hasCome, setHasCome] = useState(false);
  const [wasTried, setTried] = useState(false);

  const item = first.data?.item;
  useEffect(() => {
    if (item) setLines((present) => (present.length === 0 ? [lineOf(item)] : present));
  }, [item]);
  const totals = totalsOf(
    lines.map((line) => ({ quantity: readDecimal(line.quantity), price: readDecimal(line.price), taxRate: '0' })),
  );

  const create = async (): Promise<void> => {
    setTried(true);
    const read = lines.map(readLine);
    if (!supplier || read.length === 0 || read.includes(undefined)) return;
    const input = {
      supplierId: supplier.id,
      lines: read.flatMap((line) =>
        line ? [{ itemId: line.itemId, quantity: line.quantity, unitCost: line.price }] : [],
      ),
    };
    if (hasCome) {
      const done = await recording.act({ input });
      if (!done) return;
      tell(t('newPurchase.recorded', { number: done.recordSupplierInvoice.number }));
      go(lines.length === 1 ? `/items/${lines[0]!.item.id}` : '/items', { replace: true });
    } else {
      const done = await ordering.act({ input });
      if (done) go(`/purchasing/${done.createPurchaseOrder.id}`, { replace: true });
    }
  };
  return (
    <Page
      title={t('purchases.new')}
      back={{ to: '/purchasing', label: t('nav.purchasing') }}
      about={t('newPurchase.about')}
    >
      <div className="columns">
        <div className="stack">
          <Card title={t('supplier')}>
            {supplier ? (
              <div className="spread">
                <span>
                  <span className="strong">{supplier.name}</span>
                  {supplier.ruc !== null && <span className="soft small block">RUC {supplier.ruc}</span>}
                </span>
                <Button tone="quiet" size="small" onClick={() => setSupplier(undefined)}>
                  {t('change')}
                </Button>
              </div>
            ) : (
              <>
                <SupplierPicker onPick={setSupplier} />
                {wasTried && <p className="field-note is-bad">{t('newPurchase.needsSupplier')}</p>}
              </>
            )}
          </Card>
          <Card title={t('lines')}>
            <div className="stack">
              {lines.length === 0 ? (
                <Message icon="purchasing" title={t('newPurchase.noLines')} />
              ) : (
                <TypedLines
                  lines={lines}
                  priceLabel={t('purchases.unitCost')}
                  wasTried={wasTried}
                  note={(line) => (
                    <span className="soft">
                      {t('picker.available', {
                        quantity: f.quantity(line.item.inventory.available),
                        unit: line.item.unit,
                      })}
                    </span>
                  )}
                  onChange={setLines}
                />
              )}
              {wasTried && lines.length === 0 && <p className="field-note is-bad">{t('newOrder.needsLines')}</p>}
              <ItemPicker onPick={(picked) => setLines([...lines, lineOf(picked)])} />
            </div>
          </Card>
        </div>
        <Card title={t('purchases.cost')}>
          <div className="stack">
            <TotalLines rows={[]} total={[t('total'), f.money(totals.subtotal)]} />
            <label className="check">
              <input type="checkbox" checked={hasCome} onChange={(event) => setHasCome(event.target.checked)} />
              <span>
                {t('newPurchase.hasCome')}
                <span className="soft small block">{t('newPurchase.hasComeNote')}</span>
              </span>
            </label>
            <Refusal problem={ordering.refusal ?? recording.refusal} />
            <Button
              tone="primary"
              icon="check"
              isBusy={ordering.isBusy || recording.isBusy}
              because={mayCreate ? undefined : t('needs.operator')}
              onClick={() => void create()}
            >
              {t(hasCome ? 'newPurchase.record' : 'newPurchase.create')}
            </Button>
          </div>
        </Card>
      </div>
    </Page>
  );
}

function lineOf(item: FoundItem): DraftLine {
  const { reorderQuantity } = item.inventory;
  return {
    key: Date.now(),
    item,
    quantity: isPositive(reorderQuantity) ? reorderQuantity : '1',
    // What it cost before is a suggestion, so cents will do.
    price: isPositive(item.averageCost) ? round(item.averageCost, 2) : '',
  };
}
