// What changes when goods of an item come, go or move, although a mutation's answer does not contain it.
export const STOCK_TYPES = ['Item', 'ItemMovementPage', 'ItemStockMetrics', 'ItemStockHistory', 'InventoryLot'];
