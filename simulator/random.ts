/** Chance that can be replayed: every draw is a function of the seed and of what it is drawn for, never of the order of calls. */
import { createHash } from 'node:crypto';

export type Draw = (...about: (string | number)[]) => number;

/** A number from 0 up to, not including, 1. */
export function drawFrom(seed: string): Draw {
  return (...about) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, ...about]))
      .digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
}
