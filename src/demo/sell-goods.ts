// Sells over the counter and to those who order, and takes back what some of them bring again.
import { daysAfter, demandOn, instantOf, isSunday } from './calendar.ts';
import type { Department } from './catalog.ts';
import type { Tenths } from './shelf.ts';
import {
  move,
  shelfOf,
  type Client,
  type Item,
  type Refund,
  type Sale,
  type SaleLine,
  type Store,
  type World,
} from './world.ts';

/** How far between the least and the most an ordinary line goes; what `takeFromShelf` comes to on average. */
const USUAL_REACH = 0.24;
const MOST_LINES = 5;
const LINES_PER_SALE = 3;
/** Since when invoices come from an order that was taken before, in days before today. */
const ORDERS_SINCE = 10;
/** Since when what will not come again is sold off, in days before today. */
const LAST_CHANCE_SINCE = 20;
const OPENS_AT = 8 * 60;
const CLOSES_AT = 17 * 60 + 30;
const CLOSES_ON_SUNDAY_AT = 13 * 60;

function isOpen(store: Store, day: string): boolean {
  return store.opensOnSunday || !isSunday(day);
}

export function sellGoods(world: World, store: Store, day: string): void {
  const { random } = world;
  if (!isOpen(store, day)) return;
  const lines = world.items.reduce((sum, item) => sum + linesPerDay(item), 0) * store.share * demandOn(day);
  const sales = Math.floor((lines / LINES_PER_SALE) * (0.75 + random.next() / 2) + random.next());
  const closesAt = isSunday(day) ? CLOSES_ON_SUNDAY_AT : CLOSES_AT;
  const minutes = Array.from({ length: sales }, () => random.between(OPENS_AT, closesAt)).toSorted((a, b) => a - b);
  for (const minute of minutes) {
    const at = new Date(instantOf(day, minute).getTime() + random.between(0, 59_999));
    if (at <= world.now) sell(world, store, day, at);
  }
}

function sell(world: World, store: Store, day: string, at: Date): void {
  const { random } = world;
  const first = anItem(world);
  const client = random.weighted(
    world.clients.filter((one) => one.store === store.code && one.buys.includes(first.department)),
    (one) => one.weight,
  );
  const basket = new Set([first]);
  for (let more = random.between(0, MOST_LINES - 1); more > 0; more--) {
    basket.add(anItem(world, random.chance(0.5) ? [first.department] : client.buys));
  }
  const lines = [...basket]
    .map((item) => takeFromShelf(world, store, client, item, at))
    .filter((line) => line !== undefined);
  if (lines.length === 0) return;
  const sale: Sale = { id: random.id(at), at, day, number: '', client, store, lines };
  if (day > daysAfter(world.today, -ORDERS_SINCE)) {
    const orderedAt = new Date(at.getTime() - random.between(10, 50) * 60_000);
    sale.order = { id: random.id(orderedAt), at: orderedAt, number: '' };
    if (random.chance(0.03)) {
      world.canceledOrders.push(sale);
      return;
    }
  }
  world.sales.push(sale);
  for (const { id, item, quantity } of lines) {
    const document = { type: 'INVOICE' as const, document: sale };
    move(world, { at, item, store, change: -quantity, source: document, counterpartyId: client.id, lineId: id });
  }
  if (random.chance(0.055)) bringBack(world, sale);
}

function anItem(world: World, departments?: readonly Department[]): Item {
  const items = departments ? world.items.filter(({ department }) => departments.includes(department)) : world.items;
  return world.random.weighted(items, linesPerDay);
}

/** How many lines ask for it on an ordinary day. */
function linesPerDay({ perDay, pack: [least, most] }: Item): number {
  return perDay / (least + (most - least) * USUAL_REACH);
}

/** As much as is wanted, or as there is. */
function takeFromShelf(world: World, store: Store, client: Client, item: Item, at: Date): SaleLine | undefined {
  const { random } = world;
  const [least, most] = item.pack;
  // Little is wanted more often than much, and nobody carries a pallet out of the shop.
  const reach = client.receiverType === 'CONSUMIDOR_FINAL' ? (most - least) / 3 : most - least;
  const units = least + Math.round(reach * random.next() ** 2);
  const half = item.unit === 'lb' && random.chance(0.3) ? 5 : 0;
  const wanted = isLastChance(world, item, at) ? Number.POSITIVE_INFINITY : 10 * units + half;
  const quantity = Math.min(wanted, forSale(world, store, item));
  return quantity > 0 ? { id: random.id(at), item, quantity } : undefined;
}

/** What is scarce is rationed, to half of what is left for each. */
function forSale(world: World, store: Store, item: Item): Tenths {
  const { onHand } = shelfOf(world, store, item);
  return item.story === 'SCARCE' ? 10 * Math.floor(onHand / 20) : onHand;
}

/** Somebody takes all that is left of what will not come again. */
function isLastChance(world: World, { story }: Item, at: Date): boolean {
  return story === 'GONE' && at > instantOf(daysAfter(world.today, -LAST_CHANCE_SINCE), 0);
}

const DAMAGED = ['Producto dañado en el transporte', 'Empaque roto al recibir', 'Producto vencido o en mal estado'];
const UNWANTED = ['Cliente devolvió el excedente', 'Error en el pedido', 'Producto equivocado en el despacho'];

function bringBack(world: World, sale: Sale): void {
  const { random } = world;
  const returned = daysAfter(sale.day, random.between(1, 5));
  const day = isSunday(returned) ? daysAfter(returned, 1) : returned;
  const at = instantOf(day, random.between(OPENS_AT, CLOSES_AT));
  if (at > world.now) return;
  const isWhole = random.chance(0.2);
  const restock = random.chance(0.75);
  const lines = isWhole ? sale.lines : [random.pick(sale.lines)];
  const refund: Refund = {
    id: random.id(at),
    at,
    day,
    number: '',
    sale,
    reason: random.pick(restock ? UNWANTED : DAMAGED),
    restock,
    // Who has paid already takes the note along and spends it another day.
    isApplied: sale.client.termDays > 0 && random.chance(0.9),
    lines: lines.map((line) => ({ line, quantity: isWhole ? line.quantity : someOf(world, line) })),
  };
  sale.refund = refund;
  world.returns.push(refund);
}

function someOf(world: World, { quantity }: SaleLine): Tenths {
  return quantity <= 10 ? quantity : 10 * world.random.between(1, Math.floor(quantity / 10));
}

export function takeReturns(world: World, store: Store, day: string): void {
  for (const refund of world.returns.filter((one) => one.day === day && one.sale.store === store)) {
    world.refunds.push(refund);
    if (!refund.restock) continue;
    for (const { line, quantity } of refund.lines) {
      move(world, {
        at: refund.at,
        item: line.item,
        store,
        change: quantity,
        source: { type: 'CREDIT', document: refund },
        counterpartyId: refund.sale.client.id,
        lineId: line.id,
      });
    }
  }
}
