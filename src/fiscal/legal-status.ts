// The specification's arrows between legal statuses, as data, and the one function that reads them.

export const LEGAL_STATUSES = ['PAC_AUTHORIZED', 'DGI_AUTHORIZED', 'PAC_REJECTED', 'DGI_REJECTED'] as const;
export type LegalStatus = (typeof LEGAL_STATUSES)[number];

/** What each status may become; nothing leads on from an empty list. */
export const ARROWS = {
  NONE: ['PAC_AUTHORIZED', 'PAC_REJECTED', 'DGI_AUTHORIZED', 'DGI_REJECTED'],
  PAC_AUTHORIZED: ['DGI_AUTHORIZED', 'DGI_REJECTED'],
  PAC_REJECTED: [],
  DGI_AUTHORIZED: [],
  DGI_REJECTED: [],
} as const satisfies Record<LegalStatus | 'NONE', readonly LegalStatus[]>;

export type Move = { to: LegalStatus } | { stays: 'same' | 'terminal' | 'backwards' };

/** What a document of the status `current` (null: nothing is known yet) does when the PAC says `said`. */
export function nextLegalStatus(current: LegalStatus | null, said: LegalStatus): Move {
  if (current === said) return { stays: 'same' };
  const onwards: readonly LegalStatus[] = ARROWS[current ?? 'NONE'];
  if (onwards.includes(said)) return { to: said };
  return { stays: onwards.length === 0 ? 'terminal' : 'backwards' };
}

/** Whether what is said denies what is known (accepted here, rejected there), instead of only coming late. */
export function contradicts(current: LegalStatus | null, said: LegalStatus): boolean {
  if (current === null || isRejected(current) === isRejected(said)) return false;
  const leadsOn: readonly LegalStatus[] = ARROWS[current];
  const ledHere: readonly LegalStatus[] = ARROWS[said];
  return !leadsOn.includes(said) && !ledHere.includes(current);
}

/** True when nothing that the PAC may still say can change it. */
export function isTerminal(status: LegalStatus | null): boolean {
  return status !== null && ARROWS[status].length === 0;
}

export function isRejected(status: LegalStatus | null): boolean {
  return status === 'PAC_REJECTED' || status === 'DGI_REJECTED';
}

export function isAuthorized(status: LegalStatus | null): boolean {
  return status === 'PAC_AUTHORIZED' || status === 'DGI_AUTHORIZED';
}
