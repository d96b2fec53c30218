// Medians and other quantiles of what was measured.

/** The value that a share of the others does not exceed; of no values there is none. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Median of the measured values; undefined where none was measured. */
export function medianOf<T>(all: readonly T[], value: (one: T) => number | undefined): number | undefined {
  const values = all.map(value).filter((one) => one !== undefined);
  return values.length === 0 ? undefined : median(values);
}
