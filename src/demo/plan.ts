// What happens in the demo besides the sales: what is bought, so that there is always enough of what the sales take, and what is
// counted. Pure; the same day makes the same plan.
import type { Decimal } from '../platform/decimal.ts';
import { daysAfter, daysBetween, instantOf } from './calendar.ts';
import {
  STORES,
  SUPPLIERS,
  type DemoData,
  type DemoDocument,
  type DemoItem,
  type StoreCode,
  type Supplier,
} from './data.ts';

export interface StockLine {
  item: DemoItem;
  store: StoreCode;
  quantity: Decimal;
}

export interface Order {
  supplier: Supplier;
  lines: StockLine[];
  /** Set when no more will come. */
  endsAs?: 'CLOSED' | 'CANCELED';
}

export interface Receipt {
  order: Order;
  lines: StockLine[];
}

/** What happens in a week: on its Monday all but the sales, in this order. */
export interface Week {
  day: string;
  at: Date;
  receipts: Receipt[];
  /** Bought at the market, without an order. */
  fetched: StockLine[];
  orders: Order[];
  /** What a count of the shelves found to be more or less. */
  counted: StockLine[];
  documents: DemoDocument[];
}

export interface Plan {
  openings: StockLine[];
  /** Until now; each begins on a Monday. */
  weeks: Week[];
}

// How long before today something began, in days.
const UNSOLD_ORDERED = 95;
const GONE_SINCE = 45;
const LATE_SINCE = 12;

const PILED_UP_DAYS = 300;
/** What is there beside what the next deliveries are for: so many days of sales, and never less than is ordered at the end. */
const SPARE_DAYS = 3;
const SPARE_UNITS = 12;
const SCARCE_SPARE_DAYS = 1;

export function planDemo({ items, documents }: DemoData, now: Date, today: string): Plan {
  const firstDay = documents[0]!.day;
  const lastDay = documents.at(-1)!.day;
  const sold = soldByDay(documents);
  const places = items.flatMap((item) => STORES.map(({ code: store }) => ({ item, store })));

  /** What is sold from one day up to, and not including, another; beyond the last day as on the days before it. */
  function soldIn({ item, store }: Place, from: string, to: string): number {
    const days = sold.get(keyOf(item, store));
    let sum = 0;
    for (let day = from; day < to; day = daysAfter(day, 1)) {
      const known =
        day <= lastDay || item.story !== '' ? day : daysAfter(day, -7 * Math.ceil(daysBetween(lastDay, day) / 7));
      sum += days?.get(known) ?? 0;
    }
    return sum;
  }

  function perDay(place: Place): number {
    return soldIn(place, firstDay, daysAfter(lastDay, 1)) / daysBetween(firstDay, lastDay);
  }

  function opening(place: Place): number {
    const supplier = supplierOf(place.item);
    if (place.item.story === 'PILED_UP') return perDay(place) * PILED_UP_DAYS;
    const until = daysAfter(firstDelivery(supplier), supplier.everyDays);
    return soldIn(place, firstDay, until) + spare(place);
  }

  function spare(place: Place): number {
    const { story } = place.item;
    if (story === '') return Math.max(perDay(place) * SPARE_DAYS, SPARE_UNITS);
    return story === 'SCARCE' ? perDay(place) * SCARCE_SPARE_DAYS : 0;
  }

  function firstDelivery({ firstWeek }: Supplier): string {
    return daysAfter(firstDay, 7 * firstWeek);
  }

  /** A delivery lasts from the next one to the one after it. */
  function deliveryOn(day: string, supplier: Supplier): StockLine[] {
    const [from, to] = [daysAfter(day, supplier.everyDays), daysAfter(day, 2 * supplier.everyDays)];
    const own = places.filter(({ item }) => item.supplier === supplier.code && item.story !== 'PILED_UP');
    return stockLines(own, (place) => soldIn(place, from, to));
  }

  function delivers(supplier: Supplier, day: string): boolean {
    const days = daysBetween(firstDelivery(supplier), day);
    return days >= 0 && days % supplier.everyDays === 0;
  }

  const weeks: Week[] = [];
  const due: { day: string; receipt: Receipt }[] = [];
  for (let day = firstDay; instantOf(day, '06:30') <= now; day = daysAfter(day, 7)) {
    const at = instantOf(day, '06:30');
    const next = daysAfter(day, 7);
    const turn = weeks.length;
    const orders: Order[] = [];
    for (const supplier of SUPPLIERS.filter((one) => delivers(one, next))) {
      const order = { supplier, lines: deliveryOn(next, supplier) };
      if (order.lines.length === 0) continue;
      orders.push(order);
      const isLast = daysAfter(next, supplier.everyDays) > today;
      // So that there is always something of which a part has come.
      const inTwo = isLast || turn % 9 === 2;
      const [part, rest] = inTwo ? split(order.lines) : [order.lines, []];
      due.push({ day: next, receipt: { order, lines: part } });
      if (rest.length > 0) due.push({ day: daysAfter(next, supplier.everyDays), receipt: { order, lines: rest } });
    }
    for (const story of storiesOn(day, next)) {
      orders.push(story.order);
      if (story.received) due.push({ day: next, receipt: { order: story.order, lines: story.received } });
    }
    weeks.push({
      day,
      at,
      receipts: due.filter((one) => one.day === day).map(({ receipt }) => receipt),
      fetched: turn % 4 === 3 ? [anyOf(turn, 'AGR', 'AVI', 'LAC')] : [],
      orders,
      counted: turn % 2 === 1 ? [countedOn(turn)] : [],
      documents: documents.filter((document) => document.day >= day && document.day < next && document.at <= now),
    });
  }
  return { openings: stockLines(places, opening), weeks };

  /** Orders for what has a story of its own. */
  function storiesOn(day: string, next: string): { order: Order; received?: StockLine[] }[] {
    const isOn = (daysAgo: number): boolean => day <= daysAfter(today, -daysAgo) && daysAfter(today, -daysAgo) < next;
    const orderOf = (story: string, quantity: Decimal, endsAs?: Order['endsAs']): Order => {
      const item = items.find((one) => one.story === story)!;
      return { supplier: supplierOf(item), lines: [{ item, store: 'MAIN', quantity }], ...(endsAs && { endsAs }) };
    };
    if (isOn(UNSOLD_ORDERED)) {
      const order = orderOf('UNSOLD', '8', 'CLOSED');
      return [{ order, received: [{ ...order.lines[0]!, quantity: '6' }] }];
    }
    if (isOn(GONE_SINCE)) return [{ order: orderOf('GONE', '20', 'CANCELED') }];
    return isOn(LATE_SINCE) ? [{ order: orderOf('SCARCE', '120') }] : [];
  }

  function anyOf(turn: number, ...suppliers: string[]): StockLine {
    const from = items.filter((item) => item.story === '' && suppliers.includes(item.supplier));
    const item = from[(turn * 7) % from.length]!;
    return { item, store: STORES[turn % STORES.length]!.code, quantity: '10' };
  }

  /** Now and then there is more than there should be. */
  function countedOn(turn: number): StockLine {
    const line = anyOf(turn, ...SUPPLIERS.map(({ code }) => code));
    const isMore = turn % 4 === 0 && line.item.shelfDays === 0;
    return { ...line, quantity: isMore ? '2' : '-1' };
  }
}

interface Place {
  item: DemoItem;
  store: StoreCode;
}

function keyOf({ sku }: DemoItem, store: StoreCode): string {
  return `${sku} ${store}`;
}

export function supplierOf({ supplier }: DemoItem): Supplier {
  return SUPPLIERS.find(({ code }) => code === supplier)!;
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

function split(lines: readonly StockLine[]): [StockLine[], StockLine[]] {
  const part = lines.map((line) => ({ ...line, quantity: String(Math.ceil(Number(line.quantity) * 0.6)) }));
  const rest = lines.map((line, at) => ({
    ...line,
    quantity: String(Number(line.quantity) - Number(part[at]!.quantity)),
  }));
  return [part, rest.filter(({ quantity }) => quantity !== '0')];
}
