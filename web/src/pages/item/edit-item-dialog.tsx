// Puts right what is known of an item; what the ledger is written in stays.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { UpdateItem } from '../../api/item.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { readDecimal } from '../../format/decimal.ts';
import { NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { TaxRateField } from '../../parts/tax-rate-field.tsx';
import { useNeeded } from '../../parts/use-needed.ts';
import { useWords } from '../../texts/use-words.tsx';

export function EditItemDialog({ item, onClose }: { item: ItemViewAnswer['item']; onClose(): void }) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `editItem${item.id}`;
  const saving = useAct(UpdateItem, ['ItemPage'], { draft });
  const [name, setName] = useDraft(`${draft}.name`, item.name);
  const [price, setPrice] = useDraft(`${draft}.price`, item.unitPrice);
  const [taxRate, setTaxRate] = useDraft(`${draft}.taxRate`, item.taxRate);
  const [cpbs, setCpbs] = useDraft(`${draft}.cpbs`, item.cpbs ?? '');
  const { setTried, missing } = useNeeded();
  const unitPrice = readDecimal(price);

  const save = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || unitPrice === undefined) return;
    const input = { name: name.trim(), unitPrice, taxRate, cpbs: cpbs.trim() || null };
    if (await saving.act({ itemId: item.id, input })) {
      tell(t('editItem.saved'));
      onClose();
    }
  };
  return (
    <FormDialog
      draft={draft}
      title={t('editItem.title')}
      action={t('save')}
      doing={saving}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('item.name')}
        value={name}
        autoFocus
        wrong={missing(name)}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="form-row">
        <NumberField
          label={t('price')}
          value={price}
          note={t('editItem.priceNote')}
          wrong={unitPrice === undefined ? t('isNumber') : undefined}
          onChange={(event) => setPrice(event.target.value)}
        />
        <TaxRateField value={taxRate} onChange={setTaxRate} />
      </div>
      <TextField
        label="CPBS"
        value={cpbs}
        note={t('editItem.cpbsNote')}
        onChange={(event) => setCpbs(event.target.value)}
      />
    </FormDialog>
  );
}
