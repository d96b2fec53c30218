// The rates of the ITBMS, Panama's tax on sales.

/** Each in per cent, as a plain decimal, and by the code that fiscal documents have for it. */
export const ITBMS_RATES = [
  { percent: '0', code: '00' },
  { percent: '7', code: '01' },
  { percent: '10', code: '02' },
  { percent: '15', code: '03' },
] as const;

export const ITBMS_PERCENTS: readonly string[] = ITBMS_RATES.map(({ percent }) => percent);

/** Rate that most goods bear. */
export const GENERAL_PERCENT = '7';
