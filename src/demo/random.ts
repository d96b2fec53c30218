// Chance that is the same each time: everything in the demo that looks accidental comes from one seed.
import { v7 } from 'uuid';

export interface Random {
  /** From 0 up to, and not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One that weighs twice as much comes twice as often. */
  weighted<T>(from: readonly T[], weightOf: (one: T) => number): T;
  /** The id of something that happened then. */
  id(at: Date): string;
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted(from, weightOf) {
      let left = next() * from.reduce((sum, one) => sum + weightOf(one), 0);
      for (const one of from) {
        left -= weightOf(one);
        if (left < 0) return one;
      }
      return from.at(-1)!;
    },
    id: (at) => v7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => between(0, 255)) }),
  };
}

/** Tommy Ettinger's mulberry32: 32 bits of state, good enough for anything but secrets. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
