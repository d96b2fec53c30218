// The rhythm of a stream: blocks of forty movements, each one of some variants, so that a movement's balance and its place among its
// type follow from its number alone, and fifty million of them can be written without sorting or summing up.
import { randomFrom, type Random } from '../../src/demo/random.ts';
import type { MovementType } from '../../src/stock/tables.ts';

export const BLOCK = 40;
export const VARIANTS = 64;
/** What a stream has from its first movement on, whatever a block takes. */
export const BASE_STOCK = 50;

/** How many of each type a block has; it begins with a receipt. */
export const PER_BLOCK = { VENTA: 31, COMPRA: 3, AJUSTE: 3, OTHER: 1, DEVOLUCION: 2 } as const satisfies Record<
  MovementType,
  number
>;

export interface PatternRow {
  variant: number;
  place: number;
  type: MovementType;
  per_block: number;
  change: number;
  /** Sum of the changes of the block up to here; 0 at its end. */
  running: number;
  /** How many of each type the block has up to here. */
  venta: number;
  compra: number;
  ajuste: number;
  devolucion: number;
  other: number;
  /** Of a return: how many movements before it the goods were sold. */
  sold_before: number | null;
}

export function pattern(seed: number): PatternRow[] {
  const random = randomFrom(seed);
  return Array.from({ length: VARIANTS }, (_, variant) => block(variant, random)).flat();
}

function block(variant: number, random: Random): PatternRow[] {
  const sales: { place: number; quantity: number }[] = [];
  const moves = typesInOrder(random).map((type, index) => {
    const place = index + 1;
    const change = changeOf(type, random);
    if (type === 'VENTA') sales.push({ place, quantity: -change });
    if (type !== 'DEVOLUCION') return { place, type, change, soldBefore: null };
    const [sale] = sales.splice(random.between(0, sales.length - 1), 1);
    return { place, type, change: sale!.quantity, soldBefore: place - sale!.place };
  });
  const receipt = -moves.reduce((sum, { change }) => sum + change, 0);
  const counts = { venta: 0, compra: 0, ajuste: 0, devolucion: 0, other: 0 };
  let running = 0;
  return [{ place: 0, type: 'COMPRA' as const, change: receipt, soldBefore: null }, ...moves].map(
    ({ place, type, change, soldBefore }) => {
      running += change;
      counts[type.toLowerCase() as keyof typeof counts] += 1;
      return { variant, place, type, per_block: PER_BLOCK[type], change, running, ...counts, sold_before: soldBefore };
    },
  );
}

/** Anyhow, but that nothing comes back in the first half, before it was sold. */
function typesInOrder(random: Random): MovementType[] {
  const types: MovementType[] = [];
  // Returns come last, when all sales have their places.
  for (const [type, count] of Object.entries(PER_BLOCK) as [MovementType, number][]) {
    for (let one = type === 'COMPRA' ? 1 : 0; one < count; one += 1) {
      const earliest = type === 'DEVOLUCION' ? Math.ceil(types.length / 2) : 0;
      types.splice(random.between(earliest, types.length), 0, type);
    }
  }
  return types;
}

function changeOf(type: MovementType, random: Random): number {
  switch (type) {
    case 'VENTA':
      return -random.between(1, 5);
    case 'COMPRA':
      return 10;
    case 'AJUSTE':
    case 'OTHER':
      return random.chance(0.5) ? -1 : 1;
    case 'DEVOLUCION':
      // What was sold comes back whole.
      return 0;
    default:
      return type satisfies never;
  }
}
