// The legal statuses of a document, the specification's arrows between them as data, and the functions that read them.

/** Whether the document is certified in each status, and what the status may become; an empty list is terminal. */
const STATUSES = {
  PAC_AUTHORIZED: { is: 'AUTHORIZED', next: ['DGI_AUTHORIZED', 'DGI_REJECTED'] },
  DGI_AUTHORIZED: { is: 'AUTHORIZED', next: [] },
  PAC_REJECTED: { is: 'REJECTED', next: [] },
  DGI_REJECTED: { is: 'REJECTED', next: [] },
} as const satisfies Record<string, { is: 'AUTHORIZED' | 'REJECTED'; next: readonly string[] }>;

export type LegalStatus = keyof typeof STATUSES;

export const LEGAL_STATUSES = Object.keys(STATUSES) as LegalStatus[];
export const AUTHORIZED = LEGAL_STATUSES.filter((status) => STATUSES[status].is === 'AUTHORIZED');
export const REJECTED = LEGAL_STATUSES.filter((status) => STATUSES[status].is === 'REJECTED');

/** Statuses that may follow; a document without one may get any. */
export function onwardsFrom(status: LegalStatus | null): readonly LegalStatus[] {
  return status === null ? LEGAL_STATUSES : STATUSES[status].next;
}

export type Move = { to: LegalStatus } | { stays: 'same' | 'terminal' | 'backwards' };

/** Effect of the PAC's word `said` on a document of the status `current` (null: nothing is known yet). */
export function nextLegalStatus(current: LegalStatus | null, reported: LegalStatus): Move {
  if (current === reported) return { stays: 'same' };
  if (onwardsFrom(current).includes(reported)) return { to: reported };
  return { stays: isTerminal(current) ? 'terminal' : 'backwards' };
}

/** Whether what is said denies what is known (accepted here, rejected there), instead of only coming late. */
export function contradicts(current: LegalStatus | null, reported: LegalStatus): boolean {
  if (current === null || isRejected(current) === isRejected(reported)) return false;
  return !onwardsFrom(current).includes(reported) && !onwardsFrom(reported).includes(current);
}

/** True when nothing that the PAC may still say can change it. */
export function isTerminal(status: LegalStatus | null): boolean {
  return onwardsFrom(status).length === 0;
}

export function isRejected(status: LegalStatus | null): boolean {
  return status !== null && STATUSES[status].is === 'REJECTED';
}

export function isAuthorized(status: LegalStatus | null): boolean {
  return status !== null && STATUSES[status].is === 'AUTHORIZED';
}
