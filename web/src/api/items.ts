// Items: listed, searched, created.
import { act, query } from './act.ts';
import { list } from './listed.ts';

/** Items to order, the most urgent first. */
export const UrgentItems = query('UrgentItems', 'limit: Int!, offset: Int!')`
  urgent: itemsNeedingReorder(windowDays: 30, limit: $limit, offset: $offset) {
    totalCount
    records {
      availableQuantity incomingQuantity dailyVelocity daysOfCoverage projectedStockoutDate
      item { id sku name unit inventory { onHand reorderLevel leadTime } }
    }
  }
`;

export const Items = list(
  'Items',
  'search: String, kind: ItemKind, stock: StockFilter, locationId: UUID, archived: Boolean = false',
  'ItemOrderBy',
  `id sku name kind unit unitPrice averageCost
  lastPurchase { unitCost supplier { id name } }
  inventory { onHand available reorderLevel reorderQuantity leadTime }
  coverage(windowDays: 30) { dailyVelocity daysOfCoverage projectedStockoutDate incomingQuantity }`,
);

/** Fields from which a sold line is counted; a till keeps them of every item. */
export const SOLD_ITEM = `
  id sku name kind unit trackingMode allowNegativeStock unitPrice taxRate iscRate
  otherTax { rate }
  units { unit factor price }
  barcodes { barcode unit }
`;

/** Initial fields of a new order's line. */
const CHOSEN = (levels: string): string => `
  ${SOLD_ITEM} averageCost
  inventory { available reorderQuantity ${levels} }
`;
export const CHOSEN_ITEM = CHOSEN('levels { locationId available }');
/** In the line of an order the levels would be half of the depth that is allowed. */
export const ORDERED_ITEM = CHOSEN('');

export const FindItems = query('FindItems', 'search: String')`
  items(search: $search, limit: 8) { records { ${CHOSEN_ITEM} } }
`;

export const CreateItem = act('createItem', 'input: CreateItemInput!');
