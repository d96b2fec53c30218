// Lots with a day to expire, as a list asks for them.
import { query } from './act.ts';
import { COUNTED, PAGE, TURNED } from './listed.ts';

export const ExpiringLots = query(
  'ExpiringLots',
  `within: ExpiryWindow, locationId: UUID, orderBy: InventoryLotOrderBy, ${PAGE}`,
)`
  expiringLots(within: $within, locationId: $locationId, ${TURNED}) {
    ${COUNTED}
    records @include(if: $rows) {
      id lotNumber expirationDate receivedAt quantityRemaining unitCost value
      item { id sku name unit }
      location { id name }
    }
  }
`;
