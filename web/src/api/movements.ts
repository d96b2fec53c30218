// The movements of all items, as a list asks for them.
import { list } from './listed.ts';

export const Movements = list(
  'Movements',
  'search: String, itemId: UUID, locationId: UUID, types: [MovementType!], from: Date, to: Date',
  'MovementOrderBy',
  `id createdAt movementType quantityChange newQuantity unitCost referenceNumber description createdBy
  item { id sku name unit }
  location { id name }`,
);
