// An item's form: made with all that a till, a scanner and the shelf need, and corrected in the same fields.
import { GENERAL_PERCENT } from '../../../src/fiscal/itbms.ts';
import type { ItemViewAnswer } from '../api/answers.ts';
import { UpdateItem } from '../api/item.ts';
import { CreateItem } from '../api/items.ts';
import { useAct } from '../api/use-act.ts';
import { useDraft } from '../draft.ts';
import { isPositive, readDecimal } from '../format/decimal.ts';
import { NumberField, SelectField, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { TaxRateField } from '../parts/tax-rate-field.tsx';
import { useTell } from '../parts/toasts.tsx';
import { useNeeded } from '../parts/use-needed.ts';
import { go } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';
import { LotFields } from './item/lot-fields.tsx';

const KINDS = ['GOODS', 'SERVICE'] as const;
const TRACKING = ['NONE', 'LOT', 'SERIAL'] as const;

interface Fields {
  name: string;
  sku: string;
  price: string;
  taxRate: string;
  kind: (typeof KINDS)[number];
  unit: string;
  tracking: (typeof TRACKING)[number];
  barcodes: string;
  category: string;
  cpbs: string;
  level: string;
  quantity: string;
  leadTime: string;
  stock: string;
  cost: string;
  lot: string;
  expires: string;
}

function fieldsOf(item: ItemViewAnswer['item'] | undefined): Fields {
  return {
    name: item?.name ?? '',
    sku: item?.sku ?? '',
    price: item?.unitPrice ?? '',
    taxRate: item?.taxRate ?? GENERAL_PERCENT,
    kind: item?.kind ?? 'GOODS',
    unit: item?.unit ?? 'und',
    tracking: item?.trackingMode ?? 'NONE',
    barcodes: ownBarcodes(item).join(' '),
    category: item?.category ?? '',
    cpbs: item?.cpbs ?? '',
    ...{ level: '', quantity: '', leadTime: '', stock: '', cost: '', lot: '', expires: '' },
  };
}

/** Those of its own unit; other units keep theirs. */
const ownBarcodes = (item: ItemViewAnswer['item'] | undefined): string[] =>
  (item?.barcodes ?? []).filter(({ unit }) => unit === null).map(({ barcode }) => barcode);

/** Without `item` a new one is made. */
export function ItemDialog({ item, onClose }: { item?: ItemViewAnswer['item']; onClose(): void }) {
  const { t } = useWords();
  const tell = useTell();
  const draft = item ? `editItem${item.id}` : 'item';
  const creating = useAct(CreateItem, ['Item', 'ItemPage'], { draft });
  const saving = useAct(UpdateItem, ['Item', 'ItemPage'], { draft });
  const [fields, setFields] = useDraft(`${draft}.fields`, () => fieldsOf(item));
  const { wasTried, setTried, missing } = useNeeded();
  const set = (part: Partial<Fields>): void => setFields((before) => ({ ...before, ...part }));
  const bind = (name: Exclude<keyof Fields, 'kind' | 'tracking'>) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const isService = fields.kind === 'SERVICE';
  const tracking = isService ? 'NONE' : fields.tracking;
  const unitPrice = readDecimal(fields.price);
  const stock = fields.stock.trim() === '' || isService ? undefined : (readDecimal(fields.stock) ?? '-');
  const isStock = stock === undefined || (stock !== '-' && isPositive(stock));
  const needsLot = stock !== undefined && tracking !== 'NONE' && fields.lot.trim() === '';

  const submit = async (): Promise<void> => {
    setTried(true);
    const texts = [fields.name, fields.sku, fields.unit].map((text) => text.trim());
    if (texts.includes('') || unitPrice === undefined || !isStock || needsLot) return;
    const [name, sku, unit] = texts as [string, string, string];
    const { kind, taxRate, category, cpbs } = fields;
    const barcodes = fields.barcodes.split(/[\s,]+/).filter((code) => code !== '');
    const input = { name, unitPrice, taxRate, kind, unit, trackingMode: tracking };
    const words = { category: category.trim() || null, cpbs: cpbs.trim() || null };
    if (item) {
      const changed = barcodes.join(' ') === ownBarcodes(item).join(' ') ? {} : { barcodes };
      if (!(await saving.act({ itemId: item.id, input: { ...input, ...words, ...changed } }))) return;
      tell(t('editItem.saved'));
      onClose();
      return;
    }
    const done = await creating.act({
      input: {
        ...{ ...input, ...words, sku, barcodes },
        inventory: isService ? null : inventoryOf(fields),
        openingStock: stock === undefined ? null : { quantity: stock, ...lotAndCost(fields, tracking !== 'NONE') },
      },
    });
    if (done) go(`/items/${done.createItem.id}`);
  };
  const basicsNote = item && t('item.basicsNote');
  return (
    <FormDialog
      draft={draft}
      isWide
      title={t(item ? 'editItem.title' : 'items.new')}
      action={t(item ? 'save' : 'items.create')}
      doing={item ? saving : creating}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField label={t('item.name')} wrong={missing(fields.name)} autoFocus {...bind('name')} />
      <div className="form-row">
        {!item && <TextField label="SKU" wrong={missing(fields.sku)} {...bind('sku')} />}
        <NumberField
          label={t('price')}
          note={item && t('editItem.priceNote')}
          wrong={wasTried && unitPrice === undefined ? t('isNumber') : undefined}
          {...bind('price')}
        />
        <TaxRateField value={fields.taxRate} onChange={(taxRate) => set({ taxRate })} />
      </div>
      <div className="form-row">
        <SelectField
          label={t('item.kind')}
          note={basicsNote}
          value={fields.kind}
          onChange={(event) => set({ kind: event.target.value as Fields['kind'] })}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`item.kind.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField label={t('item.unit')} note={basicsNote} wrong={missing(fields.unit)} {...bind('unit')} />
        {!isService && (
          <SelectField
            label={t('item.tracking')}
            note={basicsNote}
            value={fields.tracking}
            onChange={(event) => set({ tracking: event.target.value as Fields['tracking'] })}
          >
            {TRACKING.map((mode) => (
              <option key={mode} value={mode}>
                {t(`tracking.${mode}`)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <div className="form-row">
        <TextField
          label={t('item.barcode')}
          note={t('item.barcodeNote')}
          // A scanner ends a code with Enter: the form is not complete by that.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          {...bind('barcodes')}
        />
        <TextField label={t('item.category')} {...bind('category')} />
        <TextField label="CPBS" note={t('editItem.cpbsNote')} {...bind('cpbs')} />
      </div>
      {!item && !isService && (
        <>
          <div className="form-row">
            <NumberField
              label={t('item.openingStock')}
              note={t('optional')}
              wrong={wasTried && !isStock ? t('isAboveZero') : undefined}
              {...bind('stock')}
            />
            <NumberField label={t('adjust.cost')} note={t('optional')} {...bind('cost')} />
          </div>
          {stock !== undefined && tracking !== 'NONE' && (
            <LotFields
              lot={fields.lot}
              wrong={needsLot ? missing(fields.lot) : undefined}
              onLot={(lot) => set({ lot })}
              expires={fields.expires}
              onExpires={(expires) => set({ expires })}
            />
          )}
          <div className="form-row">
            <NumberField label={t('reorder.level')} {...bind('level')} />
            <NumberField label={t('reorder.quantity')} {...bind('quantity')} />
            <NumberField label={t('reorder.leadTime')} {...bind('leadTime')} />
          </div>
        </>
      )}
    </FormDialog>
  );
}

function inventoryOf({ level, quantity, leadTime }: Fields) {
  return {
    reorderLevel: readDecimal(level) ?? '0',
    reorderQuantity: readDecimal(quantity) ?? '0',
    leadTime: Number(readDecimal(leadTime) ?? '0'),
  };
}

const lotAndCost = ({ cost, lot, expires }: Fields, isTracked: boolean) => ({
  unitCost: readDecimal(cost) ?? null,
  ...(isTracked ? { lotNumber: lot.trim(), expirationDate: expires || null } : {}),
});
