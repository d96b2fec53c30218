// Corrects what is there, with the reason that will stand in the ledger.
import { useState } from 'react';
import type { ItemViewAnswer } from '../../api/answers.ts';
import { AdjustInventory } from '../../api/item.ts';
import { useAct } from '../../api/use-act.ts';
import { isPositive, negate, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { NumberField, SelectField, TextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/message.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useWords } from '../../texts/use-words.tsx';

export interface AdjustDialogProps {
  item: ItemViewAnswer['item'];
  locations: ItemViewAnswer['locations'];
  locationId: string | null;
  onClose(): void;
}

export function AdjustDialog({ item, locations, locationId, onClose }: AdjustDialogProps) {
  const { t } = useWords();
  const tell = useTell();
  const adjusting = useAct(AdjustInventory, ['Item', 'ItemMovementPage', 'ItemStockMetrics', 'ItemStockHistory']);
  const usual = locations.find((place) => place.isDefault)?.id ?? '';
  const [place, setPlace] = useState(locationId ?? usual);
  const [way, setWay] = useState<'in' | 'out'>('in');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [cost, setCost] = useState('');
  const [lot, setLot] = useState('');
  const [wasTried, setTried] = useState(false);
  const quantity = readDecimal(typed);
  const isQuantity = quantity !== undefined && isPositive(quantity);

  const adjust = async (): Promise<void> => {
    setTried(true);
    if (!isQuantity || reason.trim() === '') return;
    const done = await adjusting.act({
      input: {
        itemId: item.id,
        locationId: place === '' ? null : place,
        quantityChange: way === 'in' ? quantity : negate(quantity),
        description: reason.trim(),
        lotNumber: lot.trim() === '' ? null : lot.trim(),
        unitCost: way === 'in' ? (readDecimal(cost) ?? null) : null,
      },
    });
    if (done) {
      tell(t('adjust.done'));
      onClose();
    }
  };
  return (
    <Dialog title={t('adjust.title')} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void adjust();
        }}
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
          <SelectField label={t('location')} value={place} onChange={(event) => setPlace(event.target.value)}>
            {locations.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </SelectField>
        )}
        {item.trackingMode !== 'NONE' && (
          <TextField label={t('lot')} value={lot} onChange={(event) => setLot(event.target.value)} />
        )}
        <TextField
          label={t('adjust.reason')}
          placeholder={t('adjust.reasonHint')}
          value={reason}
          wrong={wasTried && reason.trim() === '' ? t('isNeeded') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <Refusal problem={adjusting.refusal} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" type="submit" isBusy={adjusting.isBusy}>
            {t('adjust.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
