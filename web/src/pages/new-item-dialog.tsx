// A new item, with what is needed to sell it and to know when to order it again.
import { GENERAL_PERCENT } from '../../../src/fiscal/itbms.ts';
import { CreateItem } from '../api/items.ts';
import { useAct } from '../api/use-act.ts';
import { useDraft } from '../draft.ts';
import { readDecimal } from '../format/decimal.ts';
import { NumberField, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { TaxRateField } from '../parts/tax-rate-field.tsx';
import { useNeeded } from '../parts/use-needed.ts';
import { go } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';

export function NewItemDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords();
  const draft = 'item';
  const creating = useAct(CreateItem, ['Item', 'ItemPage'], { draft });
  const [sku, setSku] = useDraft(`${draft}.sku`, '');
  const [name, setName] = useDraft(`${draft}.name`, '');
  const [price, setPrice] = useDraft(`${draft}.price`, '');
  const [taxRate, setTaxRate] = useDraft(`${draft}.taxRate`, GENERAL_PERCENT);
  const [level, setLevel] = useDraft(`${draft}.level`, '');
  const [quantity, setQuantity] = useDraft(`${draft}.quantity`, '');
  const [leadTime, setLeadTime] = useDraft(`${draft}.leadTime`, '');
  const { wasTried, setTried, missing } = useNeeded();
  const unitPrice = readDecimal(price);

  const create = async (): Promise<void> => {
    setTried(true);
    if (sku.trim() === '' || name.trim() === '' || unitPrice === undefined) return;
    const inventory = {
      reorderLevel: readDecimal(level) ?? '0',
      reorderQuantity: readDecimal(quantity) ?? '0',
      leadTime: Number(readDecimal(leadTime) ?? '0'),
    };
    const done = await creating.act({ input: { sku: sku.trim(), name: name.trim(), unitPrice, taxRate, inventory } });
    if (done) go(`/items/${done.createItem.id}`);
  };
  return (
    <FormDialog
      draft={draft}
      title={t('items.new')}
      action={t('items.create')}
      doing={creating}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label={t('item.name')}
        value={name}
        wrong={missing(name)}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      <div className="form-row">
        <TextField label="SKU" value={sku} wrong={missing(sku)} onChange={(event) => setSku(event.target.value)} />
        <NumberField
          label={t('price')}
          value={price}
          wrong={wasTried && unitPrice === undefined ? t('isNumber') : undefined}
          onChange={(event) => setPrice(event.target.value)}
        />
        <TaxRateField value={taxRate} onChange={setTaxRate} />
      </div>
      <div className="form-row">
        <NumberField label={t('reorder.level')} value={level} onChange={(event) => setLevel(event.target.value)} />
        <NumberField
          label={t('reorder.quantity')}
          value={quantity}
          onChange={(event) => setQuantity(event.target.value)}
        />
        <NumberField
          label={t('reorder.leadTime')}
          value={leadTime}
          onChange={(event) => setLeadTime(event.target.value)}
        />
      </div>
    </FormDialog>
  );
}
