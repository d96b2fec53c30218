// Analytics for the day's board.
export { itemsNeedingReorder } from './needing-reorder.ts';
export { quotaEnd } from './quota-end.ts';
