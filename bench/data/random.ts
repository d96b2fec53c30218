// Chance that is the same each time: everything in a data set that looks accidental comes from one seed.

export interface Random {
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  return {
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
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
