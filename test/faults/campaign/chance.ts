// Chance that can be replayed: everything that a run leaves to chance is drawn, in order, from its seed.
import { createHash } from 'node:crypto';

export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  happens(probability: number): boolean;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  oneOf<T>(choices: readonly T[]): T;
  /** One of the choices, each as likely as its weight says; undefined when all weights are 0. */
  weighted<T>(choices: readonly { weight: number; choice: T }[]): T | undefined;
}

export function chanceOf(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  // mulberry32: small, fast, and good enough to choose faults with.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    oneOf: (choices) => choices[below(choices.length)]!,
    weighted(choices) {
      let left = next() * choices.reduce((sum, { weight }) => sum + weight, 0);
      for (const { weight, choice } of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return undefined;
    },
  };
}
