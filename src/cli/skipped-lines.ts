// Summary of the lines that an import skipped: how many for which reason, and the first of them one by one.
export interface SkippedLine {
  line: number;
  reason: string;
}

const FIRST = 20;

export function describeSkipped(skipped: readonly SkippedLine[]): string[] {
  if (skipped.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(general(reason), (counts.get(general(reason)) ?? 0) + 1);
  const reasons = [...counts].toSorted(([, one], [, other]) => other - one);
  const first = skipped.slice(0, FIRST);
  return [
    `Skipped ${skipped.length === 1 ? '1 line' : `${skipped.length.toLocaleString('en-US')} lines`}:`,
    ...reasons.map(([reason, times]) => `  ${String(times).padStart(7)}  ${reason}`),
    skipped.length > FIRST ? `The first ${FIRST} of them:` : 'These are:',
    ...first.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ];
}

/** Reasons that differ only in what they quote are one reason. */
function general(reason: string): string {
  return reason.replaceAll(/"(?:[^"\\]|\\.)*"/g, '…').replaceAll(/\b(?!0\b)\d+\b/g, '…');
}
