// The movements of all items, as a list asks for them.
import { query } from './act.ts';
import { COUNTED, PAGE, TURNED } from './listed.ts';

export const Movements = query(
  'Movements',
  `search: String, itemId: UUID, locationId: UUID, types: [MovementType!], from: Date, to: Date, orderBy: MovementOrderBy, ${PAGE}`,
)`
  movements(search: $search, itemId: $itemId, locationId: $locationId, types: $types, from: $from, to: $to, ${TURNED}) {
    ${COUNTED}
    records @include(if: $rows) {
      id createdAt movementType quantityChange newQuantity unitCost referenceNumber description createdBy
      item { id sku name unit }
      location { id name }
    }
  }
`;
