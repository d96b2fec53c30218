// The printed page (CAFE) in the contract: what a tenant wants of it, and what one document may want instead.
import { CAFE_DELIVERIES, CAFE_FORMATS, type Cafe, type CafeDelivery, type CafeFormat } from '../fiscal/cafe.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';

const CafeFormatEnum = builder.enumType('CafeFormat', { values: Object.keys(CAFE_FORMATS) as CafeFormat[] });
const CafeDeliveryEnum = builder.enumType('CafeDelivery', { values: Object.keys(CAFE_DELIVERIES) as CafeDelivery[] });

export const CafeType = objectType<Cafe>('Cafe', (t) => ({
  format: t.expose('format', { type: CafeFormatEnum }),
  delivery: t.expose('delivery', { type: CafeDeliveryEnum }),
}));

export const CafeInput = inputType('CafeInput', (t) => ({
  format: t.field({ type: CafeFormatEnum }),
  delivery: t.field({ type: CafeDeliveryEnum }),
}));
