// What the day's board asks of analytics.
export { itemsNeedingReorder } from './needing-reorder.ts';
export { addDays } from './window.ts';
