// Types that change when goods of an item come, go or move, although a mutation's answer does not contain them.
export const STOCK_TYPES = ['Item', 'ItemMovementPage', 'ItemStockMetrics', 'ItemStockHistory', 'InventoryLot'];
