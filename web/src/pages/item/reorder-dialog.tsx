// Says when an item is to be ordered again.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { SetReorder } from '../../api/item.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { readDecimal } from '../../format/decimal.ts';
import { NumberField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { useWords } from '../../texts/use-words.tsx';

export function ReorderDialog({ item, onClose }: { item: ItemViewAnswer['item']; onClose(): void }) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `reorder${item.id}`;
  const setting = useAct(SetReorder, [], { draft });
  const { reorderLevel, reorderQuantity, leadTime } = item.inventory;
  const [level, setLevel] = useDraft(`${draft}.level`, reorderLevel);
  const [quantity, setQuantity] = useDraft(`${draft}.quantity`, reorderQuantity);
  const [days, setDays] = useDraft(`${draft}.days`, String(leadTime));
  const read = { level: readDecimal(level), quantity: readDecimal(quantity), days: readDecimal(days) };
  const isWholeDays = read.days !== undefined && /^\d+$/.test(read.days);

  const save = async (): Promise<void> => {
    if (read.level === undefined || read.quantity === undefined || !isWholeDays) return;
    const input = { reorderLevel: read.level, reorderQuantity: read.quantity, leadTime: Number(read.days) };
    if (await setting.act({ itemId: item.id, input })) {
      tell(t('reorder.saved'));
      onClose();
    }
  };
  const wrong = (value: string | undefined): string | undefined => (value === undefined ? t('isNumber') : undefined);
  return (
    <FormDialog
      draft={draft}
      title={t('reorder.title')}
      action={t('save')}
      doing={setting}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NumberField
        label={t('reorder.level')}
        note={t('reorder.levelNote')}
        value={level}
        wrong={wrong(read.level)}
        autoFocus
        onChange={(event) => setLevel(event.target.value)}
      />
      <NumberField
        label={t('reorder.quantity')}
        note={t('reorder.quantityNote')}
        value={quantity}
        wrong={wrong(read.quantity)}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <NumberField
        label={t('reorder.leadTime')}
        note={t('reorder.leadTimeNote')}
        value={days}
        wrong={isWholeDays ? undefined : t('isNumber')}
        onChange={(event) => setDays(event.target.value)}
      />
    </FormDialog>
  );
}
