// Counts the shelves now and then, and books what differs: what broke, spoiled, was used, given away, or turned up.
import { daysAfter, instantOf } from './calendar.ts';
import type { Tenths } from './shelf.ts';
import { move, type Item, type Store, type World } from './world.ts';

const SHORT = ['Conteo físico: faltante', 'Producto dañado en bodega', 'Consumo interno', 'Donación a comedor escolar'];
const SPOILED = 'Merma por deterioro';
const SURPLUS = 'Conteo físico: sobrante';

export function countShelves(world: World, store: Store, day: string): void {
  const { random } = world;
  const at = instantOf(day, random.between(17 * 60 + 35, 18 * 60));
  if (at > world.now) return;
  const isMonthsEnd = daysAfter(day, 1).endsWith('-01');
  const differences = isMonthsEnd ? 6 : random.chance(0.08) ? 1 : 0;
  const shelves = [...world.shelves.get(store)!.values()].filter((shelf) => !shelf.item.story && shelf.onHand >= 100);
  for (let left = differences; left > 0 && shelves.length > 0; left--) {
    const [shelf] = shelves.splice(random.between(0, shelves.length - 1), 1);
    const { item, onHand } = shelf!;
    const isSurplus = item.shelfDays === undefined && random.chance(0.25);
    const quantity = 10 * random.between(1, Math.max(1, Math.floor(onHand / 400)));
    book(world, store, item, isSurplus ? quantity : -quantity, at);
  }
}

function book(world: World, store: Store, item: Item, change: Tenths, at: Date): void {
  const { random } = world;
  const reason =
    change > 0 ? SURPLUS : item.department === 'FRESH' && random.chance(0.6) ? SPOILED : random.pick(SHORT);
  const document = { id: random.id(at) };
  move(world, { at, item, store, change, source: { type: 'MANUAL_ADJUSTMENT', document }, description: reason });
}
