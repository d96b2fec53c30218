// Corrects what is there, with the reason that will stand in the ledger.
import { AdjustInventory } from '../../api/item.ts';
import { isPositive, negate, readDecimal } from '../../format/decimal.ts';
import { ask } from '../../parts/ask.tsx';
import type { Typed } from '../../parts/edit-form.tsx';
import { t } from '../../texts/speech.ts';
import type { Subject } from './behind.tsx';
import { STOCK_TYPES } from './stock-types.ts';

const isIn = (typed: Typed): boolean => typed['way'] === 'in';

export const adjust = ({ item, locations, locationId }: Subject): void =>
  ask({
    draft: `adjust${item.id}`,
    title: t('adjust.title'),
    action: t('adjust.do'),
    done: t('adjust.done'),
    record: { way: 'in', locationId: locationId ?? locations.find((place) => place.isDefault)?.id ?? '' },
    fields: (typed) => [
      {
        ...{ name: 'way', label: t('adjust.way'), kind: 'segments' },
        options: (['in', 'out'] as const).map((way) => [way, t(`adjust.${way}`)]),
      },
      [
        {
          ...{ name: 'quantity', label: t('quantityIn', { unit: item.unit }), kind: 'decimal' },
          wrong: !isPositive(readDecimal(typed['quantity'] ?? '') ?? '0') && t('isAboveZero'),
        },
        isIn(typed) && { name: 'unitCost', label: t('adjust.cost'), note: t('optional'), kind: 'decimal' },
      ],
      locations.length > 1 && {
        ...{ name: 'locationId', label: t('location') },
        options: locations.map(({ id, name }) => [id, name]),
      },
      // Goods that leave take the oldest lots by themselves.
      item.trackingMode !== 'NONE' && [
        { name: 'lotNumber', label: t('lot'), isNeeded: isIn(typed) },
        isIn(typed) && { name: 'expires', label: t('purchase.expires'), note: t('optional'), kind: 'date' },
      ],
      {
        ...{ name: 'description', label: t('adjust.reason'), isNeeded: true },
        input: { placeholder: t('adjust.reasonHint') },
      },
    ],
    mutation: AdjustInventory,
    touches: STOCK_TYPES,
    variables: (typed) => {
      const { locationId: place, quantity = '', description = '', lotNumber, expires, unitCost = '' } = typed;
      const change = readDecimal(quantity)!;
      return {
        input: {
          ...{ itemId: item.id, locationId: place || null, description: description.trim() },
          quantityChange: isIn(typed) ? change : negate(change),
          lotNumber: lotNumber?.trim() || null,
          expirationDate: (isIn(typed) && expires) || null,
          unitCost: (isIn(typed) && readDecimal(unitCost)) || null,
        },
      };
    },
  });
