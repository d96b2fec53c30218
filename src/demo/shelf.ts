// What lies on one store's shelf of one item, and when more of it should be ordered.
import { multiply, type Decimal } from '../platform/decimal.ts';
import type { DemoItem, DemoStore } from './catalog.ts';

/** Quantities are whole tenths of the item's unit, so that sums stay exact. */
export type Tenths = number;

export interface Shelf<I extends DemoItem = DemoItem, S extends DemoStore = DemoStore> {
  item: I;
  store: S;
  onHand: Tenths;
  /** Ordered, and still to come. */
  onOrder: Tenths;
  reorderLevel: Tenths;
  reorderQuantity: Tenths;
}

// Beyond the lead time, against a good weekend.
const SAFETY_DAYS = 4;
const DAYS_PER_ORDER = 14;
const DAYS_PER_ORDER_OF_FRESH_GOODS = 6;
const DAYS_PER_ORDER_OF_SCARCE_GOODS = 4;
const PILED_UP_DAYS = 300;

/** For how many days of sales a delivery lasts. */
function daysPerOrder(item: DemoItem): number {
  if (item.story === 'SCARCE') return DAYS_PER_ORDER_OF_SCARCE_GOODS;
  return item.department === 'FRESH' ? DAYS_PER_ORDER_OF_FRESH_GOODS : DAYS_PER_ORDER;
}

/** Of all stores together, in whole units. */
export function reorderLevelOf(item: DemoItem): number {
  return Math.ceil(item.perDay * (item.leadTimeDays + SAFETY_DAYS));
}

export function reorderQuantityOf(item: DemoItem): number {
  return Math.ceil(item.perDay * daysPerOrder(item));
}

export function openShelf<I extends DemoItem, S extends DemoStore>(item: I, store: S): Shelf<I, S> {
  return {
    item,
    store,
    onHand: 0,
    onOrder: 0,
    reorderLevel: 10 * Math.ceil(reorderLevelOf(item) * store.share),
    reorderQuantity: 10 * Math.ceil(reorderQuantityOf(item) * store.share),
  };
}

/** What was there before the first day of the history. */
export function openingStock({ item, store, reorderLevel, reorderQuantity }: Shelf): Tenths {
  if (!isCarried(item, store) || item.story === 'UNSOLD') return 0;
  if (item.story === 'PILED_UP') return 10 * Math.ceil(item.perDay * store.share * PILED_UP_DAYS);
  return reorderLevel + 10 * Math.round(reorderQuantity / 20);
}

/** Some goods only the main store has. */
export function isCarried(item: DemoItem, store: DemoStore): boolean {
  return store.code === 'MAIN' || (item.story !== 'UNSOLD' && item.story !== 'GONE');
}

export function isLow(shelf: Shelf): boolean {
  return shelf.onHand + shelf.onOrder <= shelf.reorderLevel;
}

/** And nothing is on its way. */
export function isEmpty(shelf: Shelf): boolean {
  return shelf.onHand + shelf.onOrder === 0;
}

export function inUnits(tenths: Tenths): Decimal {
  return multiply(String(tenths), '0.1');
}
