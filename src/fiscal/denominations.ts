// Cash of Panama: coins of the balboa, and notes of the United States.
export const DENOMINATIONS = {
  NOTE_100: '100',
  NOTE_50: '50',
  NOTE_20: '20',
  NOTE_10: '10',
  NOTE_5: '5',
  NOTE_2: '2',
  NOTE_1: '1',
  COIN_1: '1',
  COIN_50C: '0.50',
  COIN_25C: '0.25',
  COIN_10C: '0.10',
  COIN_5C: '0.05',
  COIN_1C: '0.01',
} as const;

export type Denomination = keyof typeof DENOMINATIONS;
