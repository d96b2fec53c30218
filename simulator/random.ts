/** Reproducible random numbers: a draw depends on the seed and its subject, never on the order of calls. */
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
