// Labels of items: on which paper, how many of each, and where on a sheet that is used already they begin.
import { useState } from 'react';
import { fetchFile } from '../../api/fetch-file.ts';
import type { Problem } from '../../api/problem.ts';
import { NumberField, SelectField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { numberCell, Table } from '../../parts/table.tsx';
import { useWords } from '../../texts/use-words.tsx';

/** Places of each; of a roll there is one. */
const SHEETS = { 'letter-30': 30, 'a4-24': 24, 'roll-50x25': 1, 'roll-58x40': 1 } as const;
const KINDS = ['item', 'shelf'] as const;
const PRICES = ['with-tax', 'net', 'none'] as const;
const MOST_ITEMS = 150;

export interface ItemToLabel {
  id: string;
  sku: string;
  name: string;
  copies: string;
}

type Row = ItemToLabel & { count: number | undefined };

const wholeIn = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);

export function LabelsDialog({ items, onClose }: { items: readonly ItemToLabel[]; onClose(): void }) {
  const { t } = useWords();
  const [sheet, setSheet] = useState<keyof typeof SHEETS>('letter-30');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('item');
  const [price, setPrice] = useState<(typeof PRICES)[number]>('with-tax');
  const [startText, setStart] = useState('1');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [doing, setDoing] = useState<{ isBusy: boolean; refusal: Problem | undefined }>({
    ...{ isBusy: false, refusal: undefined },
  });
  const places = SHEETS[sheet];
  const start = places === 1 ? 1 : wholeIn(startText);
  const isStartWrong = start === undefined || start < 1 || start > places;
  const copies: Row[] = items.map((item) => ({ ...item, count: wholeIn(typed[item.id] ?? item.copies) }));
  const printed = copies.filter(({ count }) => count !== undefined && count > 0);
  const count = printed.reduce((sum, one) => sum + one.count!, 0);
  const because =
    printed.length > MOST_ITEMS
      ? t('labels.tooMany', { most: MOST_ITEMS })
      : isStartWrong
        ? t('labels.startWrong', { most: places })
        : count === 0 || copies.some((one) => one.count === undefined)
          ? t('labels.nothing')
          : undefined;
  const download = async (): Promise<void> => {
    setDoing({ isBusy: true, refusal: undefined });
    const named = printed.map((one) => `${one.id}*${one.count!}`).join(',');
    const refusal = await fetchFile(
      `/labels.pdf?items=${named}&sheet=${sheet}&kind=${kind}&price=${price}&start=${start!}`,
      'etiquetas.pdf',
    );
    setDoing({ isBusy: false, refusal });
    if (!refusal) onClose();
  };
  return (
    <FormDialog
      title={t('labels.title')}
      action={t('labels.download', { n: count })}
      because={because}
      doing={doing}
      onSubmit={() => void download()}
      onClose={onClose}
    >
      <SelectField
        label={t('labels.sheet')}
        note={t('labels.actualSize')}
        value={sheet}
        options={Object.keys(SHEETS).map((one) => [one, t(`labels.sheet.${one as keyof typeof SHEETS}`)])}
        onType={(text) => setSheet(text as keyof typeof SHEETS)}
      />
      <div className="form-row">
        <SelectField
          label={t('labels.kind')}
          value={kind}
          options={KINDS.map((one) => [one, t(`labels.kind.${one}`)])}
          onType={(text) => setKind(text as (typeof KINDS)[number])}
        />
        <SelectField
          label={t('labels.price')}
          value={price}
          options={PRICES.map((one) => [one, t(`labels.price.${one}`)])}
          onType={(text) => setPrice(text as (typeof PRICES)[number])}
        />
      </div>
      {places > 1 && (
        <NumberField
          label={t('labels.start')}
          note={t('labels.startNote', { most: places })}
          wrong={isStartWrong ? t('labels.startWrong', { most: places }) : undefined}
          value={startText}
          onType={setStart}
        />
      )}
      <p className="soft small">{t('labels.copiesNote')}</p>
      <Table<Row>
        rows={copies}
        keyOf={({ id }) => id}
        name={t('item')}
        nameOf={({ name }) => name}
        aboutOf={({ sku }) => sku}
        columns={[
          numberCell<Row>(
            t('labels.copies'),
            ({ id, name, copies: usual, count: read }) => (
              <input
                className="input"
                inputMode="numeric"
                autoComplete="off"
                size={4}
                aria-label={t('labels.copiesOf', { name })}
                aria-invalid={read === undefined || undefined}
                value={typed[id] ?? usual}
                onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
              />
            ),
            'beside',
          ),
        ]}
      />
    </FormDialog>
  );
}
