// How good what is said is: a chip, a note and a mark have the color of it.
export type Tone = 'good' | 'wait' | 'bad' | 'info' | 'idle' | 'violet';

/** The same for each of these. */
export const toned = <Kind extends string>(tone: Tone, kinds: readonly Kind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, tone])) as Record<Kind, Tone>;
