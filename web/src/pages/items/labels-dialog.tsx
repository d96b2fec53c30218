// Labels of items: on which paper, how many of each, and where on a sheet that is used already they begin.
import { useState } from 'react';
import { fetchFile } from '../../api/fetch-file.ts';
import { Fields, useTyped, type FieldSpecs, type Typed } from '../../parts/edit-form.tsx';
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx';
import { mainCell, Table } from '../../parts/table.tsx';
import type { ItemToOrder } from '../../rules/items-to-order.ts';
import { t } from '../../texts/speech.ts';

/** Places of each; of a roll there is one. */
const SHEETS = { 'letter-30': 30, 'a4-24': 24, 'roll-50x25': 1, 'roll-58x40': 1 } as const;
const KINDS = ['item', 'shelf'] as const;
const PRICES = ['with-tax', 'net', 'none'] as const;
const MOST_ITEMS = 150;

export type ItemToLabel = Pick<ItemToOrder, 'id' | 'sku' | 'name'> & { copies: string };

/** How many of it are typed; undefined where that is no number. */
type Row = ItemToLabel & { typed: string; count: number | undefined };

const wholeIn = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);

export function LabelsDialog({ items, onClose }: { items: readonly ItemToLabel[]; onClose(): void }) {
  const [typedCopies, setCopies] = useState<Record<string, string>>({});
  const [doing, setDoing] = useState<FormDialogProps['doing']>({ isBusy: false, refusal: undefined });
  const form = useTyped(undefined, labelFields, { sheet: 'letter-30', kind: 'item', price: 'with-tax', start: '1' });
  const copies = items.map((item) => {
    const typed = typedCopies[item.id] ?? item.copies;
    return { ...item, typed, count: wholeIn(typed) };
  });
  const printed = copies.filter(({ count }) => count !== undefined && count > 0);
  const count = printed.reduce((sum, one) => sum + one.count!, 0);
  const isUnclear = count === 0 || copies.some((one) => one.count === undefined);
  const tooMany = printed.length > MOST_ITEMS ? t('labels.tooMany', { most: MOST_ITEMS }) : undefined;
  const startWrong = isStartWrong(form.typed) ? t('labels.startWrong', { most: placesOf(form.typed) }) : undefined;
  const download = async (): Promise<void> => {
    setDoing({ isBusy: true, refusal: undefined });
    const start = placesOf(form.typed) === 1 ? '1' : form.typed['start']!.trim();
    const named = printed.map((one) => `${one.id}*${one.count!}`).join(',');
    const { sheet, kind, price } = form.typed;
    const path = `/labels.pdf?items=${named}&sheet=${sheet}&kind=${kind}&price=${price}&start=${Number(start)}`;
    const refusal = await fetchFile(path, 'etiquetas.pdf');
    setDoing({ isBusy: false, refusal });
    if (!refusal) onClose();
  };
  return (
    <FormDialog
      title={t('labels.title')}
      action={t('labels.download', { n: count })}
      because={tooMany ?? startWrong ?? (isUnclear ? t('labels.nothing') : undefined)}
      doing={doing}
      onSubmit={() => void download()}
      onClose={onClose}
    >
      <Fields {...form} doing={doing} />
      <p className="soft small">{t('labels.copiesNote')}</p>
      <Copies copies={copies} onType={(id, text) => setCopies({ ...typedCopies, [id]: text })} />
    </FormDialog>
  );
}

const placesOf = ({ sheet }: Typed): number => SHEETS[sheet as keyof typeof SHEETS];

function isStartWrong(typed: Typed): boolean {
  const start = placesOf(typed) === 1 ? 1 : wholeIn(typed['start'] ?? '');
  return start === undefined || start < 1 || start > placesOf(typed);
}

function labelFields(typed: Typed): FieldSpecs {
  const most = placesOf(typed);
  return [
    {
      ...{ name: 'sheet', label: t('labels.sheet'), note: t('labels.actualSize') },
      options: Object.keys(SHEETS).map((one) => [one, t(`labels.sheet.${one as keyof typeof SHEETS}`)]),
    },
    [
      { name: 'kind', label: t('labels.kind'), options: KINDS.map((one) => [one, t(`labels.kind.${one}`)]) },
      { name: 'price', label: t('labels.price'), options: PRICES.map((one) => [one, t(`labels.price.${one}`)]) },
    ],
    most > 1 && {
      ...{ name: 'start', label: t('labels.start'), note: t('labels.startNote', { most }), kind: 'decimal' },
      ...{ wrong: isStartWrong(typed) && t('labels.startWrong', { most }), isWrongAtOnce: true },
    },
  ];
}

const Copies = ({ copies, onType }: { copies: readonly Row[]; onType(id: string, text: string): void }) => (
  <Table<Row>
    rows={copies}
    name={t('item')}
    nameOf={({ name }) => name}
    aboutOf={({ sku }) => sku}
    columns={[
      mainCell<Row>(t('labels.copies'), ({ id, name, typed, count }) => (
        <input
          className="input"
          inputMode="numeric"
          autoComplete="off"
          size={4}
          aria-label={t('labels.copiesOf', { name })}
          aria-invalid={count === undefined || undefined}
          value={typed}
          onChange={({ target }) => onType(id, target.value)}
        />
      )),
    ]}
  />
);
