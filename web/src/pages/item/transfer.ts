// Moves goods of an item from one location to another.
import { TransferStock } from '../../api/item.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { ask } from '../../parts/ask.tsx';
import { t } from '../../texts/speech.ts';
import type { Subject } from './behind.tsx';
import { STOCK_TYPES } from './stock-types.ts';

/** `locationId`: what is looked at, which the goods probably leave. */
export function transfer({ item, locations, locationId }: Subject): void {
  const from = locationId ?? locations.find((place) => place.isDefault)?.id ?? '';
  const options = locations.map(({ id, name }) => [id, name] as const);
  ask({
    draft: `transfer${item.id}`,
    title: t('transfer.title'),
    action: t('transfer.do'),
    done: t('transfer.done'),
    record: { from, to: locations.find((place) => place.id !== from)?.id ?? '' },
    fields: (typed) => [
      [
        { name: 'from', label: t('transfer.from'), options },
        {
          ...{ name: 'to', label: t('transfer.to'), options },
          ...{ wrong: typed['from'] === typed['to'] && t('transfer.samePlace'), isWrongAtOnce: true },
        },
      ],
      {
        ...{ name: 'quantity', label: t('quantityIn', { unit: item.unit }), kind: 'decimal' },
        wrong: !isPositive(readDecimal(typed['quantity'] ?? '') ?? '0') && t('isAboveZero'),
        input: { autoFocus: true },
      },
      item.trackingMode !== 'NONE' && { name: 'lotNumber', label: t('lot'), isNeeded: true },
      { name: 'description', label: t('adjust.reason'), note: t('optional') },
    ],
    mutation: TransferStock,
    touches: STOCK_TYPES,
    variables: ({ from: fromLocationId = '', to: toLocationId = '', quantity = '', lotNumber, description }) => ({
      input: {
        ...{ itemId: item.id, fromLocationId, toLocationId, quantity: readDecimal(quantity)! },
        lotNumber: lotNumber?.trim() || null,
        description: description?.trim() || null,
      },
    }),
  });
}
