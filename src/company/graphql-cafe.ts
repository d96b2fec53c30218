// The printed page (CAFE) in the contract: what a tenant wants of it, and what one document may want instead.
import { CAFE_DELIVERIES, CAFE_FORMATS, type Cafe, type CafeDelivery, type CafeFormat } from '../fiscal/cafe.ts';
import { builder } from '../graphql/builder.ts';

const CafeFormatEnum = builder.enumType('CafeFormat', {
  description: 'How the PAC prints a document. NONE: not at all.',
  values: Object.keys(CAFE_FORMATS) as CafeFormat[],
});
const CafeDeliveryEnum = builder.enumType('CafeDelivery', {
  description: 'How the printed page reaches the receiver.',
  values: Object.keys(CAFE_DELIVERIES) as CafeDelivery[],
});

export const CafeType = builder.objectRef<Cafe>('Cafe').implement({
  fields: (t) => ({
    format: t.expose('format', { type: CafeFormatEnum }),
    delivery: t.expose('delivery', { type: CafeDeliveryEnum }),
  }),
});

export const CafeInput = builder.inputType('CafeInput', {
  description: "Defaults: for a document the tenant's settings, for a tenant LETTER and ELECTRONIC.",
  fields: (t) => ({
    format: t.field({ type: CafeFormatEnum }),
    delivery: t.field({ type: CafeDeliveryEnum }),
  }),
});
