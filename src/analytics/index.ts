// Analytics for the day's board.
export { itemsNeedingReorder } from './needing-reorder.ts';
export { addDays } from './window.ts';
