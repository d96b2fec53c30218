// Events of the demo besides the sales: orders, deliveries, returns and counts. Pure; the same day makes the same plan.
import type { Decimal } from '../../src/platform/decimal.ts';
import { addDays } from '../../src/platform/days.ts';
import { instantOf } from './calendar.ts';
import {
  STORES,
  supplierOf,
  SUPPLIERS,
  type DemoData,
  type DemoDocument,
  type DemoItem,
  type StockLine,
  type Story,
  type Supplier,
} from './data.ts';
import { supplyOf } from './supply.ts';

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

/** Events of one week: on its Monday all but the sales, in this order. */
export interface Week {
  day: string;
  at: Date;
  receipts: Receipt[];
  /** Bought at the market, without an order. */
  fetched: StockLine[];
  orders: Order[];
  /** Differences that a count of the shelves found. */
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

export function planDemo(data: DemoData, now: Date, today: string): Plan {
  const supply = supplyOf(data);
  const weeks: Week[] = [];
  const due: Due[] = [];
  for (let day = data.documents[0]!.day; instantOf(day, '06:30') <= now; day = addDays(day, 7)) {
    const next = addDays(day, 7);
    const turn = weeks.length;
    const deliveries = SUPPLIERS.flatMap((supplier) => {
      const lines = supply.deliveryOn(next, supplier);
      return lines.length === 0 ? [] : [{ supplier, lines }];
    });
    due.push(...deliveries.flatMap((order) => receiptsOf(order, next, today, turn % 9 === 2)));
    const stories = storiesIn(data.items, day, next, today);
    due.push(...stories.flatMap(({ order, received }) => (received ? [{ day: next, order, lines: received }] : [])));
    weeks.push({
      day,
      at: instantOf(day, '06:30'),
      receipts: due.filter((one) => one.day === day),
      fetched: turn % 4 === 3 ? [lineFor(data.items, turn, ['AGR', 'AVI', 'LAC'])] : [],
      orders: [...deliveries, ...stories.map(({ order }) => order)],
      counted: turn % 2 === 1 ? [countIn(data.items, turn)] : [],
      documents: data.documents.filter((document) => document.day >= day && document.day < next && document.at <= now),
    });
  }
  return { openings: supply.openings, weeks };
}

interface Due extends Receipt {
  day: string;
}

/** Whole, or in two parts. The newest of each supplier is in part, so that there is always something of which a part has come. */
function receiptsOf(order: Order, day: string, today: string, isInTwo: boolean): Due[] {
  const then = addDays(day, order.supplier.everyDays);
  if (!isInTwo && then <= today) return [{ day, order, lines: order.lines }];
  const [part, rest] = split(order.lines);
  return [{ day, order, lines: part }, ...(rest.length > 0 ? [{ day: then, order, lines: rest }] : [])];
}

/** Orders for what has a story of its own. */
function storiesIn(
  items: readonly DemoItem[],
  day: string,
  next: string,
  today: string,
): { order: Order; received?: StockLine[] }[] {
  const isNow = (daysAgo: number): boolean => day <= addDays(today, -daysAgo) && addDays(today, -daysAgo) < next;
  const orderOf = (story: Story, quantity: Decimal, endsAs?: Order['endsAs']): Order => {
    const item = items.find((one) => one.story === story)!;
    return { supplier: supplierOf(item), lines: [{ item, store: 'MAIN', quantity }], ...(endsAs && { endsAs }) };
  };
  if (isNow(UNSOLD_ORDERED)) {
    const order = orderOf('UNSOLD', '8', 'CLOSED');
    return [{ order, received: [{ ...order.lines[0]!, quantity: '6' }] }];
  }
  if (isNow(GONE_SINCE)) return [{ order: orderOf('GONE', '20', 'CANCELED') }];
  return isNow(LATE_SINCE) ? [{ order: orderOf('SCARCE', '120') }] : [];
}

/** Another item and store each time. */
function lineFor(items: readonly DemoItem[], turn: number, suppliers: readonly string[]): StockLine {
  const from = items.filter((item) => item.story === '' && suppliers.includes(item.supplier));
  return { item: from[(turn * 7) % from.length]!, store: STORES[turn % STORES.length]!.code, quantity: '10' };
}

/** Now and then there is more than there should be. */
function countIn(items: readonly DemoItem[], turn: number): StockLine {
  const line = lineFor(
    items,
    turn,
    SUPPLIERS.map(({ code }) => code),
  );
  const isMore = turn % 6 === 1 && line.item.shelfDays === 0;
  return { ...line, quantity: isMore ? '2' : '-1' };
}

function split(lines: readonly StockLine[]): [StockLine[], StockLine[]] {
  const part = lines.map((line) => ({ ...line, quantity: String(Math.ceil(Number(line.quantity) * 0.6)) }));
  const rest = lines.map((line, at) => ({
    ...line,
    quantity: String(Number(line.quantity) - Number(part[at]!.quantity)),
  }));
  return [part, rest.filter(({ quantity }) => quantity !== '0')];
}
