// Moves goods of an item from one location to another.
import { TransferStock } from '../../api/item.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { ask } from '../../parts/ask.tsx';
import { t } from '../../texts/speech.ts';
import type { Subject } from './behind.tsx';
import { STOCK_TYPES } from './stock-types.ts';

/** `locationId`: what is looked at, which the goods probably leave. */
export function transfer({ item, locations, locationId }: Subject): void {
  const fromLocationId = locationId ?? locations.find((place) => place.isDefault)?.id ?? '';
  const options = locations.map(({ id, name }) => [id, name] as const);
  ask({
    draft: `transfer${item.id}`,
    title: t('transfer.title'),
    action: t('transfer.do'),
    done: t('transfer.done'),
    record: { fromLocationId, toLocationId: locations.find(({ id }) => id !== fromLocationId)?.id ?? '' },
    fields: (typed) => [
      [
        { name: 'fromLocationId', label: t('transfer.from'), options },
        {
          ...{ name: 'toLocationId', label: t('transfer.to'), options, isWrongAtOnce: true },
          wrong: typed['fromLocationId'] === typed['toLocationId'] && t('transfer.samePlace'),
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
    variables: ({ fromLocationId = '', toLocationId = '', quantity = '', lotNumber, description }) => ({
      input: {
        ...{ itemId: item.id, fromLocationId, toLocationId, quantity: readDecimal(quantity)! },
        lotNumber: lotNumber?.trim() || null,
        description: description?.trim() || null,
      },
    }),
  });
}
