// Types that change when goods of an item come, go or move, although a mutation's answer does not contain them.
import type { Problem } from '../../api/problem.ts';

export const STOCK_TYPES = ['Item', 'ItemMovementPage', 'ItemStockMetrics', 'ItemStockHistory', 'InventoryLot'];

/** Part of the item's page that can be asked for by itself. */
export interface PartOfPage<Part> {
  part: Part | undefined;
  isChanging: boolean;
  failed: { problem: Problem; again: () => void } | undefined;
}
