// How much is bought: what the sales of the file will take, so that no shelf is ever below zero. Pure.
import { addDays, daysBetween } from '../../src/platform/days.ts';
import {
  STORES,
  supplierOf,
  type DemoData,
  type DemoDocument,
  type DemoItem,
  type StockLine,
  type StoreCode,
  type Supplier,
} from './data.ts';

const PILED_UP_DAYS = 300;
/** Stock beside that of the next deliveries: so many days of sales, and never less than is ordered at the end. */
const SPARE_DAYS = 3;
const SPARE_UNITS = 12;
const SCARCE_SPARE_DAYS = 1;

export interface Supply {
  /** Stock before the first day. */
  openings: StockLine[];
  /** Nothing on a day on which the supplier does not deliver. */
  deliveryOn(day: string, supplier: Supplier): StockLine[];
}

export function supplyOf({ items, documents }: DemoData): Supply {
  const firstDay = documents[0]!.day;
  const lastDay = documents.at(-1)!.day;
  const sold = soldByDay(documents);
  const places = items.flatMap((item) => STORES.map(({ code: store }) => ({ item, store })));

  /** Units sold from one day up to, and not including, another; beyond the last day as on the days before it. */
  function soldIn({ item, store }: Place, from: string, to: string): number {
    const days = sold.get(keyOf(item, store));
    let sum = 0;
    for (let day = from; day < to; day = addDays(day, 1)) {
      const isKnown = day <= lastDay || item.story !== '';
      sum += days?.get(isKnown ? day : addDays(day, -7 * Math.ceil(daysBetween(lastDay, day) / 7))) ?? 0;
    }
    return sum;
  }

  const firstDelivery = ({ firstWeek }: Supplier): string => addDays(firstDay, 7 * firstWeek);

  function opening(place: Place): number {
    const perDay = soldIn(place, firstDay, addDays(lastDay, 1)) / daysBetween(firstDay, lastDay);
    if (place.item.story === 'PILED_UP') return perDay * PILED_UP_DAYS;
    const supplier = supplierOf(place.item);
    const until = addDays(firstDelivery(supplier), supplier.everyDays);
    return soldIn(place, firstDay, until) + spareOf(place.item, perDay);
  }

  return {
    openings: stockLines(places, opening),
    /** It lasts from the next delivery to the one after it. */
    deliveryOn(day, supplier) {
      const days = daysBetween(firstDelivery(supplier), day);
      if (days < 0 || days % supplier.everyDays !== 0) return [];
      const [from, to] = [addDays(day, supplier.everyDays), addDays(day, 2 * supplier.everyDays)];
      const own = places.filter(({ item }) => item.supplier === supplier.code && item.story !== 'PILED_UP');
      return stockLines(own, (place) => soldIn(place, from, to));
    },
  };
}

function spareOf({ story }: DemoItem, perDay: number): number {
  if (story === '') return Math.max(perDay * SPARE_DAYS, SPARE_UNITS);
  return story === 'SCARCE' ? perDay * SCARCE_SPARE_DAYS : 0;
}

interface Place {
  item: DemoItem;
  store: StoreCode;
}

function keyOf({ sku }: DemoItem, store: StoreCode): string {
  return `${sku} ${store}`;
}

/** By item and store, and by day; what comes back is left out of account. */
function soldByDay(documents: readonly DemoDocument[]): Map<string, Map<string, number>> {
  const sold = new Map<string, Map<string, number>>();
  for (const { day, client, credits, lines } of documents) {
    if (credits !== '') continue;
    for (const { item, quantity } of lines) {
      const key = keyOf(item, client.store);
      const days = sold.get(key) ?? new Map<string, number>();
      sold.set(key, days.set(day, (days.get(day) ?? 0) + Number(quantity)));
    }
  }
  return sold;
}

function stockLines(places: readonly Place[], quantityOf: (place: Place) => number): StockLine[] {
  return places
    .map((place) => ({ ...place, quantity: String(Math.ceil(quantityOf(place))) }))
    .filter(({ quantity }) => quantity !== '0');
}
