// The rhythm of a stream: blocks of forty movements, each one of some variants, so that a movement's balance and its place among its
// type follow from its number alone, and fifty million of them can be written without sorting or summing up.
import { randomFrom, type Random } from './random.ts';
import type { MovementType } from '../../src/stock/tables.ts';

export const BLOCK = 40;
export const VARIANTS = 64;
/** Stock of a stream from its first movement on, whatever a block takes. */
export const BASE_STOCK = 50;

/** How many of each type a block has; it begins with a receipt. */
const PER_BLOCK: Record<MovementType, number> = { VENTA: 31, COMPRA: 3, AJUSTE: 3, OTHER: 1, DEVOLUCION: 2 };

/** In the beginning some movements said nothing of what they were; after so many blocks these are adjustments. */
export const EARLY_BLOCKS = 10;
const ERAS = [
  { era: 0, type: (type: MovementType): MovementType => type },
  { era: 1, type: (type: MovementType): MovementType => (type === 'OTHER' ? 'AJUSTE' : type) },
] as const;

export interface PatternRow {
  era: 0 | 1;
  variant: number;
  place: number;
  type: MovementType;
  /** The place among its type: of the earlier eras so many, of each block of this one so many, and in its own block. */
  type_before: number;
  type_per_block: number;
  type_place: number;
  change: number;
  /** Sum of the changes of the block up to here; 0 at its end. */
  running: number;
  /** Number of movements between the sale and its return; null for other movements. */
  sold_before: number | null;
}

export function pattern(seed: number): PatternRow[] {
  const random = randomFrom(seed);
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const moves = block(random);
    return ERAS.flatMap(({ era, type }) => rowsOf(moves, type).map((row) => ({ era, variant, ...row })));
  }).flat();
}

interface Move {
  type: MovementType;
  change: number;
  soldBefore: number | null;
}

function block(random: Random): Move[] {
  const sales: { place: number; quantity: number }[] = [];
  const moves = typesInOrder(random).map((type, index): Move => {
    const place = index + 1;
    const change = changeOf(type, random);
    if (type === 'VENTA') sales.push({ place, quantity: -change });
    if (type !== 'DEVOLUCION') return { type, change, soldBefore: null };
    const [sale] = sales.splice(random.between(0, sales.length - 1), 1);
    return { type, change: sale!.quantity, soldBefore: place - sale!.place };
  });
  const receipt = -moves.reduce((sum, { change }) => sum + change, 0);
  return [{ type: 'COMPRA', change: receipt, soldBefore: null }, ...moves];
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
      // A return brings back the whole sale.
      return 0;
    default:
      return type satisfies never;
  }
}

function rowsOf(
  moves: readonly Move[],
  inEra: (type: MovementType) => MovementType,
): Omit<PatternRow, 'era' | 'variant'>[] {
  const isEarly = inEra('OTHER') === 'OTHER';
  const counts = new Map<MovementType, number>();
  let running = 0;
  return moves.map(({ type: early, change, soldBefore }, place) => {
    const type = inEra(early);
    running += change;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    return {
      place,
      type,
      type_before: isEarly ? 0 : EARLY_BLOCKS * PER_BLOCK[type],
      type_per_block: moves.filter((move) => inEra(move.type) === type).length,
      type_place: counts.get(type)!,
      change,
      running,
      sold_before: soldBefore,
    };
  });
}
