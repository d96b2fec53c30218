// Says when an item is to be ordered again.
import type { ItemViewAnswer } from '../../api/answers.ts';
import { SetReorder } from '../../api/item.ts';
import { readDecimal } from '../../format/decimal.ts';
import { ask } from '../../parts/ask.tsx';
import { t } from '../../texts/speech.ts';

const FIELDS = {
  reorderLevel: 'reorder.level',
  reorderQuantity: 'reorder.quantity',
  leadTime: 'reorder.leadTime',
} as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const isFine = (name: string, text = ''): boolean =>
  name === 'leadTime' ? /^\d+$/.test(readDecimal(text) ?? '') : readDecimal(text) !== undefined;

export const askReorder = (item: ItemViewAnswer['item']): void =>
  ask({
    draft: `reorder${item.id}`,
    ...{ title: t('reorder.title'), action: t('save'), done: t('reorder.saved') },
    fields: (typed) =>
      NAMES.map((name) => ({
        ...{ name, label: t(FIELDS[name]), note: t(`${FIELDS[name]}Note`), kind: 'decimal' as const },
        ...{ wrong: !isFine(name, typed[name]) && t('isNumber'), isWrongAtOnce: true },
      })),
    record: item.inventory,
    mutation: SetReorder,
    // A colleague may have changed the others meanwhile.
    variables: (_, { reorderLevel, reorderQuantity, leadTime }) => ({
      itemId: item.id,
      input: {
        ...(reorderLevel && { reorderLevel: readDecimal(reorderLevel)! }),
        ...(reorderQuantity && { reorderQuantity: readDecimal(reorderQuantity)! }),
        ...(leadTime && { leadTime: Number(readDecimal(leadTime)) }),
      },
    }),
  });
