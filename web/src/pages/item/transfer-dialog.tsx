// Moves goods of an item from one location to another.
import { useState } from 'react';
import type { ItemViewAnswer } from '../../api/answers.ts';
import { TransferStock } from '../../api/item.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PlaceField } from '../../parts/place-field.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { useWords } from '../../texts/use-words.tsx';
import { STOCK_TYPES } from './stock-types.ts';

export interface TransferDialogProps {
  item: ItemViewAnswer['item'];
  locations: ItemViewAnswer['locations'];
  /** The location that is looked at, which the goods probably leave. */
  locationId: string | null;
  onClose(): void;
}

export function TransferDialog({ item, locations, locationId, onClose }: TransferDialogProps) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `transfer${item.id}`;
  const transferring = useAct(TransferStock, STOCK_TYPES, { draft });
  const [from, setFrom] = useState(locationId ?? locations.find((place) => place.isDefault)?.id ?? '');
  const [to, setTo] = useState(() => locations.find((place) => place.id !== from)?.id ?? '');
  const [typed, setTyped] = useDraft(`${draft}.typed`, '');
  const [lot, setLot] = useDraft(`${draft}.lot`, '');
  const [description, setDescription] = useDraft(`${draft}.description`, '');
  const { wasTried, setTried, missing } = useNeeded();
  const quantity = readDecimal(typed);
  const isQuantity = quantity !== undefined && isPositive(quantity);
  const isTracked = item.trackingMode !== 'NONE';

  const transfer = async (): Promise<void> => {
    setTried(true);
    if (!isQuantity || from === to || (isTracked && lot.trim() === '')) return;
    const input = {
      itemId: item.id,
      fromLocationId: from,
      toLocationId: to,
      quantity,
      lotNumber: lot.trim() || null,
      description: description.trim() || null,
    };
    if (!(await transferring.act({ input }))) return;
    tell(t('transfer.done'));
    onClose();
  };
  return (
    <FormDialog
      draft={draft}
      title={t('transfer.title')}
      action={t('transfer.do')}
      doing={transferring}
      onSubmit={() => void transfer()}
      onClose={onClose}
    >
      <div className="form-row">
        <PlaceField label={t('transfer.from')} locations={locations} value={from} onChoose={setFrom} />
        <PlaceField
          label={t('transfer.to')}
          locations={locations}
          value={to}
          wrong={from === to ? t('transfer.samePlace') : undefined}
          onChoose={setTo}
        />
      </div>
      <NumberField
        label={t('quantityIn', { unit: item.unit })}
        value={typed}
        autoFocus
        wrong={wasTried && !isQuantity ? t('isAboveZero') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isTracked && (
        <TextField label={t('lot')} value={lot} wrong={missing(lot)} onChange={(event) => setLot(event.target.value)} />
      )}
      <TextField
        label={t('adjust.reason')}
        note={t('optional')}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  );
}
