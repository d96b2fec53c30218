// An item's form: made with all that a till, a scanner and the shelf need, and corrected in the same fields.
import { GENERAL_PERCENT, ITBMS_PERCENTS } from '../../../src/fiscal/itbms.ts';
import type { CreateItemInput, ItemViewAnswer } from '../api/answers.ts';
import { UpdateItem } from '../api/item.ts';
import { CreateItem } from '../api/items.ts';
import { isPositive, readDecimal } from '../format/decimal.ts';
import { ActDialog, changesOf, type FieldSpec, type FieldSpecs, textsOf, type Typed } from '../parts/edit-form.tsx';
import { go } from '../router.ts';
import { f, t } from '../texts/speech.ts';

const KINDS = ['GOODS', 'SERVICE'] as const;
const TRACKING = ['NONE', 'LOT', 'SERIAL'] as const;
const TOUCHES = ['Item', 'ItemPage'];

type Item = ItemViewAnswer['item'];

const NEW = { taxRate: GENERAL_PERCENT, kind: 'GOODS', unit: 'und', trackingMode: 'NONE' };

/** Barcodes of its own unit; other units keep theirs. */
const ownBarcodes = (item: Item | undefined): string[] =>
  (item?.barcodes ?? []).filter(({ unit }) => unit === null).map(({ barcode }) => barcode);

const isService = ({ kind }: Typed): boolean => kind === 'SERVICE';
const hasStock = (typed: Typed): boolean => !isService(typed) && (typed['stock'] ?? '').trim() !== '';
const isTracked = (typed: Typed): boolean => !isService(typed) && typed['trackingMode'] !== 'NONE';

/** Without `item` a new one is made. */
export function ItemDialog({ item, onClose }: { item?: Item; onClose(): void }) {
  const record = { ...NEW, ...item, barcodes: ownBarcodes(item).join(' ') };
  const fields = (typed: Typed) => fieldsOf(item, typed);
  const shared = { ...{ fields, record, touches: TOUCHES, onClose }, isWide: true };
  if (!item) {
    return (
      <ActDialog
        {...shared}
        draft="item"
        title={t('items.new')}
        action={t('items.create')}
        mutation={CreateItem}
        variables={(typed) => ({
          input: {
            ...{ ...inputOf(typed), sku: typed['sku']!.trim() },
            inventory: isService(typed) ? null : inventoryOf(typed),
            openingStock: hasStock(typed) ? stockOf(typed) : null,
          },
        })}
        onDone={({ createItem: { id } }, isHere) => isHere && go(`/items/${id}`)}
      />
    );
  }
  return (
    <ActDialog
      {...shared}
      draft={`editItem${item.id}`}
      title={t('editItem.title')}
      action={t('save')}
      done={t('editItem.saved')}
      mutation={UpdateItem}
      variables={(typed) => ({ itemId: item.id, input: changesOf(inputOf(typed), inputOf(textsOf(record))) })}
    />
  );
}

function fieldsOf(item: Item | undefined, typed: Typed): FieldSpecs {
  const note = item && t('item.basicsNote');
  const stock = readDecimal(typed['stock'] ?? '');
  const isNew = !item && !isService(typed);
  const number = (name: string, label: string): FieldSpec => ({ name, label, kind: 'decimal' });
  return [
    { name: 'name', label: t('item.name'), isNeeded: true, input: { autoFocus: true } },
    [
      !item && { name: 'sku', label: 'SKU', isNeeded: true },
      {
        ...number('unitPrice', t('price')),
        note: item && t('editItem.priceNote'),
        wrong: readDecimal(typed['unitPrice'] ?? '') === undefined && t('isNumber'),
      },
      { name: 'taxRate', label: 'ITBMS', options: ITBMS_PERCENTS.map((rate) => [rate, f.percent(rate)]) },
    ],
    [
      { ...{ name: 'kind', label: t('item.kind'), note }, options: KINDS.map((one) => [one, t(`item.kind.${one}`)]) },
      { name: 'unit', label: t('item.unit'), note, isNeeded: true },
      !isService(typed) && {
        ...{ name: 'trackingMode', label: t('item.tracking'), note },
        options: TRACKING.map((one) => [one, t(`tracking.${one}`)]),
      },
    ],
    [
      {
        ...{ name: 'barcodes', label: t('item.barcode'), note: t('item.barcodeNote') },
        // A scanner ends a code with Enter: the form is not complete by that.
        input: { onKeyDown: (event) => event.key === 'Enter' && event.preventDefault() },
      },
      { name: 'category', label: t('item.category') },
      { name: 'cpbs', label: 'CPBS', note: t('editItem.cpbsNote') },
    ],
    isNew && [
      {
        ...{ ...number('stock', t('item.openingStock')), note: t('optional') },
        wrong: hasStock(typed) && !isPositive(stock ?? '0') && t('isAboveZero'),
      },
      { ...number('cost', t('adjust.cost')), note: t('optional') },
    ],
    isNew &&
      hasStock(typed) &&
      isTracked(typed) && [
        { name: 'lot', label: t('lot'), isNeeded: true },
        { name: 'expires', label: t('purchase.expires'), note: t('optional'), kind: 'date' },
      ],
    isNew && [
      number('reorderLevel', t('reorder.level')),
      number('reorderQuantity', t('reorder.quantity')),
      number('leadTime', t('reorder.leadTime')),
    ],
  ];
}

function inputOf(typed: Typed) {
  const { name = '', unitPrice = '', taxRate = '', unit = '', barcodes = '', category, cpbs } = typed;
  return {
    ...{ name: name.trim(), unitPrice: readDecimal(unitPrice)!, taxRate, unit: unit.trim() },
    kind: typed['kind'] as (typeof KINDS)[number],
    trackingMode: isTracked(typed) ? (typed['trackingMode'] as (typeof TRACKING)[number]) : 'NONE',
    category: category?.trim() || null,
    cpbs: cpbs?.trim() || null,
    barcodes: barcodes.split(/[\s,]+/).filter((code) => code !== ''),
  } satisfies Omit<CreateItemInput, 'sku'>;
}

const inventoryOf = ({ reorderLevel = '', reorderQuantity = '', leadTime = '' }: Typed) => ({
  reorderLevel: readDecimal(reorderLevel) ?? '0',
  reorderQuantity: readDecimal(reorderQuantity) ?? '0',
  leadTime: Number(readDecimal(leadTime) ?? '0'),
});

const stockOf = ({ stock = '', cost = '', lot = '', expires, ...typed }: Typed) => ({
  quantity: readDecimal(stock)!,
  unitCost: readDecimal(cost) ?? null,
  ...(isTracked(typed) && { lotNumber: lot.trim(), expirationDate: expires || null }),
});
