// Corrects what is there, with the reason that will stand in the ledger.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { AdjustInventory } from '../../api/item.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { isPositive, negate, readDecimal } from '../../format/decimal.ts';
import { NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PlaceField } from '../../parts/place-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { useWords } from '../../texts/use-words.tsx';
import { LotFields } from './lot-fields.tsx';
import { STOCK_TYPES } from './stock-types.ts';

type Way = 'in' | 'out';

export interface AdjustDialogProps {
  item: ItemViewAnswer['item'];
  locations: ItemViewAnswer['locations'];
  locationId: string | null;
  onClose(): void;
}

export function AdjustDialog({ item, locations, locationId, onClose }: AdjustDialogProps) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `adjust${item.id}`;
  const adjusting = useAct(AdjustInventory, STOCK_TYPES, { draft });
  const usual = locations.find((place) => place.isDefault)?.id ?? '';
  const [place, setPlace] = useDraft(`${draft}.place`, locationId ?? usual);
  const [way, setWay] = useDraft<Way>(`${draft}.way`, 'in');
  const [typed, setTyped] = useDraft(`${draft}.typed`, '');
  const [reason, setReason] = useDraft(`${draft}.reason`, '');
  const [cost, setCost] = useDraft(`${draft}.cost`, '');
  const [lot, setLot] = useDraft(`${draft}.lot`, '');
  const [expires, setExpires] = useDraft(`${draft}.expires`, '');
  const { wasTried, setTried, missing } = useNeeded();
  const quantity = readDecimal(typed);
  const isQuantity = quantity !== undefined && isPositive(quantity);
  const isTracked = item.trackingMode !== 'NONE';
  /** Goods that leave take the oldest lots by themselves. */
  const needsLot = isTracked && way === 'in' && lot.trim() === '';

  const adjust = async (): Promise<void> => {
    setTried(true);
    if (!isQuantity || reason.trim() === '' || needsLot) return;
    const done = await adjusting.act({
      input: {
        itemId: item.id,
        locationId: place === '' ? null : place,
        quantityChange: way === 'in' ? quantity : negate(quantity),
        description: reason.trim(),
        lotNumber: lot.trim() || null,
        expirationDate: way === 'in' ? expires || null : null,
        unitCost: way === 'in' ? (readDecimal(cost) ?? null) : null,
      },
    });
    if (done) {
      tell(t('adjust.done'));
      onClose();
    }
  };
  return (
    <FormDialog
      draft={draft}
      title={t('adjust.title')}
      action={t('adjust.do')}
      doing={adjusting}
      onSubmit={() => void adjust()}
      onClose={onClose}
    >
      <GoodsFields
        unit={item.unit}
        way={way}
        onWay={setWay}
        quantity={typed}
        wrong={wasTried && !isQuantity ? t('isAboveZero') : undefined}
        onQuantity={setTyped}
        cost={cost}
        onCost={setCost}
      />
      {locations.length > 1 && (
        <PlaceField label={t('location')} locations={locations} value={place} onChoose={setPlace} />
      )}
      {isTracked && (
        <LotFields
          lot={lot}
          wrong={needsLot ? missing(lot) : undefined}
          onLot={setLot}
          expires={way === 'in' ? expires : undefined}
          onExpires={setExpires}
        />
      )}
      <TextField
        label={t('adjust.reason')}
        placeholder={t('adjust.reasonHint')}
        value={reason}
        wrong={missing(reason)}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

interface GoodsFieldsProps {
  unit: string;
  way: Way;
  onWay(way: Way): void;
  quantity: string;
  wrong: string | undefined;
  onQuantity(quantity: string): void;
  cost: string;
  onCost(cost: string): void;
}

function GoodsFields({ unit, way, onWay, quantity, wrong, onQuantity, cost, onCost }: GoodsFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <Segments<Way>
        label={t('adjust.way')}
        value={way}
        onChoose={onWay}
        options={[
          { value: 'in', label: t('adjust.in') },
          { value: 'out', label: t('adjust.out') },
        ]}
      />
      <div className="form-row">
        <NumberField
          label={t('quantityIn', { unit })}
          value={quantity}
          autoFocus
          wrong={wrong}
          onChange={(event) => onQuantity(event.target.value)}
        />
        {way === 'in' && (
          <NumberField
            label={t('adjust.cost')}
            note={t('optional')}
            value={cost}
            onChange={(event) => onCost(event.target.value)}
          />
        )}
      </div>
    </>
  );
}
