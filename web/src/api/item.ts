// One item: everything its page shows in one request, and the parts that are asked for again by themselves.
import { act, query } from './act.ts';

const HISTORY = `history: itemStockHistory(itemId: $id, rangeDays: $rangeDays, withEvents: true, locationId: $locationId) {
  points { value date }
  events { date movementType quantityChange balanceAfter }
}`;

const MOVEMENTS = `movements: itemMovements(itemId: $id, locationId: $locationId, types: $types, limit: $limit, offset: $offset) {
  totalCount
  records {
    id movementType referenceNumber sourceType sourceId counterpartyName quantityChange balanceAfter unitValue
    totalValue createdBy occurredAt description locationId
  }
}`;

export const ItemView = query(
  'ItemView',
  'id: UUID!, locationId: UUID, rangeDays: Int!, types: [MovementType!], limit: Int!, offset: Int!',
)`
  item: getItemById(id: $id) {
    id sku name unit unitPrice taxRate cpbs category kind
    barcodes { barcode unit }
    averageCost createdAt trackingMode archivedAt
    inventory { onHand available reorderLevel reorderQuantity leadTime levels { locationId onHand available } }
    coverage(windowDays: 30) { daysOfCoverage }
  }
  locations(archived: null) { id name code isDefault }
  metrics: itemStockMetrics(itemId: $id, windowDays: 30, locationId: $locationId) {
    windowDays windowLastDay unitsSoldInWindow dailyVelocity availableQuantity daysOfCoverage projectedStockoutDate
    daysWithSales dailyDeviation
  }
  incoming: itemIncomingQuantity(itemId: $id)
  purchases: itemIncomingPurchases(itemId: $id, locationId: $locationId) {
    purchaseOrderId number supplierName expectedDay quantity
  }
  lots: getInventoryLotsByItemId(itemId: $id, locationId: $locationId) {
    id lotNumber locationId quantityRemaining expirationDate
  }
  topClients: itemTopClients(itemId: $id, windowDays: 90, limit: 4) { clientId clientName unitsSold }
  ${HISTORY} ${MOVEMENTS}
`;

export const ItemHistory = query('ItemHistory', 'id: UUID!, rangeDays: Int!, locationId: UUID')`
  ${HISTORY}
`;

export const ItemMovements = query(
  'ItemMovements',
  'id: UUID!, locationId: UUID, types: [MovementType!], limit: Int!, offset: Int!',
)`
  ${MOVEMENTS}
`;

/** Documents and days behind an item's sales and its coverage. */
export const SalesBehind = query('SalesBehind', 'id: UUID!, locationId: UUID')`
  metrics: itemStockMetrics(itemId: $id, windowDays: 30, locationId: $locationId) {
    windowDays windowFirstDay windowLastDay unitsSoldInWindow documentsCounted documentsLeftOut dailyVelocity
    stockoutDays velocityWhenInStock availableQuantity daysOfCoverage projectedStockoutDate
  }
`;

/** Orders that hold the reserved units. */
export const Reserved = query('Reserved', 'id: UUID!')`
  reservations: stockReservationsByItem(itemId: $id, isActive: true) {
    id locationId quantity createdAt
    order { id number client { name } }
  }
`;

export const ReleaseReservation = act('releaseReservation', 'reservationId: UUID!', 'id status');

const OUTCOME = `{
  daysShort unitsSold unitsNotSold moneyNotSold averageStock averageMoneyBound margin ordersPlaced
}`;

export const WhatIf = query(
  'WhatIf',
  'id: UUID!, locationId: UUID, leadTimeDays: Int, demandFactor: Decimal!, price: Decimal, reorderLevel: Decimal, reorderQuantity: Decimal',
)`
  whatIf: itemWhatIf(
    itemId: $id, locationId: $locationId, windowDays: 365, leadTimeDays: $leadTimeDays, demandFactor: $demandFactor,
    price: $price, reorderLevel: $reorderLevel, reorderQuantity: $reorderQuantity
  ) {
    wantedWhenOut actual ${OUTCOME} simulated ${OUTCOME}
    days { day actual simulated }
  }
`;

export const AdjustInventory = act('adjustInventory', 'input: AdjustInventoryInput!', 'id newQuantity');
export const SetReorder = act(
  'updateItemInventory',
  'itemId: UUID!, input: ItemInventoryInput!',
  'id inventory { reorderLevel reorderQuantity leadTime }',
);
export const UpdateItem = act(
  'updateItem',
  'itemId: UUID!, input: UpdateItemInput!',
  'id name unitPrice taxRate cpbs category kind unit trackingMode barcodes { barcode unit }',
);
export const TransferStock = act('transferStock', 'input: TransferStockInput!');
