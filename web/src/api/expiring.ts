// Lots with a day to expire, as a list asks for them.
import { list } from './listed.ts';

export const ExpiringLots = list(
  'ExpiringLots',
  'within: ExpiryWindow, locationId: UUID',
  'InventoryLotOrderBy',
  `id lotNumber expirationDate receivedAt quantityRemaining unitCost value
  item { id sku name unit }
  location { id name }`,
);
