// Verdict of a trial of a mutant: an oracle that was never asked has let nothing pass.
import type { Tried } from './try.ts';

export type Verdict = 'killed' | 'SURVIVES' | 'NO VERDICT';

export function verdictOf({ runs, objection }: Tried): Verdict {
  if (objection !== null) return 'killed';
  return runs === 0 ? 'NO VERDICT' : 'SURVIVES';
}

/** 3: nothing is known to survive, and something was not judged. */
export function exitCodeOf(verdicts: readonly Verdict[]): 0 | 1 | 3 {
  if (verdicts.includes('SURVIVES')) return 1;
  return verdicts.includes('NO VERDICT') ? 3 : 0;
}
