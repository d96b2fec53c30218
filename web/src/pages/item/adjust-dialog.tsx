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
import { STOCK_TYPES } from './stock-types.ts';

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
  const [way, setWay] = useDraft<'in' | 'out'>(`${draft}.way`, 'in');
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
      <Segments<'in' | 'out'>
        label={t('adjust.way')}
        value={way}
        onChoose={setWay}
        options={[
          { value: 'in', label: t('adjust.in') },
          { value: 'out', label: t('adjust.out') },
        ]}
      />
      <div className="form-row">
        <NumberField
          label={t('quantityIn', { unit: item.unit })}
          value={typed}
          autoFocus
          wrong={wasTried && !isQuantity ? t('isAboveZero') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {way === 'in' && (
          <NumberField
            label={t('adjust.cost')}
            note={t('optional')}
            value={cost}
            onChange={(event) => setCost(event.target.value)}
          />
        )}
      </div>
      {locations.length > 1 && (
        <PlaceField label={t('location')} locations={locations} value={place} onChoose={setPlace} />
      )}
      {isTracked && (
        <div className="form-row">
          <TextField
            label={t('lot')}
            value={lot}
            wrong={needsLot ? missing(lot) : undefined}
            onChange={(event) => setLot(event.target.value)}
          />
          {way === 'in' && (
            <TextField
              label={t('purchase.expires')}
              type="date"
              note={t('optional')}
              value={expires}
              onChange={(event) => setExpires(event.target.value)}
            />
          )}
        </div>
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
