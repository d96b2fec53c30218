// Buys what runs low and takes in what comes: whole, in two parts, short, late, or not at all.
import { daysAfter, instantOf, isOrderingDay, isSunday } from './calendar.ts';
import { isCarried, isEmpty, isLow, openingStock, type Shelf, type Tenths } from './shelf.ts';
import { move, shelfOf, type Delivery, type Fact, type Item, type Purchase, type Store, type World } from './world.ts';

// How long before today something began, in days.
const GONE_SINCE = 45;
const LATE_SINCE = 12;
const UNSOLD_ORDERED = 95;
const IN_PARTS_SINCE = 3;

const UNSOLD_UNITS = 6;

/** What was there when the history begins. */
export function openShelves(world: World, store: Store): void {
  const { random, firstDay } = world;
  for (const shelf of world.shelves.get(store)!.values()) {
    const quantity = openingStock(shelf);
    if (quantity === 0) continue;
    const at = instantOf(firstDay, 7 * 60);
    move(world, {
      ...incoming(shelf, firstDay, quantity, costOf(shelf.item)),
      at,
      source: { type: 'MANUAL_ADJUSTMENT', document: { id: random.id(at) } },
      description: 'Inventario inicial',
    });
  }
}

export function receiveDeliveries(world: World, store: Store, day: string): void {
  const due = world.deliveries.filter((delivery) => delivery.day === day && delivery.purchase.store === store);
  for (const delivery of due) receive(world, delivery);
}

function receive(world: World, { day, purchase, parts, endsAs }: Delivery): void {
  const at = instantOf(day, world.random.between(7 * 60, 7 * 60 + 50));
  if (at > world.now) return;
  for (const { line, quantity } of parts) {
    const shelf = shelfOf(world, purchase.store, line.item);
    shelf.onOrder -= quantity;
    if (endsAs) continue;
    line.received += quantity;
    move(world, {
      ...incoming(shelf, day, quantity, line.unitCostCents),
      at,
      source: { type: 'PURCHASE_ORDER', document: purchase },
      counterpartyId: purchase.supplier.id,
      lineId: line.id,
    });
  }
  if (endsAs) purchase.endedAs = endsAs;
}

/** One order for each supplier whose goods run low. */
export function orderGoods(world: World, store: Store, day: string): void {
  const at = instantOf(day, world.random.between(16 * 60, 17 * 60));
  if (at > world.now || !isOrderingDay(day)) return;
  const low = [...world.shelves.get(store)!.values()].filter((shelf) => wantsMore(world, shelf, day));
  for (const supplier of world.suppliers) {
    const shelves = low.filter(({ item }) => item.supplier === supplier.code);
    if (shelves.length > 0) order(world, shelves, day, at);
  }
}

function wantsMore(world: World, shelf: Shelf<Item, Store>, day: string): boolean {
  if (!isCarried(shelf.item, shelf.store)) return false;
  switch (shelf.item.story) {
    case 'UNSOLD':
      return isEmpty(shelf) && day >= daysAfter(world.today, -UNSOLD_ORDERED);
    case 'PILED_UP':
      return false;
    case 'GONE':
      return isLow(shelf) && day < daysAfter(world.today, -GONE_SINCE);
    default:
      return isLow(shelf);
  }
}

function order(world: World, shelves: readonly Shelf<Item, Store>[], day: string, at: Date): void {
  const { random } = world;
  const { item: first, store } = shelves[0]!;
  const purchase: Purchase = {
    id: random.id(at),
    at,
    number: '',
    supplier: world.suppliers.find(({ code }) => code === first.supplier)!,
    store,
    lines: shelves.map(({ item, reorderQuantity }) => ({
      id: random.id(at),
      item,
      quantity: reorderQuantity || UNSOLD_UNITS * 10,
      received: 0,
      unitCostCents: Math.round(costOf(item) * (0.97 + random.next() * 0.08)),
    })),
  };
  const expected = expectedOn(world, purchase, day);
  purchase.fate = fateOf(world, purchase, expected);
  for (const line of purchase.lines) shelfOf(world, store, line.item).onOrder += line.quantity;
  world.purchases.push(purchase);
  world.deliveries.push(...deliveriesOf(world, purchase, day, expected));
}

function expectedOn({ random }: World, { lines }: Purchase, day: string): string {
  const leadTimeDays = Math.max(...lines.map(({ item }) => item.leadTimeDays));
  return workday(daysAfter(day, leadTimeDays + (random.chance(0.25) ? 1 : 0)));
}

function fateOf(world: World, { store, lines }: Purchase, expected: string): NonNullable<Purchase['fate']> {
  if (lines.some(({ item }) => item.story !== undefined)) return 'WHOLE';
  // So that there is always something of which a part has come.
  const isRecent = expected > daysAfter(world.today, -IN_PARTS_SINCE) && expected <= world.today;
  if (isRecent && store === world.stores[0]) return 'IN_TWO';
  const luck = world.random.next();
  if (luck < 0.14) return 'IN_TWO';
  if (luck < 0.18) return 'SHORT';
  return luck < 0.2 ? 'CANCELED' : 'WHOLE';
}

function deliveriesOf(world: World, purchase: Purchase, day: string, expected: string): Delivery[] {
  const arrives = isLate(world, purchase, expected) ? workday(daysAfter(world.today, 2)) : expected;
  const all = purchase.lines.map((line) => ({ line, quantity: line.quantity }));
  const part = all.map(({ line, quantity }) => ({ line, quantity: 10 * Math.ceil((quantity * 0.6) / 10) }));
  const rest = all.map(({ line, quantity }, at) => ({ line, quantity: quantity - part[at]!.quantity }));
  const missing = rest.filter(({ quantity }) => quantity > 0);
  switch (purchase.fate) {
    case 'CANCELED':
      return [{ day: workday(daysAfter(day, 1)), purchase, parts: all, endsAs: 'CANCELED' }];
    case 'IN_TWO':
      return [
        { day: arrives, purchase, parts: part },
        { day: workday(daysAfter(arrives, 4)), purchase, parts: missing },
      ];
    case 'SHORT':
      return [
        { day: arrives, purchase, parts: part },
        { day: workday(daysAfter(arrives, 10)), purchase, parts: missing, endsAs: 'CLOSED' },
      ];
    default:
      return [{ day: arrives, purchase, parts: all }];
  }
}

/** What is scarce today is so because its deliveries are late. */
function isLate(world: World, purchase: Purchase, expected: string): boolean {
  return purchase.lines.some(({ item }) => item.story === 'SCARCE') && expected > daysAfter(world.today, -LATE_SINCE);
}

/** Goods that were missing are fetched at the market now and then, without an order. */
export function fetchGoods(world: World, store: Store, day: string): void {
  const { random } = world;
  const at = instantOf(day, random.between(6 * 60 + 20, 6 * 60 + 55));
  if (!random.chance(0.07) || at > world.now || isSunday(day)) return;
  const { item } = random.pick(
    [...world.shelves.get(store)!.values()].filter((shelf) => shelf.item.department === 'FRESH'),
  );
  const quantity = 10 * Math.ceil(item.perDay * store.share * 2);
  const unitCostCents = Math.round(costOf(item) * (1.04 + random.next() * 0.08));
  const line = { id: random.id(at), item, quantity, received: quantity, unitCostCents };
  const supplier = world.suppliers.find(({ code }) => code === item.supplier)!;
  const purchase: Purchase = { id: random.id(at), at, number: '', supplier, store, lines: [line] };
  world.purchases.push(purchase);
  move(world, {
    ...incoming(shelfOf(world, store, item), day, quantity, unitCostCents),
    at,
    source: { type: 'SUPPLIER_INVOICE', document: purchase },
    counterpartyId: supplier.id,
    lineId: line.id,
  });
}

function incoming(
  { item, store }: Shelf<Item, Store>,
  day: string,
  change: Tenths,
  unitCostCents: number,
): Omit<Fact, 'at' | 'source'> {
  if (item.shelfDays === undefined) return { item, store, change, unitCostCents };
  const lot = {
    number: `${item.sku.slice(0, 3)}-${day.slice(2).replaceAll('-', '')}`,
    expires: daysAfter(day, item.shelfDays),
  };
  return { item, store, change, unitCostCents, lot };
}

function costOf(item: Item): number {
  return Math.round(Number(item.cost) * 100);
}

function workday(day: string): string {
  return isSunday(day) ? daysAfter(day, 1) : day;
}
