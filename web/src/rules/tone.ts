// How good what is said is: a chip, a note and a mark have the color of it.
export type Tone = 'good' | 'wait' | 'bad' | 'info' | 'idle' | 'violet';
